import { type Fen, maxFen, subFen, zeroFen } from '@fyh/base/money.ts'
import { equityMachine } from '@fyh/contract/equity.machine.ts'
import { fenAmount } from '@fyh/contract/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { isStatus } from './equity.sql.ts'

const row = z.object({
  user_id: z.int(),
  loan_id: z.int(),
  order_id: z.int(),
  status: z.coerce.string().pipe(z.enum(equityMachine.states)),
  paid_fen: fenAmount,
  refunded_fen: fenAmount,
})

/** The package ordered with a loan. `paidFen`: what was paid for it and not refunded. */
export type BenefitOfLoan = LoanKey & {
  readonly orderId: number
  readonly paidFen: Fen
  readonly state: 'waiting' | 'charged' | 'notCharged'
}

/** The packages ordered with some loans, at most one each. */
export async function benefitsOfLoans(tx: Db | Tx, loans: readonly LoanKey[]): Promise<BenefitOfLoan[]> {
  if (loans.length === 0) return []
  const { rows } = await sql`
    select o.user_id, o.loan_id, o.order_id, o.status, o.paid_fen, coalesce((
      select sum(t.moved_fen) from transfer t
      where t.user_id = o.user_id and t.subject_kind = 'benefit' and t.subject_id = o.order_id
        and t.purpose = 'benefitRefund' and t.status = 'succeeded'), 0)::bigint as refunded_fen
    from benefit_order o
    where (o.user_id, o.loan_id) in (
      select * from unnest(${loans.map(({ userId }) => userId)}::bigint[], ${loans.map(({ loanId }) => loanId)}::bigint[]))`.execute(tx)
  return rows.map((one) => {
    const { user_id: userId, loan_id: loanId, order_id: orderId, status, paid_fen, refunded_fen } = row.parse(one)
    const state = paid_fen > 0 ? 'charged' : isStatus({ status }, 'activating') ? 'waiting' : 'notCharged'
    return { userId, loanId, orderId, state, paidFen: maxFen(zeroFen, subFen(paid_fen, refunded_fen)) }
  })
}
