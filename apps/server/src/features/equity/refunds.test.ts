import { today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindCard, must } from '#platform/test-borrower.ts'
import { benefitBought, cardIdOf, notifyOnly } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { benefitsOn } from './test-benefits.ts'

let server: TestServer
let on: ReturnType<typeof benefitsOn>
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
  on = benefitsOn(server)
})
afterAll(() => server.close())

describe('refunds', () => {
  test('R4.2 3 → 5 → 6: an unused package is refunded in full without a reason, after the supplier has cancelled it', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    must(await on.refund(borrower, orderId))
    expect(await on.orderOf(borrower, orderId)).toMatchObject({
      status: 5,
      refund: { state: 'waiting', amountFen: 2_990 },
      refundableFen: null,
    })
    expect(await on.use(borrower, orderId)).toMatchObject({ error: 'BENEFIT_NOT_IN_USE' })
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 6, refund: { state: 'arrived', amountFen: 2_990 } })
    expect(await on.kindsOf(borrower)).toEqual(['benefitRefunded', 'benefitActivated'])
    expect((await on.held(borrower, orderId)).get('benefitHeld')).toBe(0)
    expect(must(await benefitBought(server, borrower)).orderId).not.toBe(orderId)
    await on.settle()
  })

  test('a package of which some was used is refunded by what is left, at the worth that was shown', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    for (const right of ['video-7d', 'ride-20-4']) must(await on.use(borrower, orderId, right))
    await on.settle()
    expect(await on.refund(borrower, orderId, 2_990)).toMatchObject({ error: 'BENEFIT_REFUND_CHANGED', detail: { amount: '23.00' } })
    must(await on.refund(borrower, orderId, 2_300))
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 6, refund: { amountFen: 2_300, state: 'arrived' } })
    expect((await on.held(borrower, orderId)).get('benefitHeld')).toBe(0)
    expect((await on.held(borrower, orderId)).get('supplierPayable')).toBe(-690)
  })

  test('equity.refund: BENEFIT_REFUND_CHANGED, equity.refund: BENEFIT_USE_RUNNING, equity.refund: BENEFIT_NOT_REFUNDABLE, equity.refund: BENEFIT_NOT_FOUND, equity.refund: CARD_NOT_FOUND', async () => {
    const [borrower, other] = [await on.ready(), await on.ready()]
    const { orderId } = must(await benefitBought(server, borrower))
    expect(await on.refund(borrower, orderId)).toMatchObject({ error: 'BENEFIT_NOT_REFUNDABLE' })
    await on.settle()
    expect(await on.refund(other, orderId)).toMatchObject({ error: 'BENEFIT_NOT_FOUND' })
    expect(await on.refund(borrower, orderId, 2_990, { cardId: cardIdOf(other) })).toMatchObject({ error: 'CARD_NOT_FOUND' })
    expect(await on.refund(borrower, orderId, 100)).toMatchObject({ error: 'BENEFIT_REFUND_CHANGED' })
    must(await on.use(borrower, orderId))
    expect(await on.refund(borrower, orderId, 2_590)).toMatchObject({ error: 'BENEFIT_USE_RUNNING' })
    await on.settle()
    must(await on.refund(borrower, orderId, 2_590))
    expect(await on.refund(borrower, orderId, 2_590)).toMatchObject({ error: 'BENEFIT_NOT_REFUNDABLE' })
    await on.settle()
  })

  test('a package that was used up is worth nothing any more', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    for (const { rightCode, count } of (await on.orderOf(borrower, orderId)).left)
      for (let time = 0; time < count; time += 1) must(await on.use(borrower, orderId, rightCode))
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 3, refundableFen: null })
    expect(await on.refund(borrower, orderId, 0)).toMatchObject({ error: 'BENEFIT_NOT_REFUNDABLE' })
  })

  test('refunds at once, and a use beside them, give one of the two and one transfer', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    const all = await Promise.all([
      on.refund(borrower, orderId),
      on.refund(borrower, orderId),
      on.refund(borrower, orderId),
      on.use(borrower, orderId),
    ])
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1)
    await on.settle()
    const transfers = await server.db.selectFrom('transfer').select('purpose').where('subject_id', '=', orderId).execute()
    expect(transfers.filter(({ purpose }) => purpose === 'benefitRefund').length).toBeLessThan(2)
    expect(await on.differences()).toEqual([])
  })

  test('one that fails waits for another card of the borrower, equity.refundAgain: CARD_NOT_FOUND, equity.refundAgain: BENEFIT_NOT_REFUNDABLE', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    expect(await on.again(borrower, orderId, cardIdOf(borrower))).toMatchObject({ error: 'BENEFIT_NOT_REFUNDABLE' })
    server.providers.payment.decideTransfer({ result: 'failed', reason: 'cardFrozen' })
    must(await on.refund(borrower, orderId))
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 5, refund: { state: 'failed', reason: 'cardFrozen' } })
    expect(await on.kindsOf(borrower)).toContain('benefitRefundFailed')
    expect(await on.again(borrower, orderId, 1)).toMatchObject({ error: 'CARD_NOT_FOUND' })
    const second = await bindCard(server, borrower, 70_000 + (borrower.userId % 1_000))
    const both = await Promise.all([on.again(borrower, orderId, second), on.again(borrower, orderId, second)])
    expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 6, refund: { state: 'arrived', amountFen: 2_990 } })
    expect(await on.again(borrower, orderId, second)).toMatchObject({ error: 'BENEFIT_NOT_REFUNDABLE' })
    const other = await on.ready()
    expect(await on.again(other, orderId, cardIdOf(other))).toMatchObject({ error: 'BENEFIT_NOT_FOUND' })
  })

  test('equity.refundAgain: BENEFIT_NOT_FOUND', async () => {
    const borrower = await on.ready()
    expect(await on.again(borrower, 1, cardIdOf(borrower))).toMatchObject({ error: 'BENEFIT_NOT_FOUND' })
  })

  test('R4.2 6 → 5: a refund that the card’s bank sends back waits for another card', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    must(await on.refund(borrower, orderId))
    await on.settle()
    const rows = await server.db.selectFrom('transfer').select(['order_key', 'purpose']).where('subject_id', '=', orderId).execute()
    const key = rows.find(({ purpose }) => purpose === 'benefitRefund')?.order_key ?? ''
    server.providers.payment.returnTransfer(key, today(server.clock))
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 5, refund: { state: 'failed', reason: 'cardClosed' } })
    must(await on.again(borrower, orderId, cardIdOf(borrower)))
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 6 })
  })

  test('the supplier’s refusal to cancel does not hold a refund up', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    server.providers.benefit.order.next({ answer: 'refused', reason: 'used' })
    must(await on.refund(borrower, orderId))
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 6 })
  })

  test('R4.2 3 → 2: a payment that the channel takes back ends the package, and nothing is refunded twice', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    await chargeBack(orderId)
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({
      status: 2,
      failReason: 'paymentReturned',
      payment: { state: 'returned' },
      refund: null,
    })
    expect((await on.held(borrower, orderId)).get('benefitHeld')).toBe(0)
    expect(await on.kindsOf(borrower)).toEqual(['benefitPaymentReturned', 'benefitActivated'])
    const { items } = must(await server.call('message', 'list', { query: { tab: 'notice' } }, { token: borrower.token }))
    expect(items[0]).toMatchObject({ kind: 'benefitPaymentReturned', params: { amountFen: 2_990 } })
  })

  test.each([
    ['asked for', 6, 'arrived'],
    ['sent by itself', 2, undefined],
  ] as const)('a refund %s that failed is not sent to another card once the channel took the payment back', async (how, status, state) => {
    const borrower = await on.ready()
    const { orderId } = must(await benefitBought(server, borrower))
    if (how === 'asked for') {
      await on.settle()
      must(await on.refund(borrower, orderId))
    } else server.providers.benefit.decide({ result: 'failed', reason: 'soldOut' })
    server.providers.payment.decideTransfer({ result: 'failed', reason: 'cardFrozen' })
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ refund: { state: 'failed' } })
    await chargeBack(orderId)
    expect(await on.again(borrower, orderId, cardIdOf(borrower))).toMatchObject({ error: 'BENEFIT_NOT_REFUNDABLE' })
    await on.settle()
    const shown = await on.orderOf(borrower, orderId)
    expect([shown.status, shown.payment.state, shown.refund?.state]).toEqual([status, 'returned', state])
    expect((await on.held(borrower, orderId)).get('benefitHeld')).toBe(0)
  })
})

/** Has the channel take the payment of an order back. */
async function chargeBack(orderId: number): Promise<void> {
  const { order_key: key } = await server.db
    .selectFrom('transfer')
    .select('order_key')
    .where('subject_id', '=', orderId)
    .where('purpose', '=', 'benefit')
    .executeTakeFirstOrThrow()
  server.providers.payment.filed.push({ orderKey: key, kind: 'return', amountFen: fen(2_990), on: today(server.clock) })
  expect(await notifyOnly(server, 'charge', { noticeId: 'back', key, result: 'returned', takenFen: 2_990 })).toMatchObject({ code: 0 })
}

test('what the books say of all these orders is what the statements say', async () => {
  expect(await on.differences()).toEqual([])
})
