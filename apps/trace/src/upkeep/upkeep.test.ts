import { fileURLToPath } from 'node:url'
import { fixedClock } from '@fyh/base/clock.ts'
import { addDays, civilDate, civilDateAt, instantAt } from '@fyh/base/dates.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { storeEvents } from '../collect/event-store.ts'
import { testRows } from '../collect/test-events.ts'
import { daysWithEvents, dropDaysBefore } from './partitions.ts'
import { upkeep } from './upkeep.ts'

const clock = fixedClock('2026-11-28T00:30:00+08:00')
const today = civilDate('2026-11-28')
let database: TestDatabase
let pool: Pool
const settings = () => ({ pool, clock, keepDays: 30, keepCountsDays: 60 })

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'upkeep-test' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  await dropDaysBefore(pool, civilDate('9999-01-01'))
  await pool.query('truncate counts_to_add, visit, person, browser_user, event_count, minute_count, exit_count, month_done, page_month')
})

const store = (daysAgo: number, generateId: string) => {
  const day = addDays(today, -daysAgo)
  const at = instantAt(day, '12:00:00')
  return storeEvents(pool, testRows([{ generateId, traceId: `t-${generateId}`, userId: '1', seq: 1, at: at.getTime() }], at))
}
const browsersIn = async (table: string) =>
  (await pool.query<{ generate_id: string }>(`select generate_id from ${table} order by 1`)).rows.map(({ generate_id }) => generate_id)

test('days are made two weeks back and one ahead, and a second run or a second node at once changes nothing', async () => {
  await Promise.all([upkeep(settings()), upkeep(settings())])
  await upkeep(settings())
  const days = await daysWithEvents(pool)
  expect(days).toHaveLength(22)
  expect([days[0], days[21]]).toEqual(['2026-11-14', '2026-12-05'])
})

test('a day that nobody made, as after weeks without upkeep, is made by the event that needs it', async () => {
  await Promise.all([store(0, 'a'), store(0, 'b'), store(1, 'c'), store(1, 'd')])
  expect(await browsersIn('event')).toEqual(['a', 'b', 'c', 'd'])
  expect(await daysWithEvents(pool)).toEqual(['2026-11-27', '2026-11-28'])
})

test('events, visits and browsers go after the days they are kept, whole days at a time; their counts stay', async () => {
  await store(31, 'old')
  await store(30, 'last')
  await Promise.all([upkeep(settings()), upkeep(settings())])
  for (const table of ['event', 'visit', 'person', 'browser_user']) expect([table, await browsersIn(table)]).toEqual([table, ['last']])
  const { rows } = await pool.query('select day, count from event_count order by day')
  expect(rows).toEqual([
    { day: '2026-10-28', count: 1 },
    { day: '2026-10-29', count: 1 },
  ])
})

test('a browser and a visit that go on are kept, however long ago they began', async () => {
  await store(31, 'loyal')
  await store(0, 'loyal')
  await upkeep(settings())
  expect(await browsersIn('event')).toEqual(['loyal'])
  expect(await browsersIn('person')).toEqual(['loyal'])
  expect(await browsersIn('visit')).toEqual(['loyal'])
})

test('counts go after days of their own, those by the minute after eight', async () => {
  await store(61, 'past')
  await store(60, 'kept')
  await store(8, 'minute')
  await upkeep(settings())
  const days = await pool.query<{ day: string }>('select day from event_count order by 1')
  expect(days.rows.map(({ day }) => day)).toEqual(['2026-09-29', '2026-11-20'])
  const minutes = await pool.query<{ minute: Date }>('select minute from minute_count')
  expect(minutes.rows.map(({ minute }) => civilDateAt(minute))).toEqual(['2026-11-20'])
})

test('writers go on while days are made and dropped', async () => {
  await store(40, 'gone')
  const writes = Array.from({ length: 20 }, (_, number) => store(0, `w${number}`))
  await Promise.all([upkeep(settings()), ...writes, upkeep(settings())])
  expect(await browsersIn('event')).toHaveLength(20)
})

test("what is somebody's goes when its time is over, also while counts cannot be added", async () => {
  await store(31, 'old')
  await pool.query(`create function fails() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger fails before insert on event_count for each row execute function fails()`)
  await expect(upkeep(settings())).rejects.toThrow('not now')
  for (const table of ['event', 'visit', 'person', 'browser_user']) expect([table, await browsersIn(table)]).toEqual([table, []])
  await pool.query('drop trigger fails on event_count; drop function fails')
  await upkeep(settings())
  expect((await pool.query('select day, count from event_count')).rows).toEqual([{ day: '2026-10-28', count: 1 }])
})

test('who stops waits for a part of the counts that wait, and no month is added up without the rest', async () => {
  await pool.query(`insert into event_count values ('2026-09-30', 'page_load', 'p', '', '', '', 1)`)
  await pool.query(`insert into counts_to_add (counts) select '{}' from generate_series(1, 1200)`)
  await upkeep({ ...settings(), goesOn: () => false })
  expect((await pool.query('select count(*) as waiting from counts_to_add')).rows).toEqual([{ waiting: 700 }])
  expect((await pool.query('select from month_done')).rowCount).toBe(0)
  await upkeep(settings())
  expect((await pool.query('select from month_done')).rowCount).toBe(1)
})
