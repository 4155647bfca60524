import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBinaries } from '../postgres/binaries.ts'
import { isAlive, readPostmaster } from '../postgres/postmaster.ts'
import { ask, freePorts, hold, type Product, startProduct, untilAnswering } from './stand-ins/run.ts'

let dataDir: string
let ports: Product['ports']
let products: Product[]

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fyh-launch-'))
  ports = await freePorts()
  products = []
})
afterEach(async () => {
  for (const { process } of products) process.kill('SIGTERM')
  await Promise.all(products.map(({ ended }) => ended))
  rmSync(dataDir, { recursive: true, force: true })
})

function start(settings: Record<string, string> = {}, from = { dataDir, ports }): Product {
  const product = startProduct({ ...from, settings })
  products.push(product)
  return product
}

async function processesOf({ ports: { server, trace, sandbox } }: Product) {
  const answers = await Promise.all([server, trace, sandbox].map(untilAnswering))
  const pidIn = (folder: string) => readPostmaster(join(dataDir, folder))?.pid ?? 0
  return { apps: answers.map(({ pid }) => pid), postgres: pidIn('postgres'), tracePostgres: pidIn('postgres-trace') }
}

/** Processes that mention the data folder: the servers, their guard, and everything that the launcher started. */
function leftovers(): string[] {
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir))
}

describe('start and stop', () => {
  test('a first start makes all it needs, SIGTERM stops everything with exit 0, a second start continues on the data', async () => {
    const first = start()
    await first.started
    const { apps, postgres, tracePostgres } = await processesOf(first)
    expect(tracePostgres).not.toBe(postgres)
    for (const [number, port] of Object.values(ports).entries()) expect(await ask(port, number)).toMatchObject({ traceProcesses: '1' })
    const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
    expect(first.output()).toContain(`password ${JSON.parse(secrets).TRACE_OPERATOR_PASSWORD}`)
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    first.process.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect([...apps, postgres, tracePostgres].filter(isAlive)).toEqual([])
    expect(leftovers()).toEqual([])

    const second = start({ API_URL: 'https://loans.example', TRACE_PROCESSES: '3' })
    await second.started
    expect(second.output()).not.toContain('Making a new database')
    const kept = await Promise.all(Object.values(ports).map(untilAnswering))
    expect(kept.map((answer) => answer?.numbers)).toEqual([[0], [1], [2]])
    // Set by the operator, they are handed on; before, it was the server's own port, and one process.
    expect(kept.map(({ apiUrl, traceProcesses }) => [apiUrl, traceProcesses])).toEqual(Array(3).fill(['https://loans.example', '3']))
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
  })

  test('told to stop while a first start makes its databases, it stops in order and leaves no process', async () => {
    const first = start()
    await expect.poll(first.output).toContain('Making a new database')
    first.process.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(leftovers()).toEqual([])
  })

  test('one database of your own holds server and sandbox, each in its schema; behaviour events keep a server of their own', async () => {
    const host = start()
    await host.started
    const socket = /unix_socket_directories=(\S+)/.exec(leftovers().join('\n'))?.[1] ?? ''
    const other = mkdtempSync(join(tmpdir(), 'fyh-launch-'))
    const otherPorts = await freePorts()
    const url = `postgresql://app@localhost:5432/postgres?host=${encodeURIComponent(socket)}`
    const guest = start({ DATABASE_URL: url }, { dataDir: other, ports: otherPorts })
    await guest.started
    await untilAnswering(otherPorts.trace)
    for (const [number, port] of Object.values(otherPorts).entries()) await ask(port, number)
    const kept = await Promise.all(Object.values(otherPorts).map((port) => ask(port)))
    expect(kept.map((answer) => answer?.numbers)).toEqual([[0], [1], [2]])
    expect((await ask(ports.server))?.numbers).toEqual([])
    expect(readdirSync(other).filter((name) => /^postgres[a-z-]*$/.test(name))).toEqual(['postgres-trace'])
    guest.process.kill('SIGTERM')
    expect(await guest.ended).toBe(0)
    // Lending has written there by now; another folder, without the keys, must not make its own.
    await query(url, 'create table fyh.borrower (id bigint)')
    const stranger = start({ DATABASE_URL: url }, { dataDir: mkdtempSync(join(other, 'stranger-')), ports: otherPorts })
    expect(await stranger.ended).toBe(1)
    expect(stranger.output()).toContain('secrets.json is missing beside a database')
    rmSync(other, { recursive: true })
  })
})

