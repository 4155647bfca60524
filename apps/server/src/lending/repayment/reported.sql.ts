import { day, fenAmount } from '@fyh/contract/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { RepaymentKey } from '#lending/books/books.ts'
import { nextTryAt } from '#lending/orders/orders.ts'
import type { Db, Tx } from '#platform/deps.ts'

/** A sum in a notice that is neither what was ordered nor what is booked. */
type Report = Readonly<z.output<typeof report>>
const report = z.object({ result: z.enum(['succeeded', 'partly', 'returned']), reportedFen: fenAmount })

/** Keeps a report once. False when it is known already. */
export async function insertReport(
  tx: Tx,
  { userId, repaymentId }: RepaymentKey,
  { result, reportedFen, at, nextAskAt }: Report & { at: Date; nextAskAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('debit_report')
    .values({
      user_id: userId,
      repayment_id: repaymentId,
      result,
      reported_fen: reportedFen,
      reported_at: at,
      next_ask_at: nextAskAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'repayment_id', 'result', 'reported_fen']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** About a day of asking. */
const asksMax = 290

/**
 * Claims the due reports of a debit for one question. Returns all its unanswered reports, which the answer is about; none when no report
 * is due or another node has claimed them.
 */
export async function claimReports(tx: Db | Tx, { userId, repaymentId }: RepaymentKey, at: Date): Promise<Report[]> {
  const { rows } = await sql`
    with claimed as (
      update debit_report set asks = asks + 1,
        next_ask_at = case when asks < ${asksMax}
          then ${nextTryAt(at, 'asks')} end
      where user_id = ${userId} and repayment_id = ${repaymentId} and next_ask_at <= ${at} returning 1)
    select result, reported_fen as "reportedFen" from debit_report
    where user_id = ${userId} and repayment_id = ${repaymentId} and answer is null and exists (select from claimed)`.execute(tx)
  return z.array(report).parse(rows)
}

/** Debits with reports that the channel has not answered and whose time has come. */
export async function reportsToAsk(tx: Db | Tx, at: Date): Promise<RepaymentKey[]> {
  const rows = await tx
    .selectFrom('debit_report')
    .select(['user_id', 'repayment_id'])
    .where('next_ask_at', '<=', at)
    .orderBy('next_ask_at')
    .limit(100)
    .execute()
  return [...new Map(rows.map((row) => [row.repayment_id, { userId: row.user_id, repaymentId: row.repayment_id }])).values()]
}

/**
 * Stores the channel's answer with the reports it is about, unless they have one. A report that arrived after the question was sent stays
 * open, because the answer may be older than the report.
 */
export async function writeAnswer(
  tx: Tx,
  { userId, repaymentId }: RepaymentKey,
  { reports, state, takenFen, at }: { reports: readonly Report[]; state: string; takenFen: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('debit_report')
    .set({ answer: state, answered_fen: takenFen, answered_at: at, next_ask_at: null })
    .where('user_id', '=', userId)
    .where('repayment_id', '=', repaymentId)
    .where((is) => is.or(reports.map(({ result, reportedFen }) => is.and({ result, reported_fen: reportedFen }))))
    .where('answer', 'is', null)
    .execute()
}

/** Whether a notice has reported this sum as taken. */
export async function hasReport(tx: Tx, { userId, repaymentId }: RepaymentKey, reportedFen: number): Promise<boolean> {
  const row = await tx
    .selectFrom('debit_report')
    .select('repayment_id')
    .where('user_id', '=', userId)
    .where('repayment_id', '=', repaymentId)
    .where('reported_fen', '=', reportedFen)
    .where('result', '<>', 'returned')
    .executeTakeFirst()
  return row !== undefined
}

const openReport = z.object({
  orderKey: z.string(),
  contractNo: z.string(),
  askedOn: day,
  orderedFen: fenAmount,
  bookedFen: fenAmount,
  ...report.shape,
  answer: z.string().nullable(),
  answeredFen: fenAmount.nullable(),
  isAsked: z.boolean(),
})
export type OpenReport = z.output<typeof openReport>

const shownMax = 500

/**
 * Reports that differ from what is booked and that no operator has resolved, the oldest debit first. `isAsked`: the channel is still being
 * asked. A report that turns out to be what is booked is open no more.
 */
export async function openReports(tx: Db | Tx): Promise<OpenReport[]> {
  const { rows } = await sql`
    select r.order_key as "orderKey", n.contract_no as "contractNo", r.asked_on as "askedOn", r.asked_fen as "orderedFen",
      r.taken_fen as "bookedFen", d.result, d.reported_fen as "reportedFen", d.answer, d.answered_fen as "answeredFen",
      d.next_ask_at is not null as "isAsked"
    from debit_report d
    join repayment r on r.user_id = d.user_id and r.repayment_id = d.repayment_id
    join loan n on n.user_id = r.user_id and n.loan_id = r.loan_id
    where d.resolved_at is null and (d.reported_fen <> r.taken_fen or (d.result = 'returned' and r.status <> 'returned'))
    order by d.repayment_id, d.reported_at, d.reported_fen limit ${shownMax}`.execute(tx)
  return z.array(openReport).parse(rows)
}

/** Closes the open reports of a debit. Returns how many there were. */
export async function resolveReports(
  tx: Tx,
  { userId, repaymentId }: RepaymentKey,
  { by, why, at }: { by: string; why: string; at: Date },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('debit_report')
    .set({ resolved_at: at, resolved_by: by, resolved_why: why, next_ask_at: null })
    .where('user_id', '=', userId)
    .where('repayment_id', '=', repaymentId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
