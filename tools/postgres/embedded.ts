import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, rmSync, statSync, truncateSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { isAlive, isPostmasterOf, readPostmaster } from './postmaster.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'
import { openSocketFolder } from './socket-folder.ts'

export type Postgres = {
  /** The address of one of its databases. */
  url(database: string): string
  /** Makes a database unless it is there. */
  createDatabase(name: string): Promise<void>
  /** Ends open sessions, writes everything out and stops; a server that hangs is made to stop, and recovers at the next start. */
  stop(): Promise<void>
  pid: number
  /** Settles when the server has ended, asked or not. */
  ended: Promise<void>
}

type StartSettings = {
  dataDir: string
  /** The folder of initdb and postgres; those installed by npm when absent. */
  binDir?: string
  /** Server settings added to ours. */
  settings?: Record<string, string>
  /** For tests: nothing needs to outlive a power cut, and the folder goes when the server ends, even when we are killed. */
  throwaway?: boolean
  /** Told before a step that takes seconds. */
  onProgress?: (what: string) => void
  /** Gives up making a new database, and waiting for the server. */
  signal?: AbortSignal
}

const startLimitMs = 60_000
/** Sessions are ended at once, so a stop that takes longer hangs. With the applications' own limit it stays under five seconds. */
const stopLimitMs = 1_800
const logBytesMax = 5_000_000

/**
 * Starts PostgreSQL on a data folder, made at the first start. One server a folder: when one runs there already, this throws
 * and names its process (DB-01, DB-04). The server ends with this process, even when that is killed: a shell holds the other
 * end of a pipe and stops the server when the pipe closes.
 */
export async function startPostgres({
  dataDir,
  binDir,
  settings,
  throwaway = false,
  onProgress,
  signal,
}: StartSettings): Promise<Postgres> {
  const folder = resolve(dataDir)
  mkdirSync(dirname(folder), { recursive: true })
  const binaries = findBinaries(binDir)
  const runAs = chooseRunAs({ binDir: binaries.binDir, dataDir: folder })
  await createCluster({ dataDir: folder, binaries, runAs, throwaway, ...(onProgress ? { onProgress } : {}), ...(signal ? { signal } : {}) })
  const socketFolder = openSocketFolder(realpathSync(folder), runAs)
  const options = { ...serverSettings(socketFolder), ...(throwaway ? throwawaySettings : {}), ...settings }
  return startServer({ dataDir: folder, binaries, runAs, options, socketFolder, throwaway }, signal)
}

type Server = {
  dataDir: string
  binaries: Binaries
  runAs: RunAs
  options: Record<string, string>
  socketFolder: string
  throwaway: boolean
}

async function startServer(server: Server, signal?: AbortSignal): Promise<Postgres> {
  const stalePid = await refuseWhileRunning(server.dataDir)
  const logFrom = shortenLog(logFile(server.dataDir))
  const guard = spawnGuarded(server, stalePid)
  const url = (database: string) => `postgresql://app@localhost:5432/${database}?host=${encodeURIComponent(server.socketFolder)}`
  const readLog = () => readFileSync(logFile(server.dataDir)).subarray(logFrom).toString('utf8')
  const outcome = await waitUntilReady(guard, url('postgres'), signal)
  if (outcome === 'ready') return handleOn(server, guard, url)
  guard.stdin?.end()
  if (signal?.aborted) await endUnready(guard)
  // After a crash the old server's sessions need a moment to notice and to let go of their memory.
  if (/pre-existing shared memory block/.test(readLog())) {
    await wait(200)
    return startServer(server, signal)
  }
  throw new Error(`PostgreSQL on ${server.dataDir} did not start (${outcome}):\n${readLog().trim().split('\n').slice(-12).join('\n')}`)
}

function handleOn(server: Server, guard: ChildProcess, url: Postgres['url']): Postgres {
  const pid = readPostmaster(server.dataDir)?.pid
  if (pid === undefined) throw new Error(`PostgreSQL on ${server.dataDir} is up but wrote no postmaster.pid`)
  const ended = endOf(guard, pid)
  return {
    url,
    pid,
    ended,
    createDatabase: (name) => createDatabase(url('postgres'), name),
    async stop() {
      guard.stdin?.end()
      const stopped = await Promise.race([ended.then(() => true), wait(stopLimitMs, false, { ref: false })])
      if (!stopped && isPostmasterOf(pid, server.dataDir)) process.kill(pid, 'SIGQUIT')
      await ended
      rmSync(server.socketFolder, { recursive: true, force: true })
    },
  }
}

