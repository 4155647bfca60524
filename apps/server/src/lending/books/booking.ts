import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { PeriodAccount } from '@fyh/loan-engine/account.ts'
import type { AllocationLine } from '@fyh/loan-engine/allocate.ts'
import type { Entry } from '@fyh/loan-engine/loan-state.ts'
import { addParts, noParts, type Parts, totalOf } from '@fyh/loan-engine/parts.ts'
import { type PaymentOutcome, replay } from '@fyh/loan-engine/replay.ts'
import type { Standing } from '@fyh/loan-engine/standing.ts'
import type { Posting } from '#lending/ledger/ledger.ts'
import { lenderCoupon, penaltyAccrued, platformCoupon, repaid, surplusHeld, waived, writtenOff } from '#lending/ledger/ledger.ts'
import { couponsIn, discountTaken, engineLoan, type History, type Received, type RunningLoan, standingAt } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import { earnedOn } from './earned.ts'
import { type PenaltyDay, penaltyDaysOf } from './penalty-days.ts'

/** What a loan's books must hold at the end of a day. */
export type Books = {
  readonly standing: Standing
  readonly outcomes: readonly { readonly received: Received; readonly outcome: PaymentOutcome }[]
  readonly penaltyDays: readonly PenaltyDay[]
  /** Events under their own keys: penalty by period and day, each payment and its surplus, each decision. */
  readonly postings: readonly Posting[]
  /** Interest and fees earned and not yet paid. */
  readonly owed: { readonly interest: Fen; readonly fee: Fen }
  /** What settling early let go of interest and fees that had been earned before. */
  readonly givenUp: { readonly interest: Fen; readonly fee: Fen }
}

/**
 * The books as a function of what was agreed and what happened, nothing else: the engine replays the events by the day they count from,
 * so the order in which they became known changes nothing.
 */
export function booksOf({ loan, payments, onDate }: { loan: RunningLoan; payments: History; onDate: CivilDate }): Books {
  const { accounts, entries, writtenOffOn } = replay(engineLoan(loan, loan.payOutDate), payments, onDate)
  const standing = standingAt({ loan, payments, onDate })
  const received = new Map<object, Received>(payments.flatMap((event) => ('repaymentId' in event ? [[event, event]] : [])))
  const outcomes = standing.outcomes.flatMap((outcome) => {
    const payment = received.get(outcome.payment)
    return payment === undefined ? [] : [{ received: payment, outcome }]
  })
  const penaltyDays = penaltyDaysOf(loan, { payments, onDate, bookedTo: new Map() })
  const of = { userId: loan.userId, loanId: loan.loanId }
  return {
    standing,
    outcomes,
    penaltyDays,
    postings: [
      ...penaltyDays.map(({ period, day, amount }) => penaltyAccrued({ ...of, on: day, period, amount })),
      ...outcomes.flatMap(({ received: { repaymentId, orderKey, on }, outcome: { allocation } }) => [
        repaid({ ...of, on, repaymentId, orderKey, split: allocation.parts }),
        surplusHeld({ ...of, on, repaymentId, orderKey, amount: allocation.surplus }),
      ]),
      ...decided(of, {
        accounts,
        entries,
        coupons: couponsIn(payments),
        settledEarlyOn: outcomes.find(({ outcome }) => outcome.settled)?.received.on,
      }),
    ],
    owed: writtenOffOn === undefined ? earnedUnpaid(accounts, onDate) : { interest: zeroFen, fee: zeroFen },
    givenUp: givenUpBy(
      { accounts, entries },
      outcomes.map(({ outcome }) => outcome),
    ),
  }
}

function earnedUnpaid(accounts: readonly PeriodAccount[], onDate: CivilDate): Books['owed'] {
  const unpaid = (part: 'interest' | 'fee') =>
    addFen(zeroFen, ...accounts.map((account) => subFen(earnedOn(account, onDate)[part], account.paid[part])))
  return { interest: unpaid('interest'), fee: unpaid('fee') }
}

/** Periods that were earned as a whole before the loan was settled early: when they fell due, or when money reached them. */
function givenUpBy({ accounts, entries }: Told, outcomes: readonly PaymentOutcome[]): Books['givenUp'] {
  const at = outcomes.findIndex(({ settled }) => settled)
  const settlement = outcomes[at]
  if (settlement === undefined) return { interest: zeroFen, fee: zeroFen }
  const reached = new Set(outcomes.slice(0, at).flatMap(({ allocation }) => allocation.lines.map(({ period }) => period)))
  const earned = accounts.filter(({ row }) => row.dueDate <= settlement.payment.on || reached.has(row.period))
  const sum = (part: 'interest' | 'fee') =>
    addFen(zeroFen, ...earned.map(({ row, waived }) => subFen(waived[part], minFen(waived[part], decidedOf(entries, row.period)[part]))))
  return { interest: sum('interest'), fee: sum('fee') }
}

type Told = { readonly accounts: readonly PeriodAccount[]; readonly entries: readonly Entry[] }
type Ended = Told & { readonly coupons: ReturnType<typeof couponsIn>; readonly settledEarlyOn: CivilDate | undefined }

/** What decisions let go of, by the decision. What a write-off loses is what the books had: interest not earned by then was never there. */
function decided(of: LoanKey, { accounts, entries, coupons, settledEarlyOn }: Ended): Posting[] {
  return entries.flatMap(({ event, allocation: { parts, lines } }) => {
    if (!('eventId' in event) || typeof event.eventId !== 'number') return []
    const made = { ...of, on: event.on, eventId: event.eventId }
    const coupon = coupons.get(event)
    if (coupon !== undefined) {
      const split = coupon.use === 'repay' ? parts : { ...noParts, interest: reachedDiscount(accounts, { lines, settledEarlyOn }) }
      return [coupon.bearer === 'lender' ? lenderCoupon({ ...made, split }) : platformCoupon({ ...made, split })]
    }
    if (event.kind === 'waiver') return [waived({ ...made, split: parts })]
    if (event.kind !== 'writeOff') return []
    const { interest, fee } = earnedUnpaid(accounts, event.on)
    return [writtenOff({ ...made, split: { ...parts, interest, fee } })]
  })
}

/**
 * What a coupon took off the interest of periods that money has reached or that owe nothing. Until then the interest of a period is earned
 * without it, so there is nothing to take off; a period that never asks for its interest gets none.
 */
function reachedDiscount(
  accounts: readonly PeriodAccount[],
  { lines, settledEarlyOn }: Pick<Ended, 'settledEarlyOn'> & { lines: readonly AllocationLine[] },
): Fen {
  const taken = lines.map(({ period, parts }) => {
    const account = accounts[period - 1]
    const isReached = account !== undefined && (totalOf(account.paid) > 0 || account.closedOn !== undefined)
    return isReached ? discountTaken(account, parts.interest, settledEarlyOn) : zeroFen
  })
  return addFen(zeroFen, ...taken)
}

/** What waivers let go of in a period. */
function decidedOf(entries: readonly Entry[], period: number): Parts {
  const waivers = entries.filter(({ event }) => event.kind === 'waiver')
  return addParts(
    ...waivers.flatMap(({ allocation: { lines } }) => lines.filter((line) => line.period === period).map((line) => line.parts)),
  )
}
