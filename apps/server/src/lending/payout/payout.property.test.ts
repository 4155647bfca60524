import { addDays, today } from '@fyh/base/dates.ts'
import { type Fen, fen } from '@fyh/base/money.ts'
import { makeLog } from '@fyh/serve/log.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#app.ts'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { service } from '#features/servicing/servicing.ts'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, detailOf, moveTo, notify, orderKeysOf, submittedAgain } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
/** Another node on the same database. */
let node: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  const config = { ...server.deps.config, nodeId: 1 }
  const log = makeLog({ name: 'node', level: 'silent' })
  node = await createApp({ config, log, machine: server.machine, providers: server.providers, superviseJobs: false })
})
afterAll(async () => {
  await node.close()
  await server.close()
})

const which = fc.nat(3)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('pay' as const), which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('refuse' as const), which }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('otherAmount' as const), which, more: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('again' as const), answer: fc.constantFrom('ok', 'unknown', 'noFunds') }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('sweep' as const), times: fc.constantFrom(1, 8) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('resolve' as const), as: fc.constantFrom('returned', 'lost', 'corrected', 'kept', 'refused') }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Mine = { readonly borrower: TestBorrower; readonly loanId: number; readonly contractNo: string }
const amountFen = fen(100_000)

test('ID-05 whatever a lender reports of a loan, late, twice, to two nodes and in any order: it is lent once, other money is a case, and everything agrees', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async (steps) => {
      const borrower = await server.newBorrower({ upTo: 'card' })
      await bothRun()
      server.providers.lender(1).payOut.next({ answer: 'refused', reason: 'noFunds' })
      const { loanId, contractNo } = await borrowed(server, borrower, { amountFen, periods: 3 })
      await bothRun()
      for (const one of steps) {
        await take({ borrower, loanId, contractNo }, one)
        await bothRun()
        await check({ borrower, loanId, contractNo })
      }
    }),
    { numRuns: 7, seed: 20_261_130 },
  )
}, 120_000)

/** Both nodes work what is due. The second one reads the moved date first, as a running node does every second. */
async function bothRun(): Promise<void> {
  await node.clock.refresh()
  await Promise.all([server.runJobs(), node.jobs.drain()])
}

async function take(mine: Mine, one: Step): Promise<void> {
  const keys = await orderKeysOf(server, mine.loanId)
  const key = 'which' in one ? (keys[one.which % keys.length] ?? '') : ''
  switch (one.act) {
    case 'pay':
      return report(key, { result: 'paid', amountFen })
    case 'refuse':
      return report(key, { result: 'refused', amountFen, reason: 'noFunds' })
    case 'otherAmount':
      return report(key, { result: 'paid', amountFen: fen(one.more ? 120_000 : 90_000) })
    case 'again':
      return again(mine, one.answer)
    case 'sweep':
      for (let time = 0; time < one.times; time += 1) {
        server.machine.pass(600_000)
        await Promise.all([server, node].map(({ deps }) => deps.jobs.send(server.db, 'borrow.sweep', {})))
        await bothRun()
      }
      return
    case 'pass':
      return moveTo(server, addDays(today(server.clock), one.days))
    case 'resolve':
      return resolve(mine, one.as)
  }
}

/** Sends the same notice to one node and twice to the other, all at once. */
async function report(key: string, news: { result: 'paid' | 'refused'; amountFen: Fen; reason?: string }): Promise<void> {
  const notice = { noticeId: `${key}-${news.result}-${news.amountFen}`, key, ...news }
  const answers = await Promise.all([
    notify(server, 'payout', notice),
    notify({ ...server, ...nodeDoor() }, 'payout', notice),
    notify(server, 'payout', notice),
  ])
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0])
}
const nodeDoor = () => ({ inject: node.http.inject.bind(node.http) })

/** Submits the loan again; the lender gives `answer` to the order. Its own later notice is never delivered: `report` sends all notices. */
async function again(mine: Mine, answer: 'ok' | 'unknown' | 'noFunds'): Promise<void> {
  const { failure } = await detailOf(server, mine.borrower, mine.loanId)
  if (failure?.canResubmit !== true) return
  if (answer === 'unknown') server.providers.lender(1).payOut.next({ answer: 'unknown' })
  if (answer === 'noFunds') server.providers.lender(1).payOut.next({ answer: 'refused', reason: 'noFunds' })
  // A phone gets ten codes a day.
  await moveTo(server, addDays(today(server.clock), 1))
  await submittedAgain(server, mine.borrower, mine.loanId)
  await bothRun()
  server.providers.lender(1).payOut.forget()
}

/** The oldest open case; what cannot be decided changes nothing, which the check that follows proves. */
async function resolve({ loanId }: Mine, as: string): Promise<void> {
  const cases = server.db.selectFrom('payout_case').select('case_id').where('loan_id', '=', loanId).where('outcome', 'is', null)
  const found = await cases.orderBy('case_id').executeTakeFirst()
  if (found === undefined) return
  const line = ['payout-resolve', '--case', `${found.case_id}`, '--as', as, '--by', 'operator', '--reason', 'test']
  await service(server.deps, line, () => undefined).catch((error: Error) => expect(error.message).not.toMatch(/assert|balance|violates/))
}

async function check({ borrower, loanId, contractNo }: Mine): Promise<void> {
  const attempts = await server.db.selectFrom('payout').selectAll().where('loan_id', '=', loanId).execute()
  const cases = await server.db.selectFrom('payout_case').selectAll().where('loan_id', '=', loanId).execute()
  const { status } = await detailOf(server, borrower, loanId)
  const balances = await balancesOf(server.db, { userId: borrower.userId, loanId })
  expect(await unbalancedPostings(server.db)).toEqual([])
  const paid = attempts.filter((attempt) => attempt.status === 'paid')
  expect(status === 1 || status === 3).toBe(paid.length === 0)
  expect(balances.get('principalReceivable') ?? 0).toBe(paid.length === 0 ? 0 : amountFen)
  const sum = (rows: readonly { excess_fen: number }[]) => rows.reduce((total, { excess_fen }) => total + excess_fen, 0)
  const open = cases.filter(({ outcome }) => outcome === null)
  expect(balances.get('excessPayoutReceivable') ?? 0).toBe(sum(open))
  const returned = sum(cases.filter(({ outcome }) => outcome === 'returned'))
  expect(0 - (balances.get('lenderFunding') ?? 0)).toBe((paid.length === 0 ? 0 : amountFen) + sum(cases) - returned)
  if (open.length > 0 && status === 3)
    expect((await server.call('borrow', 'reQuote', { params: { id: loanId } }, borrower)).error).toBe('PAYOUT_UNCERTAIN')
  const lines: string[] = []
  await reconcile(server.deps, { date: today(server.clock), say: (line) => lines.push(line) })
  // The lender's statement is its own; here the loan's books, status and limit are looked at.
  const mine = (line: string) =>
    line.startsWith(`loan ${contractNo}`) || line.startsWith(`borrower ${borrower.userId}:`) || line.startsWith('ledger')
  expect(lines.filter(mine)).toEqual([])
}
