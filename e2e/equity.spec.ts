import { addDays, civilDate } from '@fyh/base/dates.ts'
import type { Page } from '@playwright/test'
import { bindCard, makeBorrower, phone } from './api-borrower.ts'
import { barriers } from './audit.ts'
import { expect, sharedTest, test } from './harness.ts'
import { button, enterCode, filled } from './walk.ts'
import { pattern, type Words } from './words.ts'

const word = (text: string) => new RegExp(`^${pattern(text).source}$`)
const heading = (page: Page, text: string) => page.getByRole('heading', { name: word(text) })
const everyday = { name: '生活权益包', price: '29.90' }
const cardField = (words: Words) => new RegExp(`^${words.equity.sheet.to}`)

sharedTest(
  'R2.49 R4.2 a package is bought by a code, two taps buy once; a right brings a voucher, and the rest is refunded pro rata',
  async ({ page, stack, sandbox, words, open, enter }) => {
    const borrower = await makeBorrower(stack, { seed: 'equity-part', number: 4200, upTo: 'card' })
    const w = words.equity
    await enter(borrower)
    await open('/equityOrder')
    await expect(heading(page, w.empty)).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await button(page, `${w.view} ${everyday.name}`).click()
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('checkbox').check()
    await enterCode({ page, sandbox, words }, borrower.mobile)
    await button(page, filled(w.buy, { amount: everyday.price })).dblclick()
    await expect(page).toHaveURL(/\/equityOrder\?id=\d+/)
    await expect(button(page, w.toUse)).toBeVisible()
    expect(await barriers(page)).toEqual([])
    const orderPage = page.url()

    await button(page, w.toUse).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^影音会员/ })
      .click()
    await button(page, words.shell.ui.confirm).click()
    await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
    await expect(page.getByText(pattern(filled(w.refundNow.part, { amount: '25.90' })))).toBeVisible()

    await button(page, w.askRefund).click()
    await button(page, filled(w.sheet.confirm, { amount: '25.90' })).click()
    await expect(heading(page, filled(w.state.refunded, { amount: '25.90' }))).toBeVisible()
    await open('/equityOrder')
    // One order, although the button was tapped twice.
    await expect(page.getByRole('list', { name: w.orders }).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('list', { name: w.orders }).getByRole('button').click()
    expect(new URL(page.url()).searchParams.get('id')).toBe(new URL(orderPage).searchParams.get('id'))
  },
)

sharedTest(
  'R2.49 R4.2 an unused package is refunded in full to another card of the borrower',
  async ({ page, stack, sandbox, words, open, enter }) => {
    const borrower = await makeBorrower(stack, { seed: 'equity-full', number: 4201, upTo: 'card' })
    // Another phone: the codes of one come a minute apart.
    await bindCard({ ...borrower, mobile: phone(4202) }, sandbox, 4202)
    const w = words.equity
    await enter(borrower)
    await open('/equityOrder?packageId=1')
    await page.getByRole('checkbox').check()
    await enterCode({ page, sandbox, words }, borrower.mobile)
    await button(page, filled(w.buy, { amount: everyday.price })).click()
    await expect(page.getByText(pattern(filled(w.refundNow.full, { amount: everyday.price })))).toBeVisible()
    await button(page, w.askRefund).click()
    await page.getByRole('button', { name: cardField(words) }).click()
    await page.getByRole('button', { name: /\(4202\)/ }).click()
    expect(await barriers(page)).toEqual([])
    await button(page, filled(w.sheet.confirm, { amount: everyday.price })).click()
    await expect(heading(page, filled(w.state.refunded, { amount: everyday.price }))).toBeVisible()
    await expect(page.getByText(/退到.*4202/)).toBeVisible()
  },
)

test('R4.2 what is not activated goes back by itself; what is bought again ends with its term and is not renewed', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'equity-ends', number: 4203, upTo: 'card' })
  const w = words.equity
  const buy = async () => {
    await page.getByRole('checkbox').check()
    await enterCode({ page, sandbox, words }, borrower.mobile)
    await button(page, filled(w.buy, { amount: everyday.price })).click()
  }
  await enter(borrower)
  await sandbox.order('benefit', 'refuse')
  await open('/equityOrder?packageId=1')
  await buy()
  await expect(heading(page, filled(w.state.failedArrived, { amount: everyday.price }))).toBeVisible()
  expect(await barriers(page)).toEqual([])

  await button(page, w.link.buyAgain).click()
  await buy()
  await expect(button(page, w.toUse)).toBeVisible()
  const day = civilDate(await sandbox.today())
  await sandbox.moveTo(addDays(day, 30))
  await page.reload()
  await expect(heading(page, w.state.expired)).toBeVisible()
  await expect(page.getByText(pattern(filled(w.state.expiredBody, { day: addDays(day, 29) })))).toBeVisible()
  await expect(button(page, w.askRefund)).toBeHidden()
  await expect(button(page, w.toUse)).toBeHidden()
})
