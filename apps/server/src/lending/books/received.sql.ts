import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import type { Parts } from '@fyh/loan-engine/parts.ts'
import { sql } from 'kysely'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Tx } from '#platform/deps.ts'
import type { PenaltyDay } from './penalty-days.ts'
import type { Repayment, RepaymentKey } from './repayments.sql.ts'

/**
 * Writes down that money arrived, the day it counts from and its place among the loan's payments. The loan is locked, so the places are
 * without gap or twin. Where it goes is not decided yet: until `writeSplits` all of it is held.
 */
export async function writeReceived(
  tx: Tx,
  { userId, loanId, repaymentId }: Repayment,
  { takenFen, on, receivedOn }: { takenFen: Fen; on: CivilDate; receivedOn: CivilDate | null },
): Promise<void> {
  await sql`
    update repayment set taken_fen = ${takenFen}, surplus_fen = ${takenFen}, booked_on = ${on}, received_on = ${receivedOn},
      booked_no = (select coalesce(max(booked_no), 0) + 1 from repayment where user_id = ${userId} and loan_id = ${loanId})
    where user_id = ${userId} and repayment_id = ${repaymentId}`.execute(tx)
}

/** Writes down that a debit brought more than was booked. Where it goes is not decided yet: until `writeSplits` all of it is held. */
export async function writeTaken(tx: Tx, { userId, repaymentId }: RepaymentKey, takenFen: Fen): Promise<void> {
  await sql`
    update repayment set taken_fen = ${takenFen}, surplus_fen = ${takenFen}, principal_fen = 0, interest_fen = 0, fee_fen = 0, penalty_fen = 0
    where user_id = ${userId} and repayment_id = ${repaymentId}`.execute(tx)
}

type SplitOf = { readonly repaymentId: number; readonly parts: Parts; readonly surplus: Fen }

/** Where each payment goes, as far as it differs from what is written. */
export async function writeSplits(tx: Tx, userId: number, splits: readonly SplitOf[]): Promise<void> {
  const column = (of: (split: SplitOf) => number) => splits.map(of)
  await sql`
    update repayment r set principal_fen = n.principal, interest_fen = n.interest, fee_fen = n.fee, penalty_fen = n.penalty,
      surplus_fen = n.surplus
    from unnest(${column(({ repaymentId }) => repaymentId)}::bigint[], ${column(({ parts }) => parts.principal)}::bigint[],
      ${column(({ parts }) => parts.interest)}::bigint[], ${column(({ parts }) => parts.fee)}::bigint[],
      ${column(({ parts }) => parts.penalty)}::bigint[], ${column(({ surplus }) => surplus)}::bigint[])
      as n (repayment_id, principal, interest, fee, penalty, surplus)
    where r.user_id = ${userId} and r.repayment_id = n.repayment_id
      and (r.principal_fen, r.interest_fen, r.fee_fen, r.penalty_fen, r.surplus_fen)
        is distinct from (n.principal, n.interest, n.fee, n.penalty, n.surplus)`.execute(tx)
}

/** Brings the penalty rows of a loan to these: one row a period and day, a day that turns out to cost nothing stays as a row of 0. */
export async function restatePenaltyDays(tx: Tx, { userId, loanId }: LoanKey, days: readonly PenaltyDay[]): Promise<void> {
  const periods = days.map(({ period }) => period)
  const dates = days.map(({ day }) => day)
  await sql`
    update penalty_day set amount_fen = 0 where user_id = ${userId} and loan_id = ${loanId} and amount_fen <> 0
      and (period, day) not in (select * from unnest(${periods}::smallint[], ${dates}::date[]))`.execute(tx)
  await sql`
    insert into penalty_day (user_id, loan_id, period, day, amount_fen)
    select ${userId}::bigint, ${loanId}::bigint, * from unnest(${periods}::smallint[], ${dates}::date[], ${days.map(({ amount }) => amount)}::bigint[])
    on conflict (user_id, loan_id, period, day) do update set amount_fen = excluded.amount_fen
      where penalty_day.amount_fen <> excluded.amount_fen`.execute(tx)
}

export async function writeSettledOn(tx: Tx, { userId, loanId }: LoanKey, on: CivilDate): Promise<void> {
  await sql`update loan set settled_on = ${on} where user_id = ${userId} and loan_id = ${loanId} and settled_on is distinct from ${on}`.execute(
    tx,
  )
}

/** Payments that the channel took back and the loan's books still count, oldest first. */
export async function returnsToBook(tx: Tx, { userId, loanId }: LoanKey): Promise<number[]> {
  const { rows } = await sql<{ repaymentId: number }>`
    select repayment_id as "repaymentId" from repayment
    where user_id = ${userId} and loan_id = ${loanId} and status = 'returned' and reversed_on is null and claimed_on is null
    order by repayment_id limit 100`.execute(tx)
  return rows.map(({ repaymentId }) => repaymentId)
}

export async function markReturnBooked(
  tx: Tx,
  { userId, repaymentId }: RepaymentKey,
  { as, on }: { as: 'reversed' | 'claimed'; on: CivilDate },
): Promise<void> {
  await tx
    .updateTable('repayment')
    .set(as === 'reversed' ? { reversed_on: on } : { claimed_on: on })
    .where('user_id', '=', userId)
    .where('repayment_id', '=', repaymentId)
    .execute()
}

/**
 * To be called by whatever changes what is owed on a loan beside the close: a payment, its return, a waiver. The next day is then judged by
 * the whole loan.
 */
export async function forgetQuiet(tx: Tx, { userId, loanId }: LoanKey): Promise<void> {
  await sql`update loan set quiet_to = null where user_id = ${userId} and loan_id = ${loanId} and quiet_to is not null`.execute(tx)
}
