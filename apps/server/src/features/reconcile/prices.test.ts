import { addDays, today } from '@fyh/base/dates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detailOf, moveTo, paid, paidOutLoan, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { comparePrices } from './prices.ts'
import { reconcile, reconcileJobs } from './reconcile.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function settledLoan(days: number) {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const { loanId, contractNo } = await paidOutLoan(server, borrower, { amountFen: 600_000, periods: 6 })
  await moveTo(server, addDays(today(server.clock), days))
  const quote = await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, borrower)
  await paid(server, borrower, { loanId, mode: 'all', amountFen: quote.data?.parts.total ?? 0 })
  expect((await detailOf(server, borrower, loanId)).status).toBe(5)
  return { loanId, contractNo }
}

async function found(): Promise<string[]> {
  const lines: string[] = []
  await reconcile(server.deps, { date: today(server.clock), say: (line) => lines.push(line) })
  return lines.filter((line) => line.includes('above the cap'))
}

test('what a settled loan really cost is compared with the cap of its lender; early and at once alike', async () => {
  const atOnce = await settledLoan(0)
  const early = await settledLoan(17)
  expect(await found()).toEqual([])

  // As if caps had been lower on that day.
  await sql`update published_edition set content = jsonb_set(content, '{caps}', (
      select jsonb_agg(cap || '{"capPpm": 50000}') from jsonb_array_elements(content->'caps') cap))
    where kind = 'caps'`.execute(server.db)
  const lines = await found()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`loan ${early.contractNo}: it cost \\d+\\.\\d{4} % a year, above the cap of 5\\.0000 %`))
  expect(lines[0]).not.toContain(atOnce.contractNo)

  const reported: string[] = []
  await comparePrices(server.db, (difference) => reported.push(difference.kind))
  expect(reported).toEqual(['aboveCap'])
  expect(reconcileJobs(server.deps)['reconcile.prices']?.every).toBe(86_400)
})
