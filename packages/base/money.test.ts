import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addFen,
  fen,
  formatPercent,
  formatYuan,
  maxFen,
  minFen,
  mulDiv,
  parseYuan,
  ppm,
  type Rounding,
  subFen,
  subFenWithin,
  sumDiv,
} from './money.ts'

const whole = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
const divisor = fc.integer({ min: 1, max: 2 ** 51 - 1 })
const roundings: Rounding[] = ['halfUp', 'down', 'up', 'halfEven']

/** The same promise written with unbounded integers. */
function expected(value: number, times: number, over: number, rounding: Rounding): bigint {
  const product = BigInt(value) * BigInt(times)
  const size = product < 0n ? -product : product
  const divided = size / BigInt(over)
  const rest = size % BigInt(over)
  const twice = rest * 2n
  const away = {
    down: false,
    up: rest > 0n,
    halfUp: twice >= BigInt(over),
    halfEven: twice > BigInt(over) || (twice === BigInt(over) && divided % 2n === 1n),
  }[rounding]
  const rounded = away ? divided + 1n : divided
  return product < 0n ? -rounded : rounded
}

describe('mulDiv', () => {
  test('mulDiv: equals exact division by unbounded integers for every rounding, or refuses a result that is not a safe integer', () => {
    fc.assert(
      fc.property(whole, whole, divisor, fc.constantFrom(...roundings), (value, times, over, rounding) => {
        const exact = expected(value, times, over, rounding)
        if (exact > BigInt(Number.MAX_SAFE_INTEGER) || exact < -BigInt(Number.MAX_SAFE_INTEGER)) {
          expect(() => mulDiv({ value, times, over, rounding })).toThrow('too large')
        } else expect(BigInt(mulDiv({ value, times, over, rounding }))).toBe(exact)
      }),
      { numRuns: 2000 },
    )
  })

  test('mulDiv: stays exact where the product alone is too large for a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2 ** 40, max: 2 ** 52 }), divisor, fc.constantFrom(...roundings), (value, over, rounding) => {
        fc.pre(over > 2 ** 20)
        expect(BigInt(mulDiv({ value, times: over - 1, over, rounding }))).toBe(expected(value, over - 1, over, rounding))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['halfUp', 5, 3],
    ['halfUp', -5, -3],
    ['down', 5, 2],
    ['down', -5, -2],
    ['up', 5, 3],
    ['up', -5, -3],
    ['halfEven', 5, 2],
    ['halfEven', 7, 4],
  ] as const)('mulDiv %s: %d halves are %d', (rounding, value, result) => {
    expect(mulDiv({ value, times: 1, over: 2, rounding })).toBe(result)
  })

  test('mulDiv: never answers minus zero', () => {
    for (const rounding of ['down', 'halfUp'] as const) expect(Object.is(mulDiv({ value: -1, times: 1, over: 3, rounding }), 0)).toBe(true)
  })

  test('mulDiv: refuses fractions and a divisor that is not positive', () => {
    expect(() => mulDiv({ value: 0.5, times: 1, over: 1, rounding: 'down' })).toThrow('whole numbers')
    expect(() => mulDiv({ value: 1, times: 1, over: 0, rounding: 'down' })).toThrow('divide by 0')
    expect(() => mulDiv({ value: 1, times: 1, over: -1, rounding: 'down' })).toThrow('divide by -1')
    expect(() => mulDiv({ value: 1, times: 1, over: 0, rounding: 'halfUp' })).toThrow('divide by 0')
    expect(() => mulDiv({ value: 1, times: 1, over: 2.5, rounding: 'halfUp' })).toThrow('divide by 2.5')
    // The sum of product and divisor is past 2^52, where a half is lost.
    expect(() => mulDiv({ value: 2 ** 51 + 1, times: 1, over: 0.5, rounding: 'halfUp' })).toThrow('divide by 0.5')
  })

  test('mulDiv: a divisor is one up to 2^51, which is none any more', () => {
    expect(mulDiv({ value: 7, times: 1, over: 1, rounding: 'halfUp' })).toBe(7)
    expect(mulDiv({ value: 2 ** 51 - 1, times: 3, over: 2 ** 51 - 1, rounding: 'halfUp' })).toBe(3)
    expect(() => mulDiv({ value: 1, times: 1, over: 2 ** 51, rounding: 'halfUp' })).toThrow('cannot divide')
  })
})

