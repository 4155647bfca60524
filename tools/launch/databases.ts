import pg from 'pg'
import { type AppName, appNames, apps } from './apps.ts'
import { clusters, type Surroundings, superviseCluster } from './clusters.ts'
import type { Settings } from './config.ts'

export type Databases = { urls: Record<AppName, string>; stop(): Promise<void> }

const oldestMajor = 15

/** Gives every application a database: the one that its setting names, else one in an embedded server, which is then started. */
export async function openDatabases(settings: Settings, surroundings: Surroundings): Promise<Databases> {
  const given = settings.databaseUrls
  for (const name of appNames) if (given[name] !== undefined) await requireUsable(apps[name].urlSetting, given[name])
  const needed = clusters
    .map((cluster) => ({ ...cluster, apps: cluster.apps.filter((name) => given[name] === undefined) }))
    .filter((cluster) => cluster.apps.length > 0)
  const started = await Promise.allSettled(needed.map((cluster) => superviseCluster(cluster, settings, surroundings)))
  const running = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = () => Promise.all(running.map((cluster) => cluster.stop())).then(() => undefined)
  for (const start of started) {
    if (start.status === 'fulfilled') continue
    await stop()
    throw start.reason
  }
  const url = (name: AppName) => given[name] ?? running.find((cluster) => cluster.apps.includes(name))?.url(apps[name].database) ?? ''
  return { urls: { server: url('server'), trace: url('trace'), sandbox: url('sandbox') }, stop }
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
