import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@fyh/serve/log.ts'
import { openAsking } from './asking.ts'
import { tellLimitMs } from './standing.ts'

type WorkersSettings = {
  readonly count: number
  readonly log: Logger
  /** Settles when this process was told to stop: from then on none begins any more. */
  readonly stopping: Promise<unknown>
}

const pauseMs = 1_000
/**
 * MB of a young heap, from the beginning: what waits for a write is moved by every collection, so that fewer of them are less work. And in it begins all that is made:
 * after a collection that met much that waited, V8 would take rows for long-lived and make them in the old heap, where they keep a quarter of all garbage until that is collected, too.
 */
const youngHeap = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--no-allocation-site-pretenuring']

/**
 * Starts so many processes of this program, which listen on one port, and another one for each that dies. Resolves when the first listens; what keeps that from
 * listening ends this process as it ended that one, which has said why. They end with this process, however it ends.
 */
export async function startWorkers({ count, log, stopping }: WorkersSettings) {
  const running = new Set<Worker>()
  const listening = new Map<Worker, ReturnType<typeof openAsking>>()
  const begun = Promise.withResolvers<void>()
  const stop = new AbortController()
  let hasBegun = false
  void stopping.then(() => stop.abort())
  // Each takes connections from the system by itself: this process has no part in them, and what one that is killed had not taken another one takes.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...youngHeap] })

  function start(): void {
    const worker = cluster.fork()
    const asking = openAsking(worker, () => howOthersStand(worker))
    running.add(worker)
    worker.once('listening', () => {
      listening.set(worker, asking)
      hasBegun = true
      begun.resolve()
    })
    worker.once('exit', (code, signal) => ended(worker, signal ?? code))
    // Told of what cannot be sent to one that dies, too; its end says the rest.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) ended(worker, error.message)
    })
  }

  function ended(worker: Worker, how: number | string): void {
    running.delete(worker)
    listening.delete(worker)
    if (stop.signal.aborted) return
    if (!hasBegun && typeof how === 'number') process.exit(how)
    log.error({ pid: worker.process.pid, how }, 'a worker process exited; starting another')
    wait(pauseMs, undefined, { signal: stop.signal }).then(start, () => undefined)
  }

  async function howOthersStand(worker: Worker): Promise<unknown[]> {
    const others = [...listening].filter(([other]) => other !== worker)
    const told = await Promise.all(others.map(([, { ask }]) => ask(tellLimitMs)))
    return told.filter((standing) => standing !== undefined)
  }

  start()
  await Promise.race([begun.promise, stopping])
  for (let more = 1; more < count && !stop.signal.aborted; more += 1) start()
  return {
    async close(): Promise<void> {
      const ends = [...running].map((worker) => once(worker, 'exit'))
      for (const worker of running) worker.process.kill('SIGTERM')
      await Promise.all(ends)
    },
  }
}
