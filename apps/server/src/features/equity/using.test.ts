import { civilDate } from '@fyh/base/dates.ts'
import { next } from '@fyh/base/machine.ts'
import { equityMachine } from '@fyh/contract/equity.machine.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '#platform/test-borrower.ts'
import { benefitBought, moveTo, notifyOnly } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { benefitsInUse } from './equity.ts'
import { benefitsOn } from './test-benefits.ts'

let server: TestServer
let on: ReturnType<typeof benefitsOn>
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
  on = benefitsOn(server)
})
afterAll(() => server.close())

describe('using a right', () => {
  test('brings a voucher, leaves one less, and what it is worth is the supplier’s', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    const { useId } = must(await on.use(borrower, orderId))
    expect((await on.orderOf(borrower, orderId)).uses).toMatchObject([{ useId, state: 'running', voucher: null }])
    await on.settle()
    const order = await on.orderOf(borrower, orderId)
    expect(order.uses).toMatchObject([{ useId, state: 'done', voucher: `V-benefit-${useId}` }])
    expect(order.left[0]).toEqual({ rightCode: 'video-7d', count: 1 })
    expect(order.refundableFen).toBe(2_590)
    expect(await on.held(borrower, orderId)).toEqual(
      new Map(Object.entries({ channelClearing: 2_990, benefitHeld: -2_590, supplierPayable: -400 })),
    )
    const uses = await server.db.selectFrom('supplier_order').selectAll().where('supplier_order_id', '=', useId).execute()
    expect(uses[0]?.voucher_sealed?.toString('utf8')).not.toContain('V-benefit')
    const notices = await server.db.selectFrom('vendor_notice').selectAll().where('order_key', '=', `benefit-${useId}`).execute()
    expect(notices).toHaveLength(1)
    expect(JSON.stringify(notices)).not.toContain('V-benefit')
  })

  test('equity.use: BENEFIT_RIGHT_USED_UP, and two taps for the last one give one voucher', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    must(await on.use(borrower, orderId))
    const both = await Promise.all([on.use(borrower, orderId), on.use(borrower, orderId), on.use(borrower, orderId)])
    expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(both.filter(({ error }) => error === 'BENEFIT_RIGHT_USED_UP')).toHaveLength(2)
    await on.settle()
    expect((await on.orderOf(borrower, orderId)).left[0]?.count).toBe(0)
    expect(await on.use(borrower, orderId, 'no-such-right')).toMatchObject({ error: 'BENEFIT_RIGHT_USED_UP' })
  })

  test('that the supplier does not give is there again', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    server.providers.benefit.decide({ result: 'failed', reason: 'soldOut' })
    must(await on.use(borrower, orderId))
    await on.settle()
    const order = await on.orderOf(borrower, orderId)
    expect(order).toMatchObject({ refundableFen: 2_990, uses: [{ state: 'failed', voucher: null }] })
    expect(order.left[0]?.count).toBe(2)
  })

  test('equity.use: BENEFIT_NOT_IN_USE before the activation, equity.use: BENEFIT_NOT_FOUND for another borrower’s order', async () => {
    const [borrower, other] = [await on.ready(), await on.ready()]
    const { orderId } = must(await benefitBought(server, borrower))
    expect(await on.use(borrower, orderId)).toMatchObject({ error: 'BENEFIT_NOT_IN_USE' })
    expect(await on.use(other, orderId)).toMatchObject({ error: 'BENEFIT_NOT_FOUND' })
    await on.settle()
  })

  test('equity.supplierNotice: NOTICE_UNKNOWN, and a notice that comes twice counts once', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    expect(await notifyOnly(server, 'supplier', { noticeId: 'n', key: 'benefit-1', result: 'succeeded' })).toMatchObject({
      error: 'NOTICE_UNKNOWN',
    })
    const { useId } = must(await on.use(borrower, orderId))
    await on.settle()
    const reported = { noticeId: 'n', key: `benefit-${useId}`, result: 'succeeded', voucher: 'other' }
    expect(await notifyOnly(server, 'supplier', reported)).toMatchObject({ code: 0 })
    expect((await on.orderOf(borrower, orderId)).uses[0]?.voucher).toBe(`V-benefit-${useId}`)
  })
})

