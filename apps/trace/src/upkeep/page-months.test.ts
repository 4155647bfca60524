import { fileURLToPath } from 'node:url'
import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { usualFilter } from '../answer/filter.ts'
import { exits } from '../answer/questions/exits.ts'
import { addCounts } from '../collect/add-counts.ts'
import { storeEvents } from '../collect/event-store.ts'
import { testRows } from '../collect/test-events.ts'
import { addUpMonths } from './page-months.ts'

const today = civilDate('2026-11-27')
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'months-test' })
  // Half a year of days, the first in the middle of a month, each with figures of its own.
  const days = "generate_series('2026-05-20'::date, '2026-11-27'::date, interval '1 day') as at, generate_series(0, 2) as n"
  const figure = "(at::date - '2026-05-01') * 3 + n"
  for (const text of [
    `insert into exit_count select at::date, 'p' || n, 'c' || n % 2, 'fyh', '', ${figure} - 53 from ${days}`,
    `insert into event_count select at::date, e, 'p' || n, 'c' || n % 2, 'fyh', '', ${figure} from ${days}, (values ('page_load'), ('tap')) as events (e)`,
    `insert into event_count select at::date, 'page_load', 'only seen', 'c1', 'fbd', 'browser', 1 from ${days} where n = 0`,
  ])
    await pool.query(text)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

async function answer(from: string, to: string, channel?: string) {
  const filter = { ...usualFilter(new Date('2026-11-27T10:00:00+08:00')), from: civilDate(from), to: civilDate(to) }
  const { text, values } = exits.statement(channel === undefined ? filter : { ...filter, channel })
  return (await pool.query(text, [...values])).rows
}

/** The same from the days alone. */
async function plain(from: string, to: string, channel?: string) {
  const where = 'day between $1 and $2 and ($3::text is null or channel = $3)'
  const { rows } = await pool.query(
    `select page, sum(views)::bigint as views, sum(exits)::bigint as exits, sum(sum(exits)) over ()::bigint as total
     from (
       select page, visits as exits, 0 as views from exit_count where ${where}
       union all select page, 0, count from event_count where event = 'page_load' and ${where}) as counted
     group by page having sum(exits) > 0 or sum(views) > 0 order by exits desc, page`,
    [from, to, channel ?? null],
  )
  return rows
}

const spans: [CivilDate, CivilDate][] = [
  ['2026-05-20', '2026-11-27'],
  ['2026-06-01', '2026-09-30'],
  ['2026-06-02', '2026-09-29'],
  ['2026-07-01', '2026-07-31'],
  ['2026-07-31', '2026-08-01'],
  ['2026-09-30', '2026-11-01'],
  ['2026-11-21', '2026-11-27'],
  ['2025-11-28', '2026-11-27'],
].map(([from = '', to = '']) => [civilDate(from), civilDate(to)])

async function expectSame(): Promise<void> {
  for (const [from, to] of spans)
    for (const channel of [undefined, 'c1', 'nobody'])
      expect(await answer(from, to, channel), `${from} ${to}`).toEqual(await plain(from, to, channel))
}
const done = async () =>
  (await pool.query<{ month: string }>('select month::text as month from month_done order by 1')).rows.map(({ month }) => month)

test('whole months that are over are added up once, and every span is answered as from its days', async () => {
  await expectSame()
  await Promise.all([addUpMonths(pool, today), addUpMonths(pool, today)])
  expect(await done()).toEqual(['2026-05-01', '2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01'])
  await expectSame()
  await addUpMonths(pool, addDays(today, 8))
  expect(await done()).toHaveLength(5)
  await addUpMonths(pool, addDays(today, 9))
  expect(await done()).toHaveLength(6)
  await expectSame()
})

test('a visit that goes on after its month was added up has ended once, where it ended last', async () => {
  const goesOn = async (page: string, at: string) => {
    await storeEvents(pool, testRows([{ generateId: 'b1', traceId: 't1', seq: Date.parse(at), at: Date.parse(at), page }], at))
    await addCounts(pool)
  }
  await goesOn('first', '2026-11-10T10:00:00+08:00')
  await addUpMonths(pool, civilDate('2027-01-05'))
  expect(await done()).toContain('2026-11-01')
  await goesOn('last', '2027-01-06T10:00:00+08:00')
  for (const from of ['2026-11-01', '2026-11-02']) expect(await answer(from, '2027-01-31'), from).toEqual(await plain(from, '2027-01-31'))
  expect(await answer('2026-11-01', '2027-01-31')).toContainEqual(expect.objectContaining({ page: 'first', views: 1, exits: 0 }))
})

test('a year of months is read from them, and not from its days', async () => {
  await pool.query(
    "delete from exit_count where day between '2026-06-01' and '2026-06-30'; delete from event_count where day between '2026-06-01' and '2026-06-30'",
  )
  expect(await answer('2026-06-01', '2026-06-30')).not.toEqual([])
  expect(await plain('2026-06-01', '2026-06-30')).toEqual([])
})
