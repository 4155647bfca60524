import { fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instalmentOf } from './annuity.ts'
import { annuityPartsOf } from './annuity-parts.ts'

const months = (count: number) => Array.from({ length: count }, () => ({ days: 30, basis: 360 }))

describe('annuityPartsOf', () => {
  // Spreadsheet functions of formula.js and numpy-financial, APR-007 to APR-022.
  test.each([
    ['PPMT', 10_000_000, 100_000, 24, 6, 6, 394_136, undefined],
    ['PPMT', 200_000, 100_000, 24, 1, 1, 7562, undefined],
    ['PPMT', 5_500_000, 100_000, 60, 1, 1, 71_025, undefined],
    ['IPMT', 10_000_000, 100_000, 24, 1, 1, undefined, 83_333],
    ['CUMIPMT', 10_000_000, 100_000, 360, 13, 24, undefined, 991_677],
    ['CUMIPMT', 73_717, 63_996, 120, 1, 120, undefined, 26_277],
  ])('annuityPartsOf: %s of %d fen at %d ppm over %d months, periods %d to %d', (_, sum, rate, count, from, to, principal, interest) => {
    const parts = annuityPartsOf({ principal: fen(sum), annualRate: ppm(rate), spans: months(count), from, to })
    expect(parts).toMatchObject({ ...(principal && { principal }), ...(interest && { interest }) })
  })

  test('annuityPartsOf: all periods repay the principal exactly; parts sum to the instalments; a range is the sum of its periods', () => {
    const asked = fc.record({
      principal: fc.integer({ min: 1, max: 100_000_000 }).map(fen),
      annualRate: fc.integer({ min: 0, max: 1_000_000 }).map(ppm),
      spans: fc.array(fc.record({ days: fc.integer({ min: 0, max: 62 }), basis: fc.constantFrom(360, 365, 366) }), {
        minLength: 1,
        maxLength: 24,
      }),
    })
    fc.assert(
      fc.property(asked, fc.nat(), (loan, pick) => {
        const count = loan.spans.length
        const all = annuityPartsOf({ ...loan, from: 1, to: count })
        expect(all.principal).toBe(loan.principal)
        const period = (pick % count) + 1
        const one = annuityPartsOf({ ...loan, from: period, to: period })
        expect(Math.abs(one.principal + one.interest - instalmentOf(loan))).toBeLessThanOrEqual(1)
        const upTo = annuityPartsOf({ ...loan, from: 1, to: period })
        const rest = period < count ? annuityPartsOf({ ...loan, from: period + 1, to: count }) : { principal: 0, interest: 0 }
        expect(Math.abs(upTo.principal + rest.principal - all.principal)).toBeLessThanOrEqual(1)
        expect(Math.abs(upTo.interest + rest.interest - all.interest)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 200 },
    )
  })

  test('annuityPartsOf: a period whose interest is more than the instalment lets the balance grow', () => {
    const spans = [{ days: 360, basis: 360 }, ...Array.from({ length: 11 }, () => ({ days: 0, basis: 360 }))]
    const loan = { principal: fen(1200), annualRate: ppm(600_000), spans }
    expect(instalmentOf(loan)).toBe(160)
    expect(annuityPartsOf({ ...loan, from: 1, to: 1 })).toEqual({ interest: 720, principal: -560 })
    expect(annuityPartsOf({ ...loan, from: 2, to: 12 })).toEqual({ interest: 0, principal: 1760 })
  })

  test.each([
    [0, 1],
    [2, 1],
    [1, 4],
    [1.5, 2],
  ])('annuityPartsOf: periods %d to %d of 3 are refused by name', (from, to) => {
    const loan = { principal: fen(100), annualRate: ppm(0), spans: months(3) }
    expect(() => annuityPartsOf({ ...loan, from, to })).toThrow('PERIODS_OUT_OF_RANGE')
  })
})
