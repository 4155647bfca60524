import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Postgres, startPostgres } from '../postgres/embedded.ts'
import { type AppName, appNames, apps } from './apps.ts'
import type { Settings } from './config.ts'

export type Databases = { urls: Record<AppName, string>; stop(): Promise<void> }

type Surroundings = { onProgress: (what: string) => void; signal: AbortSignal }

const oldestMajor = 15
const restartPauseMs = 1_000

/** Gives every application a database: the one that its setting names, else one in the embedded server, which is then started. */
export async function openDatabases(settings: Settings, surroundings: Surroundings): Promise<Databases> {
  const given = settings.databaseUrls
  for (const name of appNames) if (given[name] !== undefined) await requireUsable(apps[name].urlSetting, given[name])
  if (appNames.every((name) => given[name] !== undefined)) return { urls: fill(given, () => ''), stop: async () => undefined }
  const server = await superviseEmbedded(settings, surroundings)
  return { urls: fill(given, (name) => server.url(apps[name].database)), stop: server.stop }
}

function fill(given: Settings['databaseUrls'], missing: (name: AppName) => string): Record<AppName, string> {
  return { server: given.server ?? missing('server'), trace: given.trace ?? missing('trace'), sandbox: given.sandbox ?? missing('sandbox') }
}

/** Starts the embedded server and starts it again when it dies; its address stays the same, and the applications reconnect. */
async function superviseEmbedded({ dataDir, databaseUrls, postgresBin }: Settings, { onProgress, signal }: Surroundings) {
  let stopping = false
  const start = () =>
    startPostgres({ dataDir: join(dataDir, 'postgres'), onProgress, signal, ...(postgresBin === undefined ? {} : { binDir: postgresBin }) })
  let postgres: Postgres = await start()
  for (const name of appNames) if (databaseUrls[name] === undefined) await postgres.createDatabase(apps[name].database)

  async function keepRunning(): Promise<void> {
    for (;;) {
      await postgres.ended
      if (stopping) return
      onProgress('PostgreSQL ended by itself; it starts again')
      for (;;) {
        try {
          postgres = await start()
          break
        } catch (error) {
          if (stopping) return
          onProgress(`PostgreSQL does not start, another try follows: ${error instanceof Error ? error.message : error}`)
          await wait(restartPauseMs)
        }
      }
      onProgress('PostgreSQL is back')
      if (stopping) await postgres.stop()
    }
  }
  const running = keepRunning()
  return {
    url: (database: string) => postgres.url(database),
    async stop() {
      stopping = true
      await postgres.stop()
      await running
    },
  }
}

async function requireUsable(setting: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  let version: number
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::integer / 10000 as version")
    version = rows[0]?.version ?? 0
  } catch (cause) {
    // The address holds a password, so only what the driver says is repeated.
    throw new Error(`The database of ${setting} cannot be used: ${cause instanceof Error ? cause.message || cause.name : cause}`, { cause })
  } finally {
    await client.end().catch(() => undefined)
  }
  if (version < oldestMajor) throw new Error(`The database of ${setting} is PostgreSQL ${version}; ${oldestMajor} or newer is needed.`)
}
