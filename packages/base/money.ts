import { AssertionFailed, assert } from './assert.ts'

declare const fenBrand: unique symbol
declare const ppmBrand: unique symbol

/** An amount of money in whole fen. Never a fraction, always a safe integer; negative for money going the other way. */
export type Fen = number & { readonly [fenBrand]: true }
/** A rate a year in millionths: 18 % is 180000. */
export type Ppm = number & { readonly [ppmBrand]: true }

/** `halfUp` sends a half away from zero, `down` cuts towards zero, `up` goes away from zero, `halfEven` sends a half to the even neighbour. */
export type Rounding = 'halfUp' | 'down' | 'up' | 'halfEven'

/** Every amount passes here, so the text of a failure is made only when there is one. */
export function fen(n: number): Fen {
  if (!Number.isSafeInteger(n)) throw new AssertionFailed(`not a whole number of fen: ${n}`)
  return unsigned(n) as Fen // The check above is the whole meaning of the brand.
}

export function ppm(n: number): Ppm {
  if (!Number.isSafeInteger(n)) throw new AssertionFailed(`not a whole number of millionths: ${n}`)
  return unsigned(n) as Ppm // The check above is the whole meaning of the brand.
}

export const zeroFen: Fen = fen(0)

export function addFen(...amounts: readonly Fen[]): Fen {
  let sum = 0
  for (const amount of amounts) sum += amount
  return fen(sum)
}

export function subFen(a: Fen, b: Fen): Fen {
  const difference = a - b
  // A difference of whole numbers is whole: only its size can be wrong.
  if (Math.abs(difference) > Number.MAX_SAFE_INTEGER) throw new AssertionFailed(`not a whole number of fen: ${difference}`)
  return unsigned(difference) as Fen
}

/** a − b, but neither below zero nor above `most`, which itself is not below zero. */
export function subFenWithin(a: Fen, b: Fen, most: Fen): Fen {
  // Whole, as both are, and between zero and an amount.
  return Math.min(Math.max(a - b, 0), most) as Fen
}

export function minFen(first: Fen, ...others: readonly Fen[]): Fen {
  return fen(Math.min(first, ...others))
}

export function maxFen(first: Fen, ...others: readonly Fen[]): Fen {
  return fen(Math.max(first, ...others))
}

/**
 * value × times ÷ over, exact up to the one rounding that is named. The only way to multiply or divide money, which it leaves money.
 * `over` stays below 2^51; the result must be a safe integer.
 */
export function mulDiv(of: MulDiv & { value: Fen }): Fen
export function mulDiv(of: MulDiv): number
export function mulDiv({ value, times, over, rounding }: MulDiv): number {
  if (over <= 0 || over >= overEnd) throw new AssertionFailed(`mulDiv cannot divide by ${over}`)
  const twice = value * (times * 2) + over
  const isWhole = Number.isInteger(value) && Number.isInteger(times) && Number.isInteger(over)
  const isPlain = isWhole && value >= 0 && times >= 0 && twice <= Number.MAX_SAFE_INTEGER
  if (!isPlain || rounding !== 'halfUp') return mulDivWithCare({ value, times, over, rounding })
  // Exact: a quotient of whole numbers below 2^53 lies too far under the next whole number for a double to reach it.
  return Math.floor(twice / (over * 2))
}

/** A part of a sum: value × times ÷ over, none of them negative. */
export type Product = { readonly value: number; readonly times: number; readonly over: number }

/**
 * The sum of products of money with one rounding at its end. Exact where all have one `over`; else the rests are cut to 2^-40 of a fen
 * before they are added, since fractions of unlike years have no common denominator a safe integer could hold.
 */
export function sumDiv(products: readonly Product[], rounding: Rounding): number {
  const [first] = products
  if (first === undefined) return 0
  const over = products.every((product) => product.over === first.over) ? first.over : 2 ** 40
  let whole = 0
  let rest = 0
  for (const product of products) {
    const quotient = divideProduct(product.value, product.times, product.over)
    const part = over === product.over ? quotient.rest : mulDiv({ value: quotient.rest, times: over, over: product.over, rounding: 'down' })
    const carries = part >= over - rest
    whole += quotient.whole + (carries ? 1 : 0)
    rest = carries ? part - (over - rest) : rest + part
  }
  return roundsAwayFromZero(whole, rest, over, rounding) ? whole + 1 : whole
}

