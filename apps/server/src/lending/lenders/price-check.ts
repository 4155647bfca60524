import { assert } from '@fyh/base/assert.ts'
import { addDays, addMonths, type CivilDate, civilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, formatPercent, formatYuan, mulDiv, type Ppm, ppm, zeroFen } from '@fyh/base/money.ts'
import { accruedOn } from '@fyh/loan-engine/accrual.ts'
import { earlySettlementRateOn } from '@fyh/loan-engine/rules.ts'
import { endDateOf, type PlanRow } from '@fyh/loan-engine/schedule.ts'
import type { Lender, PriceCaps, Product } from './lender.ts'
import { offeredRates, planOf, priceFor, type Wish } from './pricing.ts'
import type { Edition } from './published-files.ts'
import { lendersOf } from './registry.ts'

type Checked = {
  /** Why these products cannot be published. */
  readonly tooDear: string[]
  /** Prices that a cap known for a later day does not allow; from that day on such loans are refused. */
  readonly tooDearLater: string[]
}

/** Checks what new products can cost at most against the price cap of their lender's type. `all` are all editions, the new ones included. */
export function checkPrices(all: readonly Edition[], products: readonly Product[]): Checked {
  const faults = products.flatMap((product) => {
    const lender = lendersOf(all, product.inForceFrom).find(({ lenderId }) => lenderId === product.lenderId)
    assert(lender !== undefined, `product ${product.productId} comes into force before lender ${product.lenderId} and its price cap`)
    return dearest(product).map((cost) => ({ product, lender, ...cost }))
  })
  return {
    tooDear: faults
      .filter(({ lender, pricePpm }) => pricePpm > lender.priceCapPpm)
      .map((fault) => `${wordsOf(fault)}, above the cap of ${formatPercent(fault.lender.priceCapPpm, 4)} % (${fault.lender.type})`),
    tooDearLater: faults.flatMap((fault) =>
      laterCaps(all, fault.lender)
        .filter(({ capPpm }) => fault.pricePpm > capPpm)
        .map(({ from, capPpm }) => `${wordsOf(fault)}, above the cap of ${formatPercent(capPpm, 4)} % from ${from}`),
    ),
  }
}

type Cost = { readonly tier: string; readonly pricePpm: Ppm; readonly wish: Wish; readonly settledOn: CivilDate | undefined }

/**
 * The dearest loan of each tier by the all-in simple price of its plan, and the dearest one that is settled early. The fee for that is
 * the same in every tier, so the highest rate stands for all. Returns none for a product that is no longer offered.
 */
export function dearest(product: Product): Cost[] {
  const rates = offeredRates(product)
  if (rates.length === 0) return []
  const wishes = product.periods.flatMap((periods) =>
    payOutDays(product).flatMap((payOutDate) => amountsOf(product).map((amountFen) => ({ amountFen, periods, payOutDate }))),
  )
  const planned = rates.map(({ tier, annualRatePpm }) =>
    highest(
      wishes.map((wish) => {
        const priced = { ...wish, annualRatePpm }
        return { tier, wish: priced, settledOn: undefined, pricePpm: priceFor(product, priced).simple }
      }),
    ),
  )
  const { tier, annualRatePpm } = rates.reduce((a, b) => (b.annualRatePpm > a.annualRatePpm ? b : a))
  const settled = wishes.map((wish) => ({ ...wish, annualRatePpm })).map((wish) => ({ tier, wish, ...dearestSettlement(product, wish) }))
  return [...planned, highest(settled)]
}

function highest(costs: readonly Cost[]): Cost {
  return costs.reduce((a, b) => (b.pricePpm > a.pricePpm ? b : a))
}

/** The smallest amounts, where a fen weighs most, and the largest. */
function amountsOf({ amountMinFen, amountMaxFen, amountStepFen }: Product): Fen[] {
  return [amountMinFen, fen(Math.min(amountMinFen + amountStepFen, amountMaxFen)), amountMaxFen]
}

/**
 * Pay-out days that stand for all: the longest and the shortest months, month ends, and days whose due days fall into the longest
 * holidays, where the next working day is furthest away.
 */
