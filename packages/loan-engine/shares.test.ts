import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import { planFor } from './schedule.ts'
import { equalPartsOf } from './shares.ts'
import type { LoanTerms } from './terms.ts'

const planOf = (given: Partial<LoanTerms>) =>
  planFor({
    principal: fen(1_000_000),
    annualRate: ppm(240_000),
    periods: 6,
    method: 'equalInstalment',
    dayCount: '30/360',
    payOutDate: civilDate('2026-01-15'),
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
    ...given,
  })

/** How many fen the last instalment is above the one before it. */
const restOf = (given: Partial<LoanTerms>) => {
  const [before, last] = planOf(given).slice(-2)
  return (last?.total ?? 0) - (before?.total ?? 0)
}

describe('an annuity by periods', () => {
  // P ÷ (1 ÷ (1 + i) + 1 ÷ (1 + i)²) = P × (1 + i)² ÷ (2 + i), whatever days interest counts.
  test.each<[string, Partial<LoanTerms>, number]>([
    // 10,000.00 at 1 % a week: 10,201.00 ÷ 2.01.
    ['a week of 52', { annualRate: ppm(520_000), period: { unit: 'week', every: 1 } }, 507_512],
    // At 2 % for two weeks: 10,404.00 ÷ 2.02.
    ['two weeks of 52', { annualRate: ppm(520_000), period: { unit: 'week', every: 2 } }, 515_050],
    // 1,000,000.00 at 0.1 % a day: 1,002,001.00 ÷ 2.001.
    ['a day of 365', { principal: fen(100_000_000), annualRate: ppm(365_000), period: { unit: 'day', every: 1 } }, 50_075_012],
    // At 0.3 % for three days: 1,006,009.00 ÷ 2.003.
    ['three days of 365', { principal: fen(100_000_000), annualRate: ppm(365_000), period: { unit: 'day', every: 3 } }, 50_225_112],
    // 100.00 at 4 % for two months: 108.16 ÷ 2.04.
    ['two months of 12', { principal: fen(10_000), period: { unit: 'month', every: 2 } }, 5_302],
  ])('planFor: takes a period of %s', (_, given, instalment) => {
    expect(planOf({ annuityBy: 'periods', dayCount: 'actual/360', periods: 2, ...given })[0]?.total).toBe(instalment)
  })
})

describe('an evened instalment', () => {
  const uneven = { annuityBy: 'periods', dayCount: 'actual/365', tail: 'evened' } as const

  test('planFor: takes the difference in equal shares over the periods that pay, so a plan of two and one with grace are evened', () => {
    for (const given of [{ periods: 2 }, { grace: { principal: 2 } }]) {
      expect(Math.abs(restOf({ ...uneven, ...given, tail: 'lastInstalment' }))).toBeGreaterThan(100)
      expect(Math.abs(restOf({ ...uneven, ...given }))).toBeLessThanOrEqual((given.periods ?? 6) / 2)
    }
  })

  test('planFor: stays where the difference is half a fen a period and no more', () => {
    const small = { principal: fen(4_000), grace: { principal: 2 } }
    expect(restOf(small)).toBe(3)
    expect(planOf({ ...small, tail: 'evened' })).toEqual(planOf(small))
    // Of five periods half is less than 3: over four that pay each takes 0.75, which is a fen, and the last gives all four.
    const odd = { principal: fen(4_000), periods: 5, grace: { principal: 1 } }
    expect([restOf(odd), restOf({ ...odd, tail: 'evened' })]).toEqual([3, -1])
  })

  // Apache Fineract FIN-INIT-014: a fen more each would leave the last one as far away on the other side.
  test('planFor: stays where moving would bring the last one no nearer', () => {
    const given = { principal: fen(10_000), annualRate: ppm(156_780), dayCount: 'actual/365', payOutDate: civilDate('2024-01-01') } as const
    expect(restOf(given)).toBe(4)
    expect(planOf({ ...given, tail: 'evened' })).toEqual(planOf(given))
  })

  test('planFor: is moved three times and no more, though one fen more would even it further', () => {
    const wide = { ...uneven, principal: fen(8_300_000), annualRate: ppm(230_000), periods: 3, grace: { principal: 1 } }
    // Over two paying periods 2 fen are a fen each, and more than half of three.
    expect(restOf(wide)).toBe(2)
  })
})

