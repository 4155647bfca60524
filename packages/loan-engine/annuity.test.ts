import { fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instalmentOf } from './annuity.ts'
import { bigWhole, isAtMost, plus, timesSmall } from './big-whole.ts'

const read = (big: readonly number[]) =>
  BigInt(
    `0${[...big]
      .reverse()
      .map((place) => String(place).padStart(4, '0'))
      .join('')}`,
  )
const small = fc.integer({ min: 0, max: 800_000_000_000 })
const anyBig = fc
  .array(small, { maxLength: 12 })
  .map((factors) => factors.reduce((big, factor) => plus(timesSmall(big, factor), bigWhole(factor)), bigWhole(1)))

test('big whole numbers: multiply, add and compare as unbounded integers do', () => {
  fc.assert(
    fc.property(anyBig, anyBig, small, (a, b, factor) => {
      expect(read(timesSmall(a, factor))).toBe(read(a) * BigInt(factor))
      expect(read(plus(a, b))).toBe(read(a) + read(b))
      expect(isAtMost(a, b)).toBe(read(a) <= read(b))
      expect(isAtMost(a, a)).toBe(true)
      expect(read(bigWhole(factor))).toBe(BigInt(factor))
    }),
    { numRuns: 500 },
  )
  expect(() => timesSmall([1], 800_000_000_001)).toThrow('out of range')
})

test('instalmentOf: is the exact annuity rounded half up, for spans of any days', () => {
  const given = fc.record({
    principal: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 100_000_000_000 })),
    rate: fc.integer({ min: 0, max: 1_000_000 }),
    days: fc.array(fc.integer({ min: 1, max: 92 }), { minLength: 1, maxLength: 40 }),
    basis: fc.constantFrom<(360 | 365)[]>(360, 365),
  })
  fc.assert(
    fc.property(given, ({ principal, rate, days, basis }) => {
      const unit = 1_000_000n * BigInt(basis)
      let [growth, annuity, scale] = [1n, 0n, 1n]
      for (const n of days) {
        const factor = unit + BigInt(rate * n)
        scale *= unit
        growth *= factor
        annuity = annuity * factor + scale
      }
      const exact = (BigInt(principal) * growth * 2n + annuity) / (annuity * 2n)
      const instalment = instalmentOf({ principal: fen(principal), annualRate: ppm(rate), spans: days.map((n) => ({ days: n, basis })) })
      expect(BigInt(instalment)).toBe(exact)
    }),
    { numRuns: 500 },
  )
})

test('instalmentOf: the half of a fen goes up, and what is a hair less goes down, where no double could tell', () => {
  expect(instalmentOf({ principal: fen(5), annualRate: ppm(0), spans: Array(2).fill({ days: 30, basis: 360 }) })).toBe(3)
  expect(instalmentOf({ principal: fen(100), annualRate: ppm(60_000), spans: [{ days: 30, basis: 360 }] })).toBe(101)
  const unit = 360_000_000
  // 7 × inverse leaves 1 when divided by the unit, so principal × (unit + 7) leaves half a unit or one less.
  const inverse = 102_857_143
  for (const [short, expected] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const principal = Number((BigInt(unit / 2 - short) * BigInt(inverse)) % BigInt(unit)) + unit * 270
    const whole = Number((BigInt(principal) * BigInt(unit + 7)) / BigInt(unit))
    expect(instalmentOf({ principal: fen(principal), annualRate: ppm(7), spans: [{ days: 1, basis: 360 }] })).toBe(whole + expected)
  }
})
