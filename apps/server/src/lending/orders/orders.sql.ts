import type { Db, Tx } from '#platform/deps.ts'

export type OrderKind = 'payout' | 'repayment' | 'transfer' | 'partnerApplication' | 'benefit'

/** Keeps whose an order is. Keys are unique over all borrowers. */
export async function keepOrder(
  tx: Tx,
  order: { readonly orderKey: string; readonly kind: OrderKind; readonly userId: number; readonly orderId: number },
): Promise<void> {
  await tx
    .insertInto('vendor_order')
    .values({ order_key: order.orderKey, user_id: order.userId, kind: order.kind, order_id: order.orderId })
    .execute()
}

/** Whose order a notice is about; undefined when the key is none of ours. */
export async function findOrder(
  tx: Db | Tx,
  { orderKey, kind }: { orderKey: string; kind: OrderKind },
): Promise<{ userId: number; orderId: number } | undefined> {
  const row = await tx
    .selectFrom('vendor_order')
    .select(['user_id', 'order_id'])
    .where('order_key', '=', orderKey)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && { userId: row.user_id, orderId: row.order_id }
}

/** Keeps a notice as it came, once. What it changes is decided by the state of the order, never by whether the notice is new. */
export async function keepNotice(
  tx: Tx,
  { userId, orderKey, noticeId, body, at }: { userId: number; orderKey: string; noticeId: string; body: object; at: Date },
): Promise<void> {
  await tx
    .insertInto('vendor_notice')
    .values({ user_id: userId, order_key: orderKey, notice_id: noticeId, body: JSON.stringify(body), received_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'order_key', 'notice_id']).doNothing())
    .execute()
}
