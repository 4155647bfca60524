import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { randomText } from '@fyh/base/ids.ts'
import { isAlive } from '../postgres/postmaster.ts'
import { asRecord } from '../postgres/read-json.ts'

type Holder = { readonly pid: number; readonly begun: string }
/** A file of a holder, known by its bytes: each start writes a word of its own into it, so no two are alike. */
type Claim = { readonly id: string; readonly holder: Holder | undefined }

export type FolderLock = {
  /** Whether the last holder was killed and may have left processes that are still ending. */
  takenOver: boolean
  release(): void
}

/** Another process has the folder. */
export class FolderInUse extends Error {}

const lockName = 'launcher.lock'
const triesMax = 50

/**
 * Takes a data folder for this process, or throws `FolderInUse` and names the process that has it. A holder is known by its number and the
 * moment it began, so a lock left by a killed process is not mistaken for a lock of the program that got its number since.
 *
 * The claim on a dead holder's lock is a file named after that very lock, `launcher.lock.after.<id>`, made by a link, which only one process can do. A
 * holder that died before it had put its own lock in place has such a successor too, so the claims are a chain whose last one has the folder.
 */
export function lockFolder(dataDir: string): FolderLock {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, lockName)
  const own = `${file}.${process.pid}.${randomText(8)}`
  writeFileSync(own, JSON.stringify({ pid: process.pid, begun: beginOf(process.pid), word: randomText(16) }))
  try {
    const takenOver = takeLock(file, own, dataDir)
    return { takenOver, release: () => rmSync(file, { force: true }) }
  } finally {
    rmSync(own, { force: true })
  }
}

function takeLock(file: string, own: string, dataDir: string): boolean {
  for (let tries = 0; tries < triesMax; tries += 1) {
    // A link is made whole or not at all, and fails where another one is.
    if (tryLink(own, file)) return false
    const first = readClaim(file)
    const last = first && lastOfChain(file, first)
    // Released or replaced while it was being read.
    if (first === undefined || last === undefined) continue
    if (last.holder !== undefined && isRunning(last.holder)) throw new FolderInUse(inUse(dataDir, last.holder))
    if (claimAfter(file, { own, first, last })) {
      putInPlace(file, own)
      return true
    }
  }
  throw new FolderInUse(`The data folder ${dataDir} is being taken by other starts at this moment.`)
}

/** The newest claim in the chain that begins with the lock. */
function lastOfChain(file: string, first: Claim): Claim | undefined {
  for (let last = first, length = 0; length < triesMax; length += 1) {
    const next = readClaim(afterOf(file, last))
    if (next === undefined) return last
    last = next
  }
  return undefined
}

/**
 * Whether this process is the one successor of a dead holder. Successors of former locks are removed after the lock was replaced and a lock never comes
 * back, so a claim counts only if the lock is still the one that was read before.
 */
function claimAfter(file: string, { own, first, last }: { own: string; first: Claim; last: Claim }): boolean {
  const claim = afterOf(file, last)
  if (!tryLink(own, claim)) return false
  if (readClaim(file)?.id === first.id) return true
  rmSync(claim, { force: true })
  return false
}

/** Ends the chain: the lock becomes one of this process, and what led to it goes. */
function putInPlace(file: string, own: string): void {
  const whole = `${own}.whole`
  linkSync(own, whole)
  renameSync(whole, file)
  const folder = dirname(file)
  for (const name of readdirSync(folder)) if (name.startsWith(`${lockName}.after.`)) rmSync(join(folder, name), { force: true })
}

const afterOf = (file: string, { id }: Claim) => `${file}.after.${id}`
const isRunning = ({ pid, begun }: Holder) => isAlive(pid) && beginOf(pid) === begun
const inUse = (dataDir: string, { pid }: Holder) =>
  `The data folder ${dataDir} is in use by process ${pid}. Stop that one first, or set DATA_DIR to another folder.`

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Undefined where there is no such file. One that cannot be read as a holder was left half-written by a machine that lost its power. */
function readClaim(file: string): Claim | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    return { id: createHash('sha256').update(text).digest('hex').slice(0, 24), holder: holderOf(text) }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    const { pid, begun } = asRecord(JSON.parse(text))
    return typeof pid === 'number' && typeof begun === 'string' ? { pid, begun } : undefined
  } catch {
    return undefined
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

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
