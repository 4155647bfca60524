import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { measureCalls } from './calls.ts'
import type { Figure } from './figure.ts'
import { memoryOfProcess, type Ports, type Product, startProduct } from './product.ts'
import { measureVisit } from './visit.ts'

const ports: Ports & { bare: number } = { server: 9680, trace: 9681, sandbox: 9682, bare: 9683 }
const settleMs = 5_000

/** Everything that needs the product running: its start, its memory, and calls against a bare route. */
export async function* measureRunning(root: string): AsyncGenerator<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fyh-bench-'))
  const bare = await startBare()
  try {
    // The first start makes the database and fills the compile cache: afterwards the machine is prepared.
    await (await startProduct(root, { dataDir, ports })).stop()
    const product = await startProduct(root, { dataDir, ports })
    try {
      await wait(settleMs)
      yield startFigure(product, bare.startMs)
      yield* memoryFigures(product, bare.pid)
      yield* await measureVisit(ports.server)
      yield* await measureCalls(ports)
    } finally {
      await product.stop()
    }
  } finally {
    bare.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startBare() {
  const begin = performance.now()
  const child = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)), [String(ports.bare)])
  await new Promise((settle, fail) => {
    child.once('message', settle)
    child.once('exit', fail)
  })
  return { pid: child.pid ?? 0, startMs: performance.now() - begin, stop: () => child.kill() }
}

function startFigure({ startMs }: Product, bareMs: number): Figure {
  return {
    name: 'cold npm start to the first 200 of /home',
    value: startMs / 1000,
    unit: 's',
    reference: { name: 'a bare Fastify process', value: bareMs / 1000 },
    target: { of: 'value', atMost: 5 },
  }
}

function memoryFigures(product: Product, barePid: number): Figure[] {
  const apps = product.memory()
  if (apps.length === 0) return [{ name: 'memory', value: Number.NaN, unit: 'MB', note: 'cannot be read on this system' }]
  const sum = (part: 'rss' | 'pss') => apps.reduce((total, app) => total + app[part], 0)
  return [
    {
      name: `memory of ${apps.length} Node processes idle, RSS`,
      value: sum('rss'),
      unit: 'MB',
      reference: { name: 'as many bare Fastify processes', value: memoryOfProcess(barePid).rss * apps.length },
      target: { of: 'value', atMost: 350 },
      note: `PSS ${Math.round(sum('pss'))} MB; ${apps.map(({ app, rss }) => `${app} ${Math.round(rss)}`).join(', ')}`,
    },
  ]
}
