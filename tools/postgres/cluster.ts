import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import type { RunAs } from './run-as.ts'

type ClusterSettings = {
  dataDir: string
  binaries: Binaries
  runAs: RunAs
  throwaway: boolean
  onProgress?: (what: string) => void
  signal?: AbortSignal
}

const run = promisify(execFile)

/**
 * Makes the data folder unless it is there. It is filled under another name and renamed when complete, so a start that is
 * killed half-way leaves nothing that looks like a database.
 */
export async function createCluster({ dataDir, binaries, runAs, throwaway, onProgress, signal }: ClusterSettings): Promise<void> {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return checkVersion(dataDir, binaries)
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) throw new Error(`${dataDir} holds files, but no PostgreSQL database`)
  onProgress?.('Making a new database (once, a few seconds)')
  const filling = `${dataDir}.init-${process.pid}`
  removeAbandoned(dataDir)
  mkdirSync(filling, { mode: 0o700 })
  runAs.own(filling)
  await initialise(filling, { binaries, runAs, throwaway, ...(signal ? { signal } : {}) })
  if (existsSync(dataDir)) rmdirSync(dataDir)
  renameSync(filling, dataDir)
}

async function initialise(folder: string, { binaries, runAs, throwaway, signal }: Omit<ClusterSettings, 'dataDir' | 'onProgress'>) {
  // One collation on every system and in every version: by code point, with Unicode's upper and lower case where it is built in.
  const locale = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C']
  const options = ['-D', folder, '-U', 'app', '--auth=trust', '--encoding=UTF8', '--data-checksums', '--no-instructions', ...locale]
  const { program, args, ids } = runAs.wrap(join(binaries.binDir, 'initdb'), [...options, ...(throwaway ? ['--no-sync'] : [])])
  const running = run(program, args, {
    ...ids,
    ...(signal ? { signal } : {}),
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  })
  const { child } = running
  const ended = new Promise((settle) => child.once('close', settle))
  try {
    await running
  } finally {
    // Told to stop it says so at once, and still works with its children for a moment.
    if (child.pid !== undefined) await ended
  }
}

function checkVersion(dataDir: string, { major, binDir }: Binaries): void {
  const version = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()
  if (version === String(major)) return
  throw new Error(
    `${dataDir} was made by PostgreSQL ${version}, but the programs in ${binDir} are version ${major}. ` +
      `Move the data over with version ${version}'s pg_dump, or start on another DATA_DIR.`,
  )
}

function removeAbandoned(dataDir: string): void {
  const parent = dirname(dataDir)
  if (!existsSync(parent)) return
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(dataDir)}.init-`)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}