describe('fen', () => {
  test('fen: refuses fractions, not-a-number and sums past the safe integers', () => {
    expect(() => fen(0.1)).toThrow()
    expect(() => fen(Number.NaN)).toThrow()
    expect(() => addFen(fen(Number.MAX_SAFE_INTEGER), fen(1))).toThrow()
  })

  test('fen: sums, differences and bounds are plain whole numbers', () => {
    expect(addFen()).toBe(0)
    expect(addFen(fen(91_680), fen(91_681))).toBe(183_361)
    expect(subFen(fen(1), fen(3))).toBe(-2)
    const most = fen(Number.MAX_SAFE_INTEGER)
    expect(subFen(most, fen(0))).toBe(most)
    expect(() => subFen(most, fen(-1))).toThrow('not a whole number of fen')
    expect(() => subFen(fen(-1), most)).toThrow('not a whole number of fen')
    expect([5, 2, 13].map((a) => subFenWithin(fen(a), fen(3), fen(9)))).toEqual([2, 0, 9])
    expect(Object.is(subFenWithin(fen(3), fen(3), fen(0)), 0)).toBe(true)
    expect(minFen(fen(3), fen(1), fen(2))).toBe(1)
    expect(maxFen(fen(3), fen(7), fen(2))).toBe(7)
    expect(Object.is(fen(-0), 0)).toBe(true)
  })
})

describe('yuan text', () => {
  test.each([
    ['19.90', 1990],
    ['0.29', 29],
    ['1.15', 115],
    ['4.35', 435],
    ['9.80', 980],
    ['64.10', 6410],
    ['1,234.5', 123_450],
    ['１，２３４．５０', 123_450],
    [' 500 ', 50_000],
  ])('LN-19 parseYuan: %s is exactly %d fen', (text, amount) => {
    expect(parseYuan(text)).toBe(amount)
  })

  test('LN-19 parseYuan: every amount from 0.00 to 1,000.00 comes back to the fen', () => {
    for (let amount = 0; amount <= 100_000; amount += 1) expect(parseYuan(formatYuan(fen(amount)))).toBe(amount)
  })

  test.each(['1.005', '', '.', '.5', '5.', '-5', '1,23', '1,2345', '12,34,567', '1e3', '1 000', '¥5', 'abc', '٣', '10²', '①'])(
    'LN-19 parseYuan: %j is refused',
    (text) => {
      expect(parseYuan(text)).toBeUndefined()
    },
  )

  test('R9.4 formatYuan: commas in the thousands, two decimals or none, no minus before zero', () => {
    expect(formatYuan(fen(123_450))).toBe('1,234.50')
    expect(formatYuan(fen(0))).toBe('0.00')
    expect(formatYuan(fen(5))).toBe('0.05')
    expect(formatYuan(fen(-123_456_789))).toBe('-1,234,567.89')
    expect(formatYuan(fen(20_000_000), 0)).toBe('200,000')
    expect(formatYuan(fen(99_999), 0)).toBe('999')
    expect(formatYuan(fen(-5), 0)).toBe('0')
    expect(formatYuan(fen(-199), 0)).toBe('-1')
    expect(formatYuan(fen(1))).toBe('0.01')
  })

  test('formatYuan and parseYuan: each undoes the other for any amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (amount) => {
        expect(parseYuan(formatYuan(fen(amount)))).toBe(amount)
      }),
    )
  })

  test('formatPercent: millionths become percent, rounded half up', () => {
    expect(formatPercent(ppm(180_000))).toBe('18.00')
    expect(formatPercent(ppm(239_950))).toBe('24.00')
    expect(formatPercent(ppm(239_949))).toBe('23.99')
    expect(formatPercent(ppm(195_618), 4)).toBe('19.5618')
    expect(formatPercent(ppm(500), 0)).toBe('0')
    expect(formatPercent(ppm(-500))).toBe('-0.05')
  })
})

