import { couponMachine } from '@fyh/contract/coupon.machine.ts'
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
  kind: z.enum(['waiver', 'coupon', 'writeOff', 'reverse']),
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

const listed = z.object({
  couponId: z.int(),
  definition: z.string(),
  status: z.enum(couponMachine.states),
  issuedBy: z.string(),
  reason: z.string(),
  issuedAt: z.date(),
  expiresAt: z.date(),
  revokedBy: z.string().nullable(),
  revokedReason: z.string().nullable(),
})

/** The newest coupons of a borrower, with who issued and who revoked each. */
export async function couponsListed(tx: Db | Tx, userId: number): Promise<z.output<typeof listed>[]> {
  const { rows } = await sql`
    select coupon_id as "couponId", definition, status, issued_by as "issuedBy", reason, issued_at as "issuedAt", expires_at as "expiresAt",
      revoked_by as "revokedBy", revoked_reason as "revokedReason"
    from coupon where user_id = ${userId} order by coupon_id desc limit ${shownMax}`.execute(tx)
  return z.array(listed).parse(rows)
}
