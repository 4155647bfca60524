import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Postgres, startPostgres } from '../postgres/embedded.ts'
import { type AppName, apps } from './apps.ts'
import type { Settings } from './config.ts'

type Cluster = {
  /** What a notice calls its server. */
  title: string
  /** Its folder in the data folder. */
  folder: string
  apps: readonly AppName[]
  settings: Record<string, string>
}

/** Lending and behaviour events share no server: neither a flood of events nor the end of theirs reaches a borrower. */
export const clusters: readonly Cluster[] = [
  { title: 'PostgreSQL', folder: 'postgres', apps: ['server', 'sandbox'], settings: {} },
  {
    title: 'PostgreSQL of the trace backend',
    folder: 'postgres-trace',
    apps: ['trace'],
    // A statement that fails is not written into the log: what it counts by names users, and no wish to be forgotten reaches a log.
    settings: { max_connections: '40', shared_buffers: '64MB', log_min_error_statement: 'panic' },
  },
]

export type RunningCluster = {
  readonly apps: readonly AppName[]
  url(database: string): string
  stop(): Promise<void>
}

export type Surroundings = { onProgress: (what: string) => void; signal: AbortSignal }

const restartPauseMs = 1_000

/** Starts an embedded server and starts it again when it dies; its address stays the same, and the applications reconnect. */
export async function superviseCluster(
  { title, folder, apps: inside, settings }: Cluster,
  { dataDir, postgresBin }: Pick<Settings, 'dataDir' | 'postgresBin'>,
  { onProgress, signal }: Surroundings,
): Promise<RunningCluster> {
  let stopping = false
  const start = () =>
    startPostgres({
      dataDir: join(dataDir, folder),
      settings,
      onProgress: (what) => onProgress(`${title}: ${what}`),
      signal,
      ...(postgresBin === undefined ? {} : { binDir: postgresBin }),
    })
  let postgres: Postgres = await start()
  try {
    for (const name of inside) await postgres.createDatabase(apps[name].database)
  } catch (failure) {
    await postgres.stop()
    throw failure
  }

  async function keepRunning(): Promise<void> {
    for (;;) {
      await postgres.ended
      if (stopping) return
      onProgress(`${title} stopped unexpectedly; restarting it`)
      for (;;) {
        try {
          postgres = await start()
          break
        } catch (error) {
          if (stopping) return
          onProgress(`${title} did not start; retrying: ${error instanceof Error ? error.message : error}`)
          await wait(restartPauseMs)
        }
      }
      onProgress(`${title} is back`)
      if (stopping) await postgres.stop()
    }
  }
  const running = keepRunning()
  return {
    apps: inside,
    url: (database: string) => postgres.url(database),
    async stop() {
      stopping = true
      await postgres.stop()
      await running
    },
  }
}

const againMs = 5_000

/** The same for a server that can be done without: it is told once why it does not start, and tried again until it does. */
export function superviseInTime(
  cluster: Cluster,
  settings: Pick<Settings, 'dataDir' | 'postgresBin'>,
  { onProgress, signal }: Surroundings,
) {
  const stopping = new AbortController()
  const over = AbortSignal.any([signal, stopping.signal])
  async function start(): Promise<RunningCluster | undefined> {
    let told = ''
    while (!over.aborted) {
      try {
        return await superviseCluster(cluster, settings, { onProgress, signal: over })
      } catch (failure) {
        const why = failure instanceof Error ? failure.message : String(failure)
        if (!over.aborted && why !== told) onProgress(`Starting without the trace backend; retrying. ${why}`)
        told = why
        await wait(againMs, undefined, { signal: over }).catch(() => undefined)
      }
    }
    return undefined
  }
  const started = start()
  return {
    /** Never ends where it is stopped before. */
    running: started.then((running) => running ?? new Promise<never>(() => undefined)),
    async stop() {
      stopping.abort()
      await (await started)?.stop()
    },
  }
}
