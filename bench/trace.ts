import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { addCounts } from '../apps/trace/src/collect/add-counts.ts'
import { startPostgres } from '../tools/postgres/embedded.ts'
import { cpuSeconds } from './cpu-time.ts'
import type { Figure } from './figure.ts'
import { type Load, postAll } from './post-load.ts'
import { applicants } from './trace-applicants.ts'
import { nthEvent } from './trace-browsers.ts'
import { fillTo } from './trace-fill.ts'
import { copyRows, insertOneByOne, makeReference } from './trace-reference.ts'

const schema = 'trace'
const port = 9684
const connections = 256
const rounds = 7
const events = { warm: 40_000, ofTen: 60_000, ofOne: 12_000, singly: 6_000 }

/**
 * Behaviour events through HTTP into the trace backend as it runs, against single INSERTs and against COPY through the same driver, of the
 * same rows into the same kind of table, by turns. With `--millions=1,10,50` also what an event costs with so many there already, each
 * request of a browser never seen before.
 */
export async function* measureTrace(root: string): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'fyh-bench-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: { max_wal_size: '4GB' } })
  try {
    await postgres.createDatabase('trace')
    const url = postgres.url('trace')
    const collector = await startCollector(root, url)
    const pool = openPool({ url, schema, applicationName: 'bench', max: 4, statementTimeoutMs: 3_600_000 })
    const machine = { pool, collector: collector.pid ?? 0, postgres: postgres.pid }
    try {
      yield* ratesOf(machine)
      yield* costsOf(machine)
    } finally {
      await pool.end()
      await stop(collector)
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startCollector(root: string, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'apps/trace/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { DATABASE_URL: url, DATABASE_SCHEMA: schema, TRACE_PORT: String(port), TRACE_INDEX_KEY: 'a key for measurements, not a secret' },
  })
  const isUp = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok === true
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('the trace backend did not start')
    await wait(100)
  }
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((settle) => child.once('exit', settle))
  child.kill('SIGTERM')
  await ended
}

type Machine = { readonly pool: Pool; readonly collector: number; readonly postgres: number }
/** `cpu`: µs of processor time an event took, in the collector and in PostgreSQL with what it does behind. */
type Posted = Load & { readonly cpu: { readonly collector: number; readonly postgres: number } }

/** Makes the events of one request after the other. */
type Senders = { readonly eachRequest: number; readonly nextRequest: () => readonly unknown[] }

let sent = 0
const senders = {
  ten: { eachRequest: 10, nextRequest: applicants(10) },
  one: { eachRequest: 1, nextRequest: applicants(1) },
  strangers: { eachRequest: 10, nextRequest: tenOfStrangers },
}

function tenOfStrangers(): readonly unknown[] {
  const nowMs = Date.now()
  return Array.from({ length: 10 }, () => nthEvent(sent++, nowMs))
}

/** New events; counts that still wait to be added at the end are added within the time. */
async function postEvents({ pool, collector, postgres }: Machine, count: number, { eachRequest, nextRequest }: Senders): Promise<Posted> {
  const bodies = Array.from({ length: count / eachRequest }, () => JSON.stringify({ events: nextRequest() }))
  const before = { collector: cpuSeconds(collector), postgres: cpuSeconds(postgres) }
  const load = await postAll(port, { path: '/fuyh/trace', bodies, connections })
  const answered = performance.now()
  await addCounts(pool)
  const seconds = load.seconds + (performance.now() - answered) / 1_000
  const since = (pid: number, before: number) => ((cpuSeconds(pid) - before) / count) * 1e6
  return { ...load, seconds, cpu: { collector: since(collector, before.collector), postgres: since(postgres, before.postgres) } }
}

type Round = { ten: Posted; copy: Awaited<ReturnType<typeof copyRows>>; single: number; inTwo: number; one: Posted; strangers: Posted }

