import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, type Ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import { explainPlan } from '@fyh/loan-engine/explain.ts'
import { daysOffOf } from '@fyh/loan-engine/official-calendar.ts'
import { cashFlowsOf, priceOf } from '@fyh/loan-engine/price.ts'
import { planFor, totalsOf } from '@fyh/loan-engine/schedule.ts'
import type { PlanTableRow } from './period-sheet.tsx'

export type Product = DataOf<Api['borrow']['options']>['products'][number]

export type Preview = {
  readonly received: Fen
  readonly from: CivilDate
  readonly plan: readonly (PlanTableRow & { readonly month: number })[]
  readonly interest: Fen
  readonly total: Fen
  readonly price: { readonly simplePpm: Ppm; readonly compoundPpm: Ppm }
  /** Its price is part of the loan's. */
  readonly benefit?: BenefitAdded | undefined
}

/** A package of benefits bought with a loan. */
export type BenefitAdded = { readonly name: string; readonly priceFen: Fen }

type Wish = Pick<RequestOf<Api['borrow']['quote']>['body'], 'amountFen' | 'periods'>

/** Plan and price of a wish, by the engine the server quotes with, so that typing needs no round trip. The quote is what binds. */
export function previewOf(wish: Wish, { product, today }: { product: Product; today: CivilDate }): Preview {
  const { annualRatePpm, method, rules } = product
  const plan = planFor({
    principal: wish.amountFen,
    annualRate: annualRatePpm,
    periods: wish.periods,
    method,
    dayCount: rules.dayCount,
    payOutDate: today,
    tail: rules.tail,
    daysOff: daysOffOf(rules.daysOff),
  })
  const price = priceOf(cashFlowsOf({ principal: wish.amountFen, plan }))
  const { interest, total } = totalsOf(plan)
  const rows = explainPlan(plan, { balance: wish.amountFen, periods: plan.length }).map(({ row, ...how }) => ({
    ...row,
    ...how,
    spans: [...how.spans],
  }))
  const shown = { simplePpm: price.simple, compoundPpm: price.compound }
  return { received: wish.amountFen, from: today, plan: rows, interest, total, price: shown }
}

/** The same with a package of benefits, which is paid once at the pay-out. */
export function withBenefit(preview: Preview, benefit: BenefitAdded | undefined): Preview {
  if (benefit === undefined) return preview
  const paid = preview.plan.map(({ month, total }) => ({ month, amount: subFen(zeroFen, total) }))
  const { simple, compound } = priceOf([{ month: 0, amount: subFen(preview.received, benefit.priceFen) }, ...paid])
  return { ...preview, price: { simplePpm: simple, compoundPpm: compound }, benefit }
}
