import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isPostmasterOf, readPostmaster } from './postmaster.ts'

/** The address of a database in the server that runs on a data folder; undefined when none runs there. */
export function addressOfRunning(dataDir: string, database: string): string | undefined {
  const folder = resolve(dataDir)
  if (!existsSync(folder)) return undefined
  const found = readPostmaster(folder)
  if (found?.status !== 'ready' || !isPostmasterOf(found.pid, folder)) return undefined
  const socketFolder = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[4]
  return socketFolder ? `postgresql://app@localhost:5432/${database}?host=${encodeURIComponent(socketFolder)}` : undefined
}
