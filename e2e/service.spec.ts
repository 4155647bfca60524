import { makeBorrower, takeLoan } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button } from './walk.ts'

test('feedback is stored with a number, and is found again after a reload and in the list', async ({ page, stack, words, open, enter }) => {
  const own = await makeBorrower(stack, { seed: 'feedback', number: 4500, upTo: 'login' })
  await enter(own)
  const { form, category, ticket } = words.service
  await open('/feedback')
  await page.getByLabel(form.category).click()
  await page.getByRole('dialog').getByRole('button', { name: category.app }).click()
  await page.getByLabel(form.text).fill('页面字太小，看不清')
  await button(page, form.submit).click()
  await expect(page).toHaveURL(/\/feedbackDetail\?id=\d+/)
  const number = page.getByText(/^FK\d{10,}$/)
  await expect(number).toBeVisible()
  const shown = await number.textContent()
  await page.reload()
  await expect(page.getByText(shown ?? '')).toBeVisible()
  await expect(page.getByText('页面字太小，看不清')).toBeVisible()
  await expect(page.getByText(ticket.number, { exact: true })).toBeVisible()
  await open('/account')
  await page.getByRole('button', { name: words.borrower.account.feedback }).click()
  await expect(page.getByText(shown ?? '')).toBeVisible()
})

test('R2.25 a complaint from a loan names that loan', async ({ page, stack, words, open, enter }) => {
  const own = await makeBorrower(stack, { seed: 'complaint', number: 4501, upTo: 'card' })
  const loanId = await takeLoan(stack, own, { yuan: 1_000, periods: 3 })
  await enter(own)
  const { form, category, ticket, kind } = words.service
  await open(`/loan/detail/${loanId}`)
  await button(page, words.blocks.complain).click()
  await expect(page).toHaveURL(`${stack.web}/feedback?kind=complaint&loanId=${loanId}`)
  await expect(page.getByRole('radio', { name: kind.complaint })).toBeChecked()
  await page.getByLabel(form.category).click()
  await page.getByRole('dialog').getByRole('button', { name: category.price }).click()
  await page.getByLabel(form.text).fill('利息与合同不一致')
  await button(page, form.submit).click()
  await expect(page.getByText(/^TS\d{10,}$/)).toBeVisible()
  await button(page, ticket.openLoan).click()
  await expect(page).toHaveURL(`${stack.web}/loan/detail/${loanId}`)
})

test('a guest searches the help and opens an answer', async ({ page, words, open }) => {
  const { search, item } = words.help
  await open('/account')
  await page.getByRole('button', { name: words.borrower.account.help }).click()
  const questions = Object.values(item)
  const [wanted, other] = [questions[0], questions.at(-1)]
  await page.getByLabel(search).fill(wanted?.question ?? '')
  await expect(page.getByText(wanted?.question ?? '', { exact: true })).toBeVisible()
  await expect(page.getByText(other?.question ?? '', { exact: true })).toHaveCount(0)
})
