import { addMonths, civilDate } from '@fyh/base/dates.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './harness.ts'
import { bindCard, button, fillProfile, logIn, pay, showFace, sign, submitApplication, verifyIdentity, wishFor, withdraw } from './walk.ts'
import { filled, opening, pattern, type Words } from './words.ts'

/** A debit of the day has its outcome when the channel has told it: until then the person looks at the page again. */
async function paidLater(page: Page, words: Words, paid: { paid: number; periods: number; amount: string }): Promise<void> {
  await expect(page).toHaveURL(/\/loan\/detail\//)
  const figures = page.getByText(pattern(filled(words.loan.paidSoFar, { paid: '\\d+', periods: '\\d+', amount: '.+' })))
  const seen = async () => {
    await page.reload()
    return (await figures.textContent())?.replace(/\s/g, ' ')
  }
  await expect.poll(seen, { timeout: 60_000 }).toBe(filled(words.loan.paidSoFar, paid))
}

/** Company employee in IT with a bachelor's degree: approved at once. */
const approvedProfile = (words: {
  option: { education: { '05': string }; occupation: { '2': string }; trade: { '7': string }; income: { '4': string } }
}) => ({
  education: words.option.education['05'],
  occupation: words.option.occupation['2'],
  trade: words.option.trade['7'],
  income: words.option.income['4'],
  employer: '示例科技有限公司',
})

test.describe.configure({ mode: 'parallel' })

for (const { language, brand } of [
  { language: 'zh-cn', brand: 'fyh' },
  { language: 'en-us', brand: 'fbd' },
] as const)
  test.describe(`${language}, ${brand}`, () => {
    test.use({ language, brand })

    test('R1.1 a borrower goes from phone number to settled loan over three due dates, and can borrow again', async ({
      page,
      sandbox,
      words,
      open,
    }) => {
      const walker = { page, sandbox, words, open }
      const person = { seed: `journey-${brand}`, mobile: '13800000101', number: 101 }
      await logIn(walker, person)

      await button(page, words.borrower.noLimit.start).click()
      await page.getByRole('button', { name: new RegExp(`^${opening(words.apply.next.go)}`) }).click()
      await button(page, words.apply.guide.start).click()
      await verifyIdentity(walker, person)
      await showFace(walker, person)
      await fillProfile(walker, approvedProfile(words))
      await submitApplication(walker)
      await expect(page.getByText(words.apply.result.approvedTitle)).toBeVisible()
      await button(page, words.apply.result.borrow).click()

      await wishFor(walker, { yuan: '10000', periods: '12' })
      await sign(walker)
      await bindCard(walker, person)
      await withdraw(walker, person)
      await expect(page.getByRole('heading', { name: new RegExp(`^${opening(words.borrow.success.paid)}`) })).toBeVisible()
      await button(page, words.borrow.success.plan).click()
      await expect(page.getByText(words.loan.status.disbursed, { exact: true }).first()).toBeVisible()

      const paidOut = civilDate(await sandbox.today())
      const due = (period: number) => addMonths(paidOut, period)

      // The first due date: the card is debited by itself.
      await sandbox.moveTo(due(1))
      await open('/loan')
      await expect(page.getByText(words.loan.status.repaying)).toBeVisible()
      await page.getByText(words.loan.status.repaying).click()
      await paidLater(page, words, { paid: 1, periods: 12, amount: '899.75' })

      // The second is paid by hand before it is due, so the due date has nothing to debit.
      await open('/home')
      await expect(page.getByText('899.75').first()).toBeVisible()
      await button(page, words.borrower.due.repay).click()
      await pay(walker, person)
      await expect(page.getByRole('heading', { name: words.repay.result.succeeded })).toBeVisible()
      await sandbox.moveTo(due(2))

      // The third passes too; then everything is paid early.
      await sandbox.moveTo(due(3))
      await open('/loan')
      await page.getByText(words.loan.status.repaying).click()
      await paidLater(page, words, { paid: 3, periods: 12, amount: '2,699.25' })
      await button(page, words.loan.settle).click()
      await expect(page.getByText(opening(words.repay.detail.saved), { exact: false })).toBeVisible()
      await pay(walker, person)
      await expect(page.getByText(words.repay.result.settled)).toBeVisible()

      // Settled: the limit is whole again and the way to borrow is open.
      await button(page, words.repay.result.home).click()
      await expect(page.getByText(words.borrower.loans.settled)).toBeVisible()
      await expect(page.getByRole('main').getByRole('button', { name: words.borrower.limit.borrow, exact: true })).toBeVisible()
      await open('/loan')
      await expect(page.getByRole('list').getByText(words.loan.status.settled)).toBeVisible()
      await open('/account')
      await expect(page.getByText('47,500.00')).toBeVisible()
      await open('/messageCenter')
      await expect(page.getByText(words.message.kind.loanSettled.title)).toBeVisible()
    })
  })
