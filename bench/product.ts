import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type Ports = { server: number; trace: number; sandbox: number }
export type Product = { startMs: number; stop(): Promise<void>; memory(): Memory[] }
export type Memory = { app: string; rss: number; pss: number }

const startLimitMs = 120_000

/** Starts the product as a person would, and tells how long it took until the page was answered. */
export async function startProduct(root: string, { dataDir, ports }: { dataDir: string; ports: Ports }): Promise<Product> {
  const begin = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(ports.server),
      TRACE_PORT: String(ports.trace),
      SANDBOX_PORT: String(ports.sandbox),
      SMS_ADDRESS_DAILY_MAX: '1000000',
      LOG_LEVEL: 'warn',
    },
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (part) => {
      output = (output + part).slice(-4_000)
    })
  while (!(await answers(`http://127.0.0.1:${ports.server}/home`))) {
    if (npm.exitCode !== null || performance.now() - begin > startLimitMs) {
      await stop(npm)
      throw new Error(`npm start did not come up:\n${output}`)
    }
    await wait(10)
  }
  return { startMs: performance.now() - begin, stop: () => stop(npm), memory: () => memoryOf(npm.pid ?? 0) }
}

function answers(url: string): Promise<boolean> {
  return new Promise((settle) => {
    const request = get(url, { timeout: 5_000, agent: false }, (response) => {
      response.resume()
      settle(response.statusCode === 200)
    })
    request.on('error', () => settle(false))
  })
}

/** npm ends before what it started; the group is gone when all of it is. */
async function stop({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGTERM')
    for (;;) {
      process.kill(-pid, 0)
      await wait(20)
    }
  } catch {
    // No process of the group is left.
  }
}

/** MB of each application below a process; nothing on systems without /proc. */
function memoryOf(pid: number): Memory[] {
  try {
    return descendants(pid).flatMap((child) => {
      const app = /apps\/(server|trace|sandbox)\/src\/main\.ts/.exec(readFileSync(`/proc/${child}/cmdline`, 'utf8'))?.[1]
      return app === undefined ? [] : [{ app, ...memoryOfProcess(child) }]
    })
  } catch {
    return []
  }
}

export function memoryOfProcess(pid: number): { rss: number; pss: number } {
  const rollup = readFileSync(join('/proc', String(pid), 'smaps_rollup'), 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1024
  return { rss: megabytes('Rss'), pss: megabytes('Pss') }
}

function descendants(of: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }))
  const found = [of]
  for (const pid of found) found.push(...parents.filter(({ parent }) => parent === pid).map((child) => child.pid))
  return found
}

function parentOf(pid: number): number {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return -1
  }
}
