import type { Clock } from '@fyh/base/clock.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { Timing } from './config.ts'

export type Tx = Pick<Pool, 'query'>

/** What every part of the sandbox works with. */
export type Deps = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'machineNow'>
  readonly ids: () => number
  readonly timing: Timing
}

export async function inTransaction<Result>(pool: Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const tx = await pool.connect()
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    tx.release()
    return result
  } catch (error) {
    // A connection that failed half-way is closed, which also undoes its transaction.
    tx.release(true)
    throw error
  }
}

export const laterBy = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
