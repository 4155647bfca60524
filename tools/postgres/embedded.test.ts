import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from './embedded.ts'
import { isAlive, isPostmasterOf } from './postmaster.ts'
import { startTestCluster } from './test-cluster.ts'

let folder: string
let dataDir: string
let running: Postgres[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fyh-embedded-'))
  dataDir = join(folder, 'postgres')
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()))
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir })
  running.push(postgres)
  return postgres
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Leaves the folder as a crash does: the lock file is there, the server is not. */
async function crash(postgres: Postgres): Promise<string> {
  const lock = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8')
  process.kill(postgres.pid, 'SIGKILL')
  await postgres.ended
  return lock
}

describe('DB-04 a lock file', () => {
  test('of a server that crashed does not stop the next start', async () => {
    const first = await start()
    await query(first.url('postgres'), 'create table kept as select 1 as one')
    await crash(first)
    expect(await query((await start()).url('postgres'), 'select * from kept')).toEqual([{ one: 1 }])
  })

  test('whose number another program has now does not stop it either, and that program is left alone', async () => {
    const lock = await crash(await start())
    const other = spawn('sleep', ['60'])
    writeFileSync(join(dataDir, 'postmaster.pid'), lock.replace(/^\d+/, String(other.pid)))
    expect(await query((await start()).url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(other.pid ?? 0)).toBe(true)
    other.kill()
  })

  test('of a running server refuses a second one and names its process', async () => {
    const first = await start()
    await expect(start()).rejects.toThrow(`in use by PostgreSQL, process ${first.pid}`)
    expect(await query(first.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

test('the server ends with a process that is killed, and its sessions with it', async () => {
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    const { pid } = await startPostgres({ dataDir: process.argv[1] })
    console.log(pid)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = await new Promise<number>((settle) => owner.stdout.on('data', (text) => settle(Number(text))))
  expect(isPostmasterOf(pid, dataDir)).toBe(true)
  owner.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('data is on the disk when it is acknowledged, pages carry checksums, nobody can connect from outside', async () => {
  const url = (await start()).url('postgres')
  const show = (name: string) => query(url, `select current_setting('${name}') as value`).then(([row]) => row)
  expect(await show('fsync')).toEqual({ value: 'on' })
  expect(await show('synchronous_commit')).toEqual({ value: 'on' })
  expect(await show('data_checksums')).toEqual({ value: 'on' })
  expect(await show('listen_addresses')).toEqual({ value: '' })
  expect(statSync(new URL(url).searchParams.get('host') ?? '').mode & 0o077).toBe(0)
})

test('a folder with other files in it is refused and left alone', async () => {
  writeFileSync(join(folder, 'letter.txt'), 'keep me')
  await expect(startPostgres({ dataDir: folder })).rejects.toThrow('holds files, but no PostgreSQL database')
  expect(readFileSync(join(folder, 'letter.txt'), 'utf8')).toBe('keep me')
})

test('data of another version is refused with both versions named', async () => {
  await (await start()).stop()
  writeFileSync(join(dataDir, 'PG_VERSION'), '12\n')
  await expect(startPostgres({ dataDir })).rejects.toThrow('made by PostgreSQL 12')
})

test('where the programs are missing the message says what to set', async () => {
  await expect(startPostgres({ dataDir, binDir: folder })).rejects.toThrow('Set DATABASE_URL')
})

test.runIf(existsSync('/usr/lib/postgresql/15/bin/postgres'))('the programs of PostgreSQL 15 work as well', async () => {
  const cluster = await startTestCluster({ binDir: '/usr/lib/postgresql/15/bin' })
  expect(await query(cluster.url('postgres'), "select split_part(current_setting('server_version'), '.', 1) as major")).toEqual([
    { major: '15' },
  ])
  await cluster.stop()
})

test.runIf(process.getuid?.() === 0)('run by root it works in a folder that only root can enter', async () => {
  const closed = mkdtempSync(join(folder, 'closed-'))
  const postgres = await startPostgres({ dataDir: join(closed, 'postgres'), throwaway: true })
  running.push(postgres)
  expect(await query(postgres.url('postgres'), "select usename from pg_user where usename = 'app'")).toEqual([{ usename: 'app' }])
})
