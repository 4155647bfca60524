import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { moved, type Posting, posting, type Split, takenOff } from './posting.ts'

type Of = { readonly userId: number; readonly loanId: number; readonly on: CivilDate }
type Received = { readonly repaymentId: number; readonly orderKey: string }

/** The lender's money became the borrower's debt. A loan is paid out once, however many attempts it took. */
export function paidOut({ amount, ...of }: Of & { orderKey: string; amount: Fen }): Posting {
  const legs = moved(amount, { from: 'lenderFunding', to: 'principalReceivable' })
  return posting({ ...of, kind: 'paidOut', key: `paidOut:${of.loanId}` }, legs)
}

type Excess = Of & { readonly caseId: number; readonly orderKey: string; readonly amount: Fen }

/** The lender paid money beyond the loan: a claim of its own, which uses no limit and bears no interest. */
export function excessPaidOut({ caseId, amount, ...of }: Excess): Posting {
  const legs = moved(amount, { from: 'lenderFunding', to: 'excessPayoutReceivable' })
  return posting({ ...of, kind: 'excessPaidOut', key: `excessPaidOut:${caseId}` }, legs)
}

/** Such money went back to the lender. */
export function excessReturned({ caseId, amount, ...of }: Excess): Posting {
  const legs = moved(amount, { from: 'excessPayoutReceivable', to: 'lenderFunding' })
  return posting({ ...of, kind: 'excessReturned', key: `excessReturned:${caseId}` }, legs)
}

/** Writes off money beyond the loan that will not come back. */
export function excessLost({ caseId, orderKey: _, amount, ...of }: Excess): Posting {
  const legs = moved(amount, { from: 'excessPayoutReceivable', to: 'writtenOff' })
  return posting({ ...of, kind: 'excessLost', key: `excessLost:${caseId}` }, legs)
}

/** Interest of one day of a loan. */
export function interestAccrued({ amount, ...of }: Of & { amount: Fen }): Posting {
  return posting({ ...of, kind: 'interestAccrued', key: `accrued:${of.loanId}:${of.on}` }, earned('interest', amount))
}

/** A fee of a period, earned together with its interest. */
export function feeCharged({ period, amount, ...of }: Of & { period: number; amount: Fen }): Posting {
  return posting({ ...of, kind: 'feeCharged', key: `feeCharged:${of.loanId}:${period}` }, earned('fee', amount))
}

/** Penalty of one period for one day. */
export function penaltyAccrued({ period, amount, ...of }: Of & { period: number; amount: Fen }): Posting {
  return posting({ ...of, kind: 'penaltyAccrued', key: `penalty:${of.loanId}:${period}:${of.on}` }, earned('penalty', amount))
}

/** What a debit paid off. */
export function repaid({ repaymentId, split, ...of }: Of & Received & { split: Split }): Posting {
  return posting({ ...of, kind: 'repaid', key: `repaid:${repaymentId}` }, takenOff(split, { onto: 'channelClearing' }))
}

/** What a debit took beyond the debt: held for the borrower, never a debt below zero. */
export function surplusHeld({ repaymentId, amount, ...of }: Of & Received & { amount: Fen }): Posting {
  const legs = moved(amount, { from: 'surplusHeld', to: 'channelClearing' })
  return posting({ ...of, kind: 'surplusHeld', key: `surplus:${repaymentId}` }, legs)
}

/** Claims given up in favour of the borrower by a decision, kept as the event `eventId` of the loan. */
export function waived({ eventId, split, ...of }: Of & { eventId: number; split: Split }): Posting {
  return posting({ ...of, kind: 'waived', key: `waived:${eventId}` }, takenOff(split, { onto: 'waived' }))
}

/** Claims taken off the books as lost, by the event `eventId` of the loan. */
export function writtenOff({ eventId, split, ...of }: Of & { eventId: number; split: Split }): Posting {
  return posting({ ...of, kind: 'writtenOff', key: `writtenOff:${eventId}` }, takenOff(split, { onto: 'writtenOff' }))
}

function earned(what: 'interest' | 'fee' | 'penalty', amount: Fen) {
  return moved(amount, { from: `${what}Income`, to: `${what}Receivable` })
}
