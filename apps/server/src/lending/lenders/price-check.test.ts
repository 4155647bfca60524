import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import type { LoanEvent } from '@fyh/loan-engine/events.ts'
import { daysOffOf } from '@fyh/loan-engine/official-calendar.ts'
import { settlementQuote } from '@fyh/loan-engine/settle.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costOfSettling } from './price-check.ts'
import { planOf, priceFor } from './pricing.ts'
import { publishedFolder, readPublished } from './published-files.ts'
import { lendersOf } from './registry.ts'

const editions = readPublished(publishedFolder).map(({ edition }) => edition)
const lenders = lendersOf(editions, civilDate('2026-11-27'))
const products = lenders.flatMap((lender) => lender.products.map((product) => ({ product, lender })))

test('no loan of a published product costs more than its cap, on any day, of any amount, kept to the end or settled early', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...products),
      fc.nat(730),
      fc.nat(2_000),
      fc.nat(400),
      fc.nat(11),
      fc.nat(5),
      ({ product, lender }, payOutDay, step, settleDay, periodAt, tierAt) => {
        const rates = Object.values(product.prices).filter((rate) => rate !== null)
        const annualRatePpm = rates[tierAt % rates.length] ?? ppm(0)
        const periods = product.periods[periodAt % product.periods.length] ?? 12
        const amountFen = fen(Math.min(product.amountMinFen + step * product.amountStepFen, product.amountMaxFen))
        const payOutDate = addDays(civilDate('2026-01-01'), payOutDay)
        const plan = planOf(product, { amountFen, periods, annualRatePpm, payOutDate })
        const last = plan[plan.length - 1]?.dueDate ?? payOutDate
        const onDate = addDays(payOutDate, settleDay)
        if (onDate < last) expect(costOfSettling(product, { plan, payOutDate, onDate })).toBeLessThanOrEqual(lender.priceCapPpm)
        expect(priceFor(product, { amountFen, periods, annualRatePpm, payOutDate }).simple).toBeLessThanOrEqual(lender.priceCapPpm)
      },
    ),
    { numRuns: 400 },
  )
})

test('what the check takes as the cost of settling early is what the engine asks for', () => {
  fc.assert(
    fc.property(fc.constantFrom(...products), fc.nat(364), fc.nat(360), ({ product }, payOutDay, settleDay) => {
      const annualRatePpm = Object.values(product.prices).findLast((rate) => rate !== null) ?? ppm(0)
      const [periods = 12] = product.periods
      const amountFen = product.amountMaxFen
      const payOutDate = addDays(civilDate('2026-01-01'), payOutDay)
      const plan = planOf(product, { amountFen, periods, annualRatePpm, payOutDate })
      const onDate = addDays(payOutDate, settleDay)
      const past = plan.filter(({ dueDate }) => dueDate <= onDate)
      if (past.length === plan.length) return
      const payments: LoanEvent[] = past.map((row) => ({ kind: 'repay', on: row.dueDate, amount: row.total, upToPeriod: row.period }))
      const { method, dayCount, tail, daysOff, rules } = product
      const terms = { principal: amountFen, annualRate: annualRatePpm, periods, method, dayCount, tail, payOutDate }
      const quote = settlementQuote({ loan: { terms: { ...terms, daysOff: daysOffOf(daysOff) }, plan, rules }, payments, onDate })
      const paid = past.reduce((sum, { total }) => sum + total, 0)
      const cost = paid + quote.total - amountFen
      const used = usedOf(plan, past.length, onDate)
      const expected = used === 0 ? 0 : Math.max(0, Math.round(((cost - 1) * 12_000_000) / used))
      expect(costOfSettling(product, { plan, payOutDate, onDate })).toBe(expected)
    }),
    { numRuns: 200 },
  )
})

/** Fen × months that the money was lent, written down apart from the check. */
function usedOf(plan: ReturnType<typeof planOf>, paidPeriods: number, onDate: string): number {
  const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
  return plan.slice(0, paidPeriods + 1).reduce((sum, row, at) => {
    const months = row.month - (plan[at - 1]?.month ?? 0)
    const share = at < paidPeriods ? 1 : days(row.startDate, onDate) / days(row.startDate, row.dueDate)
    return sum + row.balanceBefore * months * share
  }, 0)
}
