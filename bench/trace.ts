import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { startPostgres } from '../tools/postgres/embedded.ts'
import type { Figure } from './figure.ts'
import { type Load, postAll } from './post-load.ts'
import { nthEvent } from './trace-browsers.ts'
import { fillTo } from './trace-fill.ts'
import { copyRows, insertOneByOne, makeReferences } from './trace-reference.ts'

const schema = 'trace'
const port = 9684
const connections = 256
const rounds = 3
const events = { ofTen: 60_000, ofOne: 12_000, singly: 6_000 }

/**
 * Behaviour events through HTTP into the trace backend as it runs, against single INSERTs through the same driver and against COPY, of the
 * same rows into the same kind of table, by turns. With `--millions=1,10,50` also what an event costs with so many there already.
 */
export async function* measureTrace(root: string): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'fyh-bench-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: { max_wal_size: '4GB' } })
  try {
    await postgres.createDatabase('trace')
    const url = postgres.url('trace')
    const collector = await startCollector(root, url)
    const pool = openPool({ url, schema, applicationName: 'bench', max: 4 })
    try {
      yield* ratesOf({ pool, folder })
      yield* costsOf(pool)
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

let sent = 0

/** New events, so many a request. */
async function postEvents(count: number, eachRequest: number): Promise<Load> {
  const nowMs = Date.now()
  const bodies = Array.from({ length: count / eachRequest }, () => {
    const batch = Array.from({ length: eachRequest }, () => nthEvent(sent++, nowMs))
    return JSON.stringify({ events: batch })
  })
  return postAll(port, { path: '/fuyh/trace', bodies, connections })
}

async function* ratesOf({ pool, folder }: { pool: Pool; folder: string }): AsyncGenerator<Figure> {
  // The first events warm the code up, and there is a partition for each of their days afterwards.
  await postEvents(20_000, 10)
  await makeReferences(pool)
  const measured: { ten: number; one: number; single: number; copy: number; waitTen: number; waitOne: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    await pool.query('checkpoint')
    const ten = await postEvents(events.ofTen, 10)
    const copy = await copyRows(pool, { folder, count: events.ofTen })
    const one = await postEvents(events.ofOne, 1)
    const single = await insertOneByOne(pool, events.singly)
    measured.push({
      ten: events.ofTen / ten.seconds,
      one: events.ofOne / one.seconds,
      single: events.singly / single,
      copy: events.ofTen / copy,
      waitTen: ten.p99Ms,
      waitOne: one.p99Ms,
    })
  }
  const of = (name: keyof (typeof measured)[number]) => median(measured.map((round) => round[name]))
  const unit = 'events/s'
  const single = { name: 'single INSERTs', value: of('single') }
  const note = (p99: number) => `p99 of a request ${p99.toFixed(0)} ms, ${connections} connections`
  yield {
    name: 'events collected, 10 a request',
    value: of('ten'),
    unit,
    reference: single,
    target: { of: 'ratio', atLeast: 10 },
    note: note(of('waitTen')),
  }
  const copy = { name: 'COPY of the same rows', value: of('copy') }
  yield { name: 'events collected, 10 a request', value: of('ten'), unit, reference: copy, target: { of: 'ratio', atLeast: 0.5 } }
  yield { name: 'events collected, 1 a request', value: of('one'), unit, reference: single, note: note(of('waitOne')) }
}

/** What an event costs with so many millions there, against the fewest of them; half again as much is taken for noise. */
async function* costsOf(pool: Pool): AsyncGenerator<Figure> {
  const millions = process.argv.find((argument) => argument.startsWith('--millions='))?.slice('--millions='.length)
  if (millions === undefined) return
  let first: { name: string; value: number } | undefined
  for (const count of millions.split(',').map(Number)) {
    await fillTo(pool, count * 1_000_000)
    await postEvents(20_000, 10)
    const seconds = []
    for (let round = 0; round < rounds; round += 1) seconds.push((await postEvents(events.ofTen, 10)).seconds)
    const value = (median(seconds) / events.ofTen) * 1e6
    const name = `an event with ${count} million there`
    first ??= { name, value }
    yield { name, value, unit: 'µs', reference: first, target: { of: 'ratio', atMost: 1.5 } }
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
