import { addDays, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { balancesOf, standingByLedger } from '#lending/ledger/ledger.ts'
import { loanPostingKinds } from '#lending/ledger/posting-kinds.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, detailOf, moveTo, notify, orderKeysOf, payOrdered, publishNext, submittedAgain, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { couponOf, payQuote, payWith, withTerms } from '../coupon/test-coupon.ts'
import { service } from '../servicing/servicing.ts'
import { reconcile } from './reconcile.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
  // The fees written into the plans cost more than a real cap allows.
  const caps = [{ type: 'consumerFinance', from: '2020-01-01', capPpm: 1_000_000_000, source: 'a test' }]
  await publishNext(server, { kind: 'caps', recordId: 1, set: { caps } })
})
afterAll(() => server.close())

const percent = fc.integer({ min: 1, max: 100 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('pay' as const), percent, taken: percent }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('settle' as const), beyond: fc.integer({ min: 0, max: 5_000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('waive' as const), parts: fc.constantFrom('penalty', 'interest', 'penalty,interest') }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('undo' as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('takeBack' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('writeOff' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('payWithCoupon' as const),
      bearer: fc.constantFrom('lender' as const, 'platform' as const),
      off: fc.integer({ min: 1, max: 3_000 }),
      arrives: fc.constantFrom('whole' as const, 'part' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('payOutAgain' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('endExcess' as const), as: fc.constantFrom('returned' as const, 'lost' as const) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** `refusedKey`: the order of a pay-out that the lender refused before it paid by a second one. */
type Mine = { readonly borrower: TestBorrower; readonly loanId: number; readonly contractNo: string; readonly refusedKey: string }

/** Histories with kinds of postings that rarely come by chance. */
const rare: [Step[]][] = [
  [
    [
      { act: 'payOutAgain' },
      { act: 'pass', days: 35 },
      { act: 'takeBack', which: 0 },
      { act: 'pass', days: 10 },
      { act: 'waive', parts: 'penalty,interest' },
      { act: 'endExcess', as: 'returned' },
      { act: 'payWithCoupon', bearer: 'lender', off: 1_000, arrives: 'whole' },
      { act: 'takeBack', which: 1 },
      { act: 'payWithCoupon', bearer: 'platform', off: 700, arrives: 'whole' },
    ],
  ],
  [
    [
      { act: 'payOutAgain' },
      { act: 'endExcess', as: 'lost' },
      { act: 'settle', beyond: 700 },
      { act: 'takeBack', which: 0 },
      { act: 'pay', percent: 100, taken: 100 },
    ],
  ],
]

test('LN-17 whatever is paid, taken back, waived, taken back again, written off and paid out twice: the ledger rows alone say what the plan says, postings of every kind balance, limits and statements agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 9 }), async (steps) => {
      const borrower = await server.newBorrower({ upTo: 'card' })
      await withTier(server, borrower)
      const mine = await paidOutAtLast(borrower)
      for (const one of steps) {
        await take(mine, one)
        await server.runJobs()
        await check(mine)
      }
    }),
    { numRuns: 8, seed: 20_261_128, examples: rare },
  )
  const { rows } = await sql<{ kind: string }>`select distinct kind from ledger_leg order by kind`.execute(server.db)
  expect(rows.map(({ kind }) => kind)).toEqual(Object.keys(loanPostingKinds).toSorted())
}, 180_000)

const amountFen = 600_000

/** A loan with a fee in every period, paid out by the second attempt. */
async function paidOutAtLast(borrower: TestBorrower): Promise<Mine> {
  server.providers.lender(1).payOut.next({ answer: 'refused', reason: 'noFunds' })
  const { loanId, contractNo } = await borrowed(server, borrower, { amountFen, periods: 6 })
  await server.runJobs()
  const [refusedKey = ''] = await orderKeysOf(server, loanId)
  await submittedAgain(server, borrower, loanId)
  await server.runJobs()
  await server.deliverNotices()
  await sql`
    update loan set plan = (
      select jsonb_agg(p.row || jsonb_build_object('fee', 1990, 'total', (p.row ->> 'total')::bigint + 1990) order by p.at)
      from jsonb_array_elements(plan) with ordinality p (row, at))
    where loan_id = ${loanId}`.execute(server.db)
  return { borrower, loanId, contractNo, refusedKey }
}

async function take(mine: Mine, one: Step): Promise<void> {
  switch (one.act) {
    case 'pass':
      await moveTo(server, addDays(today(server.clock), one.days))
      await server.deliverNotices()
      return
    case 'pay':
      return pay(mine, 'due', ({ total }) => ({
        ask: Math.max(Math.min(100, total), Math.ceil((total * one.percent) / 100)),
        taken: one.taken,
      }))
    case 'payWithCoupon':
      return payByCoupon(mine, one)
    case 'settle':
      return pay(mine, 'all', ({ total }) => ({ ask: total, taken: 100, beyond: one.beyond }))
    case 'waive':
      return decide(mine, 'waive', '--parts', one.parts)
    case 'writeOff':
      return decide(mine, 'write-off')
    case 'undo': {
      const rows = await server.db.selectFrom('loan_event').select('event_id').where('loan_id', '=', mine.loanId).execute()
      const row = rows[one.which % Math.max(1, rows.length)]
      return row === undefined ? undefined : decide(mine, 'undo', '--event', String(row.event_id))
    }
    case 'takeBack':
      return takeBack(mine, one.which)
    case 'payOutAgain':
      return payOutAgain(mine)
    case 'endExcess':
      return endExcess(mine, one.as)
  }
}

/** The lender pays by the order it refused, too, files it, and reports it twice. */
async function payOutAgain({ refusedKey: key }: Mine): Promise<void> {
  const { filed } = server.providers.lender(1)
  if (!filed.some(({ orderKey }) => orderKey === key))
    filed.push({ orderKey: key, kind: 'payOut', amountFen: fen(amountFen), on: today(server.clock) })
  for (let time = 0; time < 2; time += 1)
    expect((await notify(server, 'payout', { noticeId: `${key}-paid`, key, result: 'paid', amountFen })).code).toBe(0)
}

/** An operator ends the case of such money; what goes back is filed by the lender. */
async function endExcess({ loanId, refusedKey: orderKey }: Mine, as: 'returned' | 'lost'): Promise<void> {
  const open = server.db.selectFrom('payout_case').select('case_id').where('loan_id', '=', loanId).where('outcome', 'is', null)
  const row = await open.executeTakeFirst()
  if (row === undefined) return
  if (as === 'returned')
    server.providers.lender(1).filed.push({ orderKey, kind: 'return', amountFen: fen(amountFen), on: today(server.clock) })
  const order = ['payout-resolve', '--case', String(row.case_id), '--as', as, '--by', 'operator', '--reason', 'test']
  await service(server.deps, order, () => undefined)
}

type Asked = { readonly ask: number; readonly taken: number; readonly beyond?: number }

async function pay({ borrower, loanId }: Mine, mode: 'due' | 'all', wish: (parts: { total: number }) => Asked): Promise<void> {
  const quote = await server.call('repay', 'quote', { params: { id: loanId }, query: { mode } }, borrower)
  if (quote.data === null || !quote.data.payable || quote.data.parts.total === 0) return
  const { ask, taken, beyond = 0 } = wish(quote.data.parts)
  server.providers.payment.decide({ result: 'partly', takenFen: fen(Math.max(1, Math.ceil((ask * taken) / 100)) + beyond) })
  must(await payOrdered(server, borrower, { loanId, mode, amountFen: ask }))
  await server.runJobs()
  await server.deliverNotices()
}

type ByCoupon = Extract<Step, { readonly act: 'payWithCoupon' }>

/** A payment with a coupon, of which all or a part arrives. */
async function payByCoupon({ borrower, loanId }: Mine, { bearer, off, arrives }: ByCoupon): Promise<void> {
  const couponId = await couponOf(server, borrower, 'repay-5')
  await withTerms(server, couponId, { bearer, minFen: 0, perLoanMax: 99, rule: { kind: 'amountOff', amountFen: off } })
  const { data } = await payQuote(server, borrower, { loanId, couponId })
  if (data === null || !data.payable || data.parts.total === 0) return
  const { total } = data.parts
  server.providers.payment.decide({ result: 'partly', takenFen: arrives === 'whole' ? total : fen(Math.ceil(total / 2)) })
  must(await payWith(server, borrower, { loanId, couponId, amountFen: total }))
  await server.runJobs()
  await server.deliverNotices()
}

/** A decision that cannot be made now changes nothing, which the check that follows proves. */
async function decide({ contractNo }: Mine, ...args: string[]): Promise<void> {
  const order = [...args, '--contract', contractNo, '--by', 'operator', '--reason', 'test']
  await service(server.deps, order, () => undefined).catch((error: Error) => expect(error.message).not.toMatch(/assert|out of balance/))
}

/** The channel takes a debit back that it took before, tells so twice, and files it. */
async function takeBack({ loanId }: Mine, which: number): Promise<void> {
  const keys = (await orderKeysOf(server, loanId)).filter((key) => key.startsWith('debit-'))
  const key = keys[which % Math.max(1, keys.length)]
  if (key === undefined) return
  const row = await server.db.selectFrom('repayment').select(['taken_fen', 'status']).where('order_key', '=', key).executeTakeFirstOrThrow()
  if (row.status !== 'succeeded' && row.status !== 'partly') return
  server.providers.payment.filed.push({ orderKey: key, kind: 'return', amountFen: fen(row.taken_fen), on: today(server.clock) })
  const notice = { noticeId: `${key}-returned`, key, result: 'returned', takenFen: row.taken_fen }
  for (let time = 0; time < 2; time += 1) expect((await notify(server, 'debit', notice)).code).toBe(0)
}

async function check({ borrower, loanId, contractNo }: Mine): Promise<void> {
  expect(await unbalancedPostings(server.db)).toEqual([])
  const { owed, surplusHeld, received } = standingByLedger(await balancesOf(server.db, { userId: borrower.userId, loanId }))
  for (const amount of [...Object.values(owed), surplusHeld, received]) expect(amount).toBeGreaterThanOrEqual(0)
  const detail = await detailOf(server, borrower, loanId)
  if (detail.status !== 1 && detail.status !== 3) expect(owed.principal).toBe(detail.owed.principal)
  const lines: string[] = []
  await reconcile(server.deps, { date: today(server.clock), say: (line) => lines.push(line) })
  const mine = (line: string) => line.includes(contractNo) || line.startsWith(`borrower ${borrower.userId}:`) || line.startsWith('ledger')
  expect(lines.filter(mine)).toEqual([])
}
