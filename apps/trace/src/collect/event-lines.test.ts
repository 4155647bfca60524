import { fileURLToPath } from 'node:url'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { storeEvents } from './event-store.ts'
import { testRows } from './test-events.ts'
import { emptyTables, tablesOf } from './test-tables.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'lines-test' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const receivedAt = new Date('2026-11-28T10:00:00+08:00')
const texts = [
  ...['\\', '\\\\', '\\.', '\\N', '\\n', '\\t', '\\x41', '\\101'],
  ...['a\tb', 'a\nb', 'a\r\nb', '\t', '\n\\.\n', 'a\u2028b', '\u0001\b\f\v\u007f', '\uFFFF'],
  ...["'", "''", "\\'", "'); drop table event; --", '"', '{a,b}', '$1', '%s', 'null', 'NULL', ''],
  ...['示例', 'é', 'e\u0301', '😀', '👨‍👩‍👧', '\u202eabc'],
]

test('CN-16 every text is stored and counted letter by letter, whichever way its event is stored', async () => {
  const rows = testRows(
    texts.map((text, seq) => ({
      ...{ seq, at: receivedAt.getTime(), generateId: `b${seq}`, traceId: `t${seq}`, userId: '7' },
      ...{ event: text, page: `p ${text}`, action: 'error', content: text, userAgent: text, extra: { [`k ${text}`]: [text] } },
    })),
    receivedAt,
  )
  expect(rows.map(({ content }) => content)).toEqual(texts)
  const storedBy = async (mayBeThere: boolean) => {
    await emptyTables(pool)
    await storeEvents(pool, rows, { has: () => mayBeThere, add: () => undefined })
    return tablesOf(pool)
  }
  const copied = await storedBy(false)
  const { rows: read } = await pool.query('select event, page, content, user_agent, extra from event order by seq')
  expect(read).toEqual(rows.map(({ event, page, content, user_agent, extra }) => ({ event, page, content, user_agent, extra })))
  const visits = await pool.query('select first_page, last_page from visit')
  expect(new Set(visits.rows.flatMap(Object.values))).toEqual(new Set(texts.map((text) => `p ${text}`)))
  expect(await storedBy(true)).toEqual(copied)
})