test('R4.2 knows six statuses and no other move than those drawn', () => {
  expect(equityMachine.states).toEqual(['1', '2', '3', '4', '5', '6'])
  const moves = equityMachine.states.flatMap((from) =>
    (['activate', 'fail', 'refund', 'expire', 'refunded', 'takeBack'] as const).flatMap((event) => {
      const to = next(equityMachine, from, event)
      return to === undefined ? [] : [`${from} ${event} ${to}`]
    }),
  )
  expect(moves).toEqual(['1 activate 3', '1 fail 2', '1 refund 5', '3 fail 2', '3 refund 5', '3 expire 4', '5 refunded 6', '6 takeBack 5'])
})

test('NF-02 orders come newest first in pages by key: one that arrives meanwhile is neither shown twice nor skips another', async () => {
  const borrower = await on.ready()
  const add = async () => {
    server.providers.payment.decide({ result: 'failed', reason: 'balanceTooLow' })
    return on.bought(borrower)
  }
  const first = await add()
  const past = Array.from({ length: 11 }, () => server.deps.ids())
  // Orders of the same kind, written down: buying each takes a code.
  for (const orderId of past)
    await sql`
      insert into benefit_order (user_id, order_id, status, package_id, package, price_fen, card_id, card_tail, bought_at, fail_reason)
      select user_id, ${orderId}, status, package_id, package, price_fen, card_id, card_tail, bought_at, fail_reason
      from benefit_order where user_id = ${borrower.userId} and order_id = ${first}`.execute(server.db)
  const page = async (query = {}) => must(await server.call('equity', 'orders', { query }, { token: borrower.token }))
  const one = await page()
  const meanwhile = await add()
  const two = await page({ after: one.next ?? 0 })
  expect([...one.items, ...two.items].map(({ orderId }) => orderId)).toEqual([...past.toReversed(), first])
  expect([one.items.length, two.next]).toEqual([10, null])
  expect((await page()).items[0]?.orderId).toBe(meanwhile)
})

test('what the books say of all these orders is what the statements say', async () => {
  expect(await on.differences()).toEqual([])
})

test('R4.2 3 → 4: the term ends with the last second of its last day in Shanghai; then nothing is used or refunded, and the rest is the supplier’s', async () => {
  const borrower = await on.ready()
  const orderId = await on.bought(borrower)
  const { lastDay } = await on.orderOf(borrower, orderId)
  await moveTo(server, lastDay ?? civilDate('2026-12-26'))
  expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 3 })
  const end = await server.db.selectFrom('benefit_order').select('expires_at').where('order_id', '=', orderId).executeTakeFirstOrThrow()
  const left = (end.expires_at?.getTime() ?? 0) - server.clock.now().getTime()
  server.machine.pass(left - 1_000)
  expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 3, refundableFen: 2_990 })
  server.machine.pass(1_000)
  expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 4, refundableFen: null })
  expect(await on.use(borrower, orderId)).toMatchObject({ error: 'BENEFIT_NOT_IN_USE' })
  expect(await on.refund(borrower, orderId)).toMatchObject({ error: 'BENEFIT_NOT_REFUNDABLE' })
  expect(await benefitsInUse(server.db, server.deps, borrower.userId)).toBe(0)
  for (let time = 0; time < 2; time += 1) await server.jobs.send(server.db, 'equity.expire', {})
  await server.runJobs()
  expect(await on.kindsOf(borrower)).toEqual(['benefitExpired', 'benefitActivated'])
  expect((await on.held(borrower, orderId)).get('supplierPayable')).toBe(-2_990)
})
