import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeTestFolder } from '../tools/postgres/test-folder.ts'
import { makeProductDatabases } from './shared-postgres.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** A whole running product: web and API, trace backend, sandbox, database. */
export type Stack = {
  readonly web: string
  readonly trace: string
  readonly sandbox: string
  readonly output: () => string
  /** Runs an operator's command beside it, such as `coupons --phone …`, and returns what it prints. */
  service(...args: readonly string[]): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts the product as an operator would, on free ports, a folder of its own and databases of its own, and waits until it serves.
 * An empty database setting makes the product start a server for that database.
 */
export async function startStack(settings: Readonly<Record<string, string>> = {}): Promise<Stack> {
  const [port, tracePort, sandboxPort] = await Promise.all([freePort(), freePort(), freePort()])
  const dataDir = makeTestFolder('fyh-e2e-')
  const databases = await makeProductDatabases()
  const env = {
    ...process.env,
    PORT: `${port}`,
    TRACE_PORT: `${tracePort}`,
    SANDBOX_PORT: `${sandboxPort}`,
    DATA_DIR: dataDir,
    SANDBOX_DELAY_MS: '100',
    // Journeys run at any hour of the machine.
    LENDERS_ALWAYS_OPEN: '1',
    ...databases?.settings,
    ...settings,
  }
  const child = spawn(process.execPath, [join(root, 'tools/launch/start.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part))
  child.stderr.on('data', (part: Buffer) => (output += part))
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await gone
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    await databases?.drop()
  }
  const web = `http://127.0.0.1:${port}`
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  const trace = `http://127.0.0.1:${tracePort}`
  try {
    await answers(child, `${web}/healthz`, () => output)
    await answers(child, `${sandbox}/healthz`, () => output)
    // A start waits for lending alone.
    await answers(child, `${trace}/healthz`, () => output)
  } catch (failed) {
    await end('SIGKILL')
    throw failed
  }
  const stop = () => end('SIGTERM')
  const service = async (...args: readonly string[]) => {
    const command = [join(root, 'tools/launch/bootstrap.mjs'), 'servicing', ...args]
    return (await promisify(execFile)(process.execPath, command, { cwd: root, env })).stdout
  }
  return { web, trace, sandbox, output: () => output, service, stop }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

async function answers(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = performance.now() + 90_000
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the product stopped with ${child.exitCode ?? child.signalCode}:\n${output()}`)
    const up = await fetch(url).then(
      (r) => r.ok,
      () => false,
    )
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not answer:\n${output()}`)
}
