import { assert } from '@fyh/base/assert.ts'
import { next } from '@fyh/base/machine.ts'
import { type SupplierOrderEvent, supplierOrderMachine, supplierOrderUnderWay } from '@fyh/contract/equity.machine.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { claimOrder, keepOrder, type OrderTable, ordersToAsk } from '#lending/orders/orders.ts'
import type { Db, Tx } from '#platform/deps.ts'
import type { BenefitOrderKey } from './equity.sql.ts'

export const acts = ['activate', 'use', 'cancel'] as const

const schema = z
  .object({
    user_id: z.int(),
    supplier_order_id: z.int(),
    order_id: z.int(),
    act: z.enum(acts),
    right_code: z.string().nullable(),
    status: z.enum(supplierOrderMachine.states),
    order_key: z.string(),
    voucher_sealed: z.instanceof(Buffer).nullable(),
    requested_at: z.date(),
    tries: z.int(),
    sends: z.int(),
  })
  .transform((row) => ({
    userId: row.user_id,
    supplierOrderId: row.supplier_order_id,
    orderId: row.order_id,
    act: row.act,
    rightCode: row.right_code,
    status: row.status,
    orderKey: row.order_key,
    voucherSealed: row.voucher_sealed,
    requestedAt: row.requested_at,
    tries: row.tries,
    sends: row.sends,
  }))
const supplierOrders = { table: 'supplier_order', id: 'supplier_order_id', underWay: supplierOrderUnderWay } satisfies OrderTable

export type SupplierOrder = z.output<typeof schema>
export type SupplierOrderKey = { readonly userId: number; readonly supplierOrderId: number }

export const isUnderWay = ({ status }: Pick<SupplierOrder, 'status'>): boolean => supplierOrderUnderWay.some((open) => open === status)
/** Where the voucher of a use is kept. */
export const voucherPlace = ({ supplierOrderId }: SupplierOrderKey) =>
  ({ table: 'supplier_order', column: 'voucher', row: supplierOrderId }) as const

type NewSupplierOrder = SupplierOrderKey &
  Pick<SupplierOrder, 'orderId' | 'act' | 'rightCode' | 'requestedAt'> & { readonly nextTryAt: Date }

export async function insertSupplierOrder(tx: Tx, made: NewSupplierOrder): Promise<void> {
  const orderKey = `benefit-${made.supplierOrderId}`
  await tx
    .insertInto('supplier_order')
    .values({
      user_id: made.userId,
      supplier_order_id: made.supplierOrderId,
      order_id: made.orderId,
      act: made.act,
      right_code: made.rightCode,
      status: supplierOrderMachine.initial,
      order_key: orderKey,
      requested_at: made.requestedAt,
      next_try_at: made.nextTryAt,
    })
    .execute()
  await keepOrder(tx, { orderKey, kind: 'benefit', userId: made.userId, orderId: made.supplierOrderId })
}

export async function findSupplierOrder(tx: Db | Tx, { userId, supplierOrderId }: SupplierOrderKey): Promise<SupplierOrder | undefined> {
  const query = tx.selectFrom('supplier_order').selectAll().where('user_id', '=', userId).where('supplier_order_id', '=', supplierOrderId)
  const row = await query.executeTakeFirst()
  return row && schema.parse(row)
}

/** The orders at the supplier about some orders of one borrower, oldest first. */
export async function supplierOrdersOf(
  tx: Db | Tx,
  { userId, orderIds }: { readonly userId: number; readonly orderIds: readonly number[] },
): Promise<SupplierOrder[]> {
  if (orderIds.length === 0) return []
  const rows = await tx
    .selectFrom('supplier_order')
    .selectAll()
    .where('user_id', '=', userId)
    .where('order_id', 'in', orderIds)
    .orderBy('supplier_order_id')
    .execute()
  return rows.map((row) => schema.parse(row))
}

/** The key of an order's activation, by which the supplier knows the package. */
export async function activationKeyOf(tx: Db | Tx, { userId, orderId }: BenefitOrderKey): Promise<string | undefined> {
  const row = await tx
    .selectFrom('supplier_order')
    .select('order_key')
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .where('act', '=', 'activate')
    .executeTakeFirst()
  return row?.order_key
}

/** The one door of the status. Undefined when the machine knows no such move: the news is late or a repeat. */
export async function moveSupplierOrder(
  tx: Tx,
  one: SupplierOrder,
  event: SupplierOrderEvent,
  news: { readonly at: Date; readonly reason?: string; readonly voucherSealed?: Buffer },
): Promise<SupplierOrder | undefined> {
  const status = next(supplierOrderMachine, one.status, event)
  if (status === undefined) return undefined
  const { numUpdatedRows } = await tx
    .updateTable('supplier_order')
    .set({
      status,
      reason: news.reason ?? null,
      ...(news.voucherSealed !== undefined && { voucher_sealed: news.voucherSealed }),
      ...(!isUnderWay({ status }) && { known_at: news.at }),
    })
    .where('user_id', '=', one.userId)
    .where('supplier_order_id', '=', one.supplierOrderId)
    .where('status', '=', one.status)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `order ${one.orderKey} was not ${one.status} any more`)
  return { ...one, status, voucherSealed: news.voucherSealed ?? one.voucherSealed }
}

/** Takes an order in hand for one step, see `claimOrder`. */
export async function claimSupplierOrder(
  tx: Db | Tx,
  { userId, supplierOrderId }: SupplierOrderKey,
  at: Date,
): Promise<SupplierOrder | undefined> {
  const row = await claimOrder(tx, supplierOrders, { userId, orderId: supplierOrderId }, at)
  return row === undefined ? undefined : schema.parse(row)
}

/** Counts that the supplier was sent the order, whatever it answered. */
export async function countSupplierSend(tx: Db | Tx, { userId, supplierOrderId }: SupplierOrderKey): Promise<void> {
  await sql`update supplier_order set sends = sends + 1
    where user_id = ${userId} and supplier_order_id = ${supplierOrderId}`.execute(tx)
}

export async function supplierOrdersToAsk(tx: Db | Tx, at: Date): Promise<SupplierOrderKey[]> {
  return (await ordersToAsk(tx, supplierOrders, at)).map(({ userId, orderId }) => ({ userId, supplierOrderId: orderId }))
}
