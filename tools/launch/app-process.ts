import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

type AppSettings = {
  name: string
  entry: string
  port: number
  environment: Record<string, string | undefined>
  /** Told of each line the application writes. */
  onLine: (line: string) => void
  /** Told when it ended by itself and what happens next. */
  onNotice: (what: string) => void
  /** Tried again also when it was never healthy. */
  dispensable: boolean
}

export type AppProcess = { healthy: Promise<void>; pid(): number | undefined; stop(): Promise<void> }

const tether = new URL('./tether.ts', import.meta.url).href
// Measured at rest: with these and two heaps of the C library a process takes 105 MB instead of 125, when cached 87 instead of 94.
const smallMemory = ['--max-semi-space-size=4']
const startLimitMs = 60_000
const drainLimitMs = 2_500
const calmMs = 30_000
const restartWaitsMs = [100, 500, 1_000, 2_000, 5_000]

/**
 * Runs one application and starts it again when it dies, with growing pauses, without touching the others. One that ends
 * before it was ever healthy has a fault that another try does not mend, and fails the start unless it is dispensable.
 */
export function superviseApp(app: AppSettings): AppProcess {
  const stopping = new AbortController()
  let child = spawnApp(app)
  const first = firstHealth(app, child, stopping.signal)
  const goOn = () => (stopping.signal.aborted ? undefined : keepRunning())
  // The start awaits this promise too; here it only keeps a failure from counting as unhandled.
  const running = first.then(goOn, () => (app.dispensable ? goOn() : undefined))
  const told = (failure: Error) => (stopping.signal.aborted ? undefined : app.onNotice(failure.message))
  const healthy = app.dispensable ? first.catch(told) : first

  async function keepRunning(): Promise<void> {
    let restarts = 0
    let begun = performance.now()
    for (;;) {
      const how = await exitOf(child)
      if (stopping.signal.aborted) return
      restarts = performance.now() - begun > calmMs ? 0 : restarts + 1
      const waitMs = restartWaitsMs[Math.min(restarts, restartWaitsMs.length - 1)] ?? 0
      app.onNotice(`${app.name} ended (${how}); restarting in ${waitMs / 1000} s`)
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      child = spawnApp(app)
      begun = performance.now()
    }
  }

  return {
    healthy,
    pid: () => child.pid,
    async stop() {
      stopping.abort()
      await stopChild(child)
      await running
    },
  }
}

function spawnApp({ entry, environment, onLine }: AppSettings): ChildProcess {
  const child = spawn(process.execPath, [...smallMemory, '--import', tether, entry], {
    env: { MALLOC_ARENA_MAX: '2', ...environment },
    // Out of the terminal's group: Ctrl-C comes to the launcher alone, which stops everything in order.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  child.on('error', (error) => onLine(`does not start: ${error.message}`))
  child.stdin?.on('error', () => undefined)
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', onLine)
  return child
}

async function firstHealth({ name, port, dispensable }: AppSettings, child: ChildProcess, stopping: AbortSignal): Promise<void> {
  const begin = performance.now()
  while (!(await answersHealth(port, dispensable))) {
    stopping.throwIfAborted()
    if (hasEnded(child)) throw new Error(`${name} ended while starting (${await exitOf(child)}); see its output above`)
    if (performance.now() - begin > startLimitMs)
      throw new Error(`${name} did not answer GET /healthz on port ${port} in ${startLimitMs / 1000} s`)
    await wait(50)
  }
}

/** Of one that can be done without, any answer will do: it says itself what it waits for. */
async function answersHealth(port: number, anyAnswer: boolean): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok || anyAnswer
  } catch {
    return false
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = exitOf(child)
  child.kill('SIGTERM')
  const inTime = await Promise.race([ended.then(() => true), wait(drainLimitMs, false, { ref: false })])
  if (!inTime) child.kill('SIGKILL')
  await ended
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

async function exitOf(child: ChildProcess): Promise<string> {
  if (!hasEnded(child)) await new Promise((settle) => child.once('exit', settle))
  return child.signalCode ?? `exit ${child.exitCode}`
}