describe('sumDiv', () => {
  const product = (over: number) =>
    fc.record({ value: fc.maxSafeNat().map((n) => n % 100_000_000_000), times: fc.integer({ min: 0, max: over }), over: fc.constant(over) })

  test('sumDiv: products over one whole are summed exactly and rounded once', () => {
    const products = fc.integer({ min: 1, max: 2 ** 50 }).chain((over) => fc.array(product(over), { minLength: 1, maxLength: 5 }))
    fc.assert(
      fc.property(products, fc.constantFrom<Rounding[]>('halfUp', 'down', 'up', 'halfEven'), (parts, rounding) => {
        const over = parts[0]?.over ?? 1
        const sum = parts.reduce((total, { value, times }) => total + BigInt(value) * BigInt(times), 0n)
        const whole = sum / BigInt(over)
        const rest = (sum % BigInt(over)) * 2n
        const isEven = whole % 2n === 0n
        const isAway = {
          down: false,
          up: rest > 0n,
          halfUp: rest >= BigInt(over),
          halfEven: rest > BigInt(over) || (rest === BigInt(over) && !isEven),
        }
        expect(BigInt(sumDiv(parts, rounding))).toBe(isAway[rounding] ? whole + 1n : whole)
      }),
    )
  })

  test('sumDiv: two quarters, told over unlike wholes, are a half and round as one; nothing is nothing', () => {
    const halves = [
      { value: 1, times: 1, over: 4 },
      { value: 1, times: 2, over: 8 },
    ]
    expect(sumDiv(halves, 'halfUp')).toBe(1)
    expect(sumDiv(halves, 'halfEven')).toBe(0)
    expect(sumDiv([], 'halfUp')).toBe(0)
  })

  test.each<[string, [number, number][], Rounding, number]>([
    [
      'three thirds are a whole, nothing is cut',
      [
        [1, 3],
        [1, 3],
        [1, 3],
      ],
      'down',
      1,
    ],
    [
      'two halves are a whole',
      [
        [1, 2],
        [1, 2],
      ],
      'down',
      1,
    ],
    [
      'a third and a fifth are more than a half',
      [
        [1, 3],
        [1, 5],
      ],
      'halfUp',
      1,
    ],
    [
      'of two thirds and two sixths something is cut, so they stay under the whole',
      [
        [2, 3],
        [2, 6],
      ],
      'down',
      0,
    ],
    [
      'a part of 2^40 counts beside another whole',
      [
        [0, 3],
        [1, 2 ** 40],
      ],
      'up',
      1,
    ],
    [
      'half of such a part does not',
      [
        [0, 3],
        [1, 2 ** 41],
      ],
      'up',
      0,
    ],
  ])('sumDiv: %s', (_, parts, rounding, sum) => {
    expect(
      sumDiv(
        parts.map(([value, over]) => ({ value, times: 1, over })),
        rounding,
      ),
    ).toBe(sum)
  })

  test('sumDiv: unlike wholes are never a fen away from the exact sum', () => {
    const unlike = fc.tuple(product(365_000_000), product(366_000_000), product(133_590_000_000))
    fc.assert(
      fc.property(unlike, (parts) => {
        const exact = parts.reduce((total, { value, times, over }) => total + (value * times) / over, 0)
        expect(Math.abs(sumDiv(parts, 'halfUp') - exact)).toBeLessThan(0.51)
      }),
    )
  })
})
