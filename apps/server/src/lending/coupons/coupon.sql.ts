import { assert } from '@fyh/base/assert.ts'
import { next } from '@fyh/base/machine.ts'
import { type CouponEvent, couponMachine } from '@fyh/contract/coupon.machine.ts'
import type { couponTabs } from '@fyh/contract/coupon.ts'
import { type CouponTerms, couponTerms } from '@fyh/contract/coupon-shapes.ts'
import { fenAmount } from '@fyh/contract/shapes.ts'
import { partNames } from '@fyh/loan-engine/parts.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'

/** What a coupon takes off a payment: an amount of certain parts, the oldest of the periods first. */
const onPayment = z.object({
  amountFen: fenAmount,
  parts: z.array(z.enum(partNames)),
  from: z.int(),
  to: z.int(),
  lines: z.array(z.object({ period: z.int(), amountFen: fenAmount })),
})
export type OnPayment = z.output<typeof onPayment>

const couponSchema = z
  .object({
    user_id: z.int(),
    coupon_id: z.int(),
    definition: z.string(),
    terms: couponTerms,
    status: z.enum(couponMachine.states),
    issued_at: z.date(),
    expires_at: z.date(),
    quote_id: z.int().nullable(),
    held_until: z.date().nullable(),
    loan_id: z.int().nullable(),
    repayment_id: z.int().nullable(),
    applied: onPayment.nullable(),
    discount_fen: fenAmount.nullable(),
    used_at: z.date().nullable(),
  })
  .transform((row) => ({
    userId: row.user_id,
    couponId: row.coupon_id,
    definition: row.definition,
    terms: row.terms,
    status: row.status,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    quoteId: row.quote_id,
    heldUntil: row.held_until,
    loanId: row.loan_id,
    repaymentId: row.repayment_id,
    applied: row.applied,
    discountFen: row.discount_fen,
    usedAt: row.used_at,
  }))
export type Coupon = z.output<typeof couponSchema>
export type CouponKey = { readonly userId: number; readonly couponId: number }

const coupons = (tx: Db | Tx, userId: number) => tx.selectFrom('coupon').selectAll().where('user_id', '=', userId)

export async function findCoupon(tx: Db | Tx, { userId, couponId }: CouponKey, lock?: 'update'): Promise<Coupon | undefined> {
  const query = coupons(tx, userId).where('coupon_id', '=', couponId)
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst()
  return row && couponSchema.parse(row)
}

export async function couponsOfIds(tx: Db | Tx, { userId, ids }: { userId: number; ids: readonly number[] }): Promise<Coupon[]> {
  if (ids.length === 0) return []
  const rows = await coupons(tx, userId).where('coupon_id', 'in', ids).execute()
  return rows.map((row) => couponSchema.parse(row))
}

/** The coupon that a debit holds, held last or used. */
export async function couponOfRepayment(
  tx: Db | Tx,
  { userId, repaymentId }: { userId: number; repaymentId: number },
  lock?: 'update',
): Promise<Coupon | undefined> {
  const query = coupons(tx, userId).where('repayment_id', '=', repaymentId)
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst()
  return row && couponSchema.parse(row)
}

/** The coupon that a loan on its way holds, locked. */
export async function couponHeldByLoan(tx: Tx, { userId, loanId }: LoanKey): Promise<Coupon | undefined> {
  const query = coupons(tx, userId).where('loan_id', '=', loanId).where('repayment_id', 'is', null).where('status', '=', 'reserved')
  const row = await query.forUpdate().executeTakeFirst()
  return row && couponSchema.parse(row)
}

