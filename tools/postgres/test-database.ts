import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = { url: string; drop(): Promise<void> }

/**
 * A database of one's own for a test file: a copy of a template migrated once a run. The tables are in the schema, so open
 * the pool with the same one. Works in the vitest project "api", whose set-up starts the server.
 */
export async function testDatabase({ migrations, schema = 'fyh' }: { migrations: string; schema?: string }): Promise<TestDatabase> {
  const template = await migratedTemplate(migrations, schema)
  return copyOf(template)
}

/** An empty database of one's own. */
export function emptyTestDatabase(): Promise<TestDatabase> {
  return copyOf('template0')
}

async function copyOf(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer((client) => client.query(`create database ${name} template ${template}`))
  return {
    url: urlOf(name),
    drop: () => onServer((client) => client.query(`drop database if exists ${name} with (force)`)).then(() => undefined),
  }
}

async function migratedTemplate(migrations: string, schema: string): Promise<string> {
  const name = `template_${await contentHash(migrations, schema)}`
  await onServer(async (client) => {
    // Test files run in several processes: the first one makes the template, the others wait for it.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await makeTemplate(client, { name, migrations, schema })
  })
  return name
}

async function makeTemplate(client: pg.Client, { name, migrations, schema }: { name: string; migrations: string; schema: string }) {
  const unfinished = `${name}_unfinished`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished} template template0`)
  const pool = openPool({ url: urlOf(unfinished), schema, applicationName: 'test-template', max: 1 })
  await migrate(pool, migrations, { schema }).finally(() => pool.end())
  await client.query(`alter database ${unfinished} rename to ${name}`)
}

async function contentHash(migrations: string, schema: string): Promise<string> {
  const hash = createHash('sha256').update(schema)
  for (const name of (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort())
    hash.update(name).update(await readFile(join(migrations, name)))
  return hash.digest('hex').slice(0, 16)
}

async function onServer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${database}`
  return url.href
}
