import { type Fen, fen, mulDiv, ppm, zeroFen } from '@fyh/base/money.ts'
import type { borrow } from '@fyh/contract/borrow.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { cashFlowsOf, type Price, priceOf } from '@fyh/loan-engine/price.ts'
import { type PlanRow, totalsOf } from '@fyh/loan-engine/schedule.ts'
import { type Lending, lendingRulesOf, planOf, type Wish } from '#lending/lenders/lenders.ts'
import { penaltyPpmDay } from '#lending/loan/loan.ts'

export type CostSheet = DataOf<typeof borrow.quote>['costSheet']
export type Offer = {
  readonly plan: readonly PlanRow[]
  readonly price: Price
  readonly costSheet: CostSheet
  readonly totalInterest: Fen
  readonly totalDue: Fen
}

/** What a loan would cost on a lender's settings: plan, price, and the sheet of every cost. A pure function, so a quote can be proved later. */
export function offerOf({ lender, product }: Lending, terms: Wish): Offer {
  const plan = planOf(product, terms)
  const price = priceOf(cashFlowsOf({ principal: terms.amountFen, plan }))
  const totals = totalsOf(plan)
  return {
    plan,
    price,
    costSheet: costSheetOf({ lender, product }, { terms, price, totals }),
    totalInterest: totals.interest,
    totalDue: totals.total,
  }
}

/** A cost that borrowers look for stands in the sheet also when it is nothing. */
function notCharged(item: 'serviceFee' | 'guaranteeFee'): CostSheet['items'][number] {
  return { item, payee: '', annualRatePpm: ppm(0), amount: zeroFen, annualisedPpm: ppm(0) }
}

/** Interest is the one cost there is; nothing outside this sheet is ever charged. */
function costSheetOf(
  { lender, product }: Lending,
  { terms, price, totals }: { terms: Wish; price: Price; totals: { interest: Fen } },
): CostSheet {
  const { rules } = product
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
    rules: lendingRulesOf(product),
    minReadSeconds: lender.costSheetReadSeconds,
  }
}
