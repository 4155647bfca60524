import { addDays, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { supplierOrderUnderWay } from '@fyh/contract/equity.machine.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { benefitBought, cardIdOf, moveTo, notifyOnly } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { benefitsOn } from './test-benefits.ts'

let server: TestServer
let on: ReturnType<typeof benefitsOn>
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '100000' } })
  on = benefitsOn(server)
})
afterAll(() => server.close())

const acts = [
  'buy',
  'buyDebitFails',
  'buyDebitPart',
  'buyNotActivated',
  'buySupplierSilent',
  'settle',
  'use',
  'useFails',
  'refund',
  'refundFails',
  'again',
  'bankReturns',
  'supplierGivenUp',
  'supplierLate',
  'channelTakesBack',
  'termEnds',
] as const
type Act = (typeof acts)[number]

/** Ways that chance seldom finds. */
const rare: [Act[]][] = [
  [['buy', 'settle', 'use', 'useFails', 'settle', 'refundFails', 'settle', 'again', 'settle', 'bankReturns', 'again']],
  [['buySupplierSilent', 'settle', 'refund', 'supplierLate', 'settle', 'supplierGivenUp']],
  [['buySupplierSilent', 'settle', 'supplierGivenUp', 'supplierLate', 'bankReturns', 'again', 'buy', 'settle', 'use', 'termEnds']],
  [['buyDebitPart', 'settle', 'buyDebitFails', 'settle', 'buyNotActivated', 'settle', 'buy', 'settle', 'channelTakesBack']],
  [['buy', 'settle', 'use', 'termEnds', 'buy', 'settle', 'refund', 'termEnds']],
]

async function buy(borrower: TestBorrower, act: Act): Promise<void> {
  const { payment, benefit } = server.providers
  const isBought = (await benefitBought(server, borrower)).code === 0
  if (!isBought) return
  if (act === 'buyDebitFails') payment.decide({ result: 'failed', reason: 'balanceTooLow' })
  if (act === 'buyDebitPart') payment.decide({ result: 'partly', takenFen: fen(1_495) })
  if (act === 'buyNotActivated') benefit.decide({ result: 'failed', reason: 'soldOut' })
  if (act === 'buySupplierSilent') benefit.order.next({ answer: 'ok' })
  await server.runJobs()
  if (act === 'buyDebitPart') {
    // The channel reports a part only when it is asked.
    server.providers.takeNotices()
    server.machine.pass(301_000)
    await server.jobs.send(server.db, 'transfer.sweep', {})
  }
  await on.settle()
}

const ordersOf = (borrower: TestBorrower) =>
  server.db.selectFrom('benefit_order').selectAll().where('user_id', '=', borrower.userId).orderBy('order_id', 'desc').execute()
const transfersOf = (orderId: number) =>
  server.db.selectFrom('transfer').selectAll().where('subject_id', '=', orderId).orderBy('transfer_id', 'desc').execute()

/** Does one thing with the newest order; what the server refuses changes nothing. */
async function take(borrower: TestBorrower, act: Act): Promise<void> {
  if (act.startsWith('buy')) return buy(borrower, act)
  const [newest] = await ordersOf(borrower)
  if (newest === undefined) return
  const orderId = newest.order_id
  switch (act) {
    case 'use':
    case 'useFails':
      if ((await on.use(borrower, orderId, 'ride-20-4')).code === 0 && act === 'useFails')
        server.providers.benefit.decide({ result: 'failed', reason: 'soldOut' })
      return
    case 'refund':
    case 'refundFails': {
      const { refundableFen } = await on.orderOf(borrower, orderId)
      if ((await on.refund(borrower, orderId, refundableFen ?? 1)).code === 0 && act === 'refundFails')
        server.providers.payment.decideTransfer({ result: 'failed', reason: 'cardFrozen' })
      return
    }
    case 'again':
      return void (await on.again(borrower, orderId, cardIdOf(borrower)))
    case 'bankReturns':
      return bankReturns(orderId)
    case 'supplierGivenUp':
      return giveUp()
    case 'supplierLate':
      return supplierLate(orderId)
    case 'channelTakesBack':
      return channelTakesBack(borrower, orderId)
    case 'termEnds':
      await moveTo(server, addDays(today(server.clock), 31))
      await server.jobs.send(server.db, 'equity.expire', {})
      return on.settle()
    default:
      return on.settle()
  }
}

async function bankReturns(orderId: number): Promise<void> {
  const arrived = (await transfersOf(orderId)).find(({ purpose, status }) => purpose === 'benefitRefund' && status === 'succeeded')
  if (arrived !== undefined) server.providers.payment.returnTransfer(arrived.order_key, today(server.clock))
  await on.settle()
}

