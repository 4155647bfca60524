import type { CivilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { home } from '@fyh/contract/home.ts'
import { methodTraits } from '@fyh/loan-engine/methods.ts'
import { cashFlowsOf, priceOf } from '@fyh/loan-engine/price.ts'
import { totalsOf } from '@fyh/loan-engine/schedule.ts'
import { type Lender, planOf, type Tier } from '#lending/lenders/lenders.ts'

type LimitCard = Extract<DataOf<typeof home.fyhHome>['card'], { state: 'limit' }>
export type Cost = NonNullable<LimitCard['cost']>

const principal = fen(1_000_000)

/**
 * What 10,000 cost a borrower of the tier: the first product that is offered to it with equal instalments, which say all in one sum. Terms
 * above the lender's cap are left out, as such loans are refused.
 */
export function costFor(lenders: readonly Lender[], { on, tier }: { on: CivilDate; tier: Tier }): Cost | null {
  for (const { name, priceCapPpm, products } of lenders)
    for (const product of products) {
      const annualRatePpm = product.prices[tier]
      const isInRange = product.amountMinFen <= principal && principal <= product.amountMaxFen
      if (annualRatePpm === null || !isInRange || methodTraits[product.method].share !== 'instalment') continue
      const terms = product.periods
        .toSorted((one, other) => one - other)
        .flatMap((periods) => {
          const plan = planOf(product, { amountFen: principal, periods, annualRatePpm, payOutDate: on })
          const price = priceOf(cashFlowsOf({ principal, plan }))
          const instalment = plan[0]?.total ?? principal
          return price.simple > priceCapPpm ? [] : [{ periods, instalment, interest: totalsOf(plan).interest, compoundPpm: price.compound }]
        })
      if (terms.length > 0) return { principal, lender: name, terms }
    }
  return null
}