/** One that never was ready holds nothing that was acknowledged. */
async function endUnready(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null) return
  const ended = new Promise<true>((settle) => guard.once('exit', () => settle(true)))
  const inTime = await Promise.race([ended, wait(stopLimitMs, false, { ref: false })])
  if (inTime || guard.pid === undefined) return
  process.kill(-guard.pid, 'SIGKILL')
  await ended
}

/** The guard ends after the server; when the guard itself was killed, closing its pipe stops the server, which is then waited for. */
async function endOf(guard: ChildProcess, pid: number): Promise<void> {
  if (guard.exitCode === null && guard.signalCode === null) await new Promise((settle) => guard.once('exit', settle))
  guard.stdin?.end()
  while (isAlive(pid)) await wait(20)
}

/** Throws while a server runs on the folder, after giving one that is stopping the time to do so. Returns a pid left by one that is gone. */
async function refuseWhileRunning(dataDir: string): Promise<number | undefined> {
  const begin = performance.now()
  for (;;) {
    const found = readPostmaster(dataDir)
    if (found === undefined || !isPostmasterOf(found.pid, dataDir)) return found?.pid
    // A server whose owner was killed a moment ago is told to stop within milliseconds.
    const patienceMs = found.status === 'stopping' ? 15_000 : 1_000
    if (performance.now() - begin > patienceMs) {
      throw new Error(`The data folder ${dataDir} is in use by PostgreSQL, process ${found.pid}. Stop that one first, or set DATA_DIR.`)
    }
    await wait(50)
  }
}

// The pipe's end is kept as descriptor 3: reading ends when every holder of the other end is gone, this process above all.
const guardScript = `
exec 3<&0
trap "" INT TERM HUP
remove=$1; shift
"$@" </dev/null 3<&- & server=$!
(cat <&3 >/dev/null; kill -INT $server 2>/dev/null) & watch=$!
wait $server; result=$?
kill -KILL $watch 2>/dev/null
[ -z "$remove" ] || rm -rf "$remove"
exit $result`

function spawnGuarded({ dataDir, binaries, runAs, options, throwaway }: Server, stalePid: number | undefined): ChildProcess {
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = [join(binaries.binDir, 'postgres'), '-D', dataDir, ...flags]
  const { program, args, ids } = runAs.wrap('/bin/sh', ['-c', guardScript, 'sh', throwaway ? dataDir : '', ...server])
  const log = openSync(logFile(dataDir), 'a')
  try {
    const guard = spawn(program, args, {
      ...ids,
      cwd: '/',
      // The server takes this number, when its lock file holds it, for no rival. We have checked that it is none (DB-04), so the
      // file need not be deleted, and its other safeguard, the shared memory it names, stays in force.
      env: { ...minimalEnvironment, ...(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }) },
      // Out of the terminal's group, so Ctrl-C reaches the applications first.
      detached: true,
      stdio: ['pipe', log, log],
    })
    guard.stdin?.on('error', () => undefined)
    return guard
  } finally {
    closeSync(log)
  }
}

const minimalEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

const throwawaySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' }

function serverSettings(socketFolder: string): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    port: '5432',
    max_connections: '80',
    shared_buffers: '128MB',
    // Containers often give /dev/shm 64 MB only.
    dynamic_shared_memory_type: 'mmap',
    log_timezone: 'UTC',
    timezone: 'UTC',
  }
}

async function waitUntilReady(guard: ChildProcess, url: string, signal?: AbortSignal): Promise<'ready' | string> {
  const begin = performance.now()
  let failure: Error | undefined
  guard.once('error', (error) => {
    failure = error
  })
  while (performance.now() - begin < startLimitMs) {
    if (failure) return failure.message
    if (signal?.aborted) return 'it was given up'
    if (guard.exitCode !== null || guard.signalCode !== null) return `it ended with ${guard.exitCode ?? guard.signalCode}`
    if (await answers(url)) return 'ready'
    await wait(15)
  }
  return `no answer in ${startLimitMs / 1000} s`
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

function logFile(dataDir: string): string {
  return `${dataDir}.log`
}

/** Starts an overlong log anew and returns where this start begins in it. */
function shortenLog(file: string): number {
  if (!existsSync(file)) return 0
  if (statSync(file).size > logBytesMax) truncateSync(file)
  return statSync(file).size
}
