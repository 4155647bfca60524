import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../postgres/postmaster.ts'
import { asRecord } from '../postgres/read-json.ts'

type Holder = { pid: number; begun: string }

export type FolderLock = {
  /** Whether the last holder was killed and may have left processes that are still ending. */
  takenOver: boolean
  release(): void
}

/**
 * Takes a data folder for this process, or throws and names the process that has it. A holder is known by its number and the
 * moment it began, so a lock left by a killed process is not mistaken for a lock of the program that got its number since.
 */
export function lockFolder(dataDir: string): FolderLock {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'launcher.lock')
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify({ pid: process.pid, begun: beginOf(process.pid) } satisfies Holder))
  try {
    const takenOver = takeLock(file, own, dataDir)
    return { takenOver, release: () => rmSync(file, { force: true }) }
  } finally {
    rmSync(own, { force: true })
  }
}

function takeLock(file: string, own: string, dataDir: string): boolean {
  // A link is made whole or not at all, and fails where another one is.
  if (tryLink(own, file)) return false
  const holder = readHolder(file)
  if (holder && isAlive(holder.pid) && beginOf(holder.pid) === holder.begun) {
    throw new Error(
      `The data folder ${dataDir} is in use by process ${holder.pid}. Stop that one first, or set DATA_DIR to another folder.`,
    )
  }
  const aside = `${own}.stale`
  renameSync(file, aside)
  rmSync(aside, { force: true })
  if (!tryLink(own, file)) throw new Error(`The data folder ${dataDir} was taken by another start at this moment.`)
  return true
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    const { pid, begun } = asRecord(JSON.parse(readFileSync(file, 'utf8')))
    return typeof pid === 'number' && typeof begun === 'string' ? { pid, begun } : undefined
  } catch {
    return undefined
  }
}

/** The moment a process began, in whatever unit the system tells it. */
function beginOf(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    return afterName.split(' ')[19] ?? ''
  } catch {
    return process.platform === 'linux' ? '' : beginByPs(pid)
  }
}

function beginByPs(pid: number): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
