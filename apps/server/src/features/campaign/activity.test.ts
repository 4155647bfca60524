import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { publishActivities } from './activity.sql.ts'
import { activityOf, shippedActivities } from './activity.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const content = {
  activityId: 500,
  title: { 'zh-cn': '测试红包', 'en-us': 'Test red packet' },
  from: '2026-11-01 10:00:00',
  to: '2026-12-31 23:59:59',
  budgetFen: 5_000,
  rewardFen: 1_000,
  validDays: 30,
  newUsersOnly: false,
  tasks: ['firstLoan'],
  source: 'Test',
}
const file = (set: object = {}) => activityOf({ ...content, ...set }, 'a test')

test('the activities that come with the product are published at the start', async () => {
  const ids = (await server.db.selectFrom('activity').select('activity_id').orderBy('activity_id').execute()).map((row) => row.activity_id)
  expect(ids).toEqual(shippedActivities({ isLive: false }).map(({ activity }) => activity.activityId))
  expect(ids).toEqual([1, 2, 3, 4])
})

test('a live product publishes no example, because each gives out real money', () => {
  expect(shippedActivities({ isLive: true })).toEqual([])
})

test('an activity is published once, by many nodes at once, and never changes', async () => {
  await Promise.all([1, 2, 3].map(() => publishActivities(server.deps, [file()])))
  await publishActivities(server.deps, [file()])
  await expect(publishActivities(server.deps, [file({ rewardFen: 900 })])).rejects.toThrow('activity 500 is published with other content')
  const row = await server.db.selectFrom('activity_budget').selectAll().where('activity_id', '=', 500).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ budget_fen: 5_000, granted_fen: 0 })
})

test('an activity whose coupon is not published, or not issued on every day of its window, stops the start', async () => {
  const publish = (set: object) => publishActivities(server.deps, [file({ activityId: 501, ...set })])
  await expect(publish({ coupon: 'no-such-coupon' })).rejects.toThrow(
    'activity 501 gives the coupon no-such-coupon, which is not published',
  )
  const before = { coupon: 'repay-8', from: '2019-12-31 23:59:59' }
  await expect(publish(before)).rejects.toThrow('activity 501 gives the coupon repay-8 on days on which it is not issued')
  expect(await server.db.selectFrom('activity').select('activity_id').where('activity_id', '=', 501).execute()).toEqual([])
})

test.each([
  ['ends before it begins', { to: '2026-10-31 23:59:59' }],
  ['the budget is less than one reward', { budgetFen: 999 }],
  ['a task stands there twice', { tasks: ['firstLoan', 'firstLoan'] }],
  ['is not a valid activity', { to: '2026-02-30 23:59:59' }],
  ['is not a valid activity', { tasks: [] }],
  ['is not a valid activity', { priceOff: 1 }],
])('a file is refused that %s', (message, set) => {
  expect(() => file(set)).toThrow(message)
})
