import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunAs } from './run-as.ts'

/** The kernel keeps a socket's path in 104 bytes or so, ended by a zero. */
const socketPathMax = 103

/** Makes the folder that holds a data folder's socket: always the same one, short, and closed to other users. */
export function openSocketFolder(dataDir: string, runAs: RunAs): string {
  const name = `fyh-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  const folder = join(join(tmpdir(), name, '.s.PGSQL.5432').length <= socketPathMax ? tmpdir() : '/tmp', name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = lstatSync(folder)
  const root = process.getuid?.() === 0
  // Another user could have made a folder of this name in the shared place, to answer in the server's stead.
  if ((mode & 0o077) !== 0 || (!root && uid !== process.getuid?.()))
    throw new Error(`${folder} belongs to another user or is open to others`)
  runAs.own(folder)
  return folder
}
