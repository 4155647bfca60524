import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Postgres, startPostgres } from './embedded.ts'
import { makeTestFolder } from './test-folder.ts'

type ClusterOptions = { binDir?: string | undefined; settings?: Record<string, string> }

/** Starts a server on a new folder, as fast as it goes; its folder goes with it. */
export async function startTestCluster({ binDir, settings }: ClusterOptions = {}): Promise<Postgres> {
  const folder = makeTestFolder('fyh-test-')
  // Run by root, the server belongs to another user, who must get in; the data folder itself is closed.
  chmodSync(folder, 0o711)
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  try {
    const postgres = await startPostgres({
      dataDir: join(folder, 'data'),
      throwaway: true,
      ...(binDir && { binDir }),
      ...(settings && { settings }),
    })
    return { ...postgres, stop: () => postgres.stop().finally(removeFolder) }
  } catch (error) {
    removeFolder()
    throw error
  }
}
