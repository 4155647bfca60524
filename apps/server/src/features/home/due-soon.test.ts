import { addDays, civilDate, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, moveTo, paid, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let borrower: TestBorrower
let loans: readonly number[]
/** Two loans whose due days lie ten days apart. */
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const first = await paidOutLoan(server, borrower, { amountFen: 1_000_000, periods: 12 })
  await moveTo(server, addDays(today(server.clock), 10))
  const second = await paidOutLoan(server, borrower, { amountFen: 300_000, periods: 6 })
  loans = [first.loanId, second.loanId]
})
afterAll(() => server.close())

const dueDateOf = async (loan: 0 | 1, period: number) =>
  civilDate((await detailOf(server, borrower, loans[loan] ?? 0)).plan[period - 1]?.dueDate ?? '')

/** All that home, bills and the loans say about what is to be paid now, which must be what the payment pages ask for. */
async function agreed() {
  const home = must(await server.call('home', 'fyhHome', { body: {} }, borrower))
  const bills = must(await server.call('repay', 'bills', { query: { tab: 'due' } }, borrower))
  expect([home.overdueTotalFen, home.dueTotalFen]).toEqual([bills.overdueTotal, bills.dueTotal])
  expect(must(await server.call('home', 'tabInfo', {}, borrower)).dueCount).toBe(home.due.length)
  let asked = 0
  for (const loanId of loans) {
    const quote = must(await server.call('repay', 'quote', { params: { id: loanId }, query: {} }, borrower))
    const settle = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, borrower))
    const { total } = quote.parts
    asked += total
    const payNow = { totalFen: total, periods: quote.periods, overdueDays: quote.overdueDays, settleFen: settle.parts.total }
    expect((await detailOf(server, borrower, loanId)).payNow).toMatchObject(payNow)
    const rows = home.due.filter((row) => row.loanId === loanId)
    expect(rows.map(({ period, payNowFen }) => [period, payNowFen])).toEqual(quote.periods.map((period) => [period, total]))
    for (const bill of bills.bills.filter((one) => one.loanId === loanId))
      expect([bill.period, bill.payNowFen]).toEqual([bill.period, quote.periods.includes(bill.period) ? total : null])
  }
  expect(home.overdueTotalFen + home.dueTotalFen).toBe(asked)
  return {
    overdue: home.overdueTotalFen,
    dueSoon: home.dueTotalFen,
    rows: home.due.map(({ loanId, period }) => [loans.indexOf(loanId), period]),
  }
}

test('home, bills and every loan say the same of two loans: nothing due, due, overdue, overdue in two instalments, partly paid, cured', async () => {
  const first = 91_680
  const second = (await detailOf(server, borrower, loans[1] ?? 0)).plan[0]?.total ?? 0
  expect(await agreed()).toEqual({
    overdue: 0,
    dueSoon: first + second,
    rows: [
      [0, 1],
      [1, 1],
    ],
  })
  await moveTo(server, await dueDateOf(0, 1))
  expect(await agreed()).toEqual({
    overdue: 0,
    dueSoon: first + second,
    rows: [
      [0, 1],
      [1, 1],
    ],
  })
  await moveTo(server, addDays(await dueDateOf(0, 1), 5))
  const late = await agreed()
  expect(late).toMatchObject({
    dueSoon: second,
    rows: [
      [0, 1],
      [1, 1],
    ],
  })
  expect(late.overdue).toBeGreaterThan(first)
  await moveTo(server, await dueDateOf(0, 2))
  expect(await agreed()).toMatchObject({
    dueSoon: first,
    rows: [
      [0, 1],
      [1, 1],
      [0, 2],
    ],
  })
  await paid(server, borrower, { loanId: loans[0] ?? 0, mode: 'due', amountFen: 50_000, part: true })
  await agreed()
  await moveTo(server, addDays(await dueDateOf(0, 2), 1))
  expect((await agreed()).rows).toEqual([
    [0, 1],
    [1, 1],
    [0, 2],
  ])
  for (const loanId of loans) {
    const { parts } = must(await server.call('repay', 'quote', { params: { id: loanId }, query: {} }, borrower))
    await paid(server, borrower, { loanId, mode: 'due', amountFen: parts.total })
  }
  expect(await agreed()).toEqual({
    overdue: 0,
    dueSoon: first + second,
    rows: [
      [1, 2],
      [0, 3],
    ],
  })
})

test('a partly taken debit: its result says what is still owed of it, the plan what was paid, and the sums agree', async () => {
  const [, loanId = 0] = loans
  await moveTo(server, addDays(await dueDateOf(1, 2), 4))
  const { total } = must(await server.call('repay', 'quote', { params: { id: loanId }, query: {} }, borrower)).parts
  const half = Math.floor(total / 2)
  server.providers.payment.decide({ result: 'partly', takenFen: fen(half) })
  const result = await paid(server, borrower, { loanId, mode: 'due', amountFen: total })
  expect(result).toMatchObject({ status: 'partly', askedFen: total, takenFen: half })
  expect(result.stillOwed).toMatchObject({ totalFen: total - half, overdueFen: total - half, overdueDays: 4, periods: [2] })
  const { plan, owed } = await detailOf(server, borrower, loanId)
  expect(plan[1]).toMatchObject({ state: 'overdue', paid: { total: half }, owed: { total: total - half } })
  expect(plan.reduce((sum, row) => sum + row.owed.total, 0)).toBe(owed.total)
  await agreed()
  await paid(server, borrower, { loanId, mode: 'due', amountFen: total - half })
  const { repaymentId } = result
  expect(must(await server.call('repay', 'result', { params: { id: repaymentId } }, borrower)).stillOwed).toBeNull()
})

test('a failed debit of a settlement says what settling takes now', async () => {
  const [loanId = 0] = loans
  const { total } = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, borrower)).parts
  server.providers.payment.debit.next({ answer: 'refused', reason: 'cardFrozen' })
  const { repaymentId } = must(await payOrdered(server, borrower, { loanId, mode: 'all', amountFen: total }))
  await server.runJobs()
  await moveTo(server, addDays(today(server.clock), 1))
  const { stillOwed } = must(await server.call('repay', 'result', { params: { id: repaymentId } }, borrower))
  const now = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, borrower)).parts.total
  expect(now).toBeGreaterThan(total)
  expect(stillOwed?.settleFen).toBe(now)
})
