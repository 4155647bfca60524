import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { LendingDeps } from '#lending/deps.ts'
import type { Tx } from '#platform/deps.ts'
import type { OrderKey } from './lease.sql.ts'
import { findOrder, keepNotice, type OrderKind } from './orders.sql.ts'

type Notice = { readonly noticeId: string; readonly key: string }

type Taking = {
  readonly kind: OrderKind
  /** Whether the party that signed has this order; any signed notice of the kind is believed when left out. */
  readonly isTheirs?: (order: OrderKey) => Promise<boolean>
  readonly learn: (tx: Tx, order: OrderKey) => Promise<void>
}

/** Stores a signed notice as received and takes its news in, in one transaction, like those of an answer. */
export async function takeNotice(
  { db, clock }: LendingDeps,
  { noticeId, key: orderKey, ...told }: Notice,
  { kind, isTheirs = async () => true, learn }: Taking,
): Promise<{ received: true }> {
  const order = await findOrder(db, { orderKey, kind })
  if (order === undefined || !(await isTheirs(order))) fail('NOTICE_UNKNOWN')
  await transaction(db, async (tx) => {
    await keepNotice(tx, { userId: order.userId, orderKey, noticeId, body: told, at: clock.now() })
    await learn(tx, order)
  })
  return { received: true }
}
