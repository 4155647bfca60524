import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidOutLoan, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { service } from './servicing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const dayMs = 86_400_000

test('a decision just after midnight of a due day does not cost the borrower the automatic debit of that day', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const { loanId, contractNo } = await paidOutLoan(server, borrower)
  // The daily close has not come to this loan yet: the decision opens its days.
  server.machine.pass(30 * dayMs)
  const of = ['--contract', contractNo, '--by', 'operator 7', '--reason', 'goodwill']
  await service(server.deps, ['waive', '--parts', 'interest', '--amount', '10.00', ...of], () => undefined)
  await server.runJobs()
  const debits = await server.db.selectFrom('repayment').select(['mode', 'asked_fen', 'asked_on']).where('loan_id', '=', loanId).execute()
  expect(debits).toEqual([{ mode: 'auto', asked_fen: 90_680, asked_on: '2026-12-27' }])
})
