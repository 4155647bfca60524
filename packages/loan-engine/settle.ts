import type { CivilDate } from '@fyh/base/dates.ts'
import { subFen, zeroFen } from '@fyh/base/money.ts'
import type { Loan } from './account.ts'
import { figuresOn } from './account.ts'
import type { LoanEvent } from './events.ts'
import { addParts, noParts, totalOf } from './parts.ts'
import { type Replayed, replay } from './replay.ts'
import type { RunningPlan } from './running-period.ts'
import { settlingRows } from './running-settle.ts'
import { type SettlementQuote, settlementOf } from './settlement.ts'
import { isRecalculated, owedByRows } from './state-plan.ts'

type Asked = { readonly loan: Loan; readonly payments: readonly LoanEvent[]; readonly onDate: CivilDate }

/** What settles the loan on a day: a function of the loan, its events up to that day, and the day; never of an amount somebody typed. */
export function settlementQuote(asked: Asked): SettlementQuote {
  const byNow = asked.payments.filter((event) => event.kind === 'reverse' || event.on <= asked.onDate)
  const replayed = replay(asked.loan, byNow, asked.onDate)
  if (replayed.running === undefined || !isRecalculated({ loan: asked.loan, ...replayed }))
    return settlementOf(replayed.accounts, asked.loan, asked.onDate).quote
  return quoteOfRunning(asked, replayed, replayed.running)
}

/** Interest that follows what is open is known to the day, so nothing of it is let go beyond what the plan still expected. */
function quoteOfRunning({ loan, onDate }: Asked, { accounts }: Replayed, running: RunningPlan): SettlementQuote {
  const planned = addParts(...accounts.map((account) => (account.closedOn === undefined ? figuresOn(account, loan, onDate).owed : noParts)))
  const owed = owedByRows({ loan, accounts }, settlingRows(running, onDate), onDate)
  const lines = owed.filter((line) => totalOf(line.owed) > 0).map(({ period, owed: parts }) => ({ period, parts }))
  const parts = addParts(...lines.map((line) => line.parts))
  return {
    onDate,
    ...parts,
    total: totalOf(parts),
    waivedInterest: subFen(planned.interest, parts.interest),
    waivedFee: zeroFen,
    lines,
    explain: {
      running: undefined,
      penalties: [],
      earlyFee: { principal: zeroFen, ratePpm: loan.rules.earlySettlementFee, amount: zeroFen },
    },
  }
}