/** The supplier is asked for the last time, and does not know. */
async function giveUp(): Promise<void> {
  await on.settle()
  const open = server.db
    .selectFrom('supplier_order')
    .select('supplier_order_id')
    .where('status', 'in', [...supplierOrderUnderWay])
  for (const _ of await open.execute()) server.providers.benefit.queryOrder.next({ answer: 'unknown' })
  await server.db
    .updateTable('supplier_order')
    .set({ tries: 291 })
    .where('status', 'in', [...supplierOrderUnderWay])
    .execute()
  server.machine.pass(301_000)
  await server.jobs.send(server.db, 'equity.sweep', {})
  await on.settle()
}

/** The supplier reports an activation, whatever was thought of it meanwhile. */
async function supplierLate(orderId: number): Promise<void> {
  const orders = server.db.selectFrom('supplier_order').selectAll().where('order_id', '=', orderId).where('act', '=', 'activate')
  for (const { order_key: key } of await orders.execute())
    await notifyOnly(server, 'supplier', { noticeId: `late-${key}`, key, result: 'succeeded' })
}

/** Only of an order that nothing was used or refunded of: the rest is left to an operator. */
async function channelTakesBack(borrower: TestBorrower, orderId: number): Promise<void> {
  await on.settle()
  const { uses, refund } = await on.orderOf(borrower, orderId)
  const paid = (await transfersOf(orderId)).find(({ purpose, status }) => purpose === 'benefit' && status === 'succeeded')
  if (paid === undefined || uses.length > 0 || refund !== null) return
  const { order_key: key, moved_fen: movedFen } = paid
  server.providers.payment.filed.push({ orderKey: key, kind: 'return', amountFen: fen(movedFen), on: today(server.clock) })
  await notifyOnly(server, 'charge', { noticeId: `back-${key}`, key, result: 'returned', takenFen: movedFen })
  await on.settle()
}

/** What is true after every step: postings balance, and no order gives back or owes its supplier more than was paid for it. */
async function check(borrower: TestBorrower): Promise<void> {
  expect(await unbalancedPostings(server.db)).toEqual([])
  for (const { order_id: orderId, paid_fen: paidFen } of await ordersOf(borrower)) {
    const transfers = await transfersOf(orderId)
    const gone = transfers.filter(({ purpose, status }) => purpose === 'benefitRefund' && status !== 'failed' && status !== 'returned')
    expect(gone.length).toBeLessThanOrEqual(1)
    expect(gone.reduce((sum, { amount_fen }) => sum + amount_fen, 0)).toBeLessThanOrEqual(paidFen)
    const books = await on.held(borrower, orderId)
    expect(books.get('benefitHeld') ?? 0).toBeLessThanOrEqual(0)
    expect(books.get('supplierPayable') ?? 0).toBeLessThanOrEqual(0)
  }
}

/** Brings everything to its end: vouchers, terms, and refunds to a card that takes them. */
async function end(borrower: TestBorrower): Promise<void> {
  await giveUp()
  await take(borrower, 'termEnds')
  for (const { order_id: orderId } of await ordersOf(borrower)) {
    await on.again(borrower, orderId, cardIdOf(borrower))
    await on.settle()
    // A refusal of the bank that was decided for a refund which was never sent has met the first try.
    await on.again(borrower, orderId, cardIdOf(borrower))
    await on.settle()
  }
}

test('ID-10 R4.2 whatever is paid, activated or not, used, refunded, sent back and expired: the books balance, no more is refunded than was paid, and nothing is held in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...acts), { minLength: 6, maxLength: 10 }), async (steps) => {
      const borrower = await on.ready()
      for (const act of steps) {
        await take(borrower, act)
        await check(borrower)
      }
      await end(borrower)
      await check(borrower)
      for (const { order_id: orderId, status } of await ordersOf(borrower)) {
        expect([2, 4, 6]).toContain(status)
        expect((await on.held(borrower, orderId)).get('benefitHeld') ?? 0, `order ${orderId} of ${steps.join(' ')}`).toBe(0)
      }
      expect(await on.differences()).toEqual([])
    }),
    { numRuns: 4 + rare.length, seed: 20_261_201, examples: rare },
  )
  const { rows } = await sql<{ kind: string }>`select distinct kind from ledger_leg where subject_kind = 'benefit' order by kind`.execute(
    server.db,
  )
  expect(rows.map(({ kind }) => kind)).toEqual([
    'benefitEarned',
    'benefitPaid',
    'benefitPaidReturned',
    'benefitRefundReturned',
    'benefitRefunded',
  ])
}, 300_000)
