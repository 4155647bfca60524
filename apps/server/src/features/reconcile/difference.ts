import { unreachable } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { type LenderParty, lenderIdOf } from '@fyh/base/lender-party.ts'
import { type Fen, formatPercent, formatYuan, type Ppm } from '@fyh/base/money.ts'
import type { LoanStatus } from '@fyh/contract/loan-status.ts'
import { type Account, accounts } from '#lending/ledger/ledger.ts'

/** A party with a statement of its own: the payment channel, or one of the lenders. */
export type Party = 'payment' | LenderParty
/** What a loan's books and its engine say in one figure each. */
export type Figure = 'principal' | 'interest' | 'fee' | 'penalty' | 'returned' | 'excess' | 'surplus'

type OfLoan = { readonly contractNo: string }
/** Money about no loan: of a red packet activity or a benefit order of a borrower. */
type OfSubject = { readonly userId: number; readonly subject: string; readonly id: number }
/** `contractNo` is null for an order that is about no loan, undefined for one that is unknown here. */
type OfOrder = { readonly party: Party; readonly orderKey: string; readonly contractNo: string | null | undefined }

/** Something that does not agree. Money taken from us is negative. */
export type Difference =
  | { readonly kind: 'ledgerOutOfBalance'; readonly sum: number }
  | (OfLoan & { readonly kind: 'postingOutOfBalance'; readonly key: string; readonly sum: number })
  | (OfLoan & { readonly kind: 'wrongSide'; readonly account: Account; readonly amount: Fen })
  | (OfSubject & { readonly kind: 'subjectOutOfBalance'; readonly key: string; readonly sum: number })
  | (OfSubject & { readonly kind: 'subjectOnWrongSide'; readonly account: Account; readonly amount: Fen })
  | (OfSubject & { readonly kind: 'redPacketDiffers'; readonly figure: 'held' | 'paid'; readonly packet: Fen; readonly ledger: Fen })
  | { readonly kind: 'budgetDiffers'; readonly activityId: number; readonly counted: Fen; readonly ledger: Fen }
  | (OfLoan & { readonly kind: 'figureDiffers'; readonly figure: Figure; readonly ledger: Fen; readonly engine: Fen })
  | (OfLoan & { readonly kind: 'aboveCap'; readonly paidPpm: Ppm; readonly capPpm: Ppm })
  | (OfLoan & { readonly kind: 'settledButOwes'; readonly amount: Fen })
  | (OfLoan & { readonly kind: 'notToReplay'; readonly why: string })
  | (OfLoan & { readonly kind: 'statusDiffers'; readonly is: LoanStatus; readonly must: LoanStatus })
  | (OfLoan & { readonly kind: 'daysNotClosed'; readonly bookedTo: CivilDate })
  | { readonly kind: 'limitDiffers'; readonly userId: number; readonly used: Fen; readonly open: Fen }
  | (OfOrder & { readonly kind: 'missingThere' | 'missingHere'; readonly on: CivilDate; readonly amount: Fen })
  | (OfOrder & { readonly kind: 'amountDiffers'; readonly on: CivilDate; readonly here: Fen; readonly there: Fen })
  | (OfOrder & { readonly kind: 'dayDiffers'; readonly here: CivilDate; readonly there: CivilDate | undefined; readonly amount: Fen })
  | (OfOrder & {
      readonly kind: 'reportDiffers'
      readonly ordered: Fen
      readonly reported: Fen
      /** What the channel says when it is asked; null when it gave no answer. */
      readonly answered: Fen | null
      readonly booked: Fen
    })
  | { readonly kind: 'noStatement'; readonly party: Party; readonly from: CivilDate; readonly to: CivilDate }

