import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { emptyTestDatabase, type TestDatabase } from '../../../../tools/postgres/test-database.ts'
import { freePort } from './test-port.ts'

let database: TestDatabase
let children: ChildProcess[] = []
beforeAll(async () => {
  database = await emptyTestDatabase()
  return () => database.drop()
})
afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  children = []
})

const entry = (name: string) => join(import.meta.dirname, `../${name}.ts`)
const settings = () => ({
  DATABASE_URL: database.url,
  FIELD_KEY: 'f'.repeat(32),
  INDEX_KEY: 'i'.repeat(32),
  VENDOR_SECRET: 'v'.repeat(32),
})

async function start(name: 'main' | 'worker', environment: Record<string, string> = {}, ...options: string[]) {
  const port = await freePort()
  const child = spawn(process.execPath, [...options, entry(name)], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, PORT: String(port), ...settings(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => output.push(String(part)))
  const ended = once(child, 'exit').then(() => child.exitCode ?? child.signalCode)
  return { child, ended, output: () => output.join(''), url: `http://127.0.0.1:${port}` }
}
/** Told to stop in the moment of a line of its log, or in which it listens. */
const stoppedAtOnce = (name: 'main' | 'worker', moment: Record<string, string> = {}) =>
  start(name, moment, '--import', new URL('../../../../tools/launch/stand-ins/stopped-at-once.ts', import.meta.url).href)

describe('the server as a process', () => {
  test('it migrates, serves, answers /healthz, hides what is for development, writes one line a request, and ends on SIGTERM', async () => {
    const { child, ended, output, url } = await start('main')
    await expect.poll(() => output()).toContain('"msg":"serving"')
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
    expect((await fetch(`${url}/openapi.json`)).status).toBe(404)
    await expect.poll(() => output().match(/"ms":/g)).toHaveLength(2)
    expect((await fetch(`${url}/api/dev/clock`)).status).toBe(404)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('it ends when the launcher that holds its channel is gone', async () => {
    const { child, ended, output } = await start('main', { WORKER: 'off' })
    await expect.poll(() => output()).toContain('"msg":"serving"')
    child.disconnect()
    expect(await ended).toBe(0)
  })

  test('a second process with the same NODE_ID is refused, and a killed one is succeeded at once', async () => {
    const first = await start('main')
    await expect.poll(() => first.output()).toContain('"msg":"serving"')
    const second = await start('worker')
    expect(await second.ended).toBe(1)
    await expect.poll(second.output).toContain(`NODE_ID 0 is in use by process ${first.child.pid}`)
    first.child.kill('SIGKILL')
    await first.ended
    const third = await start('main')
    await expect.poll(() => third.output()).toContain('"msg":"serving"')
  })

  test('the worker works jobs without HTTP', async () => {
    const { child, ended, output, url } = await start('worker')
    await expect.poll(() => output()).toContain('"msg":"processing jobs"')
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test.each([
    ['main', '"msg":"serving"'],
    ['worker', '"msg":"processing jobs"'],
  ] as const)('%s stops in order in the very moment in which it says %s', async (name, line) => {
    const { ended, output } = await stoppedAtOnce(name, { STOP_AT: line })
    expect(await ended).toBe(0)
    await expect.poll(output).toContain('"why":"SIGTERM"')
  })

  test('a signal that comes while it starts is kept until it has started', async () => {
    const { ended, output } = await stoppedAtOnce('main')
    expect(await ended).toBe(0)
    await expect.poll(output).toMatch(/"msg":"serving".*"msg":"stopping"/s)
  })

  test('PS-01 a start without a key names it and ends with 1, and never tells another’s value', async () => {
    const { ended, output } = await start('main', { FIELD_KEY: '', INDEX_KEY: 'too short to be a key' })
    expect(await ended).toBe(1)
    await expect.poll(output).toContain('FIELD_KEY: it is missing')
    expect(output()).not.toContain('too short to be a key')
  })

  test('an unknown vendor stops the start', async () => {
    const { ended, output } = await start('main', { PROVIDER_SMS: 'carrierpigeon' })
    expect(await ended).toBe(1)
    await expect.poll(output).toContain('PROVIDER_SMS=carrierpigeon')
  })
})
