import { fileURLToPath } from 'node:url'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { addCounts } from '../collect/add-counts.ts'
import { storeEvents } from '../collect/event-store.ts'
import { testMobileIndex, testRows } from '../collect/test-events.ts'
import { forget, type Subject } from './forget.ts'

const now = new Date('2026-11-28T10:00:00+08:00')
const later = new Date('2026-11-28T11:00:00+08:00')
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'forget-test' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() =>
  pool.query(
    'truncate counts_to_add, event, visit, person, browser_user, undated_event, event_count, funnel_count, exit_count, forget_record',
  ),
)

/** A request brings some events of one sender, of which the first says who that is for all. */
const each = 3

let seq = 0
const seen = (generateId: string, traceId: string, { daysAgo = 0, ...event }: Record<string, unknown> & { daysAgo?: number } = {}) => {
  const sent = Array.from({ length: each }, () => {
    seq += 1
    return { generateId, traceId, seq, at: now.getTime() - daysAgo * 86_400_000, ...event }
  })
  return storeEvents(pool, testRows(sent, now))
}
const wish = (subject: Subject, at = now) => forget(pool, { subject, subjectIndex: 'who', askedBy: 'command', at }, async () => undefined)
const left = async (table: string, columns: string) =>
  (await pool.query(`select distinct ${columns} from ${table} order by ${columns}`)).rows
const counts = async () => {
  await addCounts(pool)
  return (await pool.query('select sum(count)::bigint as count from event_count')).rows
}

test('a user is forgotten on every browser and day, with what was sent before login; others stay, and so do the counts', async () => {
  await seen('b1', 't1')
  await seen('b1', 't1', { userId: '7' })
  await seen('b1', 't0', { daysAgo: 9 })
  await seen('b2', 't2', { userId: '7', daysAgo: 3, at: undefined })
  await seen('b3', 't3', { userId: '8' })
  const before = await counts()
  expect(await wish({ userId: '7' })).toEqual({ events: 4 * each, visits: 3, browsers: 2 })
  expect(await left('event_in_full', 'generate_id, user_id')).toEqual([{ generate_id: 'b3', user_id: '8' }])
  expect(await left('visit', 'trace_id')).toEqual([{ trace_id: 't3' }])
  expect(await left('person', 'generate_id')).toEqual([{ generate_id: 'b3' }])
  expect(await left('browser_user', 'user_id')).toEqual([{ user_id: '8' }])
  expect(await left('undated_event', 'generate_id')).toEqual([])
  expect(await counts()).toEqual(before)
})

test('of a browser that others use too, only theirs goes: their events, and those before login in the same visits', async () => {
  await seen('shared', 'mine')
  await seen('shared', 'mine', { userId: '7' })
  await seen('shared', 'nobody')
  await seen('shared', 'other')
  await seen('shared', 'other', { userId: '8' })
  expect(await wish({ userId: '7' })).toEqual({ events: 2 * each, visits: 1, browsers: 0 })
  expect(await left('event_in_full', 'trace_id, user_id')).toEqual([
    { trace_id: 'nobody', user_id: '' },
    { trace_id: 'other', user_id: '' },
    { trace_id: 'other', user_id: '8' },
  ])
  expect(await left('person', 'generate_id')).toEqual([{ generate_id: 'shared' }])
})

test('a phone number leads to the user it was seen with, and a user to what was sent under the number before login', async () => {
  const mobile = '13800000001'
  for (const subject of [{ mobileIndex: testMobileIndex(mobile) }, { userId: '7' }]) {
    await seen('b1', 't1', { mobile })
    await seen('b2', 't2', { userId: '7', mobile })
    await seen('b3', 't3', { userId: '7' })
    await seen('b4', 't4', { userId: '8', mobile: '13800000002' })
    expect(await wish(subject)).toEqual({ events: 3 * each, visits: 3, browsers: 3 })
    expect(await left('event_in_full', 'user_id')).toEqual([{ user_id: '8' }])
    await pool.query('truncate counts_to_add, event, visit, person, browser_user, forget_record')
  }
})

test('events without the id of a browser are told apart by user and visit alone', async () => {
  await seen('', 't1', { userId: '7' })
  await seen('', '', { userId: '7' })
  await seen('', 't1')
  await seen('', 't2')
  await seen('', '')
  expect(await wish({ userId: '7' })).toEqual({ events: 3 * each, visits: 0, browsers: 0 })
  expect(await left('event_in_full', 'trace_id')).toEqual([{ trace_id: '' }, { trace_id: 't2' }])
})

