import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { next } from '@fyh/base/machine.ts'
import type { Fen } from '@fyh/base/money.ts'
import { repaymentModes } from '@fyh/contract/options.ts'
import { prepayEffect } from '@fyh/contract/prepay.ts'
import { type RepaymentEvent, type RepaymentStatus, repaymentMachine, repaymentUnderWay } from '@fyh/contract/repayment.machine.ts'
import { day, fenAmount, fenEitherWay } from '@fyh/contract/shapes.ts'
import type { PrepayEffect } from '@fyh/loan-engine/prepay.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LoanKey } from '#lending/loan-key.ts'
import { claimOrder, keepOrder, type OrderTable, ordersToAsk } from '#lending/orders/orders.ts'
import type { Db, Tx } from '#platform/deps.ts'

const repaymentSchema = z
  .object({
    user_id: z.int(),
    repayment_id: z.int(),
    loan_id: z.int(),
    mode: z.enum(repaymentModes),
    effect: prepayEffect.nullable(),
    status: z.enum(repaymentMachine.states),
    asked_fen: fenAmount,
    up_to_period: z.int().nullable(),
    asked_on: day,
    asked_at: z.date(),
    card_id: z.int(),
    card_tail: z.string(),
    order_key: z.string(),
    reason: z.string().nullable(),
    taken_fen: fenAmount,
    principal_fen: fenAmount,
    interest_fen: fenEitherWay,
    fee_fen: fenEitherWay,
    penalty_fen: fenAmount,
    surplus_fen: fenAmount,
    booked_on: day.nullable(),
    received_on: day.nullable(),
    returned_on: day.nullable(),
    tries: z.int(),
    sends: z.int(),
  })
  .transform((row) => ({
    userId: row.user_id,
    repaymentId: row.repayment_id,
    loanId: row.loan_id,
    mode: row.mode,
    effect: row.effect,
    status: row.status,
    askedFen: row.asked_fen,
    upToPeriod: row.up_to_period,
    askedOn: row.asked_on,
    askedAt: row.asked_at,
    cardId: row.card_id,
    cardTail: row.card_tail,
    orderKey: row.order_key,
    reason: row.reason,
    takenFen: row.taken_fen,
    parts: { principal: row.principal_fen, interest: row.interest_fen, fee: row.fee_fen, penalty: row.penalty_fen },
    surplusFen: row.surplus_fen,
    countsFrom: row.booked_on,
    receivedOn: row.received_on,
    returnedOn: row.returned_on,
    tries: row.tries,
    sends: row.sends,
  }))
const repayments = { table: 'repayment', id: 'repayment_id', underWay: repaymentUnderWay } satisfies OrderTable

export type Repayment = z.output<typeof repaymentSchema>
export type RepaymentKey = { readonly userId: number; readonly repaymentId: number }

export async function findRepayment(tx: Db | Tx, { userId, repaymentId }: RepaymentKey, lock?: 'update'): Promise<Repayment | undefined> {
  const query = tx.selectFrom('repayment').selectAll().where('user_id', '=', userId).where('repayment_id', '=', repaymentId)
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst()
  return row && repaymentSchema.parse(row)
}

export type NewRepayment = {
  readonly userId: number
  readonly repaymentId: number
  readonly loanId: number
  readonly mode: Repayment['mode']
  /** What a prepayment is to do to the plan. */
  readonly effect?: PrepayEffect
  readonly askedFen: Fen
  readonly upToPeriod: number | null
  readonly askedOn: CivilDate
  readonly askedAt: Date
  readonly card: { readonly cardId: number; readonly tail: string }
  readonly nextTryAt: Date
}

