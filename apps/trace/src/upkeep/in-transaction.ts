import type { Pool } from '@fyh/postgres/pool.ts'
import type { PoolClient } from 'pg'

/** Runs the work in one transaction: all of it is kept, or, when it throws, none, and its connection is not used again. */
export async function inTransaction<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
