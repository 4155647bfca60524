import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const memory = '/dev/shm'
/** Some runs at once, each with its databases and their logs; a container that gives its memory place 64 MB is left in peace. */
const roomBytes = 4 * 1024 ** 3

/**
 * Makes a folder for the databases of a test, in memory where there is plenty, else in the temporary place. What is in memory outlives
 * the death of every process, as on a disk, and goes only with the machine: of no matter to tests, which start no machine anew.
 */
export function makeTestFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom() ? memory : tmpdir(), prefix))
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomBytes && process.availableMemory() >= roomBytes
  } catch {
    return false
  }
}
