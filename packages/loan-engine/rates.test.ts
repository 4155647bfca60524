import { ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { effectiveRateOf, nominalRateOf, percentOfRate, ratePerPart } from './rates.ts'

describe('rates from rates', () => {
  // Sunline core SUN-012 to SUN-017.
  test('ratePerPart: 7.2 % a year is 0.0200 % a day of 360, 0.0197 % a day of 365 and 0.6 % a month', () => {
    expect([360, 365, 12].map((parts) => ratePerPart(ppm(72_000), parts))).toEqual([200, 197, 6000])
    expect(ratePerPart(ppm(72_000), 1)).toBe(72_000)
    expect(() => ratePerPart(ppm(1), 0)).toThrow('PERIODS_OUT_OF_RANGE')
  })

  test('percentOfRate: 150 % of 7.2 % is 10.8 %, 70 % of it 5.04 %', () => {
    expect([percentOfRate(ppm(72_000), 150), percentOfRate(ppm(72_000), 70)]).toEqual([108_000, 50_400])
    expect(() => percentOfRate(ppm(1), -1)).toThrow('RATE_OUT_OF_RANGE')
  })

  // formula.js EFFECT and NOMINAL, APR-013 and APR-014.
  test('effectiveRateOf, nominalRateOf: 10 % four times a year is 10.3813 % effective; 10 % effective is 9.6455 % nominal', () => {
    expect(effectiveRateOf(ppm(100_000), 4)).toBe(103_813)
    expect(nominalRateOf(ppm(100_000), 4)).toBe(96_455)
    // 1,000 % joined twice a year is (1 + 5)² − 1 = 35.
    expect(effectiveRateOf(ppm(10_000_000), 2)).toBe(35_000_000)
  })

  test('nominalRateOf: takes back what effectiveRateOf made, to a millionth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 365 }), (nominal, perYear) => {
        expect(Math.abs(nominalRateOf(effectiveRateOf(ppm(nominal), perYear), perYear) - nominal)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('effectiveRateOf, nominalRateOf: refuse negative rates and no times a year by name', () => {
    expect(effectiveRateOf(ppm(10_000_000), 1)).toBe(10_000_000)
    expect(() => effectiveRateOf(ppm(10_000_001), 1)).toThrow('RATE_OUT_OF_RANGE')
    expect(() => effectiveRateOf(ppm(-1), 12)).toThrow('RATE_OUT_OF_RANGE')
    expect(() => nominalRateOf(ppm(1), 0)).toThrow('PERIODS_OUT_OF_RANGE')
  })

  test('ratePerPart, percentOfRate, effectiveRateOf: a thousand parts, percent or times are the most', () => {
    expect([ratePerPart(ppm(72_000), 1000), percentOfRate(ppm(72_000), 1000), effectiveRateOf(ppm(0), 1000)]).toEqual([72, 720_000, 0])
    expect(() => ratePerPart(ppm(1), 1001)).toThrow('PERIODS_OUT_OF_RANGE')
    expect(() => percentOfRate(ppm(1), 1001)).toThrow('RATE_OUT_OF_RANGE')
    expect(() => effectiveRateOf(ppm(0), 1001)).toThrow('PERIODS_OUT_OF_RANGE')
  })
})
