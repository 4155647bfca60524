import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixedClock } from '@fyh/base/clock.ts'
import { addDays, civilDate } from '@fyh/base/dates.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import pg from 'pg'
import { closeDays } from '../apps/server/src/lending/close/close.ts'
import { type Postgres, startPostgres } from '../tools/postgres/embedded.ts'
import type { Figure } from './figure.ts'
import { seedLoans } from './loan-book.ts'
import { openApp, schema } from './server.ts'

const day = civilDate('2026-11-27')
const sizes = { few: 20_000, many: 200_000 }

/**
 * One business day closed for every running loan, against the plain INSERT and UPDATE that write the very same rows at once in a copy of
 * the same database. Automatic debits are off: they are calls to a channel, and the reference has none.
 */
export async function* measureClosing(root: string): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'fyh-bench-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: { max_wal_size: '4GB' } })
  const admin = openPool({ url: postgres.url('postgres'), applicationName: 'bench', max: 1 })
  try {
    // Copying a database of 200,000 loans takes longer than a statement of the product may.
    await admin.query('set statement_timeout = 0')
    const bench = { root, postgres, admin }
    // The first run warms the code up.
    await measure(bench, 10_000)
    const few = await measure(bench, sizes.few, 5)
    yield figureOf(sizes.few, few)
    const many = await measure(bench, sizes.many)
    yield figureOf(sizes.many, many)
    yield {
      name: 'ten times as many loans take',
      value: many.seconds / few.seconds,
      unit: 'times as long',
      target: { of: 'value', atMost: 12 },
    }
    yield {
      name: `memory grown while closing ${inThousands(sizes.many)}`,
      value: many.grownMb,
      unit: 'MB',
      reference: { name: `while closing ${inThousands(sizes.few)}`, value: few.grownMb },
      target: { of: 'value', atMost: 160 },
    }
  } finally {
    await admin.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Bench = { readonly root: string; readonly postgres: Postgres; readonly admin: Pool }
type Measured = { readonly seconds: number; readonly plainSeconds: number; readonly grownMb: number; readonly rows: Rows }
type Rows = { readonly legs: number; readonly penalties: number; readonly loans: number }

function figureOf(count: number, { seconds, plainSeconds, rows: { legs, penalties, loans } }: Measured): Figure {
  return {
    name: `daily close of ${inThousands(count)} running loans`,
    value: seconds,
    unit: 's',
    reference: { name: 'plain INSERT and UPDATE of the same rows', value: plainSeconds },
    target: { of: 'ratio', atMost: 3 },
    note: `${legs} ledger legs, ${penalties} penalties, ${loans} loans`,
  }
}

const inThousands = (count: number): string => `${count / 1_000},000`

/** By turns, so that whatever else the machine does meets both. */
async function measure(bench: Bench, count: number, rounds = 1): Promise<Measured> {
  const { postgres, admin } = bench
  const [prepared, closed, ready, plain] = [`prepared_${count}`, `closed_${count}`, `ready_${count}`, `plain_${count}`]
  const copy = (from: string, to: string) => admin.query(`create database ${to} template ${from}`)
  const drop = (database: string) => admin.query(`drop database ${database} with (force)`)
  await prepare(bench, { database: prepared, count })
  const ours: { seconds: number; grownMb: number }[] = []
  const reference: number[] = []
  let rows: Rows | undefined
  for (let round = 1; round <= rounds; round += 1) {
    await copy(prepared, closed)
    ours.push(await closeOneDay(bench, closed))
    if (rows === undefined) {
      rows = await keepRows(postgres.url(closed))
      // The plain statements begin with the tables as they were before, and with the rows to write ready in tables of their own.
      await copy(closed, ready)
      await putBack(postgres.url(ready))
    }
    await copy(ready, plain)
    await admin.query('checkpoint')
    reference.push(await writePlainly(postgres.url(plain)))
    await drop(closed)
    await drop(plain)
  }
  await drop(prepared)
  await drop(ready)
  if (rows === undefined) throw new Error('nothing was measured')
  const grownMb = Math.max(...ours.map((one) => one.grownMb))
  return { seconds: median(ours.map(({ seconds }) => seconds)), plainSeconds: median(reference), grownMb, rows }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function prepare({ root, postgres }: Bench, { database, count }: { database: string; count: number }): Promise<void> {
  await postgres.createDatabase(database)
  const pool = openPool({ url: postgres.url(database), schema, applicationName: 'bench', max: 1 })
  await migrate(pool, join(root, 'apps/server/migrations'), { schema })
  await pool.query("set statement_timeout = '300s'")
  await seedLoans(pool, { count, bookedTo: addDays(day, -1) }).finally(() => pool.end())
}

async function closeOneDay({ postgres, admin }: Bench, database: string): Promise<{ seconds: number; grownMb: number }> {
  const machine = fixedClock(`${day}T10:00:00+08:00`)
  const app = await openApp({ url: postgres.url(database), machine, settings: { AUTO_DEBIT: '0' } })
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  try {
    await app.deps.db.selectFrom('business_clock').selectAll().execute()
    await admin.query('checkpoint')
    const begin = performance.now()
    await closeDays(app.deps, day)
    return { seconds: (performance.now() - begin) / 1_000, grownMb: Math.max(0, most - before) / 1_048_576 }
  } finally {
    clearInterval(watch)
    await app.close()
  }
}

async function onDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema} -c TimeZone=UTC` })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What the close wrote, in tables of its own. */
function keepRows(url: string): Promise<Rows> {
  return onDatabase(url, async (client) => {
    const legs = await client.query('create table wanted_leg as select * from ledger_leg')
    const penalties = await client.query('create table wanted_penalty as select * from penalty_day')
    const loans = await client.query(`create table wanted_loan as
      select user_id, loan_id, status, booked_to, quiet_to, run_start, run_due, run_interest_fen, overdue from loan where booked_to = '${day}'`)
    return { legs: legs.rowCount ?? 0, penalties: penalties.rowCount ?? 0, loans: loans.rowCount ?? 0 }
  })
}

function putBack(url: string): Promise<void> {
  return onDatabase(url, async (client) => {
    await client.query('truncate ledger_leg, penalty_day')
    await client.query('update loan set booked_to = $1', [addDays(day, -1)])
    await client.query('vacuum (full, analyze) loan')
    await client.query('analyze wanted_loan')
  })
}

function writePlainly(url: string): Promise<number> {
  return onDatabase(url, async (client) => {
    const begin = performance.now()
    await client.query('begin')
    await client.query('insert into ledger_leg select * from wanted_leg')
    await client.query('insert into penalty_day select * from wanted_penalty')
    await client.query(`update loan l set status = w.status, booked_to = w.booked_to, quiet_to = w.quiet_to, run_start = w.run_start,
      run_due = w.run_due, run_interest_fen = w.run_interest_fen, overdue = w.overdue
      from wanted_loan w where l.user_id = w.user_id and l.loan_id = w.loan_id`)
    await client.query('commit')
    return (performance.now() - begin) / 1_000
  })
}
