import { addDays, civilDate } from '@fyh/base/dates.ts'
import { api } from '@fyh/contract/api.ts'
import { makeBorrower, takeLoan } from './api-borrower.ts'
import { expect, test } from './harness.ts'
import { button, pay } from './walk.ts'

test.use({ settings: { AUTO_DEBIT: '0' } })

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
  await sandbox.moveTo(addDays(due, 5))
  const overdue = await detail()
  expect(overdue).toMatchObject({ status: 6, overdueDays: 5 })
  expect(overdue.owed.penalty).toBeGreaterThan(0)

  await sandbox.order('payment', 'backDated', 1, 5)
  await enter(borrower)
  await open(`/repaymentDetail/${loanId}`)
  await pay({ page, sandbox, words, open }, borrower)
  await expect(page.getByText(due)).toBeVisible()
  expect(await detail()).toMatchObject({ status: 4, overdueDays: 0, owed: { penalty: 0 } })
  await open(`/loan/detail/${loanId}`)
  const payments = page.getByRole('list', { name: words.loan.payments.title }).getByRole('listitem')
  await expect(payments).toContainText(due)

  const watching = await context.newPage()
  await watching.goto(stack.sandbox)
  await watching.getByRole('button', { name: 'Return this payment' }).first().click()
  await expect(watching.getByRole('status')).toContainText('taken back')
  await expect.poll(async () => (await detail()).status).toBe(6)
  expect((await detail()).owed).toEqual(overdue.owed)
  await open(`/loan/detail/${loanId}`)
  await expect(payments).toContainText(words.loan.payments.notCounted)
  await payments.getByRole('button').click()
  await expect(page.getByRole('heading', { name: words.repay.result.returned })).toBeVisible()
  await button(page, words.repay.result.again).click()
  await expect(page).toHaveURL(new RegExp(`/repaymentDetail/${loanId}`))
})
