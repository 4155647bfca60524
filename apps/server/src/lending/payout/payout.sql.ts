import { assert } from '@fyh/base/assert.ts'
import { next } from '@fyh/base/machine.ts'
import type { Fen } from '@fyh/base/money.ts'
import { type PayoutEvent, payoutMachine, payoutUnderWay } from '@fyh/contract/payout.machine.ts'
import { fenAmount } from '@fyh/contract/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LoanKey } from '#lending/loan-key.ts'
import { claimOrder, keepOrder, type OrderTable } from '#lending/orders/orders.ts'
import type { Db, Tx } from '#platform/deps.ts'

const payoutSchema = z
  .object({
    user_id: z.int(),
    payout_id: z.int(),
    loan_id: z.int(),
    attempt: z.int(),
    order_key: z.string(),
    status: z.enum(payoutMachine.states),
    amount_fen: fenAmount,
    tries: z.int(),
    card_id: z.int(),
    quote_id: z.int(),
    lender_id: z.int(),
    paid_fen: fenAmount.nullable(),
  })
  .transform((row) => ({
    userId: row.user_id,
    payoutId: row.payout_id,
    loanId: row.loan_id,
    attempt: row.attempt,
    orderKey: row.order_key,
    status: row.status,
    amountFen: row.amount_fen,
    tries: row.tries,
    cardId: row.card_id,
    quoteId: row.quote_id,
    lenderId: row.lender_id,
    paidFen: row.paid_fen,
  }))
const payouts = { table: 'payout', id: 'payout_id', underWay: payoutUnderWay } satisfies OrderTable

export type Payout = z.output<typeof payoutSchema>
export type PayoutKey = { readonly userId: number; readonly payoutId: number }

type NewPayout = PayoutKey & {
  readonly loanId: number
  readonly cardId: number
  readonly quoteId: number
  /** Who is asked to pay it out. */
  readonly lenderId: number
  readonly amountFen: Fen
  readonly requestedAt: Date
  readonly nextTryAt: Date
}

/** The next attempt of a loan, with the key the lender will know it by. At most one is under way: an index says so. */
export async function insertPayout(tx: Tx, made: NewPayout): Promise<void> {
  const orderKey = `payout-${made.payoutId}`
  await sql`
    insert into payout (user_id, payout_id, loan_id, attempt, order_key, status, amount_fen, card_id, quote_id, lender_id,
      requested_at, next_try_at)
    select ${made.userId}::bigint, ${made.payoutId}::bigint, ${made.loanId}::bigint, coalesce(max(attempt), 0) + 1, ${orderKey}::text,
      ${payoutMachine.initial}::text, ${made.amountFen}::bigint, ${made.cardId}::bigint, ${made.quoteId}::bigint,
      ${made.lenderId}::bigint, ${made.requestedAt}::timestamptz, ${made.nextTryAt}::timestamptz
    from payout where user_id = ${made.userId} and loan_id = ${made.loanId}`.execute(tx)
  await keepOrder(tx, { orderKey, kind: 'payout', userId: made.userId, orderId: made.payoutId })
}

export async function findPayout(tx: Db | Tx, { userId, payoutId }: PayoutKey, lock?: 'update'): Promise<Payout | undefined> {
  const query = tx.selectFrom('payout').selectAll().where('user_id', '=', userId).where('payout_id', '=', payoutId)
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst()
  return row && payoutSchema.parse(row)
}

/** The attempt of a loan that is under way, locked. */
export async function runningPayout(tx: Tx, { userId, loanId }: LoanKey): Promise<Payout | undefined> {
  const row = await tx
    .selectFrom('payout')
    .selectAll()
    .where('user_id', '=', userId)
    .where('loan_id', '=', loanId)
    .where('status', 'in', payouts.underWay)
    .forUpdate()
    .executeTakeFirst()
  return row && payoutSchema.parse(row)
}

/** Earlier attempts of the same loan that were refused, newest first. */
export async function refusedBefore(db: Db, { userId, loanId, attempt }: Payout): Promise<Payout[]> {
  const rows = await db
    .selectFrom('payout')
    .selectAll()
    .where('user_id', '=', userId)
    .where('loan_id', '=', loanId)
    .where('attempt', '<', attempt)
    .where('status', '=', 'refused')
    .orderBy('attempt', 'desc')
    .limit(10)
    .execute()
  return rows.map((row) => payoutSchema.parse(row))
}

/** The one door of an attempt's status. False when the machine knows no such move: the news is late or a repeat. */
export async function movePayout(
  tx: Tx,
  payout: Payout,
  event: PayoutEvent,
  news: { at: Date; reason?: string | undefined; paidFen?: Fen },
): Promise<boolean> {
  const status = next(payoutMachine, payout.status, event)
  if (status === undefined) return false
  const isEnd = status === 'paid' || status === 'refused'
  const { numUpdatedRows } = await tx
    .updateTable('payout')
    .set({
      status,
      reason: news.reason ?? null,
      paid_fen: news.paidFen ?? null,
      ...(event === 'accept' && { accepted_at: news.at }),
      ...(isEnd && { known_at: news.at }),
    })
    .where('user_id', '=', payout.userId)
    .where('payout_id', '=', payout.payoutId)
    .where('status', '=', payout.status)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `pay-out ${payout.payoutId} was not ${payout.status} any more`)
  return true
}

/** Takes an attempt in hand for one step, see `claimOrder`. */
export async function claimPayout(tx: Db | Tx, { userId, payoutId }: PayoutKey, at: Date): Promise<Payout | undefined> {
  const row = await claimOrder(tx, payouts, { userId, orderId: payoutId }, at)
  return row === undefined ? undefined : payoutSchema.parse(row)
}

/** Of each lender at most this many attempts a round, so that the orders of one do not crowd out those of another. */
const roundMax = 100

/** Attempts whose outcome is not known and whose time has come, with the lender of each. */
export async function payoutsToAsk(tx: Db | Tx, at: Date): Promise<(PayoutKey & { lenderId: number })[]> {
  const { rows } = await sql<PayoutKey & { lenderId: number }>`
    select user_id as "userId", payout_id as "payoutId", lender_id as "lenderId" from (
      select user_id, payout_id, lender_id, row_number() over (partition by lender_id order by next_try_at) as place from payout
      where status in (${sql.join(payouts.underWay)}) and next_try_at <= ${at}) as due
    where place <= ${roundMax} order by lender_id, place`.execute(tx)
  return rows
}
