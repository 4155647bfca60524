import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
    for (const [number, port] of Object.values(ports).entries()) await ask(port, number)
    const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    first.process.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect([...apps, postgres, tracePostgres].filter(isAlive)).toEqual([])
    expect(leftovers()).toEqual([])

    const second = start({ API_URL: 'https://loans.example' })
    await second.started
    expect(second.output()).not.toContain('Making a new database')
    const kept = await Promise.all(Object.values(ports).map((port) => ask(port)))
    expect(kept.map((answer) => answer?.numbers)).toEqual([[0], [1], [2]])
    // Set by the operator, it is handed on; before, it was the server's own port.
    expect(kept.map((answer) => answer?.apiUrl)).toEqual(Array(3).fill('https://loans.example'))
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
  })

  test('one database of your own holds server and sandbox, each in its schema, and the trace backend only where it is named for it', async () => {
    const host = start()
    await host.started
    const socket = /unix_socket_directories=(\S+)/.exec(leftovers().join('\n'))?.[1] ?? ''
    const url = `postgresql://app@localhost:5432/postgres?host=${encodeURIComponent(socket)}`
    const guestOn = async (settings: Record<string, string>, folder: string) => {
      const guest = start(settings, { dataDir: folder, ports: await freePorts() })
      await guest.started
      for (const [number, port] of Object.values(guest.ports).entries()) await ask(port, number)
      const kept = await Promise.all(Object.values(guest.ports).map((port) => ask(port)))
      guest.process.kill('SIGTERM')
      expect(await guest.ended).toBe(0)
      return {
        numbers: kept.map((answer) => answer?.numbers),
        clusters: readdirSync(folder).filter((name) => /^postgres[a-z-]*$/.test(name)),
      }
    }
    const other = mkdtempSync(join(tmpdir(), 'fyh-launch-'))
    expect(await guestOn({ DATABASE_URL: url }, other)).toEqual({ numbers: [[0], [1], [2]], clusters: ['postgres-trace'] })
    rmSync(other, { recursive: true })
    // The same database again, now for all: server and sandbox have their numbers of before.
    const third = mkdtempSync(join(tmpdir(), 'fyh-launch-'))
    expect((await guestOn({ DATABASE_URL: url, TRACE_DATABASE_URL: url }, third)).clusters).toEqual([])
    rmSync(third, { recursive: true })
    expect((await ask(ports.server))?.numbers).toEqual([])
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

  test('lost keys are not made anew beside a database they could not read, the word of the operator is', async () => {
    const first = start()
    await first.started
    first.process.kill('SIGTERM')
    await first.ended
    const file = join(dataDir, 'secrets.json')
    const { TRACE_INDEX_KEY, TRACE_OPERATOR_PASSWORD, ...ofLending } = JSON.parse(readFileSync(file, 'utf8'))
    expect(first.output()).toContain(`password ${TRACE_OPERATOR_PASSWORD}`)
    writeFileSync(file, JSON.stringify({ ...ofLending, TRACE_INDEX_KEY }))
    const second = start()
    await second.started
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ...ofLending, TRACE_INDEX_KEY })
    second.process.kill('SIGTERM')
    await second.ended
    writeFileSync(file, JSON.stringify(ofLending))
    const third = start()
    expect(await third.ended).toBe(1)
    expect(third.output()).toContain('secrets.json has no TRACE_INDEX_KEY beside a database')
    rmSync(file)
    const fourth = start()
    expect(await fourth.ended).toBe(1)
    expect(fourth.output()).toContain('secrets.json is missing beside a database')
  })

  test('a data folder of before, without a database and a key of the trace backend, gets both', async () => {
    const lending = { FIELD_KEY: 'f'.repeat(44), INDEX_KEY: 'i'.repeat(44), VENDOR_SECRET: 'v'.repeat(44) }
    writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(lending))
    await start().started
    expect(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))).toMatchObject({
      ...lending,
      TRACE_INDEX_KEY: expect.stringMatching(/^.{44}$/),
      TRACE_OPERATOR_PASSWORD: expect.stringMatching(/^[a-z2-9]{20}$/),
    })
  })
})

describe('kill -9', () => {
  test('DB-02 the launcher: everything else stops too, what was acknowledged is there after the next start', async () => {
    const first = start()
    await first.started
    const { apps, postgres, tracePostgres } = await processesOf(first)
    const kept = await keepMany(ports.server, () => first.process.kill('SIGKILL'))
    await expect.poll(() => [...apps, postgres, tracePostgres].filter(isAlive), { timeout: 10_000 }).toEqual([])
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
    await expect.poll(() => readPostmaster(join(dataDir, 'postgres'))?.pid, { timeout: 10_000 }).not.toBe(between.postgres)
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

function guardOf(postgres: number): number {
  return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${postgres}/stat`, 'utf8'))?.[1])
}
