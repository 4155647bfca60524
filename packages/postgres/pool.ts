import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { breakWhenGone } from './silence.ts'
import { parserFor } from './type-parsers.ts'

export type Pool = pg.Pool
export type Db<Tables> = Kysely<Tables>
export type Tx<Tables> = Transaction<Tables>

type PoolSettings = {
  url: string
  applicationName: string
  /** The schema that unqualified names mean; without it the server's own search path holds. */
  schema?: string
  /** Most connections open at once. */
  max?: number
  /** How long a statement may run before the server ends it. */
  statementTimeoutMs?: number
  /** How long a server may say nothing in the middle of its work before it is asked whether it is there, and how long it has to answer that. */
  silenceMs?: number
  /** Told of each connection that breaks. The pool has replaced it by then, so there is nothing to do but to note it. */
  onBroken?: (error: Error) => void
}

const connectLimitMs = 5_000

/**
 * Opens a bounded pool. Every wait has an end: for a connection, for a lock, for a statement, for a transaction whose
 * holder went quiet, and for a server that is frozen or gone, so a fault becomes an error and never a hang.
 */
export function openPool({
  url,
  applicationName,
  schema,
  max = 10,
  statementTimeoutMs = 15_000,
  silenceMs = connectLimitMs,
  onBroken = () => undefined,
}: PoolSettings): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: connectLimitMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser: parserFor },
    // Compiling a question over half a year of partitions takes a minute where running it takes milliseconds.
    options: ['-c TimeZone=UTC', '-c jit=off', ...(schema === undefined ? [] : [`-c search_path=${checkedName(schema)}`])].join(' '),
  })
  pool.on('error', onBroken)
  // The pool listens to idle clients only; one that breaks while lent out would otherwise end the process.
  pool.on('connect', (client) => client.on('error', onBroken))
  breakWhenGone(pool, { url, applicationName, limitMs: silenceMs })
  return pool
}

export function openKysely<Tables>(pool: Pool): Db<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

const beginAttemptsMax = 12

/**
 * Runs the work in one transaction: all of it is kept, or, when it throws, none. Inside, use only the handle given. A
 * connection found dead before the work began is replaced (DB-08): nothing has happened on it yet.
 */
export async function transaction<Tables, Result>(db: Db<Tables>, work: (tx: Tx<Tables>) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let begun = false
    try {
      return await db.transaction().execute((tx) => {
        begun = true
        return work(tx)
      })
    } catch (error) {
      if (begun || attempt === beginAttemptsMax || !isLostConnection(error)) throw error
    }
  }
}

/** Whether an error says that an open connection broke, which tells nothing of what the statement on it did. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    /^(57P01|57P02|08003|08006|ECONNRESET|EPIPE)$/.test(code) ||
    /^Connection terminated( unexpectedly)?$|not queryable$/.test(error.message)
  )
}

/** Schema names travel in a connection option, where nothing quotes them. */
export function checkedName(name: string): string {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`"${name}" cannot be a schema name: lower case letters, digits and _ only`)
  return name
}
