import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { checkedName, type Pool } from './pool.ts'

type Migration = { name: string; number: number; checksum: string; sql: string }

/**
 * Brings a schema up to the numbered files of a folder (`0001_first.sql`, …): each file in one transaction together with its
 * journal row. Any number of nodes may call it at once: a lock held to the end of the transaction lets one pass at a time,
 * and the others find the row. A file that has run and was edited since, or a file numbered below one that has run, is refused.
 */
export async function migrate(pool: Pool, folder: string, { schema }: { schema: string }): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  try {
    const applied: string[] = []
    for (const migration of migrations) if (await applyOnce(client, migration, checkedName(schema))) applied.push(migration.name)
    client.release()
    return { applied }
  } catch (error) {
    // A connection that failed half-way is closed, which also undoes its transaction and frees the lock.
    client.release(true)
    throw error
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)))
  for (const [index, { number, name }] of migrations.entries()) {
    if (migrations[index - 1]?.number === number) throw new Error(`${join(folder, name)} has a number that another file has too`)
  }
  return migrations
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
  if (number === undefined) throw new Error(`${join(folder, name)} is not named like 0001_what_it_does.sql`)
  // A checkout may change the line ends, which changes nothing for the database.
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, number: Number(number), checksum: createHash('sha256').update(sql).digest('hex'), sql }
}

async function applyOnce(client: PoolClient, migration: Migration, schema: string): Promise<boolean> {
  await client.query('begin')
  await client.query('set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`migrate ${schema}`])
  const isNew = await mustApply(client, migration, schema)
  if (isNew) {
    await runFile(client, migration)
    await client.query(`insert into ${schema}.migration_journal (number, name, checksum) values ($1, $2, $3)`, [
      migration.number,
      migration.name,
      migration.checksum,
    ])
  }
  await client.query('commit')
  return isNew
}

async function runFile(client: PoolClient, { name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (cause) {
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

async function mustApply(client: PoolClient, migration: Migration, schema: string): Promise<boolean> {
  await client.query(`
    create schema if not exists ${schema};
    create table if not exists ${schema}.migration_journal (
      number integer primary key,
      name text not null unique,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    set local search_path = ${schema}`)
  const journal = await client.query<{ number: number; name: string; checksum: string }>(
    `select number, name, checksum from ${schema}.migration_journal where number >= $1 order by number`,
    [migration.number],
  )
  const [row] = journal.rows
  if (row === undefined) return true
  if (row.number === migration.number && row.name === migration.name && row.checksum === migration.checksum) return false
  throw new Error(
    `Migration ${migration.name} differs from the one that ran in schema ${schema} (journal: ${row.name}). ` +
      'A file that has run is never edited or renamed: put the old file back and write the change as a new file.',
  )
}
