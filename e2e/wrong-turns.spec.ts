import { addDays, addMonths, civilDate } from '@fyh/base/dates.ts'
import { api } from '@fyh/contract/api.ts'
import { errors } from '@fyh/contract/errors.ts'
import { constants } from '@fyh/contract/options.ts'
import { loanBecomes, makeBorrower, reviewProfile, takeLoan, weakProfile } from './api-borrower.ts'
import { expect, sharedTest, test } from './harness.ts'
import { bindCard, button, enterCode, fillWish, pay, sign, withdraw } from './walk.ts'
import { opening } from './words.ts'

// Most have a product of their own, for the date they move or the failure they order, so any worker can take any of them.
test.describe.configure({ mode: 'parallel' })

sharedTest(
  'R1.1 refused: the reasons, the day to come back and a person who looks again',
  async ({ page, stack, words, open, enter, sandbox }) => {
    const borrower = await makeBorrower(stack, { seed: 'refused', number: 201, upTo: 'applied', profile: weakProfile })
    await enter(borrower)
    await open('/home')
    await expect(page.getByText(words.borrower.refused.title)).toBeVisible()
    await expect(page.getByText(words.apply.reason.incomeLow)).toBeVisible()
    await button(page, words.borrower.refused.see).click()
    await expect(page.getByText(words.apply.result.reasonsTitle)).toBeVisible()
    await expect(page.getByText(words.apply.result.againTitle)).toBeVisible()
    await button(page, words.apply.result.askHuman).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.shell.ui.confirm, exact: true }).click()
    await expect(page.getByText(words.apply.result.humanTitle)).toBeVisible()
    await expect(page.getByText(words.apply.result.approvedTitle)).toBeVisible({ timeout: 60_000 })
    expect((await sandbox.texts(borrower.mobile)).length).toBeGreaterThan(0)
  },
)

sharedTest('R1.1 in review: the wait is shown and ends in a decision', async ({ page, stack, words, open, enter }) => {
  const borrower = await makeBorrower(stack, { seed: 'reviewing', number: 202, upTo: 'applied', profile: reviewProfile })
  await enter(borrower)
  await open('/applyResult')
  await expect(page.getByText(words.apply.result.approvedTitle)).toBeVisible({ timeout: 60_000 })
})

test('R4.1 R7.20 a failed pay-out is submitted again to another card: what changed since is shown and signed, the code makes the debt', async ({
  page,
  stack,
  words,
  open,
  enter,
  sandbox,
}) => {
  // The bank takes no money on a card of this number, see docs/sandbox.md.
  const borrower = await makeBorrower(stack, { seed: 'payout', number: 9915, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 5000, periods: 6 })
  await loanBecomes(borrower, loanId, { status: 3 })
  const walker = { page, sandbox, words, open }
  const later = addDays(civilDate(await sandbox.today()), 20)
  await sandbox.moveTo(later)
  await enter(borrower)
  await open('/home')
  await expect(page.getByText(words.borrower.loans.failed)).toBeVisible()
  await button(page, words.borrower.loans.failedSee).click()
  await expect(page.getByText(words.blocks.payoutFailure.card)).toBeVisible()
  await button(page, words.loan.reLoanOtherCard).click()
  await expect(page.getByText(words.borrow.again.changed)).toBeVisible()
  await expect(page.getByText(words.borrow.totalDue)).toBeVisible()
  const [, month, day] = addMonths(later, 1).split('-')
  await expect(page.getByText(`${month}-${day}`).first()).toBeVisible()
  await expect(button(page, words.blocks.giveUp.act)).toBeVisible()
  expect((await borrower.call(api.loan.detail, { params: { id: loanId } })).status).toBe(3)
  await button(page, words.borrow.sign.open).click()
  await sign(walker)
  await expect(page.getByText(opening(words.borrow.again.otherCard), { exact: false })).toBeVisible()
  await page.getByText(words.blocks.card.choose).first().click()
  await button(page, words.blocks.card.add).click()
  // Its bank knows another phone, which need not wait a minute for a second code.
  await bindCard(walker, { seed: 'payout', mobile: '13800009203', number: 203 })
  await expect(page.getByText('0203').first()).toBeVisible()
  await withdraw(walker, { seed: 'payout', mobile: borrower.mobile, number: 203 })
  await loanBecomes(borrower, loanId, { status: 2 })
  const paid = await borrower.call(api.loan.detail, { params: { id: loanId } })
  expect({ tail: paid.card.tail, first: paid.plan[0]?.dueDate }).toEqual({ tail: '0203', first: addMonths(later, 1) })
})

