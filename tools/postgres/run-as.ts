import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** How to run PostgreSQL, which refuses to run as root. */
export type RunAs = {
  wrap(program: string, args: string[]): { program: string; args: string[]; ids: { uid?: number; gid?: number } }
  /** Gives a new folder to the user who will run PostgreSQL. */
  own(path: string): void
}

const nobody = 65_534

const plain: RunAs = { wrap: (program, args) => ({ program, args, ids: {} }), own: () => undefined }

/**
 * Not root: as ourselves, under the name "nobody" where ours has none, as in some containers. Root: as the owner of the data, for new data as "nobody"; where that user cannot reach the programs
 * or the data (a checkout under /root), in a user namespace, in which root's files belong to an ordinary user.
 */
export function chooseRunAs({ binDir, dataDir }: { binDir: string; dataDir: string }): RunAs {
  if (process.getuid?.() !== 0) return hasName() || !namespaceWorks() ? plain : { ...plain, wrap: inNamespace }
  const owner = existsSync(dataDir) ? statSync(dataDir) : { uid: nobody, gid: nobody }
  if (owner.uid !== 0 && canReach(owner, { binDir, dataDir })) return asUser(owner)
  if ((owner.uid === 0 || !existsSync(dataDir)) && namespaceWorks()) return { ...plain, wrap: inNamespace }
  throw new Error(
    `PostgreSQL refuses to run as root, and user ${owner.uid} cannot reach both ${binDir} and ${dataDir}. ` +
      'Start as an ordinary user, or set DATA_DIR to a folder every user can enter, or set DATABASE_URL.',
  )
}

function asUser({ uid, gid }: { uid: number; gid: number }): RunAs {
  return { wrap: (program, args) => ({ program, args, ids: { uid, gid } }), own: (path) => chownSync(path, uid, gid) }
}

// A number that every system knows by name, without which initdb does not run.
const namespace = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`]

function inNamespace(program: string, args: string[]) {
  return { program: 'unshare', args: [...namespace, program, ...args], ids: {} }
}

function namespaceWorks(): boolean {
  return spawnSync('unshare', [...namespace, 'true']).status === 0
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function canReach({ uid, gid }: { uid: number; gid: number }, { binDir, dataDir }: { binDir: string; dataDir: string }): boolean {
  const runs = spawnSync(join(binDir, 'postgres'), ['--version'], { uid, gid, cwd: '/', env: {} })
  const enters = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', nearestFolder(dataDir)], { uid, gid, cwd: '/', env: {} })
  return runs.status === 0 && enters.status === 0
}

function nearestFolder(path: string): string {
  const folder = resolve(path)
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}