/** How many coupons of each kind a loan holds or has used, by definition. */
export async function countsOnLoan(tx: Db | Tx, { userId, loanId }: LoanKey): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('coupon')
    .select(({ fn }) => ['definition', fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('loan_id', '=', loanId)
    .where('status', 'in', ['reserved', 'used'])
    .groupBy('definition')
    .execute()
  return new Map(rows.map(({ definition, count }) => [definition, count]))
}

type NewCoupon = CouponKey & {
  readonly definition: string
  readonly edition: number
  readonly terms: CouponTerms
  readonly issuedAt: Date
  readonly issuedBy: string
  readonly reason: string
  readonly once: string
  readonly expiresAt: Date
}

/** Issues a coupon, once for its occasion: returns the id of the one that there is for it, and whether it is new. */
export async function insertCoupon(tx: Tx, made: NewCoupon): Promise<{ couponId: number; isNew: boolean }> {
  const row = await tx
    .insertInto('coupon')
    .values({
      user_id: made.userId,
      coupon_id: made.couponId,
      definition: made.definition,
      edition: made.edition,
      terms: JSON.stringify(made.terms),
      status: couponMachine.initial,
      issued_at: made.issuedAt,
      issued_by: made.issuedBy,
      reason: made.reason,
      once_key: made.once,
      expires_at: made.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'once_key']).doNothing())
    .returning('coupon_id')
    .executeTakeFirst()
  if (row !== undefined) return { couponId: row.coupon_id, isNew: true }
  const couponId = await couponFor(tx, made)
  assert(couponId !== undefined, `the coupon of ${made.once} is gone`)
  return { couponId, isNew: false }
}

/** The coupon that was issued for an occasion, if there is one. */
export async function couponFor(tx: Tx, { userId, once }: Pick<NewCoupon, 'userId' | 'once'>): Promise<number | undefined> {
  const row = await tx
    .selectFrom('coupon')
    .select('coupon_id')
    .where('user_id', '=', userId)
    .where('once_key', '=', once)
    .executeTakeFirst()
  return row?.coupon_id
}

/** Counts one more coupon of a definition, unless that would exceed its limit. Parallel awards take turns until the transaction ends. */
export async function countCoupon(tx: Tx, definition: string, countMax: number): Promise<boolean> {
  const row = await tx
    .insertInto('coupon_count')
    .values({ definition, issued: 1 })
    .onConflict((conflict) =>
      conflict
        .column('definition')
        .doUpdateSet((set) => ({ issued: set('coupon_count.issued', '+', 1) }))
        .where('coupon_count.issued', '<', countMax),
    )
    .returning('issued')
    .executeTakeFirst()
  return row !== undefined
}

/** How many coupons of a definition with a limit were issued. */
export async function issuedCount(db: Db | Tx, definition: string): Promise<number> {
  const row = await db.selectFrom('coupon_count').select('issued').where('definition', '=', definition).executeTakeFirst()
  return row?.issued ?? 0
}

/** Takes back what `countCoupon` counted in this transaction. */
export async function uncountCoupon(tx: Tx, definition: string): Promise<void> {
  await tx
    .updateTable('coupon_count')
    .set((set) => ({ issued: set('issued', '-', 1) }))
    .where('definition', '=', definition)
    .execute()
}

type Change = Partial<Pick<Coupon, 'quoteId' | 'heldUntil' | 'loanId' | 'repaymentId' | 'applied' | 'discountFen' | 'usedAt' | 'expiresAt'>>

/** The one door of a coupon's status: by an event the machine knows, and only from the status it was read in. */
export async function moveCoupon(tx: Tx, coupon: Coupon, event: CouponEvent, change: Change = {}): Promise<void> {
  const status = next(couponMachine, coupon.status, event)
  assert(status !== undefined, `coupon ${coupon.couponId} in status ${coupon.status} cannot ${event}`)
  await writeCoupon(tx, coupon, { status, ...change })
}

/** Changes what holds a coupon, which keeps its status. */
export async function writeCoupon(tx: Tx, coupon: Coupon, change: Change & { readonly status?: Coupon['status'] }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon')
    .set({
      ...(change.status !== undefined && { status: change.status }),
      ...(change.quoteId !== undefined && { quote_id: change.quoteId }),
      ...(change.heldUntil !== undefined && { held_until: change.heldUntil }),
      ...(change.loanId !== undefined && { loan_id: change.loanId }),
      ...(change.repaymentId !== undefined && { repayment_id: change.repaymentId }),
      ...(change.applied !== undefined && { applied: change.applied === null ? null : JSON.stringify(change.applied) }),
      ...(change.discountFen !== undefined && { discount_fen: change.discountFen }),
      ...(change.usedAt !== undefined && { used_at: change.usedAt }),
      ...(change.expiresAt !== undefined && { expires_at: change.expiresAt }),
    })
    .where('user_id', '=', coupon.userId)
    .where('coupon_id', '=', coupon.couponId)
    .where('status', '=', coupon.status)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `coupon ${coupon.couponId} was not ${coupon.status} any more`)
}

