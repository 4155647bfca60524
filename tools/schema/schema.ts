import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { startTestCluster } from '../postgres/test-cluster.ts'
import { readCatalog } from './catalog.ts'
import { placements } from './placement.ts'
import { schemaFaults } from './rules.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The applications with tables of users; the stand-ins of outside parties have none. */
export const appsWithUsers = ['server', 'trace'] as const

export function migrationsOf(app: (typeof appsWithUsers)[number]): string {
  return join(root, 'apps', app, 'migrations')
}

/** `npm run schema`: migrates each application's tables into a new database, and prints every fault of their keys and types. */
async function run(): Promise<boolean> {
  const cluster = await startTestCluster()
  try {
    let passed = true
    for (const app of appsWithUsers) {
      const pool = openPool({ url: cluster.url('postgres'), schema: app, applicationName: 'schema', max: 1 })
      try {
        await migrate(pool, migrationsOf(app), { schema: app })
        const catalog = await readCatalog(pool, app)
        const faults = schemaFaults(catalog, placements)
        process.stdout.write(
          `${app}: ${catalog.tables.length} tables, ${faults.length} faults\n${faults.map((fault) => `  ${fault}\n`).join('')}`,
        )
        passed &&= faults.length === 0
      } finally {
        await pool.end()
      }
    }
    return passed
  } finally {
    await cluster.stop()
  }
}

if (import.meta.main) process.exitCode = (await run()) ? 0 : 1
