import { assert } from '@fyh/base/assert.ts'

/**
 * A whole number of any size, least places first, four digits a place. Just what an exact annuity needs: the engine also runs in browsers
 * without BigInt, and four digits times a small factor stay within the safe integers.
 */
export type BigWhole = readonly number[]

export function bigWhole(n: number): BigWhole {
  return timesSmall([1], n)
}

/** `factor` is a whole number up to 8 × 10^11. */
export function timesSmall(big: BigWhole, factor: number): BigWhole {
  assert(Number.isSafeInteger(factor) && factor >= 0 && factor <= factorMax, `factor out of range: ${factor}`)
  const places: number[] = []
  let carry = 0
  for (const place of big) {
    const product = place * factor + carry
    places.push(product % placeEnd)
    carry = (product - (product % placeEnd)) / placeEnd
  }
  return withCarry(places, carry)
}

export function plus(a: BigWhole, b: BigWhole): BigWhole {
  const places: number[] = []
  let carry = 0
  for (let k = 0; k < Math.max(a.length, b.length); k += 1) {
    const sum = (a[k] ?? 0) + (b[k] ?? 0) + carry
    places.push(sum % placeEnd)
    carry = sum >= placeEnd ? 1 : 0
  }
  return withCarry(places, carry)
}

/** `b` is at most `a`. */
export function minus(a: BigWhole, b: BigWhole): BigWhole {
  assert(isAtMost(b, a), 'a whole number never goes below zero')
  let borrowed = 0
  return a.map((place, k) => {
    const difference = place - (b[k] ?? 0) - borrowed
    borrowed = difference < 0 ? 1 : 0
    return difference + borrowed * placeEnd
  })
}

export function isAtMost(a: BigWhole, b: BigWhole): boolean {
  for (let k = Math.max(a.length, b.length) - 1; k >= 0; k -= 1) {
    const difference = (a[k] ?? 0) - (b[k] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return true
}

const placeEnd = 10_000
const factorMax = 800_000_000_000

function withCarry(places: number[], carry: number): BigWhole {
  let left = carry
  while (left > 0) {
    places.push(left % placeEnd)
    left = (left - (left % placeEnd)) / placeEnd
  }
  return places
}
