import { sql } from 'kysely'
import type { Tx } from '../deps.ts'

/**
 * While INDEX_KEY is being changed, one value has an index under each key, and a unique column keeps only equal ones apart. A transaction
 * that inserts such a value waits here until transactions that insert it under another key have ended. False, without waiting, where there is
 * one key only.
 */
export async function lockFormer(tx: Tx, indexes: readonly Buffer[]): Promise<boolean> {
  if (indexes.length === 1) return false
  // Every process has the same keys, in whatever order.
  const [least] = indexes.map((index) => index.toString('hex')).toSorted()
  await sql`select pg_advisory_xact_lock(hashtextextended(${least}, 0))`.execute(tx)
  return true
}
