import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { type NodeLease, takeNodeLease } from './node-lease.ts'

let database: TestDatabase
let pool: Pool
let leases: NodeLease[] = []
beforeAll(async () => {
  database = await testDatabase({ migrations: join(import.meta.dirname, '../../migrations') })
  pool = openPool({ url: database.url, schema: 'fyh', applicationName: 'test-lease', max: 1 })
})
afterEach(async () => {
  for (const lease of leases) await lease.release()
  leases = []
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

async function take(nodeId: number, { host = 'here', pid = 1, lifeMs = 60_000, renewMs = 50, onLost = () => {} } = {}) {
  const config = { nodeId, database: { url: database.url, schema: 'fyh', poolMax: 1 } }
  const log = makeLog({ name: 'test', level: 'silent' })
  const lease = await takeNodeLease({ config, log, keyMarks: [], onLost, renewMs, lifeMs, self: { host, pid } })
  leases.push(lease)
  return lease
}
const rows = async () => (await pool.query('select node_id, host, pid from node_lease order by node_id')).rows
const putRow = (nodeId: number, { host, pid, ageSeconds = 0 }: { host: string; pid: number; ageSeconds?: number }) =>
  pool.query(
    `insert into node_lease (node_id, holder, host, pid, renewed_at) values ($1, 'other', $2, $3, clock_timestamp() - make_interval(secs => $4))`,
    [nodeId, host, pid, ageSeconds],
  )

test('a number that a living process has is refused, and says which; another number is free', async () => {
  await take(0, { host: 'first', pid: 41 })
  await expect(take(0, { host: 'second', pid: 42 })).rejects.toThrow('NODE_ID 0 is in use by process 41 on first.')
  await take(1, { host: 'second', pid: 42 })
  expect(await rows()).toEqual([
    { node_id: 0, host: 'first', pid: 41 },
    { node_id: 1, host: 'second', pid: 42 },
  ])
})

test('a number that was released is free, also for one that is waiting', async () => {
  const lease = await take(2, { host: 'first', renewMs: 3_600_000 })
  const waiting = take(2, { host: 'second', pid: 42 })
  await lease.release()
  leases = leases.filter((one) => one !== lease)
  await waiting
  expect(await rows()).toEqual([{ node_id: 2, host: 'second', pid: 42 }])
})

test('the number of a process that was killed on this machine is taken at once, and by one of two', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  await putRow(3, { host: 'here', pid })
  const taken = await Promise.allSettled([take(3, { pid: 51 }), take(3, { pid: process.pid })])
  expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('the number of another machine is taken when it was not renewed for its life', async () => {
  await putRow(4, { host: 'gone', pid: 7, ageSeconds: 61 })
  await take(4)
  expect(await rows()).toMatchObject([{ node_id: 4, host: 'here' }])
})

const bootId = '/proc/sys/kernel/random/boot_id'
test.runIf(existsSync(bootId))(
  'a machine is known by what its kernel drew at its start: cloned ones share host name and PID namespace',
  async () => {
    const config = { nodeId: 6, database: { url: database.url, schema: 'fyh', poolMax: 1 } }
    leases.push(await takeNodeLease({ config, keyMarks: [], log: makeLog({ name: 'test', level: 'silent' }), onLost: () => {} }))
    const [row] = (await rows()).filter(({ node_id }) => node_id === 6)
    expect(row.host.split(' ')).toContain(readFileSync(bootId, 'utf8').trim())
  },
)

test('who lost its number to another process is told once, and releases nothing of the other', async () => {
  const onLost = vi.fn()
  const lease = await take(5, { onLost })
  await pool.query(`update node_lease set holder = 'other', host = 'elsewhere' where node_id = 5`)
  await expect.poll(() => onLost.mock.calls.length).toBe(1)
  await lease.release()
  leases = []
  expect(await rows()).toMatchObject([{ node_id: 5, host: 'elsewhere' }])
  await pool.query('delete from node_lease')
})
