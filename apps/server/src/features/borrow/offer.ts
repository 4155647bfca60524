import { type Fen, fen, mulDiv, ppm, zeroFen } from '@fyh/base/money.ts'
import type { borrow } from '@fyh/contract/borrow.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { cashFlowsOf, type Price, priceOf } from '@fyh/loan-engine/price.ts'
import { type PlanRow, totalsOf } from '@fyh/loan-engine/schedule.ts'
import type { Lender } from '#lending/lenders/lenders.ts'
import { penaltyPpmDay, planOf, type Terms } from '#lending/loan/loan.ts'

export type CostSheet = DataOf<typeof borrow.quote>['costSheet']
export type Offer = {
  readonly plan: readonly PlanRow[]
  readonly price: Price
  readonly costSheet: CostSheet
  readonly totalInterest: Fen
  readonly totalDue: Fen
}

/** What a loan would cost on a lender's settings: plan, price, and the sheet of every cost. A pure function, so a quote can be proved later. */
export function offerOf(lender: Lender, terms: Terms): Offer {
  const plan = planOf(lender, terms)
  const price = priceOf(cashFlowsOf({ principal: terms.amountFen, plan }))
  const totals = totalsOf(plan)
  return { plan, price, costSheet: costSheetOf(lender, { terms, price, totals }), totalInterest: totals.interest, totalDue: totals.total }
}

/** A cost that borrowers look for stands in the sheet also when it is nothing. */
function notCharged(item: 'serviceFee' | 'guaranteeFee'): CostSheet['items'][number] {
  return { item, payee: '', annualRatePpm: ppm(0), amount: zeroFen, annualisedPpm: ppm(0) }
}

/** Interest is the one cost there is; nothing outside this sheet is ever charged. */
function costSheetOf(lender: Lender, { terms, price, totals }: { terms: Terms; price: Price; totals: { interest: Fen } }): CostSheet {
  const { rules } = lender
  return {
    lender: lender.name,
    lenderLicence: lender.licence,
    items: [
      {
        item: 'interest',
        payee: lender.name,
        annualRatePpm: terms.annualRatePpm,
        amount: totals.interest,
        annualisedPpm: price.simple,
      },
      notCharged('serviceFee'),
      notCharged('guaranteeFee'),
    ],
    totalCost: totals.interest,
    price: { simplePpm: price.simple, compoundPpm: price.compound },
    contingent: {
      penaltyPpmDay: penaltyPpmDay({ annualRatePpm: terms.annualRatePpm, percentOfRate: rules.penalty.percentOfRate }),
      graceDays: rules.penalty.graceDays,
      earlySettlementFee: fen(mulDiv({ value: terms.amountFen, times: rules.earlySettlementFee, over: 1_000_000, rounding: 'halfUp' })),
    },
    rules: {
      dayCount: lender.dayCount,
      tail: lender.tail,
      daysOff: 'stay',
      allocationOrder: [...rules.allocationOrder],
      penalty: { percentOfRate: rules.penalty.percentOfRate, graceDays: rules.penalty.graceDays, ceilingPpm: rules.penalty.ceiling },
      earlySettlementFeePpm: rules.earlySettlementFee,
      earlySettlementFreeDays: 0,
      interestAhead: rules.interestAhead ?? 'kept',
    },
    minReadSeconds: lender.costSheetReadSeconds,
  }
}
