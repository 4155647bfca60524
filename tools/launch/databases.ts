import pg from 'pg'
import { type AppName, apps, dispensable } from './apps.ts'
import { clusters, type RunningCluster, type Surroundings, superviseCluster, superviseInTime } from './clusters.ts'
import type { Settings } from './config.ts'

export type Databases = {
  /** Of the applications that lending needs. */
  urls: Partial<Record<AppName, string>>
  /** Of the one that can be done without, as soon as its server runs; never where that does not come. */
  dispensableUrl: Promise<string>
  stop(): Promise<void>
}

const oldestMajor = 15

type Found = 'empty' | 'inUse'

/**
 * Looks at the databases that settings name and returns the applications that have written there with their keys already. One that cannot be used
 * fails the start, but for that of the application that can be done without, which is told.
 */
export async function lookAtGiven(
  { databaseUrls: given, runs }: Pick<Settings, 'databaseUrls' | 'runs'>,
  onProgress: (what: string) => void,
) {
  const inUse: AppName[] = []
  for (const name of runs) {
    const url = given[name]
    if (url === undefined) continue
    const found = await lookAt(name, url).catch((failure: unknown) => {
      if (name !== dispensable) throw failure
      onProgress(`Starting without the trace backend. ${failure instanceof Error ? failure.message : failure}`)
    })
    if (found === 'inUse') inUse.push(name)
  }
  return inUse
}

/**
 * Gives every application a database: the one that its setting names, else one in an embedded server, which is then started. A
 * server that does not start fails the start, but for that of the application that can be done without: nobody waits for it.
 */
export async function openDatabases(settings: Settings, surroundings: Surroundings): Promise<Databases> {
  const { databaseUrls: given, runs } = settings
  const lacking = clusters
    .map((cluster) => ({ ...cluster, apps: cluster.apps.filter((name) => runs.includes(name) && given[name] === undefined) }))
    .filter((cluster) => cluster.apps.length > 0)
  const isNeeded = ({ apps }: { apps: readonly AppName[] }) => apps.some((name) => name !== dispensable)
  const later = lacking.filter((cluster) => !isNeeded(cluster)).map((cluster) => superviseInTime(cluster, settings, surroundings))
  const started = await Promise.allSettled(lacking.filter(isNeeded).map((cluster) => superviseCluster(cluster, settings, surroundings)))
  const running = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = () => Promise.all([...running, ...later].map((cluster) => cluster.stop())).then(() => undefined)
  const failed = started.find((start) => start.status === 'rejected')
  if (failed !== undefined) {
    await stop()
    throw failed.reason
  }
  const url = (name: AppName) => given[name] ?? running.find((cluster) => cluster.apps.includes(name))?.url(apps[name].database)
  const needed = runs.filter((name) => name !== dispensable)
  return {
    urls: Object.fromEntries(needed.map((name) => [name, url(name)])),
    dispensableUrl: addressOf(later, given[dispensable]),
    stop,
  }
}

async function addressOf(later: readonly { readonly running: Promise<RunningCluster> }[], given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  return (await Promise.race(later.map(({ running }) => running))).url(apps[dispensable].database)
}

async function lookAt(name: AppName, url: string): Promise<Found> {
  const { urlSetting, keyedTable } = apps[name]
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
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
