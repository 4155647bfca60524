import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { PeriodAccount } from '@fyh/loan-engine/account.ts'
import type { PaymentOutcome } from '@fyh/loan-engine/replay.ts'
import type { Standing } from '@fyh/loan-engine/standing.ts'
import type { Posting } from '#ledger/posting.ts'
import { penaltyAccrued, repaid, surplusHeld } from '#ledger/postings.ts'
import { accountsAt, type Received, type RunningLoan, standingAt } from '../loan/loan.ts'
import { earnedOn } from './earned.ts'
import { type PenaltyDay, penaltyDaysOf } from './penalty-days.ts'

/** What a loan's books must hold at the end of a day. */
export type Books = {
  readonly standing: Standing
  readonly outcomes: readonly { readonly received: Received; readonly outcome: PaymentOutcome }[]
  readonly penaltyDays: readonly PenaltyDay[]
  /** Events under their own keys: penalty by period and day, each payment and its surplus. */
  readonly postings: readonly Posting[]
  /** Interest and fees earned and not yet paid. */
  readonly owed: { readonly interest: Fen; readonly fee: Fen }
  /** What settling early let go of interest and fees that had been earned before. */
  readonly givenUp: { readonly interest: Fen; readonly fee: Fen }
}

/**
 * The books as a function of what was agreed and what was paid, nothing else: the engine replays the payments by the day they count from,
 * so the order in which they became known changes nothing.
 */
export function booksOf({ loan, payments, onDate }: { loan: RunningLoan; payments: readonly Received[]; onDate: CivilDate }): Books {
  const accounts = accountsAt({ loan, payments, onDate })
  const standing = standingAt({ loan, payments, onDate })
  const received = new Map<object, Received>(payments.map((payment) => [payment, payment]))
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
    ],
    owed: earnedUnpaid(accounts, onDate),
    givenUp: givenUpBy(
      accounts,
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
function givenUpBy(accounts: readonly PeriodAccount[], outcomes: readonly PaymentOutcome[]): Books['givenUp'] {
  const at = outcomes.findIndex(({ settled }) => settled)
  const settlement = outcomes[at]
  if (settlement === undefined) return { interest: zeroFen, fee: zeroFen }
  const reached = new Set(outcomes.slice(0, at).flatMap(({ allocation }) => allocation.lines.map(({ period }) => period)))
  const earned = accounts.filter(({ row }) => row.dueDate <= settlement.payment.on || reached.has(row.period))
  const sum = (part: 'interest' | 'fee') => addFen(zeroFen, ...earned.map(({ waived }) => waived[part]))
  return { interest: sum('interest'), fee: sum('fee') }
}
