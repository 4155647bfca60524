import type { CivilDate } from '@fyh/base/dates.ts'
import { openStatuses } from '@fyh/contract/loan-status.ts'
import { day, fenAmount, ratePpm } from '@fyh/contract/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { PenaltyDay } from '#lending/books/books.ts'
import { statusNumbers } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Tx } from '#platform/deps.ts'
import type { Quiet } from './close-quiet.ts'

/** Periods whose grace days are over, with what the penalty of a day is made of. */
const overdueSchema = z.object({
  rule: z.object({ percentOfRate: z.int(), graceDays: z.int(), ceiling: ratePpm }),
  periods: z.array(
    z.object({
      period: z.int(),
      dueDate: day,
      principal: fenAmount,
      repaid: z.array(z.object({ on: day, amount: fenAmount })),
    }),
  ),
})
export type Overdue = z.output<typeof overdueSchema>

/** What the close needs of a loan as long as nothing but interest and penalty happens to it. */
export type ThinLoan = LoanKey & {
  readonly bookedTo: CivilDate
  readonly quietTo: CivilDate | null
  readonly annualRatePpm: number
  readonly runStart: CivilDate | null
  readonly runDue: CivilDate | null
  readonly runInterestFen: number | null
  readonly overdue: unknown
}

export const parseOverdue = (overdue: unknown): Overdue => overdueSchema.parse(overdue)

const thinColumns = sql.raw(`user_id as "userId", loan_id as "loanId", booked_to as "bookedTo", quiet_to as "quietTo",
  annual_rate_ppm as "annualRatePpm", run_start as "runStart", run_due as "runDue", run_interest_fen as "runInterestFen", overdue`)

export type Place = Pick<ThinLoan, 'bookedTo' | 'userId' | 'loanId'>

/**
 * The next running loans with days to close, the furthest behind first, locked. `skip` leaves those that somebody else has in hand,
 * `wait` waits for them.
 */
export async function takeLoans(
  tx: Tx,
  asked: { upTo: CivilDate; after: Place | undefined; limit: number; except: readonly number[]; lock: 'skip' | 'wait' },
): Promise<ThinLoan[]> {
  const { upTo, after, limit, except, lock } = asked
  const { rows } = await sql<ThinLoan>`
    select ${thinColumns} from loan
    where status in (${statusNumbers(...openStatuses)}) and booked_to < ${upTo}
      ${after === undefined ? sql`` : sql`and (booked_to, user_id, loan_id) > (${after.bookedTo}::date, ${after.userId}::bigint, ${after.loanId}::bigint)`}
      ${except.length === 0 ? sql`` : sql`and loan_id <> all (${except}::bigint[])`}
    order by booked_to, user_id, loan_id limit ${limit}
    for no key update ${lock === 'skip' ? sql`skip locked` : sql``}`.execute(tx)
  return rows
}

/** One running loan, locked; undefined when it does not run. */
export async function takeLoan(tx: Tx, { userId, loanId }: LoanKey): Promise<ThinLoan | undefined> {
  const { rows } = await sql<ThinLoan>`
    select ${thinColumns} from loan where user_id = ${userId} and loan_id = ${loanId} and status in (${statusNumbers(...openStatuses)}) for no key update`.execute(
    tx,
  )
  return rows[0]
}

export async function writeClosedTo(tx: Tx, loans: readonly (LoanKey & { readonly bookedTo: CivilDate })[]): Promise<void> {
  if (loans.length === 0) return
  await sql`
    update loan l set booked_to = n.booked_to
    from unnest(${loans.map(({ userId }) => userId)}::bigint[], ${loans.map(({ loanId }) => loanId)}::bigint[],
      ${loans.map(({ bookedTo }) => bookedTo)}::date[]) as n (user_id, loan_id, booked_to)
    where l.user_id = n.user_id and l.loan_id = n.loan_id`.execute(tx)
}

/** The same with what is known of the days that follow. */
export async function writeQuiet(
  tx: Tx,
  loans: readonly (LoanKey & { readonly bookedTo: CivilDate; readonly quiet: Quiet })[],
): Promise<void> {
  if (loans.length === 0) return
  await sql`
    update loan l set booked_to = n.booked_to, quiet_to = n.quiet_to, run_start = n.run_start, run_due = n.run_due,
      run_interest_fen = n.run_interest, overdue = n.overdue::jsonb
    from unnest(${loans.map(({ userId }) => userId)}::bigint[], ${loans.map(({ loanId }) => loanId)}::bigint[],
      ${loans.map(({ bookedTo }) => bookedTo)}::date[], ${loans.map(({ quiet }) => quiet.quietTo)}::date[],
      ${loans.map(({ quiet }) => quiet.run?.startDate ?? null)}::date[], ${loans.map(({ quiet }) => quiet.run?.dueDate ?? null)}::date[],
      ${loans.map(({ quiet }) => quiet.run?.interest ?? null)}::bigint[],
      ${loans.map(({ quiet }) => (quiet.overdue === null ? null : JSON.stringify(quiet.overdue)))}::text[])
      as n (user_id, loan_id, booked_to, quiet_to, run_start, run_due, run_interest, overdue)
    where l.user_id = n.user_id and l.loan_id = n.loan_id`.execute(tx)
}

/** Penalty rows of many loans; a day already there keeps its amount. */
export async function writePenaltyDays(tx: Tx, days: readonly (LoanKey & PenaltyDay)[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into penalty_day (user_id, loan_id, period, day, amount_fen)
    select * from unnest(${days.map(({ userId }) => userId)}::bigint[], ${days.map(({ loanId }) => loanId)}::bigint[],
      ${days.map(({ period }) => period)}::smallint[], ${days.map((one) => one.day)}::date[], ${days.map(({ amount }) => amount)}::bigint[])
    on conflict (user_id, loan_id, period, day) do nothing`.execute(tx)
}
