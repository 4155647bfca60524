import { addDays, civilDate } from '@fyh/base/dates.ts'
import { api } from '@fyh/contract/api.ts'
import { makeBorrower, takeLoan } from './api-borrower.ts'
import { expect, sharedTest, test } from './harness.ts'
import { countSums } from './sums.ts'
import { answerAfterDebit, button, enterCode, filled, opening, pay } from './walk.ts'
import { refusal } from './words.ts'

test.describe.configure({ mode: 'parallel' })

const ways = [
  { language: 'zh-cn', brand: 'fyh', effect: 'shorten', number: 371 },
  { language: 'en-us', brand: 'fbd', effect: 'lower', number: 372 },
] as const

for (const { language, brand, effect, number } of ways)
  test.describe(() => {
    test.use({ language, brand })
    test(`LN-10 a part of the principal is prepaid to ${effect} (${language}): quoted both ways, opened, confirmed by code, and the plan follows`, async ({
      page,
      stack,
      sandbox,
      words,
      open,
      enter,
    }) => {
      const borrower = await makeBorrower(stack, { seed: `prepay-${effect}`, number, upTo: 'card' })
      const loanId = await takeLoan(stack, borrower, { yuan: 10_000, periods: 12 })
      const detail = () => borrower.call(api.loan.detail, { params: { id: loanId } })
      const signed = (await detail()).plan
      await sandbox.moveTo(addDays(civilDate(await sandbox.today()), 10))
      const query = { principalFen: '200000' }
      const quote = await borrower.call(api.repay.prepayQuote, { params: { id: loanId }, query })
      const w = words.repay.prepay
      const walker = { page, sandbox, words, open }

      await enter(borrower)
      await open(`/loan/detail/${loanId}`)
      await button(page, words.loan.prepay).click()
      await expect(page).toHaveURL(new RegExp(`/prepayment/${loanId}`))
      await page.getByLabel(w.amount).fill('250')
      await expect(page.getByText(filled(w.stepWrong, { step: '100' }))).toBeVisible()
      await page.getByLabel(w.amount).fill('2000')
      for (const { savedInterest } of quote.outcomes)
        await expect(page.getByText(filled(w.saved, { amount: (savedInterest / 100).toFixed(2) })).first()).toBeVisible()
      await page
        .getByRole('group', { name: w.effect })
        .getByRole('radio', { name: new RegExp(`^${w[effect]}`) })
        .check()

      await test.step('the new plan is shown, and every amount of it opens', async () => {
        await button(page, w.plan).click()
        const plan = quote.outcomes.find((outcome) => outcome.effect === effect)?.plan ?? []
        const rows = page.getByRole('dialog').getByRole('row')
        await expect(rows).toHaveCount(plan.length + 1)
        await rows.nth(1).getByRole('button').click()
        await expect(page.getByRole('dialog')).toHaveCount(2)
        expect(await countSums(page)).toBeGreaterThanOrEqual(7)
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })

      await test.step('what is debited opens into interest of the days and principal', async () => {
        await page.getByRole('button', { name: new RegExp(words.shell.ui.explain) }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: (quote.parts.total / 100).toLocaleString('en-US') })
          .first()
          .click()
        await expect(page.getByRole('dialog')).toHaveCount(2)
        expect(await countSums(page)).toBeGreaterThanOrEqual(2)
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
      })

      await pay(walker, borrower)
      await expect(page.getByText(opening(effect === 'shorten' ? w.doneShorten : w.doneLower))).toBeVisible()
      const after = await detail()
      expect(after.plan).toHaveLength(effect === 'shorten' ? 10 : 12)
      expect(after.paidTotal).toBe(quote.parts.total)
      await button(page, words.repay.result.plan).click()
      await expect(page).toHaveURL(/\/repayment\?/)
      await expect(page.getByText(filled(words.blocks.plan.prepaid, { amount: '2,000.00' }))).toBeVisible()
      await open(`/loan/detail/${loanId}`)
      await button(page, words.loan.signedPlan).click()
      await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(signed.length + 1)
    })
  })

sharedTest(
  'ID-01 ID-02 prepaying with a lost answer, five taps and a second tab debits once',
  async ({ page, context, stack, sandbox, words, open, enter }) => {
    const borrower = await makeBorrower(stack, { seed: 'prepay-once', number: 373, upTo: 'card' })
    const loanId = await takeLoan(stack, borrower, { yuan: 3000, periods: 6 })
    const paid = async () => (await borrower.call(api.loan.detail, { params: { id: loanId } })).paidTotal
    await enter(borrower)
    await open(`/prepayment/${loanId}`)
    const other = await context.newPage()
    await open(`/prepayment/${loanId}`, other)
    for (const tab of [page, other]) await tab.getByLabel(words.repay.prepay.amount).fill('500')
    const confirm = button(page, filled(words.repay.prepay.confirm, { amount: '500.00' }))
    await expect(confirm).toBeVisible()
    await expect(button(other, filled(words.repay.prepay.confirm, { amount: '500.00' }))).toBeVisible()
    await page.route(
      `**/api${api.repay.prepay.path}`,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 2 },
    )
    await enterCode({ page, sandbox, words }, borrower.mobile)
    await expect(page.getByText(words.repay.detail.lost)).toBeVisible()
    await expect.poll(paid).toBe(50_000)
    await confirm.evaluate((element: HTMLElement) => {
      for (let tap = 0; tap < 5; tap++) element.click()
    })
    await expect(page).toHaveURL(/\/repaymentResult/)
    await expect(page.getByRole('heading', { name: words.repay.result.succeeded })).toBeVisible()
    await other.getByLabel(words.blocks.sms.label).fill('0000')
    await expect(other.getByText(refusal('SMS_CODE_EXPIRED'))).toBeVisible()
    expect(await paid()).toBe(50_000)
  },
)

sharedTest(
  'LN-14 of a prepayment only half can be debited: what was taken is prepaid, the plan follows that, and no quote that is over is asked for',
  async ({ page, stack, sandbox, words, open, enter }) => {
    const borrower = await makeBorrower(stack, { seed: 'prepay-part', number: 9914, upTo: 'card' })
    const loanId = await takeLoan(stack, borrower, { yuan: 3000, periods: 6 })
    await enter(borrower)
    await open(`/prepayment/${loanId}`)
    await page.getByLabel(words.repay.prepay.amount).fill('2000')
    await expect(button(page, filled(words.repay.prepay.confirm, { amount: '2,000.00' }))).toBeVisible()
    // As much cannot be prepaid a second time.
    await answerAfterDebit(page, borrower, loanId)
    await pay({ page, sandbox, words, open }, borrower)
    await expect(page.getByRole('heading', { name: words.repay.result.partly })).toBeVisible()
    await button(page, words.repay.result.plan).click()
    await expect(page.getByText(filled(words.blocks.plan.prepaid, { amount: '1,000.00' }))).toBeVisible()
  },
)
