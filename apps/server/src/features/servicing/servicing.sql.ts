import { day } from '@fyh/contract/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'

/** Whose loan a contract number is. */
export async function loanOfContract(tx: Db | Tx, contractNo: string): Promise<LoanKey | undefined> {
  const row = await tx.selectFrom('contract_number').select(['user_id', 'loan_id']).where('contract_no', '=', contractNo).executeTakeFirst()
  return row && { userId: row.user_id, loanId: row.loan_id }
}

const decided = z.object({
  eventId: z.int(),
  on: day,
  kind: z.enum(['waiver', 'writeOff', 'reverse']),
  data: z.record(z.string(), z.unknown()),
  by: z.string(),
  at: z.date(),
  reversedBy: z.int().nullable(),
})
export type Decided = z.output<typeof decided>

const shownMax = 200

export async function decisionsShown(tx: Db | Tx, { userId, loanId }: LoanKey): Promise<Decided[]> {
  const { rows } = await sql`
    select event_id as "eventId", on_day as "on", kind, data, made_by as "by", made_at as "at", reversed_by as "reversedBy"
    from loan_event where user_id = ${userId} and loan_id = ${loanId} order by event_id limit ${shownMax}`.execute(tx)
  return z.array(decided).parse(rows)
}
