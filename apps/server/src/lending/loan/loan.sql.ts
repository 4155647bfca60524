import { assert } from '@fyh/base/assert.ts'
import { next } from '@fyh/base/machine.ts'
import { type LoanEvent, loanMachine } from '@fyh/contract/loan.machine.ts'
import { type LoanStatus, loanStatusNames, openStatuses } from '@fyh/contract/loan-status.ts'
import { repaymentModes } from '@fyh/contract/options.ts'
import { prepayEffect } from '@fyh/contract/prepay.ts'
import { repaymentUnderWay } from '@fyh/contract/repayment.machine.ts'
import { day, fenAmount } from '@fyh/contract/shapes.ts'
import type { Payment } from '@fyh/loan-engine/replay.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { type Decision, decisionsOfLoans } from './decisions.sql.ts'
import { isPaidOut, type LoanRecord, loanSchema, type RunningLoan, statusSchema } from './loan-record.ts'
import { numberOf, statusNumbers } from './status-numbers.ts'

export async function findLoan(tx: Db | Tx, { userId, loanId }: LoanKey, lock?: 'update'): Promise<LoanRecord | undefined> {
  const query = tx.selectFrom('loan').selectAll().where('user_id', '=', userId).where('loan_id', '=', loanId)
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst()
  return row && loanSchema.parse(row)
}

/** Newest first. */
export async function findLoans(
  tx: Db | Tx,
  {
    userId,
    statuses = loanStatusNames,
    after,
    limit = loansMax,
  }: { userId: number; statuses?: readonly LoanStatus[]; after?: number | undefined; limit?: number },
): Promise<LoanRecord[]> {
  const rows = await tx
    .selectFrom('loan')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', statuses.map(numberOf))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(borrowed_at, loan_id) < (select b.borrowed_at, b.loan_id from loan b where b.user_id = ${userId} and b.loan_id = ${after})`,
      ),
    )
    .orderBy('borrowed_at', 'desc')
    .orderBy('loan_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => loanSchema.parse(row))
}

/** Loans of all borrowers whose money has gone out, a page in the order of their keys. */
export async function loansAfter(
  tx: Db | Tx,
  { after = { userId: 0, loanId: 0 }, limit }: { after: LoanKey | undefined; limit: number },
): Promise<RunningLoan[]> {
  const { rows } = await sql`
    select * from loan where (user_id, loan_id) > (${after.userId}::bigint, ${after.loanId}::bigint) and booked_to is not null
    order by user_id, loan_id limit ${limit}`.execute(tx)
  return rows.map((row) => loanSchema.parse(row)).filter(isPaidOut)
}

/** Loans of many borrowers in one query. Each is read when it is asked for, so that one that cannot be read spoils no other. */
export async function loansOf(tx: Db | Tx, loans: readonly LoanKey[]): Promise<Map<number, () => LoanRecord>> {
  const { rows } = await sql<{ loan_id: number }>`
    select l.* from unnest(${loans.map(({ userId }) => userId)}::bigint[], ${loans.map(({ loanId }) => loanId)}::bigint[]) as k (user_id, loan_id)
    join loan l on l.user_id = k.user_id and l.loan_id = k.loan_id`.execute(tx)
  return new Map(rows.map((row) => [row.loan_id, () => loanSchema.parse(row)]))
}

/** More than anybody can have open: the smallest loan is 500 yuan, the largest limit 200,000. */
const loansMax = 500

/** The one door through which a loan changes its status: by an event the machine knows, and only from the status it was read in. */
export async function moveLoan(tx: Tx, loan: LoanKey & { readonly status: LoanStatus }, event: LoanEvent): Promise<LoanStatus> {
  const from = numberOf(loan.status)
  const to = next(loanMachine, `${from}`, event)
  assert(to !== undefined, `loan ${loan.loanId} in status ${loan.status} cannot ${event}`)
  const { numUpdatedRows } = await tx
    .updateTable('loan')
    .set({ status: Number(to) })
    .where('user_id', '=', loan.userId)
    .where('loan_id', '=', loan.loanId)
    .where('status', '=', from)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `loan ${loan.loanId} was not in status ${loan.status} any more`)
  return statusSchema.parse(Number(to))
}