describe('interest that waits', () => {
  test('planFor: rows without it say nothing of it', () => {
    const rows = planOf({ method: 'interestFirst', periods: 4, grace: { interest: 2 } })
    expect(rows.map(({ interest }) => interest)).toEqual([0, 0, 60_000, 20_000])
    expect(rows.map(({ explain }) => [explain.deferred, explain.broughtForward])).toEqual([
      [20_000, undefined],
      [20_000, undefined],
      [undefined, 40_000],
      [undefined, undefined],
    ])
    for (const { explain } of planOf({}))
      expect(Object.keys(explain)).toEqual(['days', 'basis', 'balance', 'ratePpm', 'rule', 'principalRule'])
  })
})

describe('flat interest as a share of the whole', () => {
  test('planFor: is counted once over the periods that bear it, divided half to even, the last taking the rest', () => {
    // 500.00 at 24 % for 5 months of 30 days are 50.00; the free one bears none.
    const rows = planOf({ method: 'flat', flatBy: 'total', principal: fen(50_000), grace: { interestFree: 1 } })
    expect(rows.map(({ interest }) => interest)).toEqual([0, 1000, 1000, 1000, 1000, 1000])
    expect(rows[1]?.explain.ofTotal).toBe(5000)
    // 0.25 of interest in two parts: 12.5 fen go to the even 12, 13 are left.
    expect(planOf({ method: 'flat', flatBy: 'total', principal: fen(625), periods: 2 }).map(({ interest }) => interest)).toEqual([12, 13])
    // 12.5 fen in all become 13 unless interest is rounded another way.
    const tiny = { method: 'flat', flatBy: 'total', principal: fen(625), periods: 1 } as const
    expect(planOf(tiny)[0]?.interest).toBe(13)
    expect(planOf({ ...tiny, rounding: 'down' })[0]?.interest).toBe(12)
  })

  test('planFor: where periods have different bases each is counted for itself', () => {
    // 31 of 365 days to 15 December 2027 − 31 December; by actual/actual the next period reaches into 2028.
    const rows = planOf({ method: 'flat', flatBy: 'total', dayCount: 'actual/actual', payOutDate: civilDate('2027-11-15'), periods: 2 })
    const first = Math.round((1_000_000 * 0.24 * 30) / 365)
    const second = Math.round(1_000_000 * 0.24 * (16 / 365 + 15 / 366))
    expect(rows[0]?.explain.ofTotal).toBe(first + second)
  })
})

test('planFor: interest in multiples is rounded half up', () => {
  // 2 % of 127.50 are 2.55.
  const rows = planOf({ method: 'interestFirst', principal: fen(12_750), periods: 2, amountMultiple: fen(10) })
  expect(rows.map(({ interest }) => interest)).toEqual([260, 260])
})

describe('equal parts of a sum', () => {
  test('equalPartsOf: multiples rounded half up, never more than is left, the last takes the rest', () => {
    expect(equalPartsOf({ amount: fen(1_000), count: 3, multiple: fen(1) })).toEqual([333, 333, 334])
    expect(equalPartsOf({ amount: fen(150), count: 3, multiple: fen(100) })).toEqual([100, 50, 0])
    expect(equalPartsOf({ amount: fen(3), count: 2, multiple: fen(1) })).toEqual([2, 1])
    expect(equalPartsOf({ amount: fen(0), count: 1, multiple: fen(1) })).toEqual([0])
    expect(() => equalPartsOf({ amount: fen(1), count: 0, multiple: fen(1) })).toThrow('PERIODS_OUT_OF_RANGE')
    expect(() => equalPartsOf({ amount: fen(-1), count: 1, multiple: fen(1) })).toThrow('AMOUNT_NOT_POSITIVE')
    expect(() => equalPartsOf({ amount: fen(1), count: 1, multiple: fen(0) })).toThrow('AMOUNT_NOT_POSITIVE')
  })
})
