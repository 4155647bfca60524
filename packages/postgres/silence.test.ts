import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../tools/postgres/embedded.ts'
import { makeTestFolder } from '../../tools/postgres/test-folder.ts'
import { freeze, thaw } from '../../tools/postgres/test-freeze.ts'
import { BinaryRows } from './binary-rows.ts'
import { copyIn } from './copy.ts'
import { openKysely, openPool, type Pool, transaction } from './pool.ts'

const limit = { timeout: 60_000 }
const silenceMs = 400
let folder: string
let postgres: Postgres
let pool: Pool

beforeAll(async () => {
  folder = makeTestFolder('fyh-silence-')
  chmodSync(folder, 0o711)
  const binDir = process.env.TEST_PG_BIN
  postgres = await startPostgres({ dataDir: join(folder, 'data'), throwaway: true, ...(binDir ? { binDir } : {}) })
  pool = open(2)
  await pool.query('create table bill (id bigint primary key)')
})
afterEach(() => thaw(postgres))
afterAll(async () => {
  await pool.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const open = (max: number) => openPool({ url: postgres.url('postgres'), applicationName: 'silence', max, silenceMs, statementTimeoutMs: 0 })

function copyOne(id: number) {
  const rows = new BinaryRows(64)
  rows.row(1)
  rows.bigint(id)
  return async () => {
    const client = await pool.connect()
    try {
      await copyIn(client, { into: 'bill (id)', rows: rows.finished() })
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}

test(
  'DB-08 what a frozen server was asked fails in the end, and the pool goes on with new connections when it is back',
  limit,
  async () => {
    const db = openKysely<{ bill: { id: number } }>(pool)
    const asked = {
      query: () => pool.query('insert into bill values (1)'),
      copy: copyOne(2),
      transaction: () => transaction(db, (tx) => tx.insertInto('bill').values({ id: 3 }).execute()),
    }
    for (const [name, ask] of Object.entries(asked)) {
      await Promise.all([pool.query('select 1'), pool.query('select 1')])
      freeze(postgres)
      await expect(ask(), name).rejects.toThrow('the database server does not answer')
      thaw(postgres)
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      expect([pool.totalCount, pool.waitingCount]).toEqual([1, 0])
    }
  },
)

test('a server that only takes long is waited for', limit, async () => {
  expect((await pool.query(`select pg_sleep(${(5 * silenceMs) / 1_000})::text as slept`)).rows).toEqual([{ slept: '' }])
  const client = await pool.connect()
  await client.query(`begin; select pg_sleep(${(3 * silenceMs) / 1_000}); commit`)
  client.release()
})

test('a server that takes no more connections is there', limit, async () => {
  const all = open(200)
  const taken = await Promise.allSettled(Array.from({ length: 200 }, () => all.connect()))
  expect(taken.some(({ status }) => status === 'rejected')).toBe(true)
  const [first] = taken
  if (first?.status !== 'fulfilled') throw new Error('not one connection')
  await first.value.query(`select pg_sleep(${(4 * silenceMs) / 1_000})`)
  for (const one of taken) if (one.status === 'fulfilled') one.value.release()
  await all.end()
})
