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
  expect(ids).toEqual([1, 2, 3])
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
