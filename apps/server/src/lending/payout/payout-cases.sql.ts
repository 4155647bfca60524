import type { Fen } from '@fyh/base/money.ts'
import { payoutUnderWay } from '@fyh/contract/payout.machine.ts'
import { fenAmount } from '@fyh/contract/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'

/**
 * `excess`: money paid beyond the loan, as by a second pay-out. `otherAmount`: the lender reports another amount than was ordered.
 * `noOutcome`: the lender reports nothing, and an operator found the outcome out.
 */
const caseKinds = ['excess', 'otherAmount', 'noOutcome'] as const

/**
 * How a case ended. Of excess money: it went back to the lender (`returned`), or it is lost. Of another amount: the lender put it right
 * (`corrected`), the loan has the amount that was ordered and the rest is excess (`kept`), or nothing was paid out (`refused`). Of no outcome:
 * it was `paid` or `refused`.
 */
export const caseOutcomes = ['returned', 'lost', 'corrected', 'kept', 'refused', 'paid'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

const caseSchema = z
  .object({
    user_id: z.int(),
    case_id: z.int(),
    loan_id: z.int(),
    payout_id: z.int(),
    kind: z.enum(caseKinds),
    reported_fen: fenAmount,
    excess_fen: fenAmount,
    opened_at: z.date(),
    outcome: z.enum(caseOutcomes).nullable(),
  })
  .transform((row) => ({
    userId: row.user_id,
    caseId: row.case_id,
    loanId: row.loan_id,
    payoutId: row.payout_id,
    kind: row.kind,
    reportedFen: row.reported_fen,
    excessFen: row.excess_fen,
    openedAt: row.opened_at,
    outcome: row.outcome,
  }))
export type PayoutCase = z.output<typeof caseSchema>

type NewCase = Omit<PayoutCase, 'outcome'>

/** False when the same was reported before: a repeated notice opens nothing. */
export async function insertCase(tx: Tx, made: NewCase): Promise<boolean> {
  const row = await tx
    .insertInto('payout_case')
    .values({
      user_id: made.userId,
      case_id: made.caseId,
      loan_id: made.loanId,
      payout_id: made.payoutId,
      kind: made.kind,
      reported_fen: made.reportedFen,
      excess_fen: made.excessFen,
      opened_at: made.openedAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'payout_id', 'kind', 'reported_fen']).doNothing())
    .returning('case_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findCase(tx: Db | Tx, caseId: number): Promise<PayoutCase | undefined> {
  const row = await tx.selectFrom('payout_case').selectAll().where('case_id', '=', caseId).executeTakeFirst()
  return row && caseSchema.parse(row)
}

type Ending = { readonly outcome: CaseOutcome; readonly by: string; readonly reason: string | null; readonly at: Date }

/** False when the case has ended before. */
export async function endCase(
  tx: Tx,
  { userId, caseId }: { userId: number; caseId: number },
  { outcome, by, reason, at }: Ending,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payout_case')
    .set({ outcome, resolved_by: by, reason, resolved_at: at })
    .where('user_id', '=', userId)
    .where('case_id', '=', caseId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The lender reported the amount that was ordered after all. */
export async function endOtherAmounts(
  tx: Tx,
  { userId, payoutId }: { userId: number; payoutId: number },
  { outcome, by, reason, at }: Ending,
): Promise<void> {
  await tx
    .updateTable('payout_case')
    .set({ outcome, resolved_by: by, reason, resolved_at: at })
    .where('user_id', '=', userId)
    .where('payout_id', '=', payoutId)
    .where('kind', '=', 'otherAmount')
    .where('outcome', 'is', null)
    .execute()
}

const shownMax = 200
const openSchema = z.object({
  caseId: z.int(),
  lenderId: z.int(),
  contractNo: z.string(),
  orderKey: z.string(),
  kind: z.enum(caseKinds),
  orderedFen: fenAmount,
  reportedFen: fenAmount,
  excessFen: fenAmount,
  openedAt: z.date(),
})
type OpenCase = z.output<typeof openSchema>

/** Cases that wait for an operator, oldest first. */
export async function openCases(tx: Db | Tx): Promise<OpenCase[]> {
  const { rows } = await sql`
    select c.case_id as "caseId", p.lender_id as "lenderId", l.contract_no as "contractNo", p.order_key as "orderKey", c.kind, p.amount_fen as "orderedFen",
      c.reported_fen as "reportedFen", c.excess_fen as "excessFen", c.opened_at as "openedAt"
    from payout_case c join payout p on p.user_id = c.user_id and p.payout_id = c.payout_id
    join loan l on l.user_id = c.user_id and l.loan_id = c.loan_id
    where c.outcome is null order by c.case_id limit ${shownMax}`.execute(tx)
  return z.array(openSchema).parse(rows)
}

const waitingSchema = z.object({
  lenderId: z.int(),
  lenderEdition: z.int(),
  contractNo: z.string(),
  orderKey: z.string(),
  status: z.string(),
  amountFen: fenAmount,
  requestedAt: z.date(),
  tries: z.int(),
})
export type WaitingPayout = z.output<typeof waitingSchema>

/** Pay-outs whose outcome is still not known although they were requested before a moment. */
export async function payoutsWaiting(tx: Db | Tx, before: Date): Promise<WaitingPayout[]> {
  const { rows } = await sql`
    select l.lender_id as "lenderId", l.lender_edition as "lenderEdition", l.contract_no as "contractNo", p.order_key as "orderKey", p.status, p.amount_fen as "amountFen",
      p.requested_at as "requestedAt", p.tries
    from payout p join loan l on l.user_id = p.user_id and l.loan_id = p.loan_id
    where p.status in (${sql.join(payoutUnderWay)}) and p.requested_at < ${before} order by p.requested_at limit ${shownMax}`.execute(tx)
  return z.array(waitingSchema).parse(rows)
}

/** What excess money of a loan is still open, which its ledger must hold. */
export async function excessOf(tx: Db | Tx, loans: readonly LoanKey[]): Promise<Map<number, Fen>> {
  const { rows } = await sql`
    select c.loan_id as "loanId", sum(c.excess_fen)::bigint as excess
    from unnest(${loans.map(({ userId }) => userId)}::bigint[], ${loans.map(({ loanId }) => loanId)}::bigint[]) as k (user_id, loan_id)
    join payout_case c on c.user_id = k.user_id and c.loan_id = k.loan_id
    where c.outcome is null group by c.loan_id`.execute(tx)
  return new Map(
    z
      .array(z.object({ loanId: z.int(), excess: fenAmount }))
      .parse(rows)
      .map(({ loanId, excess }) => [loanId, excess]),
  )
}

/** Whether the lender reported money of a loan that no operator has resolved yet. */
export async function hasOpenPayoutCase(tx: Db | Tx, { userId, loanId }: LoanKey): Promise<boolean> {
  const row = await tx
    .selectFrom('payout_case')
    .select('case_id')
    .where('user_id', '=', userId)
    .where('loan_id', '=', loanId)
    .where('outcome', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