test('R4.1 LN-07 a missed due date gives status 6 with penalty from the due day; paying over midnight confirms the new sum and cures it', async ({
  page,
  stack,
  words,
  open,
  enter,
  sandbox,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'overdue', number: 204, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 10_000, periods: 12 })
  await sandbox.order('payment', 'refuse', 20)
  const due = addMonths(civilDate(await sandbox.today()), 1)
  await sandbox.moveTo(due)
  await loanBecomes(borrower, loanId, { status: 4, runningRepaymentId: null })
  await enter(borrower)
  await open('/home')
  await expect(page.getByText(words.borrower.due.today, { exact: false })).toBeVisible()
  await expect(button(page, words.borrower.debit.changeCard)).toBeVisible()
  await button(page, words.borrower.loans.see).click()
  await expect(page).toHaveURL(new RegExp(`/loan/detail/${loanId}`))

  await sandbox.moveTo(addDays(due, 5))
  await loanBecomes(borrower, loanId, { status: 6, overdueDays: 5 })
  await open('/home')
  await expect(page.getByText(words.borrower.overdue.title, { exact: true })).toBeVisible()
  await button(page, words.borrower.warning.read).click()
  // 779.75 of principal at 14.4 % × 150 % for five days is 2.34, on an instalment of 899.75.
  await expect(page.getByText('902.09')).toBeVisible()
  await open('/loan')
  await expect(page.getByText(words.loan.status.overdue)).toBeVisible()

  await sandbox.clearOrders()
  await open('/home')
  await button(page, words.borrower.overdue.repay).click()
  const confirm = page.getByRole('contentinfo').getByRole('button')
  await expect(confirm).toContainText('902.09')
  await sandbox.moveTo(addDays(due, 6))
  await enterCode({ page, sandbox, words }, borrower.mobile)
  await expect(page.getByRole('alert')).toContainText(errors.QUOTE_CHANGED['zh-cn'].split('{')[0] ?? '')
  await expect(confirm).toContainText('902.56')
  await confirm.click()
  // The code names the sum of the day before.
  await expect(page.getByText(errors.SMS_CODE_OTHER_ORDER['zh-cn'])).toBeVisible()
  await enterCode({ page, sandbox, words }, borrower.mobile)
  await expect(page.getByRole('heading', { name: words.repay.result.succeeded })).toBeVisible({ timeout: 30_000 })
  expect(await borrower.call(api.loan.detail, { params: { id: loanId } })).toMatchObject({ status: 4, overdueDays: 0 })
  await open('/loan')
  await expect(page.getByText(words.loan.status.repaying)).toBeVisible()
  await open('/messageCenter')
  await expect(page.getByText(words.message.kind.overdueCured.title)).toBeVisible()
})

test('LN-10 a settlement quote that ran out says so; the code of the old sum is refused, and a new one settles by the new sum', async ({
  page,
  stack,
  words,
  open,
  enter,
  sandbox,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'outdated', number: 214, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 5000, periods: 6 })
  await enter(borrower)
  await open(`/repaymentDetail/${loanId}?mode=all`)
  const confirm = page.getByRole('contentinfo').getByRole('button')
  await expect(confirm).toBeEnabled()
  const before = await confirm.textContent()
  await sandbox.moveTo(addDays(civilDate(await sandbox.today()), 3))
  await enterCode({ page, sandbox, words }, borrower.mobile)
  await expect(page.getByRole('alert')).toContainText(errors.QUOTE_CHANGED['zh-cn'].split('{')[0] ?? '')
  await expect(confirm).not.toHaveText(before ?? '')
  await expect(page.getByText(words.blocks.sms.otherOrder)).toBeVisible()
  await confirm.click()
  await expect(page.getByText(errors.SMS_CODE_OTHER_ORDER['zh-cn'])).toBeVisible()
  await expect(page.getByLabel(words.blocks.sms.label)).toHaveValue('')
  await enterCode({ page, sandbox, words }, borrower.mobile)
  await expect(page.getByRole('heading', { name: words.repay.result.succeeded })).toBeVisible({ timeout: 30_000 })
  expect((await borrower.call(api.loan.detail, { params: { id: loanId } })).status).toBe(5)
})

