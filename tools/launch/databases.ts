import pg from 'pg'
import { type AppName, appNames, apps, dispensable } from './apps.ts'
import { clusters, type Surroundings, superviseCluster } from './clusters.ts'
import type { Settings } from './config.ts'

/** An application without an address has no database to run on. */
export type Databases = { urls: Partial<Record<AppName, string>>; stop(): Promise<void> }

const oldestMajor = 15

type Found = 'empty' | 'inUse'

/**
 * Looks at the databases that settings name and returns the applications that have written there with their keys already. One that cannot be used
 * fails the start, but for that of the application that can be done without, which is told.
 */
export async function lookAtGiven({ databaseUrls: given }: Pick<Settings, 'databaseUrls'>, onProgress: (what: string) => void) {
  const inUse: AppName[] = []
  for (const name of appNames) {
    const url = given[name]
    if (url === undefined) continue
    const found = await lookAt(name, url).catch((failure: unknown) => without(failure, [name], onProgress))
    if (found === 'inUse') inUse.push(name)
  }
  return inUse
}

function without(failure: unknown, apps: readonly AppName[], onProgress: (what: string) => void): undefined {
  if (!apps.every((name) => name === dispensable)) throw failure
  onProgress(`Starting without what tracks behaviour. ${failure instanceof Error ? failure.message : failure}`)
}

/**
 * Gives every application a database: the one that its setting names, else one in an embedded server, which is then started. A
 * server that does not start fails the start, but for that of the application that can be done without, which is told.
 */
export async function openDatabases(settings: Settings, surroundings: Surroundings): Promise<Databases> {
  const given = settings.databaseUrls
  const needed = clusters
    .map((cluster) => ({ ...cluster, apps: cluster.apps.filter((name) => given[name] === undefined) }))
    .filter((cluster) => cluster.apps.length > 0)
  const started = await Promise.allSettled(needed.map((cluster) => superviseCluster(cluster, settings, surroundings)))
  const running = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = () => Promise.all(running.map((cluster) => cluster.stop())).then(() => undefined)
  try {
    for (const [place, start] of started.entries())
      if (start.status === 'rejected') without(start.reason, needed[place]?.apps ?? [], surroundings.onProgress)
  } catch (failure) {
    await stop()
    throw failure
  }
  const url = (name: AppName) => given[name] ?? running.find((cluster) => cluster.apps.includes(name))?.url(apps[name].database)
  const urls = appNames.flatMap((name) => [{ name, address: url(name) }]).filter(({ address }) => address !== undefined)
  return { urls: Object.fromEntries(urls.map(({ name, address }) => [name, address])), stop }
}

async function lookAt(name: AppName, url: string): Promise<Found> {
  const { urlSetting, keyedTable } = apps[name]
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  let version = 0
  let inUse = false
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; inUse: boolean }>(look, [keyedTable])
    version = rows[0]?.version ?? 0
    inUse = rows[0]?.inUse ?? false
  } catch (cause) {
    // The address holds a password, so only what the driver says is repeated.
    throw new Error(`The database of ${urlSetting} cannot be used: ${cause instanceof Error ? cause.message || cause.name : cause}`, {
      cause,
    })
  } finally {
    await client.end().catch(() => undefined)
  }
  if (version < oldestMajor) throw new Error(`The database of ${urlSetting} is PostgreSQL ${version}; ${oldestMajor} or newer is needed.`)
  return inUse ? 'inUse' : 'empty'
}

const look = `select current_setting('server_version_num')::integer / 10000 as version, to_regclass($1) is not null as "inUse"`
