import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

export type Postmaster = { pid: number; status: string }

/** The server that a data folder's postmaster.pid names, whether or not it still runs. */
export function readPostmaster(dataDir: string): Postmaster | undefined {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : undefined
}

/** Whether a process runs (one that has ended but was not yet collected does not). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Not permitted to signal it means that it is there.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return !/^\S+ \(.*\) Z/s.test(readProc(pid, 'stat') ?? '')
}

/** Whether the process with that number is PostgreSQL on that folder, and not another program that got a number used before. */
export function isPostmasterOf(pid: number, dataDir: string): boolean {
  if (!isAlive(pid)) return false
  const folder = realpathSync(dataDir)
  try {
    // A postmaster works in its data folder.
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    const command = readProc(pid, 'cmdline')?.replaceAll('\0', ' ') ?? commandOf(pid)
    return command.includes(folder) || command.includes(dataDir) || /(^|\/)postgres( |$)/.test(command)
  }
}

function readProc(pid: number, entry: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${entry}`, 'utf8')
  } catch {
    return undefined
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
