import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { randomText } from '@fyh/base/ids.ts'
import { collect } from '@fyh/contract/trace.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../../../tools/postgres/embedded.ts'
import { makeTestFolder } from '../../../../tools/postgres/test-folder.ts'
import { startBrowsers } from '../broker/test-browsers.ts'
import { askHealth, startTraceProcess, type TraceProcess } from '../broker/test-trace-process.ts'

const patient = { timeout: 60_000, interval: 50 }
const limit = { timeout: 120_000 }

let folder: string
let postgres: Postgres
let pool: Pool
let trace: TraceProcess
/** Batches of one event that were acknowledged. */
let storedAlone: number

// A database server of its own, which writes through as in use: these tests kill it.
const startDatabase = () => {
  const binDir = process.env.TEST_PG_BIN
  return startPostgres({ dataDir: join(folder, 'data'), ...(binDir ? { binDir } : {}) })
}
const startTrace = async () => {
  trace = await startTraceProcess({ DATABASE_URL: postgres.url('postgres'), LOG_LEVEL: 'silent' })
  return trace
}

beforeEach(async () => {
  storedAlone = 0
  folder = makeTestFolder('fyh-deaths-')
  chmodSync(folder, 0o711)
  postgres = await startDatabase()
  pool = openPool({ url: postgres.url('postgres'), schema: 'trace', applicationName: 'trace-test' })
  await startTrace()
})
afterEach(async () => {
  await trace.kill()
  await pool.end()
  await postgres.stop()
  spawnSync('umount', [join(folder, 'small')])
  rmSync(folder, { recursive: true, force: true })
})

/** All that was sent is acknowledged by now: it is there, each once, in the events and in the counts. */
async function expectEachOnce(sent: number): Promise<void> {
  const counted = async () =>
    (await pool.query<{ counted: number }>('select sum(count)::integer as counted from event_count')).rows[0]?.counted
  await expect.poll(counted, patient).toBeGreaterThanOrEqual(sent)
  const { rows } = await pool.query(`select count(*)::integer as events, count(distinct (generate_id, seq))::integer as different,
    (select sum(count)::integer from event_count) as counted from event`)
  expect(rows).toEqual([{ events: sent, different: sent, counted: sent }])
}

const batchOf = (generateId: string, seqs: readonly number[], more: Record<string, unknown> = {}) =>
  JSON.stringify({ events: seqs.map((seq) => ({ ...collect.trace.example.body, generateId, seq, at: Date.now(), ...more })) })
const post = (body: string) =>
  fetch(`${trace.url}/fuyh/trace`, { method: 'POST', headers: { 'content-type': 'text/plain;charset=UTF-8' }, body })

/** One batch more: taken, or put off as a browser can understand it. */
async function sendOne(): Promise<'stored' | 'putOff'> {
  const answer = await post(batchOf(randomText(19), [1]))
  if (answer.ok) {
    storedAlone += 1
    return 'stored'
  }
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  return 'putOff'
}

test('R7.10 a trace backend that is killed under load, again and again, has kept what it acknowledged, each once', limit, async () => {
  const browsers = startBrowsers({ count: 4, url: () => trace.url })
  for (let round = 0; round < 3; round += 1) {
    await browsers.more(150)
    await trace.kill()
    await startTrace()
  }
  await browsers.more(50)
  await expectEachOnce(await browsers.finish())
})

test(
  'R7.10 a database that is killed, or stopped, under load is said to be away; when it is back, everything acknowledged is there, each once',
  limit,
  async () => {
    const browsers = startBrowsers({ count: 4, url: () => trace.url })
    for (const end of ['killed', 'stopped']) {
      await browsers.more(150)
      if (end === 'killed') process.kill(postgres.pid, 'SIGKILL')
      else await postgres.stop()
      await postgres.ended
      expect(await sendOne()).toBe('putOff')
      expect(await askHealth(trace.url)).toMatchObject({ status: 503, state: 'databaseAway' })
      postgres = await startDatabase()
      await expect.poll(() => askHealth(trace.url), patient).toMatchObject({ status: 200, state: 'ok' })
    }
    await browsers.more(50)
    await expectEachOnce(await browsers.finish())
  },
)

test(
  'R7.10 a full disk is said as such and puts events off; with room again they are taken, and nothing acknowledged is lost',
  limit,
  async () => {
    // The partition of today is there.
    expect(await sendOne()).toBe('stored')
    const disk = await smallDisk()
    const browsers = startBrowsers({ count: 2, url: () => trace.url })
    await browsers.more(50)
    await disk.fill()
    // A last small write of the browsers may still find room.
    const asked = async () => [await sendOne(), await askHealth(trace.url)]
    await expect.poll(asked, patient).toMatchObject(['putOff', { status: 503, state: 'diskFull' }])
    await disk.makeRoom()
    await expect.poll(sendOne, patient).toBe('stored')
    expect(await askHealth(trace.url)).toMatchObject({ status: 200, state: 'ok' })
    await browsers.more(50)
    const sent = await browsers.finish()
    await expectEachOnce(sent + storedAlone)
  },
)

test('R7.10 more than can be written is put off before it fills the memory, and what was taken is stored', limit, async () => {
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table event in access exclusive mode')
  const seqs = Array.from({ length: 100 }, (_, index) => index)
  const requests = Array.from({ length: 300 }, () => post(batchOf(randomText(19), seqs, { content: 'x'.repeat(1_000) })))
  const first = await Promise.race(requests)
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await askHealth(trace.url)).toMatchObject({ status: 503, state: 'full' })
  expect(memoryOf(trace.pid)).toBeLessThan(500)
  await blocker.query('rollback')
  blocker.release()
  const answers = await Promise.all(requests)
  const taken = answers.filter(({ ok }) => ok).length
  expect(taken).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(300 - taken)
  await expectEachOnce(taken * 100)
  expect(await sendOne()).toBe('stored')
})

/** Megabytes of memory that a process holds. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/**
 * Where new days of events go to: a disk of a few megabytes, where this machine lets us make one, else a database that says of
 * every event that its disk is full.
 */
async function smallDisk(): Promise<{ fill(): Promise<void>; makeRoom(): Promise<void> }> {
  const place = join(folder, 'small')
  mkdirSync(place)
  if (process.getuid?.() !== 0 || spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', place]).status !== 0) return saidToBeFull()
  const { uid, gid } = statSync(join(folder, 'data'))
  mkdirSync(join(place, 'space'), { mode: 0o700 })
  for (const path of [place, join(place, 'space')]) chownSync(path, uid, gid)
  await pool.query(`create tablespace small location '${join(place, 'space')}'`)
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass`,
  )
  for (const { name } of rows) await pool.query(`alter table ${name} set tablespace small`)
  return {
    async fill() {
      await pool.query('create table filler (line text) tablespace small')
      const filled = pool.query(`insert into filler select repeat('x', 1000) from generate_series(1, 100000)`)
      await expect(filled).rejects.toMatchObject({ code: '53100' })
    },
    makeRoom: () => pool.query('drop table filler').then(() => undefined),
  }
}

function saidToBeFull() {
  const says = `create function say_full() returns trigger language plpgsql as $$ begin raise sqlstate '53100' using message = 'the disk is full'; end $$`
  return {
    fill: async () => {
      await pool.query(says)
      await pool.query('create trigger disk_full before insert on event for each row execute function say_full()')
    },
    makeRoom: () => pool.query('drop trigger disk_full on event').then(() => undefined),
  }
}