function payOutDays({ dayCount, daysOff, inForceFrom }: Product): CivilDate[] {
  if (dayCount === '30/360' && daysOff === 'stay') return [inForceFrom]
  const awkward = ['2025-10-01', '2026-02-15', '2027-01-31', '2027-07-01', '2027-12-01'].map(civilDate)
  const beforeHolidays = daysOff === 'stay' ? [] : ['2025-01-28', '2025-10-01', '2026-02-15', '2026-10-01'].map(civilDate)
  return [...awkward, ...beforeHolidays.flatMap((day) => [1, 3, 6, 9, 12].map((months) => addMonths(day, -months)))]
}

/**
 * What settling early costs at most, a year: interest and fee ÷ (what was open × the time it was open). Time is counted as the price
 * counts it, in months and parts of a running month. Earlier instalments were paid on their due days. The first two months, where a fee
 * weighs most, and the last one stand for all.
 */
function dearestSettlement(product: Product, wish: Wish): { settledOn: CivilDate; pricePpm: Ppm } {
  const plan = planOf(product, wish)
  const term = daysBetween(wish.payOutDate, endDateOf(plan))
  let worst = { settledOn: wish.payOutDate, pricePpm: ppm(0) }
  for (let day = 0; day < term; day = day === 62 ? Math.max(63, term - 31) : day + 1) {
    const onDate = addDays(wish.payOutDate, day)
    const pricePpm = costOfSettling(product, { plan, payOutDate: wish.payOutDate, onDate })
    if (pricePpm > worst.pricePpm) worst = { settledOn: onDate, pricePpm }
  }
  return worst
}

type Settling = { readonly plan: readonly PlanRow[]; readonly payOutDate: CivilDate; readonly onDate: CivilDate }

/**
 * A fen of rounding is left out: money has no smaller part, and on the first days of a small loan it would be some percent. A fee on the
 * day of the pay-out itself has no time to be spread over; it counts as a price without bound.
 */
export function costOfSettling({ rules }: Pick<Product, 'rules'>, { plan, payOutDate, onDate }: Settling): Ppm {
  const past = plan.filter(({ dueDate }) => dueDate <= onDate)
  const running = plan[past.length]
  assert(running !== undefined, 'a loan is settled early before its last due day')
  const feeRate = earlySettlementRateOn(rules, { payOutDate, onDate })
  const fee = fen(mulDiv({ value: running.balanceBefore, times: feeRate, over: 1_000_000, rounding: 'halfUp' }))
  const cost = addFen(zeroFen, ...past.map((row) => addFen(row.interest, row.fee)), accruedOn(running, onDate), fee)
  const share = daysBetween(running.startDate, onDate) / daysBetween(running.startDate, running.dueDate)
  const fenMonths = [...past.map((row) => row.balanceBefore * monthsOf(plan, row)), running.balanceBefore * monthsOf(plan, running) * share]
  const used = fenMonths.reduce((sum, one) => sum + one, 0)
  if (used === 0) return ppm(fee > 0 ? Number.MAX_SAFE_INTEGER : 0)
  return ppm(Math.max(0, Math.round(((cost - 1) * 12 * 1_000_000) / used)))
}

function monthsOf(plan: readonly PlanRow[], { period, month }: PlanRow): number {
  return month - (plan[period - 2]?.month ?? 0)
}

function laterCaps(all: readonly Edition[], { type }: Lender): PriceCaps['caps'] {
  const tables = all.filter((one) => one.kind === 'caps')
  const newest = tables.reduce((a, b) => (b.edition > a.edition ? b : a))
  return newest.caps.filter((row) => row.type === type)
}

function wordsOf({ product, lender, tier, pricePpm, wish, settledOn }: Cost & { product: Product; lender: Lender }): string {
  const how = settledOn === undefined ? '' : `, settled on ${settledOn}`
  const loan = `${formatYuan(wish.amountFen)} yuan over ${wish.periods} months, paid out on ${wish.payOutDate}${how}`
  const price = pricePpm === Number.MAX_SAFE_INTEGER ? 'without bound' : `${formatPercent(pricePpm, 4)} % a year`
  return `Product ${product.productId} (${product.method}) of ${lender.name}, edition ${product.edition}, tier ${tier}: ${loan}, costs ${price}`
}
