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
const connections = 256
/** The machine is half as fast for a minute or two, and a median of few rounds may lie within such. */
const rounds = 15
const roundsOfCost = 7
const millions = (
  process.argv
    .find((argument) => argument.startsWith('--millions='))
    ?.slice('--millions='.length)
    .split(',') ?? []
).map(Number)
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
    const trace = await startTrace(root, postgres, { name: 'trace', port: 9684 })
    try {
      yield* ratesOf(trace.machine)
      if (millions.length > 0) yield* costsOf(trace.machine, await startTrace(root, postgres, { name: 'few', port: 9685 }))
    } finally {
      await trace.stop()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Trace = { readonly machine: Machine; readonly stop: () => Promise<void> }

/** A trace backend as it runs, with a database of its own. */
async function startTrace(root: string, postgres: Postgres, { name, port }: { name: string; port: number }): Promise<Trace> {
  await postgres.createDatabase(name)
  const url = postgres.url(name)
  const collector = await startCollector(root, url, port)
  const pool = openPool({ url, schema, applicationName: 'bench', max: 4, statementTimeoutMs: 3_600_000 })
  return {
    machine: { pool, port, collector: collector.pid ?? 0, postgres: postgres.pid },
    stop: async () => {
      await pool.end()
      await stop(collector)
    },
  }
}

async function startCollector(root: string, url: string, port: number): Promise<ChildProcess> {
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

type Postgres = Awaited<ReturnType<typeof startPostgres>>
type Machine = { readonly pool: Pool; readonly port: number; readonly collector: number; readonly postgres: number }
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
async function postEvents(
  { pool, port, collector, postgres }: Machine,
  count: number,
  { eachRequest, nextRequest }: Senders,
): Promise<Posted> {
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
  const middle = medianBy(measured, (round) => value(round) / reference(round))
  return { value: value(middle), reference: { name, value: reference(middle) } }
}

function processorTime({ collector, postgres }: Posted['cpu']): string {
  return `processor time an event: collector ${collector.toFixed(1)} µs, PostgreSQL ${postgres.toFixed(1)} µs`
}

/**
 * What an event costs with so many millions there, against the fewest of them, which a database beside keeps: rounds by turns, and the ratio that of the round that
 * has the median, since minutes lie between two fillings, and the machine may be half as fast then. Half again as much is taken for noise. The cost is processor
 * time, of which other work on the machine takes no share; that on the clock stands beside it. Both databases lie on one server, so what it does for
 * either in the background counts in both.
 */
async function* costsOf(many: Machine, few: Trace): AsyncGenerator<Figure> {
  try {
    const [fewest = 0] = millions
    await fillTo(few.machine.pool, fewest * 1_000_000)
    for (let post = 0; post < 4; post += 1) await postEvents(few.machine, events.warm, senders.strangers)
    for (const count of millions) {
      const filled = await fillTo(many.pool, count * 1_000_000)
      const both = [few.machine, many]
      for (const machine of both) await postEvents(machine, events.warm, senders.strangers)
      const measured: Cost[] = []
      for (let round = 0; round < roundsOfCost; round += 1) {
        await many.pool.query('checkpoint')
        const inFew = await postEvents(few.machine, events.ofTen, senders.strangers)
        await many.pool.query('checkpoint')
        measured.push({ inFew, inMany: await postEvents(many, events.ofTen, senders.strangers) })
      }
      const { inFew, inMany } = medianBy(measured, (round) => cpuOf(round.inMany) / cpuOf(round.inFew))
      yield {
        name: `processor time of an event, ${count} million there`,
        value: cpuOf(inMany),
        unit: 'µs',
        reference: { name: `the same beside it, ${fewest} million there`, value: cpuOf(inFew) },
        target: { of: 'ratio', atMost: 1.5 },
        note: `${processorTime(inMany.cpu)}; ${((inMany.seconds / events.ofTen) * 1e6).toFixed(0)} µs on the clock; ${filled}`,
      }
    }
  } finally {
    await few.stop()
  }
}

type Cost = { readonly inFew: Posted; readonly inMany: Posted }
const cpuOf = ({ cpu }: Posted) => cpu.collector + cpu.postgres

function medianBy<Item>(items: readonly Item[], value: (item: Item) => number): Item {
  const middle = items.toSorted((a, b) => value(a) - value(b))[Math.floor(items.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}

function median(values: readonly number[]): number {
  return medianBy(values, (value) => value)
}
