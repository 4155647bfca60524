import { maxFen, subFen, zeroFen } from '@fyh/base/money.ts'
import { addParts, noParts, type Parts } from '@fyh/loan-engine/parts.ts'
import type { SettlementQuote } from '@fyh/loan-engine/settlement.ts'
import type { PeriodStanding, Standing } from '@fyh/loan-engine/standing.ts'
import { type LoanRecord, type StandingShown, standingShown } from '#lending/loan/loan.ts'

/** The periods a settlement asks something of, each as it would be charged by settling: interest to the day, and none of later periods. */
export function settlementLines(standing: Standing, quote: SettlementQuote, loan: LoanRecord): StandingShown[] {
  const askedOf = new Map(quote.lines.map(({ period, parts }) => [period, parts]))
  const settled = standing.periods.map((period) => asSettled(period, askedOf.get(period.period) ?? noParts, quote))
  return standingShown(settled, loan)
    .filter(({ period }) => askedOf.has(period))
    .map((line) => ({ ...line, paidOn: null }))
}

function asSettled(period: PeriodStanding, asked: Parts, { onDate }: SettlementQuote): PeriodStanding {
  return {
    ...period,
    charged: addParts(period.charged, beyond(asked, period.owed)),
    waived: addParts(period.waived, beyond(period.owed, asked)),
    owed: asked,
    paidOn: period.paidOn ?? onDate,
  }
}

function beyond(more: Parts, less: Parts): Parts {
  const of = (part: keyof Parts) => maxFen(zeroFen, subFen(more[part], less[part]))
  return { fee: of('fee'), penalty: of('penalty'), interest: of('interest'), principal: of('principal') }
}
