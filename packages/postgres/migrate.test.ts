import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyTestDatabase, type TestDatabase, testDatabase } from '../../tools/postgres/test-database.ts'
import { migrate } from './migrate.ts'
import { openPool, type Pool } from './pool.ts'

let folder: string
let database: TestDatabase
let pools: Pool[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fyh-migrations-'))
  database = await emptyTestDatabase()
  pools = []
})
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
  await rm(folder, { recursive: true })
})

function openNode(url = database.url): Pool {
  const pool = openPool({ url, applicationName: 'node', schema: 'fyh', max: 2 })
  pools.push(pool)
  return pool
}

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = (pool: Pool) => migrate(pool, folder, { schema: 'fyh' })
const journal = async (pool: Pool) =>
  (await pool.query('select name from fyh.migration_journal order by number')).rows.map((row) => row.name)

test('DB-05 four nodes migrate at once: each becomes ready, each file ran once', async () => {
  await write('0001_one.sql', 'create table one (id bigint primary key); select pg_sleep(0.05)')
  await write('0002_two.sql', 'create table two (id bigint primary key); insert into two values (1)')
  const nodes = [openNode(), openNode(), openNode(), openNode()]
  const results = await Promise.all(nodes.map(run))
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual(['0001_one.sql', '0002_two.sql'])
  const [node = openNode()] = nodes
  expect(await journal(node)).toEqual(['0001_one.sql', '0002_two.sql'])
  expect((await node.query('select * from two')).rows).toEqual([{ id: 1 }])
})

test('DB-05 a node cut off half-way leaves neither tables nor a journal row of that file, and the next start finishes', async () => {
  await write('0001_one.sql', 'create table one (id bigint primary key)')
  await write('0002_slow.sql', 'create table slow (id bigint primary key); select pg_sleep(30)')
  const dying = openNode()
  const outcome = run(dying).then(
    () => 'done',
    () => 'cut',
  )
  const watcher = openNode()
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep%' and wait_event = 'PgSleep'`
  await expect.poll(async () => (await watcher.query(cut)).rowCount).toBe(1)
  expect(await outcome).toBe('cut')
  expect(await journal(watcher)).toEqual(['0001_one.sql'])
  await write('0002_slow.sql', 'create table slow (id bigint primary key)')
  expect(await run(watcher)).toEqual({ applied: ['0002_slow.sql'] })
})

test('a file that fails is undone as a whole and named by its error, the earlier ones stay', async () => {
  await write('0001_one.sql', 'create table one (id bigint primary key)')
  await write('0002_bad.sql', 'create table half (id bigint); select no_such_thing()')
  const pool = openNode()
  await expect(run(pool)).rejects.toThrow('0002_bad.sql')
  expect(await journal(pool)).toEqual(['0001_one.sql'])
  expect((await pool.query("select to_regclass('fyh.half') as half")).rows).toEqual([{ half: null }])
})

test('a file edited after it ran is refused, other line ends are not an edit', async () => {
  await write('0001_one.sql', 'create table one (\n  id bigint primary key\n)')
  const pool = openNode()
  await run(pool)
  await write('0001_one.sql', 'create table one (\r\n  id bigint primary key\r\n)')
  expect(await run(pool)).toEqual({ applied: [] })
  await write('0001_one.sql', 'create table one (id text)')
  await expect(run(pool)).rejects.toThrow('0001_one.sql differs from the one that ran')
})

test('a number used twice and a name off the pattern are refused before anything runs', async () => {
  await write('0001_one.sql', 'select 1')
  await write('0001_again.sql', 'select 1')
  await expect(run(openNode())).rejects.toThrow('0001_one.sql has a number that another file has too')
  await write('one.sql', 'select 1')
  await expect(run(openNode())).rejects.toThrow('is not named like')
  expect((await openNode().query("select to_regnamespace('fyh') as fyh")).rows).toEqual([{ fyh: null }])
})

test('a file numbered below one that has run is refused: elsewhere the two would run in the other order', async () => {
  await write('0001_one.sql', 'select 1')
  await write('0003_three.sql', 'select 1')
  await run(openNode())
  await write('0002_late.sql', 'select 1')
  await expect(run(openNode())).rejects.toThrow('0002_late.sql')
})

test('test databases are copies of one migrated template and do not see each other', async () => {
  await write('0001_one.sql', 'create table one (id bigint primary key)')
  await mkdir(join(folder, 'nothing'))
  const [first, second] = await Promise.all([testDatabase({ migrations: folder }), testDatabase({ migrations: folder })])
  const [a, b] = [openNode(first.url), openNode(second.url)]
  await a.query('insert into one values (7)')
  expect((await b.query('select * from one')).rows).toEqual([])
  expect(await run(b)).toEqual({ applied: [] })
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
  await Promise.all([first.drop(), second.drop()])
})
