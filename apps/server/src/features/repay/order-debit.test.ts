import { addDays, civilDate, instantAt } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidOutLoan, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { loanToPay } from './order-debit.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

test('a payment ordered while midnight passes is of one day: it is asked for what is owed on the last day that was opened', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const { loanId } = await paidOutLoan(server, borrower)
  let eve = civilDate('2026-11-29')
  for (const readsBefore of [1, 2, 3]) {
    const before = Array.from({ length: readsBefore }, () => instantAt(eve, '23:59:59'))
    const after = instantAt(addDays(eve, 1), '00:00:00')
    const deps = { ...server.deps, clock: { ...server.clock, now: () => before.pop() ?? after } }
    const { loan, standing } = await transaction(server.db, (tx) => loanToPay(tx, deps, { userId: borrower.userId, loanId }))
    expect({ readsBefore, onDate: standing.onDate }).toEqual({ readsBefore, onDate: loan.bookedTo })
    eve = addDays(eve, 2)
  }
})
