import { api } from '@fyh/contract/api.ts'
import { makeBorrower, takeLoan } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button, enterCode, filled } from './walk.ts'

test('R2.26 R2.23 bills of two loans are chosen in the list and paid by one code: one debit each, each result shown, and the list is paid', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'together', number: 4800, upTo: 'card' })
  const first = await takeLoan(stack, borrower, { yuan: 1000, periods: 12 })
  const second = await takeLoan(stack, borrower, { yuan: 2000, periods: 12 })
  const { bills } = await borrower.call(api.repay.bills, { query: { tab: 'due' } })
  const due = bills.filter(({ payNowFen }) => payNowFen !== null)
  expect(due).toHaveLength(2)
  const sum = ((due[0]?.total ?? 0) + (due[1]?.total ?? 0)) / 100
  await enter(borrower)
  await open('/loan/record')
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
  await button(page, words.repay.bills.chooseAll).click()
  await page.getByRole('button', { name: new RegExp(sum.toFixed(2)) }).click()
  await expect(page).toHaveURL(/\/repayTogether\?bills=/)
  for (const { contractNo } of due) await expect(page.getByText(contractNo).filter({ visible: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText(words.repay.together.apart)).toBeVisible()
  await enterCode({ page, sandbox, words }, borrower.mobile)
  await expect(page).toHaveURL(/\/repaymentResult\?ids=/)
  await expect(page.getByRole('heading', { name: words.repay.together.done })).toBeVisible()
  await expect(page.getByText(filled(words.repay.together.outcome, { count: '2', done: '2' }))).toBeVisible()
  for (const loanId of [first, second]) {
    const { plan } = await borrower.call(api.loan.detail, { params: { id: loanId } })
    expect(plan[0]?.state).toBe('paid')
    expect(plan[1]?.state).toBe('future')
  }
  await page.getByRole('button', { name: due[0]?.contractNo ?? 'no contract' }).click()
  await expect(page.getByRole('heading', { name: words.repay.result.succeeded })).toBeVisible()
  await page.goBack()
  await button(page, words.repay.together.toBills).click()
  await page.getByRole('tab', { name: words.repay.bills.paid }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
})
