import type { CivilDate } from '@fyh/base/dates.ts'
import { couponBearers, couponUses } from '@fyh/contract/coupon-shapes.ts'
import { day, fenAmount } from '@fyh/contract/shapes.ts'
import type { LoanEvent } from '@fyh/loan-engine/events.ts'
import { partNames } from '@fyh/loan-engine/parts.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'

/** What was decided about a loan, as the engine takes it, with the row that keeps it. A coupon's discount is a waiver that says so. */
export type Decision = Extract<LoanEvent, { readonly kind: 'waiver' | 'writeOff' }> & {
  readonly eventId: number
  readonly coupon?: CouponOf
}
export type CouponOf = Pick<z.output<typeof couponData>, 'couponId' | 'use' | 'bearer' | 'repaymentId'>

const waiverData = z.object({ amountFen: fenAmount, parts: z.array(z.enum(partNames)), reason: z.string() })
const couponData = z.object({
  couponId: z.int(),
  use: z.enum(couponUses),
  bearer: z.enum(couponBearers),
  amountFen: fenAmount,
  parts: z.array(z.enum(partNames)),
  from: z.int(),
  to: z.int(),
  repaymentId: z.int().optional(),
})
const writeOffData = z.object({ reason: z.string() })
const head = { user_id: z.int(), loan_id: z.int(), event_id: z.int(), on_day: day, made_by: z.string() }
const rowSchema = z.discriminatedUnion('kind', [
  z.object({ ...head, kind: z.literal('waiver'), data: waiverData }),
  z.object({ ...head, kind: z.literal('coupon'), data: couponData }),
  z.object({ ...head, kind: z.literal('writeOff'), data: writeOffData }),
])
type Row = z.output<typeof rowSchema>

/** Decisions that hold, by loan, in the order in which they were made; those taken back are left out. */
export async function decisionsOfLoans(tx: Db | Tx, loans: readonly LoanKey[]): Promise<Map<number, Decision[]>> {
  const { rows } = await sql`
    select e.user_id, e.loan_id, e.event_id, e.on_day, e.made_by, e.kind, e.data
    from unnest(${loans.map(({ userId }) => userId)}::bigint[], ${loans.map(({ loanId }) => loanId)}::bigint[]) as k (user_id, loan_id)
    join loan_event e on e.user_id = k.user_id and e.loan_id = k.loan_id
    where e.reversed_by is null and e.kind <> 'reverse' order by e.event_id`.execute(tx)
  const byLoan = new Map<number, Decision[]>()
  for (const row of z.array(rowSchema).parse(rows)) byLoan.set(row.loan_id, [...(byLoan.get(row.loan_id) ?? []), decisionFrom(row)])
  return byLoan
}

function decisionFrom(row: Row): Decision {
  const of = { id: `event-${row.event_id}`, eventId: row.event_id, on: row.on_day }
  if (row.kind === 'writeOff') return { kind: 'writeOff', ...of }
  const waiver = { kind: 'waiver', ...of, amount: row.data.amountFen, of: row.data.parts } as const
  if (row.kind === 'waiver') return waiver
  const { couponId, use, bearer, from, to, repaymentId } = row.data
  return { ...waiver, within: { from, to }, coupon: { couponId, use, bearer, repaymentId } }
}

/** Loans of a borrower that were written off before all of them was paid. */
export async function lossesOf(tx: Db | Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from loan_event e where e.user_id = ${userId} and e.kind = 'writeOff' and e.reversed_by is null
      and (select sum(amount_fen) from ledger_leg l where l.user_id = e.user_id and l.loan_id = e.loan_id and l.account = 'writtenOff'
          and l.kind = 'writtenOff') > 0
    `.execute(tx)
  return rows[0]?.count ?? 0
}

/** What is decided. `reverse` takes another decision back. */
export type DecisionMade =
  | { readonly kind: 'waiver'; readonly data: z.output<typeof waiverData> }
  | { readonly kind: 'coupon'; readonly data: z.output<typeof couponData> }
  | { readonly kind: 'writeOff'; readonly data: z.output<typeof writeOffData> }
  | { readonly kind: 'reverse'; readonly data: { readonly event: number; readonly reason: string } }

type NewDecision = LoanKey & DecisionMade & { readonly eventId: number; readonly on: CivilDate; readonly by: string; readonly at: Date }

export async function insertDecision(tx: Tx, { userId, loanId, eventId, on, kind, data, by, at }: NewDecision): Promise<void> {
  await tx
    .insertInto('loan_event')
    .values({
      user_id: userId,
      event_id: eventId,
      loan_id: loanId,
      on_day: on,
      kind,
      data: JSON.stringify(data),
      made_by: by,
      made_at: at,
    })
    .execute()
}

/** Marks a decision as taken back by a later one. False when there is no such decision of the loan, or it was taken back before. */
export async function reverseDecision(tx: Tx, { userId, loanId }: LoanKey, { event, by }: { event: number; by: number }): Promise<boolean> {
  const row = await tx
    .updateTable('loan_event')
    .set({ reversed_by: by })
    .where('user_id', '=', userId)
    .where('loan_id', '=', loanId)
    .where('event_id', '=', event)
    .where('kind', 'not in', ['reverse', 'coupon'])
    .where('reversed_by', 'is', null)
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the discount of a payment's coupon as taken back with that payment. */
export async function reverseCoupon(tx: Tx, { userId, loanId }: LoanKey, repaymentId: number): Promise<void> {
  await sql`
    update loan_event set reversed_by = ${repaymentId}
    where user_id = ${userId} and loan_id = ${loanId} and kind = 'coupon' and (data->>'repaymentId')::bigint = ${repaymentId}
      and reversed_by is null`.execute(tx)
}
