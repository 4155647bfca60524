import type { TestProject } from 'vitest/node'
import { startTestCluster } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's server, at its database "postgres". */
    postgresUrl: string
  }
}

/** Starts the one server of a test run. TEST_PG_BIN names the programs to use instead of the installed ones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestCluster({ binDir: process.env.TEST_PG_BIN || undefined })
  project.provide('postgresUrl', postgres.url('postgres'))
  return () => postgres.stop()
}
