import { today } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#platform/test-borrower.ts'
import { moveTo, notify, orderKeysOf, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { lineOf } from './difference.ts'
import { compareLoans, compareSums } from './loans.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

test.each([
  { state: 'is still owed', isPaid: false, settledOn: '2026-12-02' },
  { state: 'was paid', isPaid: true, settledOn: '2026-12-04' },
])('late money of a settled loan whose settling payment was taken back makes no difference where that sum $state', async (given) => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const { loanId } = await paidOutLoan(server, borrower)
  const order = async (amountFen: number, mode: 'due' | 'all') => {
    must(await payOrdered(server, borrower, { loanId, mode, amountFen }))
    await server.runJobs()
    server.providers.takeNotices()
    return { amountFen, key: (await orderKeysOf(server, loanId)).at(-1) ?? '' }
  }
  const tell = async ({ key, amountFen }: { key: string; amountFen: number }, result: 'succeeded' | 'failed' | 'returned') => {
    const takenFen = result === 'failed' ? 0 : amountFen
    expect(await notify(server, 'debit', { noticeId: `${result}-${key}`, key, result, takenFen })).toMatchObject({ code: 0 })
    await server.runJobs()
  }
  const late = await order(91_680, 'due')
  await tell(late, 'failed')
  await moveTo(server, given.settledOn)
  const quote = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, borrower))
  const settling = await order(quote.parts.total, 'all')
  await tell(settling, 'succeeded')
  await tell(settling, 'returned')
  if (given.isPaid) await tell(await order(settling.amountFen, 'all'), 'succeeded')
  await tell(late, 'succeeded')
  const lines: string[] = []
  await transaction(server.db, async (tx) => {
    await compareLoans(tx, today(server.clock), (one) => lines.push(lineOf(one)))
    await compareSums(tx, (one) => lines.push(lineOf(one)))
  })
  expect(lines).toEqual([])
})
