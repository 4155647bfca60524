import { transaction } from '@fyh/postgres/pool.ts'
import type { Once, OnceKey } from '@fyh/serve/routes.ts'
import type { Deps, Tx } from './deps.ts'

/**
 * The key's row is written first, in the transaction of the work: a twin waits for that row and then reads the answer, or, when
 * the work was rolled back, becomes the first itself. So a crash leaves all or nothing.
 */
export function onceInTransaction({ db, clock }: Pick<Deps, 'db' | 'clock'>): Once<Tx> {
  return ({ userId, key, operation, requestHash }, work) =>
    transaction(db, async (tx) => {
      const written = await tx
        .insertInto('idempotency')
        .values({ user_id: userId, key, operation, request_hash: requestHash, data: null, created_at: clock.machineNow() })
        .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
        .returning('key')
        .executeTakeFirst()
      if (written === undefined) return firstAnswer(tx, { userId, key, requestHash })
      const data = await work(tx)
      await tx
        .updateTable('idempotency')
        .set({ data: JSON.stringify(data) })
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .execute()
      return { data }
    })
}

async function firstAnswer(tx: Tx, { userId, key, requestHash }: { userId: number; key: string; requestHash: string }) {
  const first = await tx
    .selectFrom('idempotency')
    .select(['request_hash', 'data'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return first.request_hash === requestHash ? { data: first.data } : ('reused' as const)
}

/**
 * The first answer under the key, once work that runs under it has ended; undefined when there is none. Then the key is used up, so
 * that an order which is still on its way finds it taken. Such a row is kept for good, so a user makes only so many in 24 hours.
 */
export function answerOrNever(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  {
    userId,
    key,
    operation,
    dailyMax,
    onTooMany,
  }: Omit<OnceKey, 'requestHash'> & { readonly dailyMax: number; readonly onTooMany: () => never },
): Promise<{ readonly operation: string; readonly data: unknown } | undefined> {
  return transaction(db, async (tx) => {
    const taken = await tx
      .insertInto('idempotency')
      .values({ user_id: userId, key, operation, request_hash: operation, data: null, created_at: clock.machineNow() })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    if (taken !== undefined) {
      const since = new Date(clock.machineNow().getTime() - 86_400_000)
      if ((await keysSince(tx, { userId, operation, since })) > dailyMax) onTooMany()
      return undefined
    }
    const first = await tx
      .selectFrom('idempotency')
      .select(['operation', 'data'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return first.operation === operation ? undefined : first
  })
}

async function keysSince(tx: Tx, { userId, operation, since }: { userId: number; operation: string; since: Date }): Promise<number> {
  const { count } = await tx
    .selectFrom('idempotency')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('operation', '=', operation)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Keys of orders stay for good: one that were forgotten could order a second time. Nonces only need their window. */
export async function forgetOldNonces({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('vendor_nonce').where('until', '<', clock.machineNow()).execute()
}
