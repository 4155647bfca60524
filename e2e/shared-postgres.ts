import { randomBytes } from 'node:crypto'
import process from 'node:process'
import pg from 'pg'
import { startTestCluster } from '../tools/postgres/test-cluster.ts'

const setting = 'E2E_POSTGRES'

/**
 * Playwright's global set-up: one PostgreSQL for all products of the run, each with databases of its own. A server takes longer to
 * make than everything else in a start; that a product makes and supervises its own is what the tests of `tools/launch` show.
 */
export default async function startSharedPostgres(): Promise<() => Promise<void>> {
  // Several products at once, each with some thirty connections.
  const postgres = await startTestCluster({ settings: { max_connections: '400' } })
  process.env[setting] = postgres.url('postgres')
  return () => postgres.stop()
}

export type ProductDatabases = { readonly settings: Readonly<Record<string, string>>; drop(): Promise<void> }

/** Makes the databases of one product in the run's server; outside such a run it has none, and the product makes its own server. */
export async function makeProductDatabases(): Promise<ProductDatabases | undefined> {
  const server = process.env[setting]
  if (server === undefined) return undefined
  const product = randomBytes(6).toString('hex')
  const names = { DATABASE_URL: `fyh_${product}`, TRACE_DATABASE_URL: `trace_${product}`, SANDBOX_DATABASE_URL: `sandbox_${product}` }
  await onServer(server, Object.values(names), (name) => `create database ${name}`)
  return {
    settings: Object.fromEntries(Object.entries(names).map(([name, database]) => [name, addressOf(server, database)])),
    drop: () => onServer(server, Object.values(names), (name) => `drop database if exists ${name} with (force)`),
  }
}

function addressOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function onServer(server: string, names: readonly string[], statement: (name: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (const name of names) await client.query(statement(name))
  } finally {
    await client.end()
  }
}
