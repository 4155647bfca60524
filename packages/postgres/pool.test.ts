import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyTestDatabase, type TestDatabase } from '../../tools/postgres/test-database.ts'
import { checkedName, openKysely, openPool, type Pool, transaction } from './pool.ts'

type Tables = { bill: { id: number; due_on: string; amount: number } }

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await emptyTestDatabase()
  pool = openPool({ url: database.url, applicationName: 'test', max: 2 })
  await pool.query('create table bill (id bigint primary key, due_on date not null, amount bigint not null)')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('no statement is compiled, which can take a minute where the statement takes milliseconds', async () => {
  expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
})

describe('values', () => {
  test.each(['Asia/Shanghai', 'UTC', 'America/New_York'])('LN-05 a date reads back as the same text in %s', async (zone) => {
    const script = `
      import { openPool } from ${JSON.stringify(new URL('./pool.ts', import.meta.url).href)}
      const pool = openPool({ url: process.argv[1], applicationName: 'zone' })
      const { rows } = await pool.query("select $1::date as day, array[$1::date] as days, current_setting('TimeZone') as zone", ['2026-08-24'])
      console.log(JSON.stringify(rows))
      await pool.end()`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, database.url], {
      env: { TZ: zone },
    })
    expect(JSON.parse(stdout)).toEqual([{ day: '2026-08-24', days: ['2026-08-24'], zone: 'UTC' }])
  })

  test('LN-20 whole amounts are numbers that add, exact sums stay text until cast', async () => {
    const { rows } = await pool.query(`
      select 91680::bigint + 91681 as plus, sum(x)::bigint as sum, sum(x) as uncast, array_agg(x) as each, 1.50::numeric as rate
      from (values (91680::bigint), (91681)) as unpaid (x)`)
    expect(rows).toEqual([{ plus: 183_361, sum: 183_361, uncast: '183361', each: [91_680, 91_681], rate: '1.50' }])
  })

  test('LN-20 an integer beyond the exact ones is an error, and the pool serves on', async () => {
    await expect(pool.query('select 9007199254740993::bigint as big')).rejects.toThrow('9007199254740993')
    expect((await pool.query('select 9007199254740991::bigint as big')).rows).toEqual([{ big: 9_007_199_254_740_991 }])
  })

  test('an instant is a Date, a time without a zone stays text', async () => {
    const { rows } = await pool.query("select '2026-08-24 08:00+08'::timestamptz as at, '2026-08-24 08:00'::timestamp as wall")
    expect(rows).toEqual([{ at: new Date('2026-08-24T00:00:00Z'), wall: '2026-08-24 08:00:00' }])
  })
})

describe('transactions', () => {
  test('DB-07 work that throws leaves nothing behind, also with one connection', async () => {
    const single = openPool({ url: database.url, applicationName: 'single', max: 1 })
    const db = openKysely<Tables>(single)
    const failing = transaction(db, async (tx) => {
      await tx.insertInto('bill').values({ id: 1, due_on: '2026-08-24', amount: 5 }).execute()
      throw new Error('the last step failed')
    })
    await expect(failing).rejects.toThrow('the last step failed')
    expect(await db.selectFrom('bill').selectAll().execute()).toEqual([])
    await db.destroy()
  })

  test('DB-08 after every connection was cut the next calls work, thirty times over', async () => {
    const broken: Error[] = []
    const cut = openPool({ url: database.url, applicationName: 'cut', max: 3, onBroken: (error) => broken.push(error) })
    const db = openKysely<Tables>(cut)
    const ask = () => transaction(db, (tx) => sql<{ one: number }>`select 1 as one`.execute(tx))
    for (let round = 0; round < 30; round += 1) {
      await Promise.all([ask(), ask(), ask()])
      await pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut' and datname = current_database()",
      )
      expect((await Promise.all([ask(), ask(), ask()])).map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]])
      expect(cut.totalCount).toBeLessThanOrEqual(3)
      expect(cut.waitingCount).toBe(0)
    }
    expect(broken.length).toBeGreaterThan(0)
    await db.destroy()
  })
})

describe('schemas', () => {
  test('unqualified names mean the schema given', async () => {
    const own = openPool({ url: database.url, applicationName: 'own', schema: 'trace' })
    await own.query('create schema trace; create table event (id bigint)')
    expect((await pool.query("select table_schema from information_schema.tables where table_name = 'event'")).rows).toEqual([
      { table_schema: 'trace' },
    ])
    await own.end()
  })

  test('a schema name that would need quoting is refused', () => {
    expect(() => checkedName('fyh; drop')).toThrow('cannot be a schema name')
  })
})
