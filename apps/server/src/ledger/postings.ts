import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { Account } from './accounts.ts'

export type Leg = { readonly account: Account; readonly amount: Fen }

/** Legs that sum to zero, under a key that is the same whenever the same event is booked again. */
export type Posting = {
  readonly userId: number
  readonly loanId: number
  readonly kind: PostingKind
  readonly key: string
  readonly on: CivilDate
  readonly legs: readonly Leg[]
}
export type PostingKind = 'paidOut' | 'interestDue' | 'feeCharged' | 'penaltyAccrued' | 'repaid' | 'surplusHeld' | 'settledEarly'

/** Where a payment goes, by kind of debt. */
export type Split = { readonly principal: Fen; readonly interest: Fen; readonly fee: Fen; readonly penalty: Fen }

type Of = { readonly userId: number; readonly loanId: number; readonly on: CivilDate }

/** The lender's money became the borrower's debt. A loan is paid out once, however many attempts it took. */
export function paidOut({ amount, ...of }: Of & { amount: Fen }): Posting {
  return posting({ ...of, kind: 'paidOut', key: `paidOut:${of.loanId}` }, [
    { account: 'principalReceivable', amount },
    { account: 'lenderFunding', amount: negative(amount) },
  ])
}

/** Interest of a period is earned when it falls due, or as a whole when a payment reaches it earlier. */
export function interestDue({ period, amount, ...of }: Of & { period: number; amount: Fen }): Posting {
  return posting({ ...of, kind: 'interestDue', key: `interestDue:${of.loanId}:${period}` }, earned('interest', amount))
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
export function repaid({ repaymentId, split, ...of }: Of & { repaymentId: number; split: Split }): Posting {
  return posting({ ...of, kind: 'repaid', key: `repaid:${repaymentId}` }, [
    { account: 'channelClearing', amount: totalOf(split) },
    ...receivables(split).map(({ account, amount }) => ({ account, amount: negative(amount) })),
  ])
}

/** What a debit took beyond the debt: held for the borrower, never a debt below zero. */
export function surplusHeld({ repaymentId, amount, ...of }: Of & { repaymentId: number; amount: Fen }): Posting {
  return posting({ ...of, kind: 'surplusHeld', key: `surplus:${repaymentId}` }, [
    { account: 'channelClearing', amount },
    { account: 'surplusHeld', amount: negative(amount) },
  ])
}

/**
 * Settling early gives up what was recognised beyond the day (a period paid in part ahead of time) and charges the fee of settling,
 * if the lender takes one. A loan is settled once.
 */
export function settledEarly({ givenUp, fee, ...of }: Of & { givenUp: Split; fee: Fen }): Posting {
  return posting({ ...of, kind: 'settledEarly', key: `settledEarly:${of.loanId}` }, [...givenUpLegs(givenUp), ...earned('fee', fee)])
}

export function totalOf({ principal, interest, fee, penalty }: Split): Fen {
  return addFen(principal, interest, fee, penalty)
}

/** Legs of nothing are left out; a posting without legs is booked as nothing at all. */
function posting(head: Omit<Posting, 'legs'>, legs: readonly Leg[]): Posting {
  const sum = addFen(...legs.map(({ amount }) => amount))
  assert(sum === 0, `posting ${head.key} is out of balance by ${sum}`)
  return { ...head, legs: legs.filter(({ amount }) => amount !== 0) }
}

function earned(what: 'interest' | 'fee' | 'penalty', amount: Fen): Leg[] {
  assert(amount >= 0, `negative ${what}: ${amount}`)
  return [
    { account: `${what}Receivable`, amount },
    { account: `${what}Income`, amount: negative(amount) },
  ]
}

function givenUpLegs(split: Split): Leg[] {
  return [
    { account: 'waived', amount: totalOf(split) },
    ...receivables(split).map(({ account, amount }) => ({ account, amount: negative(amount) })),
  ]
}

function receivables(split: Split): Leg[] {
  for (const amount of Object.values(split)) assert(amount >= 0, `a split has no negative part: ${JSON.stringify(split)}`)
  return [
    { account: 'principalReceivable', amount: split.principal },
    { account: 'interestReceivable', amount: split.interest },
    { account: 'feeReceivable', amount: split.fee },
    { account: 'penaltyReceivable', amount: split.penalty },
  ]
}

function negative(amount: Fen): Fen {
  return subFen(zeroFen, amount)
}
