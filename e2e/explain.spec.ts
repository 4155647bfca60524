import { addDays, civilDate } from '@fyh/base/dates.ts'
import { api } from '@fyh/contract/api.ts'
import type { Page } from '@playwright/test'
import { makeBorrower, takeLoan } from './api-borrower.ts'
import { barriers, overflow, overflowAtDoubleText } from './audit.ts'
import { expect, test } from './harness.ts'
import { amountsOnSheet, countSums } from './sums.ts'
import { button, wishFor } from './walk.ts'

test.describe.configure({ mode: 'parallel' })
const small = { width: 320, height: 568 }
test.use({ settings: { AUTO_DEBIT: '0' }, viewport: small })

const ways = [
  { language: 'zh-cn', brand: 'fyh', number: 375 },
  { language: 'en-us', brand: 'fbd', number: 376 },
] as const

/** Its parts sum to its total, each sum comes to what it says, and it can be read at 320 px, with large text and by a screen reader. */
async function expectGoodSheet(page: Page, { total, sums }: { total?: number; sums: number }): Promise<void> {
  expect(await countSums(page)).toBeGreaterThanOrEqual(sums)
  if (total !== undefined) {
    const amounts = (await amountsOnSheet(page)).map(({ fen }) => fen)
    const place = amounts.indexOf(total, 1)
    expect(amounts.slice(0, place).reduce((sum, fen) => sum + fen, 0)).toBe(total)
  }
  expect(await overflow(page)).toEqual([])
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForFunction(() => document.documentElement.clientWidth === 390)
  expect(await overflowAtDoubleText(page)).toEqual([])
  await page.setViewportSize(small)
}

for (const { language, brand, number } of ways)
  test.describe(() => {
    test.use({ language, brand })
    test(`R9.4 any amount on a plan or a quote opens down to what it was counted from (${language})`, async ({
      page,
      stack,
      sandbox,
      words,
      open,
      enter,
    }) => {
      const borrower = await makeBorrower(stack, { seed: `explain-${language}`, number, upTo: 'card' })
      const explain = () => page.getByRole('button', { name: new RegExp(words.shell.ui.explain) })
      const close = async () => {
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await enter(borrower)

      await test.step('a wish: its interest, its yearly rate, its plan', async () => {
        await open('/borrowMoney')
        await page.getByRole('textbox', { name: words.borrow.amount.label }).fill('10000')
        await explain().first().click()
        await page.getByRole('dialog').getByRole('button').nth(1).click()
        await expectGoodSheet(page, { sums: 3 })
        await page.keyboard.press('Escape')
        await close()
        await explain().nth(1).click()
        await expectGoodSheet(page, { sums: 0 })
        expect((await amountsOnSheet(page)).length).toBeGreaterThan(6)
        await close()
      })

      await test.step('the cost sheet before anything is signed', async () => {
        await wishFor({ page, words }, { yuan: '10000', periods: '12' })
        const sheet = page.getByRole('dialog', { name: words.borrow.sign.sheet })
        await sheet.getByRole('row').nth(1).getByRole('button').click()
        await expectGoodSheet(page, { sums: 0 })
      })

      const loanId = await takeLoan(stack, borrower, { yuan: 10_000, periods: 12 })
      const detail = () => borrower.call(api.loan.detail, { params: { id: loanId } })
      const due = civilDate((await detail()).plan[0]?.dueDate ?? '')
      await sandbox.moveTo(addDays(due, 10))
      const { plan } = await detail()

      await test.step('every period of the plan, the overdue one with its penalty', async () => {
        await open(`/repayment?loanId=${loanId}`)
        for (const row of plan.slice(0, 3)) {
          await page.getByRole('row').nth(row.period).getByRole('button').click()
          await expectGoodSheet(page, { total: row.total + row.penalty, sums: row.penalty > 0 ? 4 : 3 })
          await close()
        }
      })

      for (const mode of ['due', 'all'] as const)
        await test.step(`the quote of paying: ${mode}`, async () => {
          const quote = await borrower.call(api.repay.quote, { params: { id: loanId }, query: { mode } })
          await open(`/repaymentDetail/${loanId}?mode=${mode}`)
          await explain().first().click()
          await expectGoodSheet(page, { total: quote.parts.total, sums: 0 })
          for (const place of quote.lines.slice(0, 3).keys()) {
            await page
              .getByRole('dialog')
              .getByRole('button')
              .nth(place + 1)
              .click()
            await expect(page.getByRole('dialog')).toHaveCount(2)
            await expectGoodSheet(page, { sums: mode === 'all' && place === 2 ? 2 : 3 })
            await page.keyboard.press('Escape')
            await expect(page.getByRole('dialog')).toHaveCount(1)
          }
          await close()
        })

      await test.step('the yearly rate of the loan', async () => {
        await open(`/loan/detail/${loanId}`)
        await page
          .getByRole('button', { name: /\d+\.\d\d%$/ })
          .first()
          .click()
        await expectGoodSheet(page, { sums: 0 })
        await close()
        await button(page, words.loan.repay).click()
      })
    })
  })
