import { assert } from '@fyh/base/assert.ts'
import { type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, formatYuan, subFen, zeroFen } from '@fyh/base/money.ts'
import { fail } from '@fyh/serve/fail.ts'
import { sql } from 'kysely'
import { type Tier, tierSchema } from '#lending/lenders/lenders.ts'
import type { Db, Tx } from '#platform/deps.ts'

export type Limit = { totalFen: Fen; usedFen: Fen; availableFen: Fen; validUntil: CivilDate; tier: Tier }

/** The borrower's limit, also after its last day; `lock` keeps it as read until the transaction ends. */
export async function limitOf(tx: Tx | Db, userId: number, lock?: 'update'): Promise<Limit | undefined> {
  const row = await tx
    .selectFrom('credit_limit')
    .select(['total_fen', 'used_fen', 'valid_until', 'price_tier'])
    .where('user_id', '=', userId)
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
  return row && limitFrom(row)
}

export type LimitRow = { total_fen: number; used_fen: number; valid_until: string; price_tier: string }

export function limitFrom(row: LimitRow): Limit {
  const [totalFen, usedFen] = [fen(row.total_fen), fen(row.used_fen)]
  return {
    totalFen,
    usedFen,
    availableFen: subFen(totalFen, usedFen),
    validUntil: civilDate(row.valid_until),
    tier: tierSchema.parse(row.price_tier),
  }
}

/** Takes an amount from the limit in one conditional statement, so that two at once cannot take more than there is. */
export async function useLimit(tx: Tx, userId: number, amount: Fen): Promise<void> {
  assert(amount > 0, 'only an amount can be used')
  const taken = await tx
    .updateTable('credit_limit')
    .set({ used_fen: sql`used_fen + ${amount}::bigint` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`total_fen - used_fen >= ${amount}::bigint`)
    .returning('user_id')
    .executeTakeFirst()
  if (taken !== undefined) return
  const limit = await limitOf(tx, userId)
  if (limit === undefined) fail('LIMIT_MISSING')
  fail('LIMIT_NOT_ENOUGH', { available: formatYuan(limit.availableFen, 0), availableFen: limit.availableFen })
}

/** Gives an amount back. More than was used is a bug of the caller. */
export async function freeLimit(tx: Tx, userId: number, amount: Fen): Promise<void> {
  assert(amount >= zeroFen, 'only an amount can be freed')
  const freed = await tx
    .updateTable('credit_limit')
    .set({ used_fen: sql`used_fen - ${amount}::bigint`, total_fen: sql`greatest(granted_fen, used_fen - ${amount}::bigint)` })
    .where('user_id', '=', userId)
    .where('used_fen', '>=', amount)
    .returning('user_id')
    .executeTakeFirst()
  assert(freed !== undefined, 'more of a limit was freed than was used')
}

/**
 * Uses an amount again that was freed for money which was then taken back. Unlike a borrowing it is never refused: where the limit has been
 * lent out meanwhile, the total rises above the grant until it is repaid.
 */
export async function useLimitAgain(tx: Tx, userId: number, amount: Fen): Promise<void> {
  assert(amount >= zeroFen, 'only an amount can be used again')
  await tx
    .updateTable('credit_limit')
    .set({ used_fen: sql`used_fen + ${amount}::bigint`, total_fen: sql`greatest(granted_fen, used_fen + ${amount}::bigint)` })
    .where('user_id', '=', userId)
    .execute()
}

type NewLimit = { userId: number; applicationId: number; grantedFen: Fen; tier: Tier; validUntil: CivilDate }

/**
 * Puts a decision's limit in force. What open loans use of a former one stays used; where that is more than was granted now, the
 * total sinks to the grant as they are repaid.
 */
export async function grantLimit(tx: Tx, limit: NewLimit): Promise<void> {
  await tx
    .insertInto('credit_limit')
    .values({
      user_id: limit.userId,
      application_id: limit.applicationId,
      granted_fen: limit.grantedFen,
      total_fen: limit.grantedFen,
      price_tier: limit.tier,
      valid_until: limit.validUntil,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        application_id: limit.applicationId,
        granted_fen: limit.grantedFen,
        total_fen: sql`greatest(credit_limit.used_fen, ${limit.grantedFen}::bigint)`,
        price_tier: limit.tier,
        valid_until: limit.validUntil,
        expired_on: null,
      }),
    )
    .execute()
}
