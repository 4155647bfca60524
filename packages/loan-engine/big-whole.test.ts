import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BigWhole, bigWhole, isAtMost, minus, plus, timesSmall } from './big-whole.ts'

/** The same number as the language's own unbounded integer would be written, four digits a place, least first. */
function placesOf(n: bigint): number[] {
  const places = [Number(n % 10_000n)]
  return n < 10_000n ? places : [...places, ...placesOf(n / 10_000n)]
}
const amountOf = (big: BigWhole) => big.reduceRight((sum, place) => sum * 10_000n + BigInt(place), 0n)
const factorMax = 800_000_000_000
const anyFactor = fc.oneof(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: factorMax }))
/** Of one place to many, runs of nines and noughts among them. */
const anyBig = fc.oneof(
  fc.array(anyFactor, { minLength: 1, maxLength: 4 }).map((factors) => factors.reduce(timesSmall, bigWhole(1))),
  fc.integer({ min: 1, max: 11 }).map((digits) => bigWhole(10 ** digits - 1)),
  fc.integer({ min: 0, max: 11 }).map((digits) => bigWhole(10 ** digits)),
)

describe('whole numbers of any size', () => {
  test('bigWhole: four digits a place, the least first', () => {
    expect(bigWhole(0)).toEqual([0])
    expect(bigWhole(9_999)).toEqual([9_999])
    expect(bigWhole(10_000)).toEqual([0, 1])
    expect(bigWhole(123_456_789)).toEqual([6_789, 2_345, 1])
  })

  test('timesSmall, plus: are the product and the sum, with no place too many', () => {
    fc.assert(
      fc.property(anyBig, anyBig, anyFactor, (a, b, factor) => {
        expect(timesSmall(a, factor)).toEqual(placesOf(amountOf(a) * BigInt(factor)))
        expect(plus(a, b)).toEqual(placesOf(amountOf(a) + amountOf(b)))
      }),
    )
  })

  test('minus, isAtMost: are the difference and the order, whichever has more places', () => {
    fc.assert(
      fc.property(anyBig, anyBig, (a, b) => {
        expect(isAtMost(a, b)).toBe(amountOf(a) <= amountOf(b))
        expect(isAtMost(a, a)).toBe(true)
        const sum = plus(a, b)
        expect(amountOf(minus(sum, b))).toBe(amountOf(a))
        expect(isAtMost(minus(sum, b), a)).toBe(true)
        expect(isAtMost(plus(a, bigWhole(1)), minus(sum, b))).toBe(false)
        if (amountOf(a) < amountOf(b)) expect(() => minus(a, b)).toThrow('below zero')
      }),
    )
  })

  test('timesSmall: a factor reaches from 0 to 8 × 10^11, where a product still is a safe integer', () => {
    expect(amountOf(timesSmall(bigWhole(9_999), factorMax))).toBe(9_999n * BigInt(factorMax))
    expect(amountOf(timesSmall(bigWhole(9_999), 0))).toBe(0n)
    for (const factor of [-1, 0.5, factorMax + 1]) expect(() => timesSmall(bigWhole(1), factor)).toThrow('factor out of range')
  })
})
