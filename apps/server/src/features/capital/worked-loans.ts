import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen, Ppm } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { productPage } from '@fyh/contract/product-page.ts'
import { cashFlowsOf, type Price, priceOf } from '@fyh/loan-engine/price.ts'
import { type PlanRow, totalsOf } from '@fyh/loan-engine/schedule.ts'
import { type Lender, offeredRates, type Product, planOf, type Tier } from '#lending/lenders/lenders.ts'
import { planShown } from '#lending/loan/loan.ts'

type WorkedLoan = DataOf<typeof productPage>['worked']['loans'][number]
export type Periods = Product['periods'][number]
type Asked = { readonly amountFen: Fen; readonly periods: Periods; readonly on: CivilDate; readonly tier: Tier | undefined }
type Loan = {
  readonly lender: Lender
  readonly product: Product
  readonly tier: Tier
  readonly annualRatePpm: Ppm
  readonly plan: readonly PlanRow[]
  readonly price: Price
}

/**
 * The cheapest and the dearest loan of an amount and term that is on offer on a day, and the borrower's own, in the order of their prices.
 * A term that no lender offers for the amount has none.
 */
export function workedLoans(lenders: readonly Lender[], asked: Asked): WorkedLoan[] {
  const loans = lenders.flatMap((lender) => loansOf(lender, asked))
  const byPrice = loans.toSorted((one, other) => one.price.simple - other.price.simple)
  const [lowest, highest] = [byPrice[0], byPrice.at(-1)]
  const own = loans.find(({ tier }) => tier === asked.tier)
  return [
    ...(lowest === undefined ? [] : [shown('lowest', lowest, asked)]),
    ...(own === undefined ? [] : [shown('own', own, asked)]),
    ...(highest === undefined ? [] : [shown('highest', highest, asked)]),
  ]
}

function loansOf(lender: Lender, { amountFen, periods, on }: Asked): Loan[] {
  const products = lender.products.filter(
    ({ amountMinFen, amountMaxFen, ...product }) =>
      product.periods.includes(periods) && amountMinFen <= amountFen && amountFen <= amountMaxFen,
  )
  return products.flatMap((product) =>
    offeredRates(product).flatMap(({ tier, annualRatePpm }) => {
      const plan = planOf(product, { amountFen, periods, annualRatePpm, payOutDate: on })
      const price = priceOf(cashFlowsOf({ principal: amountFen, plan }))
      return price.simple > lender.priceCapPpm ? [] : [{ lender, product, tier, annualRatePpm, plan, price }]
    }),
  )
}

function shown(which: WorkedLoan['which'], { lender, product, annualRatePpm, plan, price }: Loan, { amountFen }: Asked): WorkedLoan {
  const { interest, total } = totalsOf(plan)
  return {
    which,
    lender: lender.name,
    productId: product.productId,
    method: product.method,
    annualRatePpm,
    price: { simplePpm: price.simple, compoundPpm: price.compound },
    plan: planShown(plan, { amountFen, plan }),
    totalInterest: interest,
    totalDue: total,
  }
}