/** One line for the person who looks into it: where, what, and both figures in yuan. */
export function lineOf(difference: Difference): string {
  switch (difference.kind) {
    case 'ledgerOutOfBalance':
      return `ledger: its legs sum to ${difference.sum} fen, not to zero`
    case 'limitDiffers':
      return `borrower ${difference.userId}: limit in use ${formatYuan(difference.used)}, principal open ${formatYuan(difference.open)}`
    case 'noStatement':
      return `${partyName(difference.party)}: no statement for ${daysText(difference)} (is it reachable at its configured address?)`
    case 'subjectOutOfBalance':
      return `${subjectName(difference)}: ${outOfBalance(difference)}`
    case 'subjectOnWrongSide':
      return `${subjectName(difference)}: ${onWrongSide(difference)}`
    case 'redPacketDiffers':
      return `${subjectName(difference)}: red packet ${difference.figure} ${formatYuan(difference.packet)}, by ledger ${formatYuan(difference.ledger)}`
    case 'budgetDiffers':
      return `activity ${difference.activityId}: granted ${formatYuan(difference.counted)}, by ledger ${formatYuan(difference.ledger)}`
    case 'postingOutOfBalance':
    case 'wrongSide':
    case 'figureDiffers':
    case 'aboveCap':
    case 'settledButOwes':
    case 'notToReplay':
    case 'statusDiffers':
    case 'daysNotClosed':
      return `loan ${difference.contractNo}: ${loanText(difference)}`
    case 'missingThere':
    case 'missingHere':
    case 'amountDiffers':
    case 'dayDiffers':
    case 'reportDiffers':
      return `${partyName(difference.party)}: order ${difference.orderKey} (${loanName(difference)}): ${orderText(difference)}`
    default:
      return unreachable(difference)
  }
}

const daysText = ({ from, to }: { from: CivilDate; to: CivilDate }) => (from === to ? from : `${from} to ${to}`)
const partyName = (party: Party) => (party === 'payment' ? 'payment channel' : `lender ${lenderIdOf(party)}`)
const subjectName = ({ userId, subject, id }: OfSubject) => `${subject} ${id} of borrower ${userId}`
const outOfBalance = ({ key, sum }: { readonly key: string; readonly sum: number }) => `posting ${key} is out of balance by ${sum} fen`
const onWrongSide = ({ account, amount }: { readonly account: Account; readonly amount: Fen }) =>
  `${accounts[account].term} (${account}) stands at ${formatYuan(amount)}, on the wrong side of zero`
const loanName = ({ contractNo }: OfOrder) =>
  contractNo === undefined ? 'unknown order' : contractNo === null ? 'no loan' : `loan ${contractNo}`

function loanText(
  difference: Extract<
    Difference,
    OfLoan & { kind: `${'posting' | 'wrong' | 'figure' | 'settled' | 'notTo' | 'status' | 'days' | 'above'}${string}` }
  >,
): string {
  switch (difference.kind) {
    case 'postingOutOfBalance':
      return outOfBalance(difference)
    case 'wrongSide':
      return onWrongSide(difference)
    case 'figureDiffers':
      return `${difference.figure} is ${formatYuan(difference.ledger)} by the ledger, ${formatYuan(difference.engine)} by plan and payments`
    case 'aboveCap':
      return `it cost ${formatPercent(difference.paidPpm, 4)} % a year, above the cap of ${formatPercent(difference.capPpm, 4)} %`
    case 'settledButOwes':
      return `settled, but ${formatYuan(difference.amount)} is owed by the ledger`
    case 'notToReplay':
      return `its events cannot be replayed: ${difference.why}`
    case 'statusDiffers':
      return `its status is ${difference.is}, ${difference.must} by plan and payments`
    case 'daysNotClosed':
      return `its days are closed up to ${difference.bookedTo} only`
    default:
      return unreachable(difference)
  }
}

function orderText(difference: Extract<Difference, OfOrder>): string {
  switch (difference.kind) {
    case 'missingThere':
      return `${formatYuan(difference.amount)} of ${difference.on} is missing there`
    case 'missingHere':
      return `${formatYuan(difference.amount)} of ${difference.on} is missing here`
    case 'amountDiffers':
      return `amount differs on ${difference.on}: ${formatYuan(difference.here)} here, ${formatYuan(difference.there)} there`
    case 'dayDiffers':
      return `day differs for ${formatYuan(difference.amount)}: ${difference.here} here, ${difference.there ?? 'another day'} there`
    case 'reportDiffers':
      return reportText(difference)
    default:
      return unreachable(difference)
  }
}

function reportText({ ordered, reported, answered, booked }: Extract<Difference, { kind: 'reportDiffers' }>): string {
  const answer = answered === null ? 'the channel gives no answer' : `the channel answers ${formatYuan(answered)}`
  return `a notice says ${formatYuan(reported)} of ${formatYuan(ordered)} ordered, ${answer}, booked ${formatYuan(booked)}`
}