/** From now on all loans of the borrower that still owe, or may come to owe, something are debited from this card. */
export async function debitFrom(tx: Tx, { userId, cardId }: { userId: number; cardId: number }): Promise<void> {
  await sql`
    update loan set debit_card_id = ${cardId}
    where user_id = ${userId} and status in (${statusNumbers('disbursing', ...openStatuses)})`.execute(tx)
}

const paymentRow = z.object({
  loan_id: z.int(),
  repayment_id: z.int(),
  order_key: z.string(),
  mode: z.enum(repaymentModes).exclude(['returned']),
  taken_fen: fenAmount,
  up_to_period: z.int().nullable(),
  effect: prepayEffect.nullable(),
  booked_on: day,
})

/** A payment as the engine takes it, with the debit that brought it. */
export type Received = Payment & { readonly repaymentId: number; readonly orderKey: string }

/** Everything that happened to a loan since its pay-out, as the engine takes it. */
export type History = readonly (Received | Decision)[]

/**
 * Money received for a loan, in the order it became known; `on` is the day it counts from. What the channel took back is left out, and so
 * is what was paid for a returned sum, which is no payment of the plan.
 * Decisions and discounts of coupons are among them, see `inOrder`.
 */
export async function paymentsOf(tx: Db | Tx, { userId, loanId }: LoanKey): Promise<History> {
  return (await paymentsByLoan(tx, { userId, loanIds: [loanId] })).get(loanId) ?? []
}

type LoanKeys = { readonly userId: number; readonly loanIds: readonly number[] }

/** The same for several loans of a borrower. */
export function paymentsByLoan(tx: Db | Tx, { userId, loanIds }: LoanKeys): Promise<Map<number, History>> {
  return paymentsOfLoans(
    tx,
    loanIds.map((loanId) => ({ userId, loanId })),
  )
}

/** The same for loans of many borrowers. */
export async function paymentsOfLoans(tx: Db | Tx, loans: readonly LoanKey[]): Promise<Map<number, History>> {
  const { rows } = await sql`
    select r.loan_id, r.repayment_id, r.order_key, r.mode, r.taken_fen, r.up_to_period, r.effect, r.booked_on
    from unnest(${loans.map(({ userId }) => userId)}::bigint[], ${loans.map(({ loanId }) => loanId)}::bigint[]) as k (user_id, loan_id)
    join repayment r on r.user_id = k.user_id and r.loan_id = k.loan_id
    where r.booked_on is not null and r.reversed_on is null and r.mode <> 'returned'
    order by r.loan_id, r.booked_no`.execute(tx)
  const byLoan = new Map(loans.map(({ loanId }): [number, Received[]] => [loanId, []]))
  for (const row of z.array(paymentRow).parse(rows)) byLoan.get(row.loan_id)?.push(receivedFrom(row))
  return withDecisions(tx, loans, byLoan)
}

async function withDecisions(
  tx: Db | Tx,
  loans: readonly LoanKey[],
  received: ReadonlyMap<number, readonly Received[]>,
): Promise<Map<number, History>> {
  const decisions = await decisionsOfLoans(tx, loans)
  return new Map(
    [...received].map(([loanId, payments]): [number, History] => {
      const made = decisions.get(loanId) ?? []
      return [loanId, made.length === 0 ? payments : inOrder(payments, made)]
    }),
  )
}

/** Waivers of a day count before its payments and a write-off after them. The coupon of a payment counts right before that payment. */
function inOrder(payments: readonly Received[], made: readonly Decision[]): History {
  const ofPayment = (decision: Decision) => decision.coupon?.repaymentId
  const ordered: History[number][] = [...payments]
  for (const decision of made) {
    const repaymentId = ofPayment(decision)
    if (repaymentId === undefined) continue
    const isAt = (event: History[number]) => 'repaymentId' in event && event.repaymentId === repaymentId
    // A payment that its coupon covers whole brought no money; it comes where it was ordered.
    const isLater = (event: History[number]) => 'repaymentId' in event && event.repaymentId > repaymentId
    const own = ordered.findIndex(isAt)
    const at = own === -1 ? ordered.findIndex(isLater) : own
    ordered.splice(at === -1 ? ordered.length : at, 0, decision)
  }
  const of = (kind: Decision['kind']) => made.filter((decision) => decision.kind === kind && ofPayment(decision) === undefined)
  return [...of('waiver'), ...ordered, ...of('writeOff')]
}

