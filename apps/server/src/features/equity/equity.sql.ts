import { assert } from '@fyh/base/assert.ts'
import { next } from '@fyh/base/machine.ts'
import { type EquityEvent, type EquityStatus, equityMachine, equityStatuses } from '@fyh/contract/equity.machine.ts'
import { day, fenAmount } from '@fyh/contract/shapes.ts'
import { z } from 'zod'
import type { Db, Tx } from '#platform/deps.ts'
import { type BenefitPackage, benefitPackage } from './benefit-package.ts'

const orderSchema = z
  .object({
    user_id: z.int(),
    order_id: z.int(),
    status: z.coerce.string().pipe(z.enum(equityMachine.states)),
    package: benefitPackage,
    price_fen: fenAmount,
    paid_fen: fenAmount,
    card_id: z.int(),
    card_tail: z.string(),
    loan_id: z.int().nullable(),
    bought_at: z.date(),
    activated_at: z.date().nullable(),
    last_day: day.nullable(),
    expires_at: z.date().nullable(),
    fail_reason: z.string().nullable(),
    refund_fen: fenAmount.nullable(),
    refund_card_id: z.int().nullable(),
    refund_asked_at: z.date().nullable(),
  })
  .transform((row) => ({
    userId: row.user_id,
    orderId: row.order_id,
    status: row.status,
    package: row.package,
    priceFen: row.price_fen,
    /** What the channel has taken and not given back. */
    paidFen: row.paid_fen,
    cardId: row.card_id,
    cardTail: row.card_tail,
    loanId: row.loan_id,
    boughtAt: row.bought_at,
    activatedAt: row.activated_at,
    lastDay: row.last_day,
    expiresAt: row.expires_at,
    failReason: row.fail_reason,
    refundFen: row.refund_fen,
    refundCardId: row.refund_card_id,
    refundAskedAt: row.refund_asked_at,
  }))
export type BenefitOrder = z.output<typeof orderSchema>
export type BenefitOrderKey = { readonly userId: number; readonly orderId: number }

/** Whether an order is in one of the statuses. */
export const isStatus = ({ status }: Pick<BenefitOrder, 'status'>, ...names: readonly EquityStatus[]): boolean =>
  names.some((name) => String(equityStatuses[name]) === status)

type NewOrder = BenefitOrderKey & {
  readonly package: BenefitPackage
  readonly card: { readonly cardId: number; readonly tail: string }
  readonly loanId: number | null
  readonly boughtAt: Date
}

/** False when the borrower has an order of the package that is not over: an index allows one. */
export async function insertOrder(tx: Tx, made: NewOrder): Promise<boolean> {
  const row = await tx
    .insertInto('benefit_order')
    .values({
      user_id: made.userId,
      order_id: made.orderId,
      status: Number(equityMachine.initial),
      package_id: made.package.packageId,
      package: JSON.stringify(made.package),
      price_fen: made.package.priceFen,
      card_id: made.card.cardId,
      card_tail: made.card.tail,
      loan_id: made.loanId,
      bought_at: made.boughtAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findOrder(tx: Db | Tx, { userId, orderId }: BenefitOrderKey, lock?: 'update'): Promise<BenefitOrder | undefined> {
  const query = tx.selectFrom('benefit_order').selectAll().where('user_id', '=', userId).where('order_id', '=', orderId)
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst()
  return row && orderSchema.parse(row)
}

/** An order that must be there, locked. Whatever changes an order locks it first. */
export async function lockOrder(tx: Tx, key: BenefitOrderKey): Promise<BenefitOrder> {
  const order = await findOrder(tx, key, 'update')
  assert(order !== undefined, `no order of benefits ${key.orderId}`)
  return order
}

/** Orders before the one of an id, newest first. */
export async function ordersAfter(
  db: Db,
  { userId, after, take }: { readonly userId: number; readonly after: number | undefined; readonly take: number },
): Promise<BenefitOrder[]> {
  const rows = await db
    .selectFrom('benefit_order')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) => query.where('order_id', '<', after ?? 0))
    .orderBy('order_id', 'desc')
    .limit(take)
    .execute()
  return rows.map((row) => orderSchema.parse(row))
}

const openNumbers = [equityStatuses.activating, equityStatuses.inUse, equityStatuses.refunding]

/** The order of each package that is not over, by package. */
export async function openOrders(db: Db | Tx, userId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('benefit_order')
    .select(['package_id', 'order_id'])
    .where('user_id', '=', userId)
    .where('status', 'in', openNumbers)
    .execute()
  return new Map(rows.map((row) => [row.package_id, row.order_id]))
}

/** The newest order of each package, by package. */
export async function newestOrders(db: Db, userId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('benefit_order')
    .select(({ fn }) => ['package_id', fn.max('order_id').as('order_id')])
    .where('user_id', '=', userId)
    .groupBy('package_id')
    .execute()
  return new Map(rows.map((row) => [row.package_id, Number(row.order_id)]))
}

export async function countInUse(db: Db | Tx, { userId, now }: { readonly userId: number; readonly now: Date }): Promise<number> {
  const { count } = await db
    .selectFrom('benefit_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', equityStatuses.inUse)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

type Written = Partial<
  Pick<BenefitOrder, 'activatedAt' | 'lastDay' | 'expiresAt' | 'failReason' | 'refundFen' | 'refundCardId' | 'refundAskedAt'>
>

/** The one door of an order's status. Undefined when the machine knows no such move. */
export async function moveOrder(tx: Tx, order: BenefitOrder, event: EquityEvent, written: Written = {}): Promise<BenefitOrder | undefined> {
  const status = next(equityMachine, order.status, event)
  if (status === undefined) return undefined
  const moved = { ...order, ...written, status }
  const { numUpdatedRows } = await tx
    .updateTable('benefit_order')
    .set({
      status: Number(status),
      activated_at: moved.activatedAt,
      last_day: moved.lastDay,
      expires_at: moved.expiresAt,
      fail_reason: moved.failReason,
      refund_fen: moved.refundFen,
      refund_card_id: moved.refundCardId,
      refund_asked_at: moved.refundAskedAt,
    })
    .where('user_id', '=', order.userId)
    .where('order_id', '=', order.orderId)
    .where('status', '=', Number(order.status))
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `order of benefits ${order.orderId} was not ${order.status} any more`)
  return moved
}

export async function writePaid(tx: Tx, { userId, orderId }: BenefitOrderKey, paidFen: BenefitOrder['paidFen']): Promise<void> {
  await tx.updateTable('benefit_order').set({ paid_fen: paidFen }).where('user_id', '=', userId).where('order_id', '=', orderId).execute()
}

/** What is sent back of an order that was never activated, and to which card. */
export async function writeRefund(
  tx: Tx,
  { userId, orderId }: BenefitOrderKey,
  { refundFen, refundCardId, refundAskedAt }: Required<Pick<Written, 'refundFen' | 'refundCardId' | 'refundAskedAt'>>,
): Promise<void> {
  await tx
    .updateTable('benefit_order')
    .set({ refund_fen: refundFen, refund_card_id: refundCardId, refund_asked_at: refundAskedAt })
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .execute()
}

/** Orders in use whose term is over, longest over first. */
export async function ordersOver(db: Db, now: Date, take: number): Promise<BenefitOrderKey[]> {
  const rows = await db
    .selectFrom('benefit_order')
    .select(['user_id', 'order_id'])
    .where('status', '=', equityStatuses.inUse)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(take)
    .execute()
  return rows.map((row) => ({ userId: row.user_id, orderId: row.order_id }))
}
