import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/deps.ts'

/** Where the orders of one kind stand, and the states in which their outcome is not known. */
export type OrderTable = {
  readonly table: 'payout' | 'repayment' | 'transfer' | 'partner_application' | 'supplier_order'
  readonly id: 'payout_id' | 'repayment_id' | 'transfer_id' | 'application_id' | 'supplier_order_id'
  readonly underWay: readonly string[]
}
export type OrderKey = { readonly userId: number; readonly orderId: number }

/** When a party is asked next: ten seconds after the first try, then after twice as long each time, up to five minutes. */
export function nextTryAt(at: Date, tries: 'tries' | 'asks'): RawBuilder<Date> {
  return sql`${at}::timestamptz + make_interval(secs => least(300, 10 * power(2, least(${sql.ref(tries)}, 5))))`
}

/**
 * Takes an order in hand for one try, unless another node has it: the next try moves on, so a crash costs one wait. Answers its row as it
 * is now.
 */
export async function claimOrder(tx: Db | Tx, { table, id, underWay }: OrderTable, key: OrderKey, at: Date): Promise<unknown> {
  const { rows } = await sql`
    update ${sql.table(table)} set tries = tries + 1, next_try_at = ${nextTryAt(at, 'tries')}
    where user_id = ${key.userId} and ${sql.ref(id)} = ${key.orderId} and status in (${sql.join(underWay)}) and next_try_at <= ${at}
    returning *`.execute(tx)
  return rows[0]
}

/** Orders whose outcome is not known and whose time has come. */
export async function ordersToAsk(tx: Db | Tx, { table, id, underWay }: OrderTable, at: Date): Promise<OrderKey[]> {
  const { rows } = await sql<OrderKey>`
    select user_id as "userId", ${sql.ref(id)} as "orderId" from ${sql.table(table)}
    where status in (${sql.join(underWay)}) and next_try_at <= ${at} order by next_try_at limit 100`.execute(tx)
  return rows
}
