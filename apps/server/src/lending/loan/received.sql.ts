import { type Fen, fen, zeroFen } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { loan } from '@fyh/contract/loan.ts'
import { repaymentModes } from '@fyh/contract/options.ts'
import { day, fenAmount } from '@fyh/contract/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { statusNumbers } from './status-numbers.ts'

/** What is owed on a settled loan because the channel took a payment back. */
export async function returnedOwedOf(tx: Db | Tx, { userId, loanId }: LoanKey): Promise<Fen> {
  return (await returnedOwed(tx, { userId, loanIds: [loanId] })).get(loanId) ?? zeroFen
}

/** Settled loans of a borrower that owe again for that reason, oldest first. */
export async function returnedLoans(tx: Db | Tx, userId: number): Promise<{ loanId: number; contractNo: string; owedFen: Fen }[]> {
  const { rows } = await sql<{ loanId: number; contractNo: string; owed: number }>`
    select loan.loan_id as "loanId", loan.contract_no as "contractNo", sum(leg.amount_fen)::bigint as owed
    from ledger_leg leg join loan on loan.user_id = leg.user_id and loan.loan_id = leg.loan_id
    where leg.user_id = ${userId} and leg.account = 'returnedReceivable' and loan.status in (${statusNumbers('settled')})
    group by loan.loan_id, loan.contract_no having sum(leg.amount_fen) > 0 order by loan.loan_id`.execute(tx)
  return rows.map(({ loanId, contractNo, owed }) => ({ loanId, contractNo, owedFen: fen(owed) }))
}

/** The same for several loans of a borrower; those without are left out. */
export async function returnedOwed(
  tx: Db | Tx,
  { userId, loanIds }: { userId: number; loanIds: readonly number[] },
): Promise<Map<number, Fen>> {
  const { rows } = await sql<{ loanId: number; owed: number }>`
    select loan_id as "loanId", sum(amount_fen)::bigint as owed from ledger_leg
    where user_id = ${userId} and loan_id = any(${loanIds}::bigint[]) and account = 'returnedReceivable' group by loan_id`.execute(tx)
  return new Map(rows.map(({ loanId, owed }) => [loanId, fen(owed)]))
}

const heldAndLostSchema = z.object({ surplusHeldFen: fenAmount, lostOn: day.nullable(), lostFen: fenAmount })

/** What is held for the borrower beyond what was owed, and what was written off, by the ledger. */
export async function heldAndLost(
  tx: Db | Tx,
  { userId, loanId }: LoanKey,
): Promise<Pick<DataOf<typeof loan.detail>, 'surplusHeldFen' | 'writtenOff'>> {
  const { rows } = await sql`
    select coalesce(-sum(amount_fen) filter (where account = 'surplusHeld'), 0)::bigint as "surplusHeldFen",
      coalesce(sum(amount_fen) filter (where account = 'writtenOff' and kind = 'writtenOff'), 0)::bigint as "lostFen",
      (select on_day from loan_event where user_id = ${userId} and loan_id = ${loanId} and kind = 'writeOff' and reversed_by is null
        order by event_id limit 1) as "lostOn"
    from ledger_leg where user_id = ${userId} and loan_id = ${loanId} and account in ('surplusHeld', 'writtenOff')`.execute(tx)
  const { surplusHeldFen, lostOn, lostFen } = heldAndLostSchema.parse(rows[0])
  return { surplusHeldFen, writtenOff: lostOn === null || lostFen === 0 ? null : { on: lostOn, amountFen: lostFen } }
}

const shownMax = 50
const row = z.object({
  repaymentId: z.int(),
  mode: z.enum(repaymentModes),
  amountFen: fenAmount,
  cardTail: z.string(),
  askedAt: z.date().transform((at) => at.toISOString()),
  countsFrom: day,
  returnedOn: day.nullable(),
})

/** Money that debits brought for a loan, newest first, also what was taken back since. */
export async function receivedShown(tx: Db | Tx, { userId, loanId }: LoanKey): Promise<DataOf<typeof loan.detail>['payments']> {
  const { rows } = await sql`
    select repayment_id as "repaymentId", mode, taken_fen as "amountFen", card_tail as "cardTail", asked_at as "askedAt",
      booked_on as "countsFrom", returned_on as "returnedOn"
    from repayment where user_id = ${userId} and loan_id = ${loanId} and booked_on is not null
    order by booked_no desc limit ${shownMax}`.execute(tx)
  return z.array(row).parse(rows)
}