test('R1.1 a debit that fails says why and leaves the way open', async ({ page, stack, words, open, enter, sandbox }) => {
  const borrower = await makeBorrower(stack, { seed: 'debit', number: 205, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 1000, periods: 3 })
  await enter(borrower)
  await sandbox.order('payment', 'refuse')
  await open(`/repaymentDetail/${loanId}`)
  await enterCode({ page, sandbox, words }, borrower.mobile)
  await expect(page.getByRole('heading', { name: words.repay.result.failed })).toBeVisible()
  await button(page, words.repay.result.changeCard).click()
  await pay({ page, sandbox, words, open }, { seed: 'debit', mobile: borrower.mobile, number: 205 })
  await expect(page.getByText(opening(words.repay.result.owed), { exact: false })).toBeVisible()
})

test('LN-17 money the channel received on the due day ends the overdue and its penalty; taken back on the sandbox page, both are there again', async ({
  page,
  context,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'returned', number: 361, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 10_000, periods: 12 })
  const detail = () => borrower.call(api.loan.detail, { params: { id: loanId } })
  const due = civilDate((await detail()).plan[0]?.dueDate ?? '')
  // The automatic debit of the due day, and of others who owe on the way to it.
  await sandbox.order('payment', 'refuse', 20)
  await sandbox.moveTo(addDays(due, 5))
  await loanBecomes(borrower, loanId, { status: 6, overdueDays: 5 })
  const overdue = await detail()
  await sandbox.clearOrders()
  expect(overdue.owed.penalty).toBeGreaterThan(0)

  await sandbox.order('payment', 'backDated', 1, 5)
  await enter(borrower)
  await open(`/repaymentDetail/${loanId}`)
  await pay({ page, sandbox, words, open }, borrower)
  await expect(page.getByText(due)).toBeVisible()
  await loanBecomes(borrower, loanId, { status: 4, overdueDays: 0 })
  expect((await detail()).owed.penalty).toBe(0)
  await open(`/loan/detail/${loanId}`)
  const payments = page.getByRole('list', { name: words.loan.payments.title }).getByRole('listitem')
  await expect(payments).toContainText(due)

  const watching = await context.newPage()
  await watching.goto(stack.sandbox)
  await watching.getByRole('button', { name: 'Return this payment' }).first().click()
  await expect(watching.getByRole('status')).toContainText('is returned')
  await expect.poll(async () => (await detail()).status).toBe(6)
  expect((await detail()).owed).toEqual(overdue.owed)
  await open(`/loan/detail/${loanId}`)
  await expect(payments).toContainText(words.loan.payments.notCounted)
  await payments.getByRole('button').click()
  await expect(page.getByRole('heading', { name: words.repay.result.returned })).toBeVisible()
  await button(page, words.repay.result.again).click()
  await expect(page).toHaveURL(new RegExp(`/repaymentDetail/${loanId}`))
})

sharedTest(
  'ID-01 a second tap while the screen of the contract is on its way asks for no second quote',
  async ({ page, stack, words, open, enter }) => {
    const borrower = await makeBorrower(stack, { seed: 'second-tap', number: 399, upTo: 'card' })
    await enter(borrower)
    await open('/borrowMoney')
    await fillWish({ page, words }, '10000')
    const quotes: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(api.borrow.quote.path)) quotes.push(request.url())
    })
    // The files of the next screen are slow.
    const come = Promise.withResolvers<void>()
    await page.route('**/assets/**', async (route) => {
      await come.promise
      await route.continue()
    })
    const answered = page.waitForResponse(`**${constants.apiPrefix}${api.borrow.quote.path}`)
    await button(page, words.borrow.next).click()
    await answered
    await button(page, words.borrow.next).dblclick()
    come.resolve()
    await expect(page).toHaveURL(/quoteId=/)
    await expect(button(page, words.borrow.sign.open)).toBeVisible()
    expect(quotes).toHaveLength(1)
  },
)