/** Takes a coupon away that nothing holds. Returns its status where that cannot be done; undefined when there is no such coupon. */
export async function revokeCoupon(
  tx: Tx,
  { userId, couponId }: CouponKey,
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<'done' | Coupon['status'] | undefined> {
  const coupon = await findCoupon(tx, { userId, couponId }, 'update')
  if (coupon === undefined || next(couponMachine, coupon.status, 'revoke') === undefined) return coupon?.status
  await tx
    .updateTable('coupon')
    .set({ status: 'revoked', revoked_at: at, revoked_by: by, revoked_reason: reason })
    .where('user_id', '=', userId)
    .where('coupon_id', '=', couponId)
    .execute()
  return 'done'
}

/** A quote that lapsed unused holds its coupon no more, and a coupon past its moment is expired, also before the next round writes it down. */
const isHeld = (now: Date) => sql<boolean>`(status = 'reserved' and (loan_id is not null or held_until > ${now}))`
const isUnused = (now: Date) => sql<boolean>`(status = 'usable' or (status = 'reserved' and loan_id is null and held_until <= ${now}))`

type Shown = { readonly userId: number; readonly tab: (typeof couponTabs)[number]; readonly after: number | undefined; readonly now: Date }

/** Coupons of a tab, newest first; one more than `take` shows whether others follow. */
export async function couponsShown(tx: Db | Tx, { userId, tab, after, now, take }: Shown & { take: number }): Promise<Coupon[]> {
  const open = isUnused(now)
  const tabs = {
    usable: sql<boolean>`(${isHeld(now)} or (${open} and expires_at > ${now}))`,
    used: sql<boolean>`status = 'used'`,
    expired: sql<boolean>`(status in ('expired', 'revoked') or (${open} and expires_at <= ${now}))`,
  } as const
  const rows = await coupons(tx, userId)
    .where(tabs[tab])
    .$if(after !== undefined, (query) => query.where('coupon_id', '<', after ?? 0))
    .orderBy('coupon_id', 'desc')
    .limit(take)
    .execute()
  return rows.map((row) => couponSchema.parse(row))
}

const chosenFromMax = 100

/** Coupons for a use that are not yet used or over, those that expire first at the front. */
export async function couponsFor(
  tx: Db | Tx,
  { userId, use, now }: { userId: number; use: CouponTerms['use']; now: Date },
): Promise<Coupon[]> {
  const rows = await coupons(tx, userId)
    .where(sql<boolean>`(${isHeld(now)} or (${isUnused(now)} and expires_at > ${now}))`)
    .where(sql<boolean>`terms->>'use' = ${use}`)
    .orderBy('expires_at')
    .orderBy('coupon_id')
    .limit(chosenFromMax)
    .execute()
  return rows.map((row) => couponSchema.parse(row))
}

/** How many coupons a borrower can use now. */
export async function usableCount(tx: Db | Tx, { userId, now }: { userId: number; now: Date }): Promise<number> {
  const { count } = await tx
    .selectFrom('coupon')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`(${isUnused(now)} and expires_at > ${now})`)
    .executeTakeFirstOrThrow()
  return count
}

const sweptAtOnce = 500

/** Writes down what time has done: quotes that lapsed free their coupons, and coupons past their moment are expired. */
export async function sweepCoupons(tx: Db | Tx, now: Date): Promise<void> {
  await sql`
    update coupon set status = 'usable', quote_id = null, held_until = null where (user_id, coupon_id) in (
      select user_id, coupon_id from coupon where status = 'reserved' and loan_id is null and held_until <= ${now}
      limit ${sweptAtOnce} for update skip locked)`.execute(tx)
  await sql`
    update coupon set status = 'expired' where (user_id, coupon_id) in (
      select user_id, coupon_id from coupon where status = 'usable' and expires_at <= ${now} limit ${sweptAtOnce} for update skip locked)`.execute(
    tx,
  )
}
