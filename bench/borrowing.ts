import { execFile } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type FixedClock, fixedClock } from '@fyh/base/clock.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { scriptedProviders } from '../apps/server/src/providers/scripted.ts'
import { type Postgres, startPostgres } from '../tools/postgres/embedded.ts'
import { type Borrower, borrow, forEach, prepareBorrowers } from './borrowers.ts'
import type { Figure } from './figure.ts'
import { pgbenchScript, statementsOf } from './replay.ts'
import { openApp, schema } from './server.ts'

const people = 400
const warmUp = 100
const rounds = 3
const run = promisify(execFile)

/**
 * Loans made a second, from the request to the commit, against pgbench running the very statements of those loans on a copy of
 * the same database: what the application costs beyond its SQL.
 */
export async function* measureBorrowing(root: string): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'fyh-bench-'))
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const postgres = await startPostgres({ dataDir, settings: { log_destination: 'jsonlog', logging_collector: 'on' } })
  const admin = openPool({ url: postgres.url('postgres'), applicationName: 'bench', max: 1 })
  try {
    const bench = { root, postgres, admin, dataDir, folder, machine: fixedClock('2026-11-27T10:00:00+08:00') }
    const borrowers = await prepare(bench)
    const replay = await makeReplay(bench, borrowers)
    const ours: number[] = []
    const reference: number[] = []
    // By turns, so that whatever else the machine does meets both.
    for (let round = 1; round <= rounds; round++) {
      ours.push(await measureOurs(bench, borrowers, `measured_${round}`))
      if (replay !== undefined) reference.push(await measureReplay(bench, replay, `replayed_${round}`))
    }
    yield {
      name: 'loans made (request to commit)',
      value: median(ours),
      unit: 'a second',
      ...(replay === undefined
        ? { note: 'pgbench was not found: no reference' }
        : { reference: { name: 'pgbench, same statements', value: median(reference) }, target: { of: 'ratio' as const, atLeast: 0.4 } }),
    }
  } finally {
    await admin.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Bench = { root: string; postgres: Postgres; admin: Pool; dataDir: string; folder: string; machine: FixedClock }

async function prepare({ root, postgres, machine }: Bench): Promise<Borrower[]> {
  await postgres.createDatabase('prepared')
  const pool = openPool({ url: postgres.url('prepared'), schema, applicationName: 'bench', max: 1 })
  await migrate(pool, join(root, 'apps/server/migrations'), { schema }).finally(() => pool.end())
  const providers = scriptedProviders()
  const app = await openApp({ url: postgres.url('prepared'), machine, providers })
  try {
    return await prepareBorrowers(app, providers, machine, people)
  } finally {
    await app.close()
    // Ids are made of the time: a later source must begin later.
    machine.pass(10_000)
  }
}

async function copyTo({ admin }: Bench, name: string): Promise<void> {
  await admin.query(`create database ${name} template prepared`)
}

async function measureOurs(bench: Bench, borrowers: readonly Borrower[], database: string): Promise<number> {
  await copyTo(bench, database)
  const app = await openApp({ url: bench.postgres.url(database), machine: bench.machine })
  try {
    await forEach(borrowers.slice(0, warmUp), (one) => borrow(app, one))
    const begin = performance.now()
    await forEach(borrowers.slice(warmUp), (one) => borrow(app, one))
    return (people - warmUp) / ((performance.now() - begin) / 1000)
  } finally {
    await app.close()
  }
}

type Replay = { pgbench: string; script: string; sessions: number }

async function makeReplay(bench: Bench, borrowers: readonly Borrower[]): Promise<Replay | undefined> {
  const pgbench = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`).find((file) => existsSync(file))
  if (pgbench === undefined) return undefined
  const sessions = await capture(bench, borrowers)
  const script = join(bench.folder, 'replay.sql')
  writeFileSync(script, pgbenchScript(sessions))
  return { pgbench, script, sessions: sessions.length }
}

async function measureReplay(bench: Bench, { pgbench, script, sessions }: Replay, database: string): Promise<number> {
  await copyTo(bench, database)
  const options = ['-n', '-c', String(sessions), '-j', '2', '-t', '1', '-f', script]
  const { stdout } = await run(pgbench, [...options, bench.postgres.url(database)], {
    env: { PGOPTIONS: `-c search_path=${schema} -c TimeZone=UTC` },
    maxBuffer: 50_000_000,
  })
  if (!stdout.includes(`transactions actually processed: ${sessions}/${sessions}`)) throw new Error(`pgbench did not finish:\n${stdout}`)
  const rate = Number(/tps = ([\d.]+) \(without initial/.exec(stdout)?.[1])
  // A "transaction" of the script is everything one connection did.
  return (people - warmUp) / (sessions / rate)
}

/** Runs the same loans once more with every statement logged. */
async function capture(bench: Bench, borrowers: readonly Borrower[]): Promise<string[][]> {
  await copyTo(bench, 'captured')
  await bench.admin.query("alter database captured set log_statement = 'all'")
  const app = await openApp({ url: bench.postgres.url('captured'), machine: bench.machine })
  const marks = { from: 'BENCH-BEGIN', to: 'BENCH-END' }
  try {
    // The connections of the measured loans were open and warm, too.
    await forEach(borrowers.slice(0, warmUp), (one) => borrow(app, one))
    await mark(bench, marks.from)
    await forEach(borrowers.slice(warmUp), (one) => borrow(app, one))
    await mark(bench, marks.to)
  } finally {
    await app.close()
  }
  return statementsOf(readLog(bench), { database: 'captured', ...marks })
}

/** Writes a line into the database's log and waits until it is there, and with it all that came before. */
async function mark(bench: Bench, text: string): Promise<void> {
  await bench.admin.query(`do $$ begin raise log '${text}'; end $$`)
  while (!readLog(bench).includes(text)) await wait(20)
}

function readLog({ dataDir }: Bench): string {
  return globSync('log/*.json', { cwd: dataDir })
    .sort()
    .map((file) => readFileSync(join(dataDir, file), 'utf8'))
    .join('')
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
