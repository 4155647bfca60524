import { fileURLToPath } from 'node:url'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { addCounts } from './add-counts.ts'
import { isFaultOfRows, storeEvents } from './event-store.ts'
import { testRows } from './test-events.ts'
import { emptyTables } from './test-tables.ts'

const receivedAt = new Date('2026-11-28T10:00:00+08:00')
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'aside-test' })
})
beforeEach(async () => {
  await emptyTables(pool)
  await pool.query('truncate counts_aside')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const rowsOf = (changes: Readonly<Record<string, unknown>> = {}) =>
  testRows([{ generateId: 'b1', traceId: 't1', seq: 1, at: receivedAt.getTime(), page: 'home', ...changes }], receivedAt)
const store = (seq: number) => storeEvents(pool, rowsOf({ seq }))
const wait = (counts: string | object) => pool.query('insert into counts_to_add (counts) values ($1)', [counts])

/** Adds what waits, and answers why some was set aside. */
async function added(): Promise<string[]> {
  const told: string[] = []
  await addCounts(
    pool,
    () => true,
    ({ reason }) => told.push(reason),
  )
  expect((await pool.query('select from counts_to_add')).rowCount).toBe(0)
  const { rows } = await pool.query<{ reason: string }>('select reason from counts_aside')
  expect(rows.map(({ reason }) => reason).toSorted()).toEqual(told.toSorted())
  return told
}

async function aside(): Promise<string[]> {
  const { rows } = await pool.query<{ counts: string }>('select counts::text as counts from counts_aside')
  return rows.map(({ counts }) => counts).toSorted()
}

async function sums(): Promise<unknown> {
  const { rows } = await pool.query(`select
    (select coalesce(sum(count), 0)::integer from event_count) as events,
    (select coalesce(sum(visits), 0)::integer from exit_count) as visits`)
  return rows[0]
}

const ofEvents = { day: '2026-11-28', channel: '', brand: '', host: '' }
const events = (counts: unknown) => JSON.stringify({ event_count: [{ ...ofEvents, events: counts }] })
const visit = (changes: Record<string, unknown>) =>
  JSON.stringify({
    'exit_count.day': ['2026-11-28'],
    'exit_count.page': ['home'],
    'exit_count.channel': [''],
    'exit_count.brand': [''],
    'exit_count.host': [''],
    'exit_count.visits': [1],
    ...changes,
  })

/** As they wait: a list of values for each column. */
const lists = (of: string, columns: Readonly<Record<string, readonly unknown[]>>) =>
  Object.fromEntries(Object.entries(columns).map(([name, values]) => [`${of}.${name}`, values]))
const reached = (steps: readonly unknown[], people: readonly unknown[], changes: Readonly<Record<string, readonly unknown[]>> = {}) => {
  const each = (value: string) => steps.map(() => value)
  return lists('reached', { day: each('2026-11-28'), channel: each(''), brand: each(''), host: each(''), steps, people, ...changes })
}

test('counts that can never be added are set aside, told and counted, and all others are added', async () => {
  const strange = [
    visit({ 'exit_count.day': ['some day'] }),
    visit({ 'exit_count.day': [] }),
    visit({ 'exit_count.visits': ['9223372036854775808'] }),
    visit({ 'exit_count.page': { is: 'no list' } }),
    JSON.stringify({ 'minute_count.minute': ['nowZ'], 'minute_count.count': [1] }),
    JSON.stringify({ event_count: [{ day: 'some day' }] }),
    JSON.stringify({ event_count: 'no list' }),
    events({ page_load: { home: 'often' } }),
    events({ page_load: { home: null } }),
    events({ page_load: 'home' }),
  ]
  for (const counts of strange) {
    for (let some = 0; some < 30; some += 1) await wait(visit({}))
    await wait(counts)
  }
  await store(1)
  expect((await added()).toSorted()).toEqual(['22003', '22007', '22007', '22007', '22023', '22023', '22023', '22P02', '23502', '23502'])
  expect(await sums()).toEqual({ events: 1, visits: 301 })
  expect(await aside()).toEqual(strange.toSorted())
  expect((await pool.query('select kind, field, count from refusal_count')).rows).toEqual([
    { kind: 'database', field: 'counts', count: 10 },
  ])
})

test.each([
  ['NUL', String.raw`\u0000`, '22P05'],
  ['half a surrogate pair', String.raw`\ud800`, '22P02'],
])('what is JSON and no text of a table, %s, is set aside as it came, wherever it stands', async (_, written, code) => {
  const strange = [
    events({ page_load: { home: 1 } }).replace('home', written),
    events({ page_load: { home: 1 } }).replace('page_load', `a${written}`),
    visit({ 'exit_count.page': ['PAGE'] }).replace('PAGE', `${written}${written}`),
    visit({ 'exit_count.page': [['PAGE']] }).replace('PAGE', written),
    JSON.stringify(reached([1], [1], { channel: ['CHANNEL'] })).replace('CHANNEL', written),
  ]
  for (const [nth, counts] of strange.entries()) {
    await wait(counts)
    await store(nth)
  }
  expect(await added()).toEqual(strange.map(() => code))
  expect(await sums()).toEqual({ events: strange.length, visits: 1 })
  expect(await aside()).toEqual(strange.toSorted())
})

test('what lies too deep to be summed is set aside as well', async () => {
  const deep = `{"event_count": ${'['.repeat(9_000)}${']'.repeat(9_000)}}`
  await wait(deep)
  await store(1)
  expect(await added()).toEqual(['54001'])
  expect(await sums()).toEqual({ events: 1, visits: 1 })
  expect(await aside()).toEqual([deep])
})

test('what is no JSON cannot wait', async () => {
  for (const counts of ['', '{', '{"minute_count.count": [NaN]}', '"\u0001"'])
    await expect(wait(counts)).rejects.toMatchObject({ code: '22P02' })
})

test.each([false, true])(
  'a row with what no table of counts can hold is at fault itself, and counts nothing (may be there: %s)',
  async (mayBeThere) => {
    const lately = { has: () => mayBeThere, add: () => undefined, addBrowser: () => undefined }
    const rows = rowsOf({ page: String.raw`C:\udisk` })
    for (const page of ['\ud800', '\\\ud800', 'a\0b']) {
      const strange = rows.map((row) => ({ ...row, page }))
      expect(await storeEvents(pool, strange, lately).catch(isFaultOfRows)).toBe(true)
    }
    await storeEvents(pool, rows, lately)
    expect(await added()).toEqual([])
    expect((await pool.query('select page from event_count')).rows).toEqual(rows.map(({ page }) => ({ page })))
  },
)

test('sets of steps that browsers reached are counted by mark, beside the marks that wait from before, and none that come to nothing', async () => {
  const both = ['', '']
  const marks = lists('funnel_count', {
    ...{ day: ['2026-11-28', '2026-11-28'], channel: both, brand: both, host: both },
    ...{ step: ['landing', 'identity'], people: [4, -1] },
  })
  const waiting = [
    reached([1, 3], [5, 2]),
    marks,
    { ...reached([7, 3], [1, -1]), ...marks },
    reached([3, 7], [1, -1]),
    reached([1, 5], [-2, 2]),
  ]
  for (const counts of waiting) await wait(counts)
  expect(await added()).toEqual([])
  expect((await pool.query('select step, people from funnel_count order by people, step')).rows).toEqual([
    { step: 'landing>login', people: 2 },
    { step: 'login', people: 2 },
    { step: 'landing', people: 15 },
  ])
})

test('sets of steps that are none are set aside, and all others are counted', async () => {
  const strange = [
    reached(['none'], [1]),
    reached([null], [1]),
    reached([1], [null]),
    reached([1, 3], [1]),
    reached([1], [1, 1]),
    reached([0.5], [1]),
    reached([2 ** 40], [1]),
    reached([1], [1], { day: ['some day'] }),
    reached([1], [1], { host: [] }),
    { 'reached.steps': 'landing' },
    { 'reached.people': [1] },
  ]
  for (const counts of strange) {
    await wait(counts)
    await wait(reached([7], [1], { host: ['other'] }))
  }
  expect(await added()).toHaveLength(strange.length)
  expect(await aside()).toEqual(strange.map((counts) => JSON.stringify(counts)).toSorted())
  expect((await pool.query('select host, step, people from funnel_count order by step')).rows).toEqual(
    ['identity', 'landing', 'landing>login', 'login', 'login>identity'].map((step) => ({ host: 'other', step, people: strange.length })),
  )
})
