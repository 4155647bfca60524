import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usableCoupons } from '#features/coupon/coupon.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { createApp } from '../../app.ts'
import { findActivity } from './activity.sql.ts'
import { claimAt, mineOf, outcomes, published, ready, receiveOf } from './test-campaign.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

const couponsOf = async ({ token }: TestBorrower) => must(await server.call('coupon', 'list', { query: {} }, { token })).items
const activityOf = async (id: number) => must(await server.call('campaign', 'activity', { params: { id } }))
/** So many coupons of a definition were issued already. */
const issued = (count: number) => sql`insert into coupon_count (definition, issued) values ('repay-8', ${count})`.execute(server.db)

test('R2.42 an activity with a coupon names it with its terms and what is left, and gives it with the red packet, with a message of its own', async () => {
  const activityId = await published(server, { coupon: 'repay-8' })
  const [borrower] = await ready(server, 1)
  if (borrower === undefined) return
  expect((await activityOf(activityId)).coupon).toMatchObject({
    use: 'repay',
    rule: { kind: 'amountOff', amountFen: 800 },
    minFen: 10_000,
    lenders: null,
    expiresAt: '2027-01-25T16:00:00.000Z',
    left: 100,
  })
  must(await receiveOf(server, borrower, activityId))
  const [coupon, ...more] = await couponsOf(borrower)
  expect(more).toEqual([])
  expect(coupon).toMatchObject({ status: 'usable', rule: { kind: 'amountOff', amountFen: 800 }, expiresAt: '2027-01-25T16:00:00.000Z' })
  const kept = await server.db.selectFrom('coupon').selectAll().where('user_id', '=', borrower.userId).executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ once_key: `activity:${activityId}`, issued_by: `activity ${activityId}`, reason: 'Test red packet' })
  const { items } = must(await server.call('message', 'list', { query: { tab: 'activity' } }, { token: borrower.token }))
  expect(items.map(({ kind }) => kind).toSorted()).toEqual(['couponReceived', 'redPacketReceived'])
  expect((await activityOf(activityId)).coupon?.left).toBe(99)
})

test('an activity without a coupon gives none', async () => {
  const activityId = await published(server)
  const [borrower] = await ready(server, 1)
  if (borrower === undefined) return
  expect((await activityOf(activityId)).coupon).toBeNull()
  must(await receiveOf(server, borrower, activityId))
  expect(await couponsOf(borrower)).toEqual([])
})

test('ID-10 of 24 claims of one borrower at two nodes one receives: one red packet, one coupon, counted once', async () => {
  const second = await secondNode()
  const activityId = await published(server, { coupon: 'repay-8' })
  const [borrower] = await ready(server, 1)
  if (borrower === undefined) return
  const calls = Array.from({ length: 24 }, (_, at) => claimAt(at % 2 === 0 ? server : second, borrower, activityId))
  expect(await outcomes(calls)).toEqual({ received: 1, ACTIVITY_TAKEN: 23 })
  expect(await couponsOf(borrower)).toHaveLength(1)
  expect(await server.db.selectFrom('coupon_count').select('issued').execute()).toEqual([{ issued: 1 }])
  await second.close()
})

test('ID-11 of a coupon with five left, 16 borrowers at two nodes get five: the others get neither red packet nor coupon, and nothing is granted to them', async () => {
  const second = await secondNode()
  const activityId = await published(server, { coupon: 'repay-8' })
  await issued(95)
  const borrowers = await ready(server, 16)
  const calls = borrowers.map((borrower, at) => claimAt(at % 2 === 0 ? server : second, borrower, activityId))
  expect(await outcomes(calls)).toEqual({ received: 5, ACTIVITY_BUDGET_USED: 11 })
  expect(await server.db.selectFrom('coupon_count').select('issued').execute()).toEqual([{ issued: 100 }])
  expect((await findActivity(server.db, server.deps, activityId))?.granted).toEqual({ grantedFen: 9_000, grantedCount: 5 })
  const both = await Promise.all(
    borrowers.map(async (borrower) => [
      (await mineOf(server, borrower, activityId)).packet === null,
      (await usableCoupons(server.db, server.deps, borrower.userId)) === 0,
    ]),
  )
  for (const [isWithoutPacket, isWithoutCoupon] of both) expect(isWithoutCoupon).toBe(isWithoutPacket)
  await second.close()
})

test('campaign.receive: ACTIVITY_BUDGET_USED once no coupon is left, as the page says before', async () => {
  const activityId = await published(server, { coupon: 'repay-8' })
  await issued(100)
  const [borrower] = await ready(server, 1)
  if (borrower === undefined) return
  expect(await activityOf(activityId)).toMatchObject({ state: 'budgetUsed', coupon: { left: 0 } })
  expect((await mineOf(server, borrower, activityId)).refusal).toBe('ACTIVITY_BUDGET_USED')
  expect(await receiveOf(server, borrower, activityId)).toMatchObject({ error: 'ACTIVITY_BUDGET_USED' })
})

test('a red packet that is taken back leaves its coupon', async () => {
  const activityId = await published(server, { coupon: 'repay-8' })
  const [borrower] = await ready(server, 1)
  if (borrower === undefined) return
  must(await receiveOf(server, borrower, activityId))
  await server.db.deleteFrom('invitation').where('user_id', '=', borrower.userId).execute()
  server.machine.pass(86_400_000)
  await server.jobs.send(server.db, 'campaign.step', {})
  await server.runJobs()
  expect((await mineOf(server, borrower, activityId)).packet?.state).toBe('takenBack')
  expect(await couponsOf(borrower)).toMatchObject([{ status: 'usable' }])
})

function secondNode() {
  const { config, log } = server.deps
  return createApp({ config: { ...config, nodeId: 1 }, log, machine: server.machine, providers: server.providers, superviseJobs: false })
}