/** Whole yuan with at most two decimals, thousands commas only where they belong; undefined for anything else, a third decimal included. */
export function parseYuan(text: string): Fen | undefined {
  const match = /^(\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?$/.exec(halfWidth(text).trim())
  if (match === null) return undefined
  const [, yuan = '', decimals = ''] = match
  return fen(Number(`${yuan.split(',').join('')}${decimals.padEnd(2, '0')}`))
}

/** Signs and digits of a Chinese keyboard's full width as plain ones. Nothing else becomes a digit: '10²' is not 102. */
export const halfWidth = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** '1,234.50'. With no decimals the fen are cut off, so that a limit is never shown larger than it is. */
export function formatYuan(f: Fen, decimals?: 0 | 2): string {
  const cut = decimals === 0 ? f - (f % 100) : f
  const digits = String(Math.abs(cut)).padStart(3, '0')
  const yuan = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  const shown = decimals === 0 ? yuan : `${yuan}.${digits.slice(-2)}`
  return cut < 0 ? `-${shown}` : shown
}

/** '18.00' for 180000, rounded half up to the decimals asked for (0 to 4). */
export function formatPercent(p: Ppm, decimals = 2): string {
  assert(Number.isInteger(decimals) && decimals >= 0 && decimals <= 4, `percent decimals must be 0 to 4: ${decimals}`)
  const scaled = mulDiv({ value: p, times: 1, over: 10 ** (4 - decimals), rounding: 'halfUp' })
  const digits = String(Math.abs(scaled)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const sign = scaled < 0 ? '-' : ''
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`
}

type MulDiv = { value: number; times: number; over: number; rounding: Rounding }

/** Below this, twice a rest plus another rest is still a safe integer. */
const overEnd = 2 ** 51

/** Every case; the usual one has a way of its own only because plans ask for it by the million. */
function mulDivWithCare({ value, times, over, rounding }: MulDiv): number {
  if (!Number.isSafeInteger(value) || !Number.isSafeInteger(times))
    throw new AssertionFailed(`mulDiv needs whole numbers: ${value}, ${times}`)
  if (!Number.isSafeInteger(over)) throw new AssertionFailed(`mulDiv cannot divide by ${over}`)
  const { whole, rest } = divideProduct(Math.abs(value), Math.abs(times), over)
  const size = whole + (roundsAwayFromZero(whole, rest, over, rounding) ? 1 : 0)
  if (!Number.isSafeInteger(size)) throw new AssertionFailed(`mulDiv result is too large: ${value} × ${times} ÷ ${over}`)
  return unsigned(Math.sign(value) * Math.sign(times) * size)
}

/** Exact without BigInt, which iOS 13 lacks: a product past the safe integers is twice the one with half the times, and what is odd. */
function divideProduct(value: number, times: number, over: number): { whole: number; rest: number } {
  const product = value * times
  if (Number.isSafeInteger(product)) {
    const whole = Math.floor(product / over)
    return { whole, rest: product - whole * over }
  }
  const half = divideProduct(value, Math.floor(times / 2), over)
  const once = times % 2 === 1 ? divideProduct(value, 1, over) : nothing
  const rests = half.rest * 2 + once.rest
  const rest = rests % over
  const whole = half.whole * 2 + once.whole + (rests - rest) / over
  assert(whole <= Number.MAX_SAFE_INTEGER, `mulDiv result is too large: ${value} × ${times} ÷ ${over}`)
  return { whole, rest }
}

const nothing = { whole: 0, rest: 0 }

function roundsAwayFromZero(whole: number, rest: number, over: number, rounding: Rounding): boolean {
  switch (rounding) {
    case 'down':
      return false
    case 'up':
      return rest > 0
    case 'halfUp':
      return rest * 2 >= over
    case 'halfEven':
      return rest * 2 > over || (rest * 2 === over && whole % 2 === 1)
  }
}

/** Minus zero would be a second zero that Object.is and JSON tell apart. */
function unsigned(n: number): number {
  return n + 0
}
