import { addDays, today } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#platform/test-borrower.ts'
import { detailOf, moveTo, paid, paidOutLoan, publishNext, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { benefitsOn } from '../equity/test-benefits.ts'
import { comparePrices } from './prices.ts'
import { reconcile, reconcileJobs } from './reconcile.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function settledLoan(days: number, meanwhile = () => Promise.resolve()) {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const { loanId, contractNo } = await paidOutLoan(server, borrower, { amountFen: 600_000, periods: 6 })
  await meanwhile()
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
  await settledLoan(0)
  const early = await settledLoan(17)
  expect(await found()).toEqual([])

  const caps = [{ type: 'consumerFinance', from: '2020-01-01', capPpm: 50_000, source: 'a test' }]
  const dear = await settledLoan(17, () => publishNext(server, { kind: 'caps', recordId: 1, set: { caps } }))
  const lines = await found()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`loan ${dear.contractNo}: it cost \\d+\\.\\d{4} % a year, above the cap of 5\\.0000 %`))
  expect(lines[0]).not.toContain(early.contractNo)

  const reported: string[] = []
  await comparePrices(server.db, (difference) => reported.push(difference.kind))
  expect(reported).toEqual(['aboveCap'])
  expect(reconcileJobs(server.deps)['reconcile.prices']?.every).toBe(86_400)
})

test('R2.49 what was paid for a package bought with the loan counts, and what was refunded of it does not', async () => {
  const benefits = benefitsOn(server)
  const caps = [{ type: 'consumerFinance', from: '2020-01-01', capPpm: 240_000, source: 'a test' }]
  await publishNext(server, { kind: 'caps', recordId: 1, set: { caps } })
  const settled = async (refunds: boolean) => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    await withTier(server, borrower)
    const { loanId, contractNo } = await paidOutLoan(server, borrower, { amountFen: 600_000, periods: 6, benefitPackageId: 1 })
    await benefits.settle()
    const [order] = await benefits.loanOrders(loanId)
    if (refunds) must(await benefits.refund(borrower, order?.order_id ?? 0))
    await benefits.settle()
    await moveTo(server, addDays(today(server.clock), 17))
    const quote = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, borrower))
    await paid(server, borrower, { loanId, mode: 'all', amountFen: quote.parts.total })
    return contractNo
  }
  const [kept, refunded] = [await settled(false), await settled(true)]
  const lines = (await found()).join('\n')
  expect(lines).toContain(kept)
  expect(lines).not.toContain(refunded)
})
