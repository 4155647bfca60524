import { join } from 'node:path'
import { fixedClock } from '@fyh/base/clock.ts'
import { civilDate, instantAt } from '@fyh/base/dates.ts'
import { constants } from '@fyh/contract/options.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterEach, expect, test } from 'vitest'
import { startTestCluster } from '../../../../tools/postgres/test-cluster.ts'
import { createApp } from '../app.ts'
import { scriptedProviders } from '../providers/scripted.ts'
import { readConfig } from './config.ts'

const migrations = join(import.meta.dirname, '../../migrations')
let close = async () => {}
afterEach(() => close())

/** A server on a database server of its own, which can be killed. */
async function serverToKill() {
  const postgres = await startTestCluster()
  const pool = openPool({ url: postgres.url('postgres'), schema: 'fyh', applicationName: 'test-migrate', max: 1 })
  await migrate(pool, migrations, { schema: 'fyh' }).finally(() => pool.end())
  const faults: string[] = []
  const app = await createApp({
    config: readConfig({
      DATABASE_URL: postgres.url('postgres'),
      FIELD_KEY: 'a key for fields in tests, not a secret',
      INDEX_KEY: 'a key for indexes in tests, not a secret',
      VENDOR_SECRET: 'a key for vendors in tests, not a secret',
      DEV_TOOLS: '1',
      TRACE_URL: 'http://127.0.0.1:9',
    }),
    log: makeLog({ name: 'test', to: { write: (line) => void faults.push(line) } }),
    providers: scriptedProviders(),
    machine: fixedClock(instantAt(civilDate('2026-11-27'), '10:00:00')),
    superviseJobs: false,
  })
  close = async () => {
    await app.close()
    await postgres.stop()
  }
  return { app, postgres, faultsOf: (message: string) => faults.filter((line) => line.includes(message)) }
}

test('DB-08 of the requests under way when PostgreSQL is killed none gets 500: each is answered, or told with 503 when to come again', async () => {
  const { app, postgres, faultsOf } = await serverToKill()
  let sent = 0
  const sendCode = () => {
    sent += 1
    return app.http.inject({
      method: 'POST',
      url: `${constants.apiPrefix}/fp/app/sms/authCode/send`,
      headers: { 'content-type': 'application/json' },
      payload: { purpose: 'login', mobile: `1380000${String(sent).padStart(4, '0')}` },
    })
  }
  const health = () => app.http.inject('/healthz')
  const answers: { statusCode: number; body: string; headers: object }[] = []
  const client = async (call: typeof health) => {
    while (answers.length < 1_500) answers.push(await call())
  }
  const clients = Array.from({ length: 48 }, (_, n) => client(n % 3 === 0 ? health : sendCode))
  await expect.poll(() => answers.length).toBeGreaterThan(300)
  process.kill(postgres.pid, 'SIGKILL')
  await Promise.all(clients)
  const statuses = Object.groupBy(answers, ({ statusCode }) => statusCode)
  expect(faultsOf('"msg":"request failed"')).toEqual([])
  expect(Object.keys(statuses)).toEqual(['200', '503'])
  expect(statuses[503]?.every(({ headers }) => 'retry-after' in headers)).toBe(true)
})