/** Writes a debit down, with the key the channel will know it by. The key names the debit, not its figures, so two debits never share one. */
export async function insertRepayment(tx: Tx, made: NewRepayment): Promise<void> {
  const orderKey = `debit-${made.repaymentId}`
  await tx
    .insertInto('repayment')
    .values({
      user_id: made.userId,
      repayment_id: made.repaymentId,
      loan_id: made.loanId,
      mode: made.mode,
      effect: made.effect ?? null,
      status: repaymentMachine.initial,
      asked_fen: made.askedFen,
      up_to_period: made.upToPeriod,
      asked_on: made.askedOn,
      asked_at: made.askedAt,
      card_id: made.card.cardId,
      card_tail: made.card.tail,
      order_key: orderKey,
      next_try_at: made.nextTryAt,
    })
    .execute()
  await keepOrder(tx, { orderKey, kind: 'repayment', userId: made.userId, orderId: made.repaymentId })
}

/** The one door of a debit's status; `on` is the business day. Undefined when the machine knows no such move: the news is late or a repeat. */
export async function moveRepayment(tx: Tx, repayment: Repayment, event: RepaymentEvent, on: CivilDate): Promise<Repayment | undefined> {
  const status = next(repaymentMachine, repayment.status, event)
  if (status === undefined) return undefined
  const { numUpdatedRows } = await tx
    .updateTable('repayment')
    .set({ status, ...(status === 'returned' && { returned_on: on }) })
    .where('user_id', '=', repayment.userId)
    .where('repayment_id', '=', repayment.repaymentId)
    .where('status', '=', repayment.status)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `repayment ${repayment.repaymentId} was not ${repayment.status} any more`)
  return { ...repayment, status }
}

/** The newest debit of each of some loans of a borrower, by loan; a loan that was never debited has none. */
export async function newestRepayments(
  tx: Db | Tx,
  { userId, loanIds }: { userId: number; loanIds: readonly number[] },
): Promise<Map<number, Repayment>> {
  const { rows } = await sql`
    select distinct on (loan_id) * from repayment where user_id = ${userId} and loan_id = any(${loanIds}::bigint[])
    order by loan_id, asked_at desc, repayment_id desc`.execute(tx)
  return new Map(rows.map((row) => repaymentSchema.parse(row)).map((repayment) => [repayment.loanId, repayment]))
}

export const isRunning = (status: RepaymentStatus): boolean => repaymentUnderWay.some((running) => running === status)

/** Takes a debit in hand for one step, see `claimOrder`. */
export async function claimRepayment(tx: Db | Tx, { userId, repaymentId }: RepaymentKey, at: Date): Promise<Repayment | undefined> {
  const row = await claimOrder(tx, repayments, { userId, orderId: repaymentId }, at)
  return row === undefined ? undefined : repaymentSchema.parse(row)
}

/** Counts that the channel was sent the debit, whatever it answered. */
export async function countSend(tx: Db | Tx, { userId, repaymentId }: RepaymentKey): Promise<void> {
  await sql`update repayment set sends = sends + 1 where user_id = ${userId} and repayment_id = ${repaymentId}`.execute(tx)
}

/** Debits whose result is not known and whose time has come. */
export async function repaymentsToAsk(tx: Db | Tx, at: Date): Promise<RepaymentKey[]> {
  return (await ordersToAsk(tx, repayments, at)).map(({ userId, orderId }) => ({ userId, repaymentId: orderId }))
}

export async function noteReason(
  tx: Tx,
  { userId, repaymentId }: RepaymentKey,
  known: { reason: string | null; channelNo: string | null; at: Date },
) {
  await tx
    .updateTable('repayment')
    .set({ reason: known.reason, channel_no: known.channelNo, known_at: known.at })
    .where('user_id', '=', userId)
    .where('repayment_id', '=', repaymentId)
    .execute()
}

/** Whether the automatic debit of a day was asked for, whatever came of it. */
export async function hasAutoDebit(tx: Db | Tx, { userId, loanId }: LoanKey, on: CivilDate): Promise<boolean> {
  const row = await tx
    .selectFrom('repayment')
    .select('repayment_id')
    .where('user_id', '=', userId)
    .where('loan_id', '=', loanId)
    .where('mode', '=', 'auto')
    .where('asked_on', '=', on)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