test('what was sent in their visit without the id of the browser goes too, and what another user sent so stays', async () => {
  await seen('b1', 't1', { userId: '7' })
  await seen('', 't1', { page: '' })
  await seen('', 't1', { page: '', userId: '8' })
  expect(await wish({ userId: '7' })).toEqual({ events: 2 * each, visits: 1, browsers: 1 })
  expect(await left('event_in_full', 'user_id')).toEqual([{ user_id: '8' }])
})

test('it is recorded that somebody was forgotten, by whose wish and when, and not who; a second time there is nothing left', async () => {
  await seen('b1', 't1', { userId: '7' })
  await wish({ userId: '7' })
  expect(await wish({ userId: '7' }, later)).toEqual({ events: 0, visits: 0, browsers: 0 })
  expect(await left('forget_record', 'forgotten_at, subject_index, asked_by, events, visits, browsers')).toEqual([
    { forgotten_at: now, subject_index: 'who', asked_by: 'command', events: each, visits: 1, browsers: 1 },
    { forgotten_at: later, subject_index: 'who', asked_by: 'command', events: 0, visits: 0, browsers: 0 },
  ])
})

test('what is being written while somebody is forgotten goes too', async () => {
  await seen('b1', 't1', { userId: '7' })
  const writer = openPool({ url: database.url, schema: 'trace', applicationName: 'forget-test-writer', max: 1 })
  await writer.query('begin')
  await storeEvents(writer, testRows([{ generateId: 'b1', traceId: 't2', userId: '7', seq: 1_000, at: now.getTime() }], now))
  const wished = wish({ userId: '7' })
  const waits = "select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await pool.query(waits)).rows).toEqual([{ waiting: 1 }])
  await writer.query('commit')
  await writer.end()
  expect(await wished).toEqual({ events: each + 1, visits: 2, browsers: 1 })
  expect(await left('event_in_full', 'generate_id')).toEqual([])
})

test('a visit in which another user was seen, too, stays as theirs', async () => {
  await seen('shared', 'both', { userId: '8', mobile: '138****0008' })
  await seen('shared', 'both', { userId: '7', mobile: '138****0007' })
  await seen('shared', 'both', { userId: '9', mobile: '138****0009' })
  expect(await wish({ userId: '9' })).toEqual({ events: each, visits: 0, browsers: 0 })
  expect(await left('visit', 'user_id, mobile_mask, events')).toEqual([{ user_id: '8', mobile_mask: '138****0008', events: 2 * each }])
  expect(await wish({ userId: '8' }, later)).toEqual({ events: each, visits: 0, browsers: 0 })
  expect(await left('visit', 'user_id, mobile_mask, events')).toEqual([{ user_id: '7', mobile_mask: '138****0007', events: each }])
  expect(await wish({ userId: '7' }, new Date(later.getTime() + 1))).toEqual({ events: each, visits: 1, browsers: 1 })
})

test.each([
  ['hundreds of events of two users', { events: 400, visits: 20, users: ['7', '8'] }],
  ['a thousand visits', { events: 40_000, visits: 1_000, users: ['7'] }],
])(
  'a browser with %s in a day, of which PostgreSQL knows no numbers yet, is forgotten well within the limit of a statement',
  async (_, busy) => {
    const sent = Array.from({ length: busy.events }, (_, nth) => ({
      generateId: 'busy',
      traceId: `t${nth % busy.visits}`,
      userId: busy.users[nth % busy.users.length],
      seq: nth,
      at: now.getTime(),
    }))
    await storeEvents(pool, testRows(sent, now))
    // A fifth of what a statement may take otherwise. Who holds each event against each other takes more than twice as much.
    const hurried = openPool({ url: database.url, schema: 'trace', applicationName: 'forget-test-hurried', statementTimeoutMs: 3_000 })
    const wished = forget(hurried, { subject: { userId: '7' }, subjectIndex: 'who', askedBy: 'command', at: now }, async () => undefined)
    expect(await wished.finally(() => hurried.end())).toMatchObject({ events: busy.events / busy.users.length })
    const theirs = (await left('event_in_full', 'user_id')).map(({ user_id }) => user_id)
    expect(theirs).toEqual(busy.users.filter((user) => user !== '7'))
  },
)