async function* ratesOf(machine: Machine): AsyncGenerator<Figure> {
  const { pool } = machine
  // The first events warm the code up, and there is a partition for each of their days afterwards. Their connections are made anew, so that each process gets some.
  for (let post = 0; post < 4; post += 1) await postEvents(machine, events.warm, senders.ten)
  const inCopies = await makeReference(pool, 'event_copied')
  const inSingles = await makeReference(pool, 'event_singly')
  const inSinglesOfTwo = await makeReference(pool, 'event_singly_in_two')
  await copyRows(machine, inCopies, events.ofTen)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    await pool.query('checkpoint')
    const ten = await postEvents(machine, events.ofTen, senders.ten)
    const copy = await copyRows(machine, inCopies, events.ofTen)
    const single = await insertOneByOne(pool, inSingles, events.singly, 1)
    const inTwo = await insertOneByOne(pool, inSinglesOfTwo, events.singly, 2)
    const one = await postEvents(machine, events.ofOne, senders.one)
    await pool.query('checkpoint')
    measured.push({ ten, copy, single, inTwo, one, strangers: await postEvents(machine, events.ofTen, senders.strangers) })
  }
  const of = (value: (round: Round) => number) => median(measured.map(value))
  const ten = (round: Round) => events.ofTen / round.ten.seconds
  const one = (round: Round) => events.ofOne / round.one.seconds
  const strangers = (round: Round) => events.ofTen / round.strangers.seconds
  const single = (round: Round) => round.single
  const copy = (round: Round) => round.copy.rate
  const singly = (value: (round: Round) => number) => beside(measured, value, 'single INSERTs over one connection', single)
  const copied = (value: (round: Round) => number) => beside(measured, value, 'COPY of the same rows', copy)
  const unit = 'events/s'
  const p99 = (ms: number) => `p99 of a request ${ms.toFixed(0)} ms, ${connections} connections`
  yield {
    name: 'events collected, 10 a request',
    ...singly(ten),
    unit,
    target: { of: 'ratio', atLeast: 10 },
    note: `${of((round) => ten(round) / round.inTwo).toFixed(1)} × single INSERTs over two, ${of((round) => round.inTwo).toFixed(0)}/s; ${p99(of((round) => round.ten.p99Ms))}`,
  }
  yield {
    name: 'events collected, 10 a request',
    ...copied(ten),
    unit,
    target: { of: 'ratio', atLeast: 0.5 },
    note: `${processorTime({ collector: of((round) => round.ten.cpu.collector), postgres: of((round) => round.ten.cpu.postgres) })}; of COPY: loader ${of((round) => round.copy.cpu.loader).toFixed(1)} µs, PostgreSQL ${of((round) => round.copy.cpu.postgres).toFixed(1)} µs`,
  }
  yield {
    name: 'events collected, 1 a request',
    ...singly(one),
    unit,
    note: p99(of((round) => round.one.p99Ms)),
  }
  yield {
    name: 'the same, each request a browser never seen',
    ...copied(strangers),
    unit,
    note: `10 a request, every fifth an error; ${processorTime({ collector: of((round) => round.strangers.cpu.collector), postgres: of((round) => round.strangers.cpu.postgres) })}`,
  }
}

/**
 * A rate beside what it is compared with: both of the round whose ratio is the median, so that what is compared was measured within seconds. The machine may be half as
 * fast again a minute later, and its disk in another minute.
 */
function beside(
  measured: readonly Round[],
  value: (round: Round) => number,
  name: string,
  reference: (round: Round) => number,
): Pick<Figure, 'value' | 'reference'> {
  const ordered = measured.toSorted((a, b) => value(a) / reference(a) - value(b) / reference(b))
  const middle = ordered[Math.floor(ordered.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return { value: value(middle), reference: { name, value: reference(middle) } }
}

function processorTime({ collector, postgres }: Posted['cpu']): string {
  return `processor time an event: collector ${collector.toFixed(1)} µs, PostgreSQL ${postgres.toFixed(1)} µs`
}

/**
 * What an event costs with so many millions there, against the fewest of them; half again as much is taken for noise. The cost is processor
 * time, of which other work on the machine takes no share; that on the clock stands beside it.
 */
async function* costsOf(machine: Machine): AsyncGenerator<Figure> {
  const millions = process.argv.find((argument) => argument.startsWith('--millions='))?.slice('--millions='.length)
  if (millions === undefined) return
  let first: { name: string; value: number } | undefined
  for (const count of millions.split(',').map(Number)) {
    const filled = await fillTo(machine.pool, count * 1_000_000)
    await postEvents(machine, 20_000, senders.strangers)
    const posted: Posted[] = []
    for (let round = 0; round < rounds; round += 1) posted.push(await postEvents(machine, events.ofTen, senders.strangers))
    const cpu = { collector: median(posted.map((load) => load.cpu.collector)), postgres: median(posted.map((load) => load.cpu.postgres)) }
    const value = cpu.collector + cpu.postgres
    const name = `processor time of an event, ${count} million there`
    first ??= { name, value }
    const clock = (median(posted.map(({ seconds }) => seconds)) / events.ofTen) * 1e6
    const note = `${processorTime(cpu)}; ${clock.toFixed(0)} µs on the clock; ${filled}`
    yield { name, value, unit: 'µs', reference: first, target: { of: 'ratio', atMost: 1.5 }, note }
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
