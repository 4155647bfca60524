import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { emptyTestDatabase } from '../../../../tools/postgres/test-database.ts'

const migrations = join(import.meta.dirname, '../../migrations')
const schema = 'trace'

/** A database as it was before a migration, told by how its file's name begins. */
export async function withDatabaseOfBefore(migration: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fyh-migrations-'))
  const database = await emptyTestDatabase()
  const pool = openPool({ url: database.url, schema, applicationName: 'before-test', max: 1 })
  try {
    for (const name of (await readdir(migrations)).filter((file) => file < migration)) await cp(join(migrations, name), join(folder, name))
    await migrate(pool, folder, { schema })
    await work(pool)
  } finally {
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true })
  }
}

/** What has not run on it runs. */
export const migrateFromBefore = (pool: Pool) => migrate(pool, migrations, { schema })
