import type { CivilDate } from '@fyh/base/dates.ts'
import { subFen, zeroFen } from '@fyh/base/money.ts'
import type { Loan } from './account.ts'
import { figuresOn } from './account.ts'
import type { LoanEvent, Payment } from './events.ts'
import { addParts, noParts, type Parts, totalOf } from './parts.ts'
import { type Replayed, replay } from './replay.ts'
import { type SettlementQuote, settlementOf } from './settlement.ts'
import { dueToSettle, isRecalculated } from './state-plan.ts'

type Asked = { readonly loan: Loan; readonly payments: readonly LoanEvent[]; readonly onDate: CivilDate }

/** What settles the loan on a day: a function of the loan, its events up to that day, and the day; never of an amount somebody typed. */
export function settlementQuote(asked: Asked): SettlementQuote {
  const replayed = replay(asked.loan, asked.payments, asked.onDate)
  if (replayed.running === undefined || !isRecalculated({ loan: asked.loan, ...replayed }))
    return settlementOf(replayed.accounts, asked.loan, asked.onDate).quote
  return quoteOfRunning(asked, replayed, dueToSettle(replayed.running, replayed.accounts, asked.onDate))
}

/** Interest that follows what is open is known to the day, so nothing is let go: the lines are those of a payment of the whole. */
function quoteOfRunning(
  { loan, payments, onDate }: Asked,
  { accounts }: Replayed,
  due: Pick<Parts, 'principal' | 'interest'>,
): SettlementQuote {
  const planned = addParts(...accounts.map((account) => (account.closedOn === undefined ? figuresOn(account, loan, onDate).owed : noParts)))
  const parts: Parts = { ...planned, ...due }
  const total = totalOf(parts)
  const payment: Payment = { kind: 'settle', on: onDate, amount: total }
  const outcomes = total === 0 ? [] : replay(loan, [...payments, payment], onDate).outcomes
  return {
    onDate,
    ...parts,
    total,
    waivedInterest: subFen(planned.interest, due.interest),
    waivedFee: zeroFen,
    lines: outcomes.find((outcome) => outcome.payment === payment)?.allocation.lines ?? [],
    explain: {
      running: undefined,
      penalties: [],
      earlyFee: { principal: zeroFen, ratePpm: loan.rules.earlySettlementFee, amount: zeroFen },
    },
  }
}
