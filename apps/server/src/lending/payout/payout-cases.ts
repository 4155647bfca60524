import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, zeroFen } from '@fyh/base/money.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { excessPaidOut, post } from '#lending/ledger/ledger.ts'
import type { Tx } from '#platform/deps.ts'
import type { Payout } from './payout.sql.ts'
import { endOtherAmounts, insertCase } from './payout-cases.sql.ts'

/** Keeps a reported amount that differs from the order or from an earlier report for an operator; moves no money. */
export async function openOtherAmount(tx: Tx, deps: LendingDeps, payout: Payout, reportedFen: Fen): Promise<void> {
  const { userId, loanId, payoutId } = payout
  const made = { userId, loanId, payoutId, caseId: deps.ids(), openedAt: deps.clock.now() }
  if (await insertCase(tx, { ...made, kind: 'otherAmount', reportedFen, excessFen: zeroFen }))
    deps.log.error({ caseId: made.caseId }, 'a lender reports a pay-out amount that differs from the order')
}

/** Closes the cases of other amounts as corrected, because the lender now reports the ordered amount. */
export function correctOtherAmounts(tx: Tx, deps: LendingDeps, payout: Payout): Promise<void> {
  return endOtherAmounts(tx, payout, { outcome: 'corrected', by: 'lender', reason: null, at: deps.clock.now() })
}

/** Books money beyond the loan as a claim of its own, keeps it for an operator, and sends the borrower a message that it is not theirs. */
export async function openExcess(
  tx: Tx,
  deps: LendingDeps,
  { payout, reportedFen, excessFen, on }: { payout: Payout; reportedFen: Fen; excessFen: Fen; on: CivilDate },
): Promise<void> {
  const { userId, loanId, payoutId, orderKey, lenderId } = payout
  const caseId = deps.ids()
  if (!(await insertCase(tx, { userId, loanId, payoutId, caseId, kind: 'excess', reportedFen, excessFen, openedAt: deps.clock.now() })))
    return
  await post(tx, excessPaidOut({ userId, loanId, on, caseId, orderKey, lenderId, amount: excessFen }))
  deps.log.error({ caseId }, 'a lender paid out money beyond the loan')
  await deps.tell(tx, { userId, kind: 'paidTwice', params: { amountFen: excessFen }, loanId, once: `paidTwice:${caseId}` })
}
