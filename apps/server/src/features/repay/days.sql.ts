import type { CivilDate } from '@fyh/base/dates.ts'
import { day } from '@fyh/contract/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#platform/deps.ts'
import type { PenaltyDay } from './penalty-days.ts'

type LoanKey = { readonly userId: number; readonly loanId: number }

/** Running loans with days to open, the furthest behind first. Those with a debit under way wait for it. */
export async function loansBehind(
  db: Db,
  { upTo, limit, except }: { upTo: CivilDate; limit: number; except: readonly number[] },
): Promise<LoanKey[]> {
  const { rows } = await sql<{ userId: number; loanId: number }>`
    select user_id as "userId", loan_id as "loanId" from loan l
    where status in (2, 4, 6) and booked_to < ${upTo} and loan_id <> all (${except}::bigint[])
      and not exists (
        select 1 from repayment r
        where r.user_id = l.user_id and r.loan_id = l.loan_id and r.status in ('requested', 'processing', 'unknown')
      )
    order by booked_to, loan_id limit ${limit}`.execute(db)
  return rows
}

/** Whether the automatic debit of a day was asked for, whatever came of it. */
export async function hasAutoDebit(tx: Tx, { userId, loanId }: LoanKey, on: CivilDate): Promise<boolean> {
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

export async function markOpened(tx: Tx, { userId, loanId }: LoanKey, opened: CivilDate): Promise<void> {
  await sql`update loan set booked_to = ${opened} where user_id = ${userId} and loan_id = ${loanId} and booked_to < ${opened}`.execute(tx)
}

/** By period, the last day whose penalty is booked. */
export async function penaltyBookedTo(tx: Db | Tx, { userId, loanId }: LoanKey): Promise<Map<number, CivilDate>> {
  const { rows } = await sql`
    select period, max(day) as last from penalty_day where user_id = ${userId} and loan_id = ${loanId} group by period`.execute(tx)
  return new Map(
    z
      .array(z.object({ period: z.int(), last: day }))
      .parse(rows)
      .map(({ period, last }) => [period, last]),
  )
}

/** Answers the days that were new; a day already there keeps its amount. */
export async function writePenaltyDays(tx: Tx, { userId, loanId }: LoanKey, days: readonly PenaltyDay[]): Promise<PenaltyDay[]> {
  if (days.length === 0) return []
  const written = await tx
    .insertInto('penalty_day')
    .values(days.map((one) => ({ user_id: userId, loan_id: loanId, period: one.period, day: one.day, amount_fen: one.amount })))
    .onConflict((conflict) => conflict.columns(['user_id', 'loan_id', 'period', 'day']).doNothing())
    .returning(['period', 'day'])
    .execute()
  return days.filter((one) => written.some(({ period, day: on }) => period === one.period && on === one.day))
}
