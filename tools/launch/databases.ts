import pg from 'pg'
import { type AppName, appNames, apps, dispensable } from './apps.ts'
import { clusters, type Surroundings, superviseCluster } from './clusters.ts'
import type { Settings } from './config.ts'

/** An application without an address has no database to run on. */
export type Databases = { urls: Partial<Record<AppName, string>>; stop(): Promise<void> }

const oldestMajor = 15

/**
 * Gives every application a database: the one that its setting names, else one in an embedded server, which is then started. What
 * cannot be had fails the start, but for the application that can be done without, which is told.
 */
export async function openDatabases(settings: Settings, surroundings: Surroundings): Promise<Databases> {
  const given = settings.databaseUrls
  const without = (failure: unknown, apps: readonly AppName[]) => {
    if (!apps.every((name) => name === dispensable)) throw failure
    surroundings.onProgress(`Starting without what tracks behaviour. ${failure instanceof Error ? failure.message : failure}`)
  }
  for (const name of appNames)
    if (given[name] !== undefined)
      await requireUsable(apps[name].urlSetting, given[name]).catch((failure: unknown) => without(failure, [name]))
  const needed = clusters
    .map((cluster) => ({ ...cluster, apps: cluster.apps.filter((name) => given[name] === undefined) }))
    .filter((cluster) => cluster.apps.length > 0)
  const started = await Promise.allSettled(needed.map((cluster) => superviseCluster(cluster, settings, surroundings)))
  const running = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = () => Promise.all(running.map((cluster) => cluster.stop())).then(() => undefined)
  try {
    for (const [place, start] of started.entries()) if (start.status === 'rejected') without(start.reason, needed[place]?.apps ?? [])
  } catch (failure) {
    await stop()
    throw failure
  }
  const url = (name: AppName) => given[name] ?? running.find((cluster) => cluster.apps.includes(name))?.url(apps[name].database)
  const urls = appNames.flatMap((name) => [{ name, address: url(name) }]).filter(({ address }) => address !== undefined)
  return { urls: Object.fromEntries(urls.map(({ name, address }) => [name, address])), stop }
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
