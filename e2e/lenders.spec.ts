import { addDays } from '@fyh/base/dates.ts'
import { fen, ppm, zeroFen } from '@fyh/base/money.ts'
import { api } from '@fyh/contract/api.ts'
import type { Page } from '@playwright/test'
import { loanBecomes, makeBorrower } from './api-borrower.ts'
import { expect, test } from './harness.ts'
import { countSums } from './sums.ts'
import { button, filled, fillWish, opening, pay, sign, type Walker, withdraw } from './walk.ts'

test.describe.configure({ mode: 'parallel' })
// The bank and the small-loan company are closed at night.
test.use({ settings: { LENDERS_ALWAYS_OPEN: '1' } })

type Method = 'equalInstalment' | 'equalPrincipal' | 'interestFirst' | 'bullet' | 'flat'

/** Opens the choice of products, takes one and fills the rest of the wish. */
async function wishBy({ page, words }: Walker, { method, periods }: { method: Method; periods: '3' | '6' | '12' }): Promise<void> {
  const w = words.borrow
  await page.getByRole('button', { name: new RegExp(`^${w.method}`) }).click()
  const choice = page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${words.option.repayMethod[method]}`) })
  await expectNarrow(page)
  await choice.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await fillWish({ page, words }, '10000')
  await page.getByRole('group', { name: w.period }).getByRole('radio', { name: words.option.period[periods], exact: true }).check()
}

/** Nothing is wider than a phone of 320 px. */
const expectNarrow = async (page: Page) => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

const lenders = [
  { method: 'equalPrincipal', periods: '12', lender: '示例消费金融有限公司', fee: undefined, rows: 12 },
  { method: 'interestFirst', periods: '6', lender: '示例商业银行股份有限公司', fee: undefined, rows: 6 },
  { method: 'bullet', periods: '3', lender: '示例商业银行股份有限公司', fee: undefined, rows: 1 },
  { method: 'flat', periods: '6', lender: '示例小额贷款有限公司', fee: '0.5%', rows: 6 },
] as const

const ways = [
  { language: 'zh-cn', brand: 'fyh', number: 381, colorScheme: 'light' },
  { language: 'en-us', brand: 'fbd', number: 382, colorScheme: 'dark' },
] as const

for (const { language, brand, number, colorScheme } of ways)
  test.describe(() => {
    test.use({ language, brand, colorScheme, viewport: { width: 320, height: 640 } })
    test(`a borrower chooses among three lenders and sees what each asks before signing (${language}); the small-loan company's fee for settling early is shown and charged`, async ({
      page,
      stack,
      sandbox,
      words,
      open,
      enter,
    }) => {
      test.slow()
      const borrower = await makeBorrower(stack, { seed: `lenders-${language}`, number, upTo: 'card' })
      const walker = { page, sandbox, words, open }
      await enter(borrower)

      for (const { method, periods, lender, fee, rows } of lenders)
        await test.step(method, async () => {
          await open('/borrowMoney')
          await wishBy(walker, { method, periods })
          await expect(page.getByText(lender).first()).toBeVisible()
          await expectNarrow(page)
          await button(page, words.borrow.next).click()
          const sheet = page.getByRole('dialog', { name: words.borrow.sign.sheet })
          await expect(sheet).toBeVisible()
          await expect(sheet.getByText(lender).first()).toBeVisible()
          await expect(sheet.getByText(words.lending.methodNote[method])).toBeVisible()
          const settle = fee === undefined ? words.lending.settle.free : filled(words.lending.settle.fee, { rate: fee })
          await expect(sheet.locator('dl > div').filter({ hasText: words.lending.early }).first()).toContainText(settle)
          if (fee !== undefined) await expect(sheet.getByText(filled(words.lending.settle.most, { amount: '50.00' }))).toBeVisible()
          await expectNarrow(page)
          await page.keyboard.press('Escape')
          await expect(sheet).toBeHidden()
          await expect(page.getByRole('table', { name: words.blocks.plan.label }).getByRole('row')).toHaveCount(rows + 1)
          await expectNarrow(page)
        })

      const { items } = await borrower.call(api.loan.list)
      expect(items).toEqual([])
      await button(page, words.borrow.sign.open).click()
      await sign(walker)
      await withdraw(walker, { ...borrower, number })
      await expect(page.getByRole('heading', { name: new RegExp(`^${opening(words.borrow.success.paid)}`) })).toBeVisible()
      const [loan] = (await borrower.call(api.loan.list)).items
      if (loan === undefined) throw new Error('the loan is listed')
      const { plan } = await borrower.call(api.loan.detail, { params: { id: loan.loanId } })
      const first = plan[0]
      if (first === undefined) throw new Error('the plan has periods')
      await sandbox.moveTo(first.dueDate)
      await loanBecomes(borrower, loan.loanId, { status: 4, runningRepaymentId: null })
      await sandbox.moveTo(addDays(first.dueDate, 15))

      const quote = await borrower.call(api.repay.quote, { params: { id: loan.loanId }, query: { mode: 'all' } })
      // 0.5 % of the five sixths that are not yet due.
      expect(quote.earlyFee).toMatchObject({ principal: fen(833_333), ratePpm: ppm(5_000), amount: fen(4_167) })
      await open(`/repaymentDetail/${loan.loanId}?mode=all`)
      await page
        .getByRole('button', { name: new RegExp(words.shell.ui.explain) })
        .first()
        .click()
      const how = page.getByRole('dialog', { name: words.repay.detail.how })
      await expect(how.getByText(words.repay.detail.earlyFee)).toBeVisible()
      await expect(how.getByText(/8,333\.33 × 0\.5% = 41\.67/)).toBeVisible()
      expect(await countSums(page)).toBeGreaterThanOrEqual(1)
      await expectNarrow(page)
      await page.keyboard.press('Escape')
      await pay(walker, borrower)
      await expect(page.getByText(words.repay.result.succeeded).first()).toBeVisible()
      await loanBecomes(borrower, loan.loanId, { status: 5, surplusHeldFen: zeroFen })
    })
  })