function receivedFrom(row: z.output<typeof paymentRow>): Received {
  const received = { on: row.booked_on, amount: row.taken_fen, repaymentId: row.repayment_id, orderKey: row.order_key }
  if (row.mode === 'all') return { kind: 'settle', ...received }
  if (row.effect !== null) return { kind: 'prepay', effect: row.effect, ...received }
  return row.up_to_period === null ? { kind: 'repay', ...received } : { kind: 'repay', upToPeriod: row.up_to_period, ...received }
}

/**
 * The debits under way of some loans, by loan. While a loan has one, its days are not opened and nothing else is decided about it, so that
 * the result counts from its day. Read after the loans are locked where none may begin unseen.
 */
export async function debitsUnderWay(tx: Db | Tx, loans: readonly LoanKey[]): Promise<Map<number, number>> {
  if (loans.length === 0) return new Map()
  const { rows } = await sql<{ loanId: number; repaymentId: number }>`
    select loan_id as "loanId", repayment_id as "repaymentId" from repayment
    where (user_id, loan_id) in (select * from unnest(${loans.map(({ userId }) => userId)}::bigint[], ${loans.map(({ loanId }) => loanId)}::bigint[]))
      and status in (${sql.join(repaymentUnderWay.map((status) => sql.lit(status)))})`.execute(tx)
  return new Map(rows.map(({ loanId, repaymentId }) => [loanId, repaymentId]))
}

/** The same for one loan; null when it has none. */
export async function debitUnderWay(tx: Db | Tx, loan: LoanKey): Promise<number | null> {
  return (await debitsUnderWay(tx, [loan])).get(loan.loanId) ?? null
}

/** How many loans of each status a borrower has. One that was given up waits for nothing and is left out. */
export async function loanCounts(tx: Db | Tx, userId: number): Promise<ReadonlyMap<LoanStatus, number>> {
  const { rows } = await sql<{ status: number; count: number }>`
    select status, count(*)::integer as count from loan where user_id = ${userId} and given_up_at is null group by status`.execute(tx)
  return new Map(rows.map(({ status, count }) => [statusSchema.parse(status), count]))
}

/** Hashes of the texts of the quote that a loan stands on. */
export async function textHashesOf(tx: Db | Tx, { userId, quoteId }: { userId: number; quoteId: number }): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select text->>'sha256' as sha256 from loan_quote cross join jsonb_array_elements(texts) as text
    where user_id = ${userId} and quote_id = ${quoteId}`.execute(tx)
  return rows.map(({ sha256 }) => sha256)
}

/** When the steps of a loan's way were taken; the newest attempt of its pay-out counts. */
export type LoanTrack = {
  readonly signedAt: Date | null
  readonly requestedAt: Date | null
  readonly acceptedAt: Date | null
  readonly refusedAt: Date | null
}

export async function trackOf(tx: Db | Tx, { userId, loanId, quoteId }: LoanKey & { readonly quoteId: number }): Promise<LoanTrack> {
  const quote = await tx
    .selectFrom('loan_quote')
    .select('signed_at')
    .where('user_id', '=', userId)
    .where('quote_id', '=', quoteId)
    .executeTakeFirst()
  const attempt = await tx
    .selectFrom('payout')
    .select(['requested_at', 'accepted_at', 'known_at', 'status'])
    .where('user_id', '=', userId)
    .where('loan_id', '=', loanId)
    // The attempt that brought the loan's money, or else the newest.
    .orderBy(sql`status = 'paid'`, 'desc')
    .orderBy(sql`case when status = 'paid' then known_at end`)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    signedAt: quote?.signed_at ?? null,
    requestedAt: attempt?.requested_at ?? null,
    acceptedAt: attempt?.accepted_at ?? null,
    refusedAt: attempt?.status === 'refused' ? attempt.known_at : null,
  }
}
