import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, fen } from '@fyh/base/money.ts'
import type { capital } from '@fyh/contract/capital.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { cashFlowsOf, priceOf } from '@fyh/loan-engine/price.ts'
import { totalsOf } from '@fyh/loan-engine/schedule.ts'
import { type Product, planOf, type Wish } from '#lending/lenders/lenders.ts'

export type Worked = NonNullable<DataOf<typeof capital.result>['worked']>

/** Ten thousand yuan over the longest term, as far as the product lends that. */
export function exampleWish(product: Product, { annualRatePpm, on }: Pick<Wish, 'annualRatePpm'> & { on: CivilDate }): Wish {
  return { amountFen: exampleAmount(product), periods: longestOf(product), annualRatePpm, payOutDate: on }
}

export const exampleAmount = ({ amountMinFen, amountMaxFen }: Pick<Product, 'amountMinFen' | 'amountMaxFen'>): Fen =>
  fen(Math.min(Math.max(1_000_000, amountMinFen), amountMaxFen))

export const longestOf = ({ periods }: Pick<Product, 'periods'>): Wish['periods'] => periods.toSorted((a, b) => b - a)[0] ?? 12

/** A loan worked out by the engine that would make it. */
export function workedOut(product: Product, wish: Wish): Worked {
  const plan = planOf(product, wish)
  const { simple, compound } = priceOf(cashFlowsOf({ principal: wish.amountFen, plan }))
  return {
    productId: product.productId,
    amountFen: wish.amountFen,
    periods: wish.periods,
    method: product.method,
    annualRatePpm: wish.annualRatePpm,
    simplePpm: simple,
    compoundPpm: compound,
    instalmentFen: plan[0]?.total ?? wish.amountFen,
    totalInterestFen: totalsOf(plan).interest,
  }
}
