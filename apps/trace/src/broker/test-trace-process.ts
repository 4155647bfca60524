import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { hold } from '../../../../tools/launch/stand-ins/run.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const tether = new URL('../../../../tools/launch/tether.ts', import.meta.url).href
const indexKey = 'a key for tests, which is no secret'

export type TestProcess = {
  readonly pid: number
  /** Ended by itself or by a signal: what it wrote, and the signal. */
  readonly ended: Promise<{ signal: NodeJS.Signals | null; code: number | null; output: string }>
  /** kill -9: it finishes nothing. */
  kill(): Promise<void>
  /** SIGTERM: it finishes what it began. */
  stop(): Promise<void>
}
export type TraceProcess = TestProcess & { readonly url: string }

/** A trace process on a port of its own, alone unless the settings say otherwise; answers when it can be asked. It ends when this process does. */
export async function startTraceProcess(settings: Record<string, string>): Promise<TraceProcess> {
  const { port, release } = await hold(0)
  await release()
  const environment = { TRACE_PORT: String(port), TRACE_PROCESSES: '1', TRACE_INDEX_KEY: indexKey, LOG_LEVEL: 'warn', ...settings }
  const started = startTestProcess([main], environment)
  const url = `http://127.0.0.1:${port}`
  const early = started.ended.then(({ output }) => Promise.reject(new Error(`the trace process ended at its start:\n${output}`)))
  early.catch(() => undefined)
  while (!(await Promise.race([answers(url), early]))) await wait(20)
  return { ...started, url }
}

/** A program of ours with these arguments for Node. It ends when this process does. */
export function startTestProcess(args: string[], environment: Record<string, string>): TestProcess {
  const child = spawn(process.execPath, ['--import', tether, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => {
      output = (output + part).slice(-20_000)
    })
  const ended = once(child, 'close').then(() => ({ signal: child.signalCode, code: child.exitCode, output }))
  return { pid: child.pid ?? 0, ended, kill: () => signalled(child, 'SIGKILL'), stop: () => signalled(child, 'SIGTERM') }
}

async function signalled(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) })).body?.cancel()
    return true
  } catch {
    return false
  }
}

/** What the process says of itself. */
export async function askHealth(
  url: string,
): Promise<{ status: number; state: unknown; waiting: unknown; bytes: unknown; aside: unknown; writer: unknown }> {
  const response = await fetch(`${url}/healthz`)
  const { data } = z.object({ data: z.record(z.string(), z.unknown()) }).parse(await response.json())
  return { status: response.status, state: data.state, waiting: data.waiting, bytes: data.bytes, aside: data.aside, writer: data.writer }
}
