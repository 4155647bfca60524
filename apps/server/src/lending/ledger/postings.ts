import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import { moved, type Posting, posting, type Split, takenOff } from './posting.ts'

type Of = { readonly userId: number; readonly loanId: number; readonly on: CivilDate }
/** By which order of which lender money was paid out. */
type Funded = { readonly orderKey: string; readonly lenderId: number }
type Received = { readonly repaymentId: number; readonly orderKey: string }

/** The lender's money became the borrower's debt. A loan is paid out once, however many attempts it took. */
export function paidOut({ amount, ...of }: Of & Funded & { amount: Fen }): Posting {
  const legs = moved(amount, { from: 'lenderFunding', to: 'principalReceivable' })
  return posting({ ...of, kind: 'paidOut', key: `paidOut:${of.loanId}` }, legs)
}

type Excess = Of & Funded & { readonly caseId: number; readonly amount: Fen }

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
export function excessLost({ caseId, orderKey: _, lenderId: __, amount, ...of }: Excess): Posting {
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

/** What a coupon that the lender bears takes off, by the event `eventId` of the loan. */
export function lenderCoupon({ eventId, split, ...of }: Of & { eventId: number; split: Split }): Posting {
  return posting({ ...of, kind: 'lenderCoupon', key: `lenderCoupon:${eventId}` }, takenOff(split, { onto: 'couponsOfLender' }))
}

/** The same of a coupon that the platform bears. */
export function platformCoupon({ eventId, split, ...of }: Of & { eventId: number; split: Split }): Posting {
  return posting({ ...of, kind: 'platformCoupon', key: `platformCoupon:${eventId}` }, takenOff(split, { onto: 'couponsOfPlatform' }))
}

/** By how much interest and fees move: on the receivables, and in what settling early let go. Each may be negative. */
export type EarnedChange = {
  readonly owed: { readonly interest: Fen; readonly fee: Fen }
  readonly givenUp: { readonly interest: Fen; readonly fee: Fen }
}

/**
 * Interest and fees brought to what is earned by now, after the event `cause` changed it: a payment that reaches a period early brings
 * its rest forward, settling early releases what was brought forward, a payment that counts from another day or no more undoes it.
 */
export function restated({ cause, owed, givenUp, ...of }: Of & EarnedChange & { cause: string }): Posting {
  return posting({ ...of, kind: 'restated', key: `restated:${of.loanId}:${cause}` }, [
    { account: 'interestReceivable', amount: owed.interest },
    { account: 'interestIncome', amount: subFen(zeroFen, addFen(owed.interest, givenUp.interest)) },
    { account: 'feeReceivable', amount: owed.fee },
    { account: 'feeIncome', amount: subFen(zeroFen, addFen(owed.fee, givenUp.fee)) },
    { account: 'waived', amount: addFen(givenUp.interest, givenUp.fee) },
  ])
}

/** The channel took back money of a loan that is settled and cannot reopen: what it had paid off is owed again, its surplus is gone. */
export function returned({ repaymentId, owed, surplus, ...of }: Of & Received & { owed: Fen; surplus: Fen }): Posting {
  return posting({ ...of, kind: 'returned', key: `returned:${repaymentId}` }, [
    ...moved(owed, { from: 'channelClearing', to: 'returnedReceivable' }),
    ...moved(surplus, { from: 'channelClearing', to: 'surplusHeld' }),
  ])
}

/** Money for what was returned; beyond it, surplus. */
export function returnedRepaid({ repaymentId, amount, surplus, ...of }: Of & Received & { amount: Fen; surplus: Fen }): Posting {
  return posting({ ...of, kind: 'returnedRepaid', key: `returnedRepaid:${repaymentId}` }, [
    ...moved(amount, { from: 'returnedReceivable', to: 'channelClearing' }),
    ...moved(surplus, { from: 'surplusHeld', to: 'channelClearing' }),
  ])
}

function earned(what: 'interest' | 'fee' | 'penalty', amount: Fen) {
  return moved(amount, { from: `${what}Income`, to: `${what}Receivable` })
}
