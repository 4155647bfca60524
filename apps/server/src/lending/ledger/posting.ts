import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import { type Account, receivableOf } from './accounts.ts'
import type { PostingKind } from './posting-kinds.ts'

export type Leg = { readonly account: Account; readonly amount: Fen }

/** What money that belongs to no loan is about: a red packet activity or an order of benefits. */
export const subjectKinds = ['activity', 'benefit'] as const
export type Subject = { readonly kind: (typeof subjectKinds)[number]; readonly id: number }
/** The books of a borrower in which a posting stands: those of a loan, or of something else. */
export type BooksKey = LoanKey | { readonly userId: number; readonly subject: Subject }

type Head = BooksKey & {
  readonly kind: PostingKind
  readonly key: string
  readonly on: CivilDate
  /** The order of an outside party that moved the money, as its daily statement names it. */
  readonly orderKey?: string
  /** The lender whose funding moves; of every posting with such a leg, and of no other. */
  readonly lenderId?: number
}
/** Legs that sum to zero, under a key that is the same whenever the same event is booked again. */
export type Posting = Head & { readonly legs: readonly Leg[] }

/** An amount by kind of debt. Interest and fees are below zero where what was paid ahead of them counts towards the rest. */
export type Split = { readonly principal: Fen; readonly interest: Fen; readonly fee: Fen; readonly penalty: Fen }

export function totalOf({ principal, interest, fee, penalty }: Split): Fen {
  return addFen(principal, interest, fee, penalty)
}

/** Legs of nothing are left out; a posting without legs is booked as nothing at all. */
export function posting(head: Head, legs: readonly Leg[]): Posting {
  const sum = addFen(...legs.map(({ amount }) => amount))
  assert(sum === 0, `posting ${head.key} is out of balance by ${sum}`)
  return { ...head, legs: legs.filter(({ amount }) => amount !== 0) }
}

/** Debits one account and credits another by the same amount. */
export function moved(amount: Fen, { from, to }: { from: Account; to: Account }): Leg[] {
  assert(amount >= 0, `${to} cannot take ${amount} from ${from}`)
  return [
    { account: to, amount },
    { account: from, amount: negative(amount) },
  ]
}

/**
 * Takes an amount off the receivables, part by part, onto one account; what counts back is put on its receivable again. Where more counts
 * than was left to settle, the whole is below zero, and that much more is held for the borrower.
 */
export function takenOff(split: Split, { onto }: { onto: Account }): Leg[] {
  assert(split.principal >= 0 && split.penalty >= 0, `principal or penalty of a split is below zero: ${JSON.stringify(split)}`)
  const { principal, interest, fee, penalty } = receivableOf
  return [
    { account: onto, amount: totalOf(split) },
    { account: principal, amount: negative(split.principal) },
    { account: interest, amount: negative(split.interest) },
    { account: fee, amount: negative(split.fee) },
    { account: penalty, amount: negative(split.penalty) },
  ]
}

function negative(amount: Fen): Fen {
  return subFen(zeroFen, amount)
}