describe('refusals', () => {
  test('a taken port is named with the setting that changes it, exit 1, and nothing is left running', async () => {
    const { port, release } = await hold(ports.trace)
    const product = start()
    expect(await product.ended).toBe(1)
    await release()
    expect(product.output()).toContain(`Port ${port} is taken`)
    expect(product.output()).toContain('TRACE_PORT')
    expect(leftovers()).toEqual([])
  })

  test('DB-01 a second start on the folder ends with exit 1 and names the first process, whose data is unharmed', async () => {
    const first = start()
    await first.started
    await ask(ports.server, 1)
    const second = start({}, { dataDir, ports: await freePorts() })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`in use by process ${first.process.pid}`)
    expect((await ask(ports.server))?.numbers).toEqual([1])
  })

  test.each([
    [{ PORT: 'eighty' }, 'PORT=eighty'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/x' }, 'The database of DATABASE_URL cannot be used'],
    [{ POSTGRES_BIN: '/nowhere' }, 'Set DATABASE_URL'],
    [{ TRACE_PORT: '9', SANDBOX_PORT: '9' }, 'must differ'],
  ])('a wrong setting %o stops the start and is named', async (settings, message) => {
    const product = start(settings)
    expect(await product.ended).toBe(1)
    expect(product.output()).toContain(message)
  })

  test('R1.4 what keeps the trace backend from running is told and keeps lending from nothing: its own database away, its embedded one unusable', async () => {
    const away = start({ TRACE_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/x' })
    await away.started
    expect(away.output()).toContain('The database of TRACE_DATABASE_URL cannot be used')
    await expect.poll(() => away.output()).toMatch(/trace ended \(exit 1\); restarting in/)
    expect((await ask(ports.server, 1))?.numbers).toEqual([1])
    away.process.kill('SIGTERM')
    expect(await away.ended).toBe(0)
    mkdirSync(join(dataDir, 'postgres-trace'))
    writeFileSync(join(dataDir, 'postgres-trace/PG_VERSION'), '12\n')
    const unusable = start()
    await unusable.started
    expect(unusable.output()).toContain('was made by PostgreSQL 12')
    expect(unusable.output()).toContain('not available yet, lending works without it')
    expect((await ask(ports.server))?.numbers).toEqual([1])
    expect(await ask(ports.trace)).toBeUndefined()
    // Tried again in the same start.
    rmSync(join(dataDir, 'postgres-trace'), { recursive: true })
    expect((await untilAnswering(ports.trace)).numbers).toEqual([])
  })

  test('R1.4 a start waits for no slow database server of the trace backend, which comes in its time; nor does a stop', async () => {
    const first = start()
    await first.started
    await untilAnswering(ports.trace)
    await ask(ports.trace, 7)
    first.process.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const { binDir, letGo } = slowTracePostgres()
    const slow = start({ POSTGRES_BIN: binDir })
    await slow.started
    expect(await ask(ports.server, 1)).toBeDefined()
    expect(await ask(ports.trace)).toBeUndefined()
    slow.process.kill('SIGTERM')
    expect(await slow.ended).toBe(0)
    expect(leftovers()).toEqual([])
    const second = start({ POSTGRES_BIN: binDir })
    await second.started
    expect((await ask(ports.server))?.numbers).toEqual([1])
    letGo()
    expect((await untilAnswering(ports.trace)).numbers).toEqual([7])
  })
})

/** Programs of PostgreSQL whose server on the trace backend's folder waits until it is let go. */
function slowTracePostgres() {
  const real = findBinaries().binDir
  const binDir = join(dataDir, 'bin')
  const held = join(binDir, 'held')
  mkdirSync(binDir)
  for (const name of readdirSync(real)) if (name !== 'postgres') symlinkSync(join(real, name), join(binDir, name))
  writeFileSync(held, '')
  const script = `case "$*" in *postgres-trace*) while [ -e ${held} ]; do sleep 0.1; done;; esac; exec ${join(real, 'postgres')} "$@"`
  writeFileSync(join(binDir, 'postgres'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(binDir, 'postgres'), 0o755)
  chmodSync(dataDir, 0o755)
  return { binDir, letGo: () => rmSync(held) }
}

describe('kill -9', () => {
  test('DB-02 the launcher: everything else stops too, what was acknowledged is there after the next start', async () => {
    const first = start()
    await first.started
    const { apps, postgres, tracePostgres } = await processesOf(first)
    const kept = await keepMany(ports.server, () => first.process.kill('SIGKILL'))
    await expect.poll(() => [...apps, postgres, tracePostgres].filter(isAlive)).toEqual([])
    const second = start()
    await second.started
    expect((await ask(ports.server))?.numbers).toEqual(expect.arrayContaining(kept))
  })

  test('an application: it comes back, the others never stopped, what was acknowledged is there', async () => {
    const product = start()
    await product.started
    const { apps } = await processesOf(product)
    const [serverPid = 0, ...others] = apps
    const kept = await keepMany(ports.server, () => process.kill(serverPid, 'SIGKILL'))
    const back = await untilAnswering(ports.server)
    expect(back.pid).not.toBe(serverPid)
    expect(back.numbers).toEqual(expect.arrayContaining(kept))
    expect(others.every(isAlive)).toBe(true)
  })

  test('the database server and its guard: it comes back under the same address, the applications go on', async () => {
    const product = start()
    await product.started
    const before = await processesOf(product)
    const kept = await keepMany(ports.server, () => process.kill(before.postgres, 'SIGKILL'))
    expect((await untilAnswering(ports.server)).numbers).toEqual(expect.arrayContaining(kept))
    const between = await processesOf(product)
    expect(between.apps).toEqual(before.apps)
    process.kill(guardOf(between.postgres), 'SIGKILL')
    await expect.poll(() => readPostmaster(join(dataDir, 'postgres'))?.pid).not.toBe(between.postgres)
    expect((await untilAnswering(ports.server)).numbers).toEqual(expect.arrayContaining(kept))
  })

  test('R1.4 the trace backend and its database server: both come back with what was acknowledged, lending never noticed', async () => {
    const product = start()
    await product.started
    const before = await processesOf(product)
    const kept = await keepMany(ports.trace, () => {
      process.kill(before.tracePostgres, 'SIGKILL')
      process.kill(before.apps[1] ?? 0, 'SIGKILL')
    })
    for (let number = 100; number < 140; number += 1) expect(await ask(ports.server, number)).toBeDefined()
    expect((await untilAnswering(ports.trace)).numbers).toEqual(expect.arrayContaining(kept))
    const after = await processesOf(product)
    expect([after.apps[0], after.apps[2], after.postgres]).toEqual([before.apps[0], before.apps[2], before.postgres])
    expect(product.output()).toContain('PostgreSQL of the trace backend is back')
  })

  test('DB-04 a lock left by a killed launcher does not stop the next start, whoever has its number now', async () => {
    writeFileSync(join(dataDir, 'launcher.lock'), JSON.stringify({ pid: process.pid, begun: '1' }))
    const product = start()
    await product.started
    expect((await untilAnswering(ports.server)).numbers).toEqual([])
  })
})

/** Gives numbers one after the other, kills in the midst, and returns those that were acknowledged. */
async function keepMany(port: number, kill: () => void): Promise<number[]> {
  const acknowledged: number[] = []
  for (let number = 0; number < 60; number += 1) {
    if (number === 40) kill()
    if (await ask(port, number)) acknowledged.push(number)
  }
  return acknowledged
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

function guardOf(postgres: number): number {
  return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${postgres}/stat`, 'utf8'))?.[1])
}
