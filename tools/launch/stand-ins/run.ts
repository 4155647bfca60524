import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { asRecord } from '../../postgres/read-json.ts'

export type Product = {
  process: ChildProcess
  ports: { server: number; trace: number; sandbox: number }
  output(): string
  /** Settles when it prints its addresses; throws when it ends before. */
  started: Promise<void>
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>
}

type Ports = Product['ports']

const script = fileURLToPath(new URL('./start.ts', import.meta.url))

/** Starts the launcher with stand-in applications, in a process of its own. */
export function startProduct({
  dataDir,
  ports,
  settings = {},
}: {
  dataDir: string
  ports: Ports
  settings?: Record<string, string>
}): Product {
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      ...{ PORT: `${ports.server}`, TRACE_PORT: `${ports.trace}`, SANDBOX_PORT: `${ports.sandbox}`, DATA_DIR: dataDir },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part
    })
  }
  const ended = new Promise<number | string | null>((settle) => child.once('close', (code, signal) => settle(code ?? signal)))
  const started = new Promise<void>((settle, fail) => {
    child.stdout.on('data', () => output.includes('Ctrl-C stops everything') && settle())
    child.once('close', () => fail(new Error(`It ended before it was up:\n${output}`)))
  })
  // A test that expects the start to fail looks at the end, not at this.
  started.catch(() => undefined)
  return { process: child, ports, output: () => output, started, ended }
}

export async function freePorts(): Promise<Ports> {
  const servers = await Promise.all([hold(0), hold(0), hold(0)])
  const [server = 0, trace = 0, sandbox = 0] = servers.map(({ port }) => port)
  await Promise.all(servers.map(({ release }) => release()))
  return { server, trace, sandbox }
}

/** Listens on a port; 0 means any free one. */
export function hold(port: number): Promise<{ port: number; release(): Promise<void> }> {
  return new Promise((settle, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return fail(new Error('no port'))
      settle({ port: address.port, release: () => new Promise((done) => server.close(() => done())) })
    })
  })
}

type Answer = { pid: number; apiUrl: string; traceProcesses: unknown; devTools: unknown; sandboxUrl: unknown; numbers: number[] }

/** Asks a stand-in for its numbers, or gives it one to keep; undefined when it does not answer. */
export async function ask(port: number, keep?: number): Promise<Answer | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/${keep ?? ''}`, { method: keep === undefined ? 'GET' : 'POST' })
    return response.ok ? readAnswer(await response.json()) : undefined
  } catch {
    return undefined
  }
}

function readAnswer(body: unknown): Answer {
  const { pid, apiUrl, traceProcesses, devTools, sandboxUrl, numbers } = asRecord(body)
  if (typeof pid !== 'number' || typeof apiUrl !== 'string' || !Array.isArray(numbers)) throw new Error('not the answer of a stand-in')
  return { pid, apiUrl, traceProcesses, devTools, sandboxUrl, numbers: numbers.map(Number) }
}

export async function untilAnswering(port: number): Promise<Answer> {
  await expect.poll(() => ask(port), { interval: 50 }).toBeDefined()
  const answer = await ask(port)
  return answer ?? untilAnswering(port)
}
