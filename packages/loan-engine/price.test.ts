import { addDays, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, parseYuan, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CashFlow, cashFlowsOf, checkPrice, type DatedCashFlow, datedCashFlowsOf, datedPriceOf, priceOf, stepRateOf } from './price.ts'
import { planFor } from './schedule.ts'
import type { LoanTerms, Method } from './terms.ts'

const terms = (given: Partial<LoanTerms>): LoanTerms => ({
  principal: fen(1_000_000),
  annualRate: ppm(180_000),
  periods: 12,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2025-01-15'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
  ...given,
})
const yuan = (text: string): Fen => parseYuan(text) ?? fen(Number.NaN)
const instalments = (received: string, each: string, count: number): CashFlow[] => [
  { month: 0, amount: yuan(received) },
  ...Array.from({ length: count }, (_, k) => ({ month: k + 1, amount: fen(-yuan(each)) })),
]
const percent = (rate: number) => (rate / 10_000).toFixed(2)

describe('priceOf', () => {
  // PBOC announcement 2021 no. 3, official example (APR-001): 12.80 and 13.58 percent.
  test('priceOf: 100,000 less a fee of 1,000, twelve times 8,833.3, is 12.80 percent simple and 13.58 compound', () => {
    const price = priceOf(instalments('99,000.00', '8,833.3', 12))
    expect([percent(price.simple), percent(price.compound)]).toEqual(['12.80', '13.58'])
    // Solved apart from this code: a monthly rate of 0.010669834875862816, and of 0.010670373424778277 with three fen more a month.
    expect(price).toEqual({ simple: 128_038, compound: 135_826 })
    expect(priceOf(instalments('99,000.00', '8,833.33', 12))).toEqual({ simple: 128_044, compound: 135_833 })
  })

  // Derived rows APR-D01 to APR-D10 of the annualised-rate figures.
  test.each([
    ['3,373.41', 3, '7.20', '7.44'],
    ['866.19', 12, '7.20', '7.44'],
    ['1,737.36', 6, '14.40', '15.39'],
    ['883.33', 12, '10.90', '11.46'],
    ['933.33', 12, '21.46', '23.70'],
    ['1,231.11', 9, '25.22', '28.35'],
  ])('priceOf: 10,000 paid back by %s over %d months is %s percent simple, %s compound', (each, count, simple, compound) => {
    const price = priceOf(instalments('10,000.00', each, count))
    expect(percent(price.simple)).toBe(simple)
    expect(percent(price.compound)).toBe(compound)
  })

  // formula.js IRR tables APR-002 and APR-003: 5.715143 % and 13.918184 % a step.
  test('priceOf: agrees with published internal rates of return', () => {
    const flows = (amounts: number[]) => amounts.map((amount, month) => ({ month, amount: fen(amount * 100) }))
    expect(priceOf(flows([75_000, -12_000, -15_000, -18_000, -21_000, -24_000])).simple).toBe(Math.round(0.05715142887178467 * 12e6))
    expect(priceOf(flows([4500, -3045, -2371])).simple).toBe(Math.round(0.13918184162670671 * 12e6))
  })

  test('priceOf: recovers the contract rate of a plan without fees, up to what rounding to the fen can do', () => {
    const methods: Method[] = ['equalInstalment', 'equalPrincipal', 'interestFirst']
    const given = fc.record({
      principal: fc.integer({ min: 50_000, max: 20_000_000 }).map(fen),
      annualRate: fc.integer({ min: 0, max: 360_000 }).map(ppm),
      periods: fc.constantFrom(3, 6, 9, 12),
      method: fc.constantFrom(...methods),
    })
    fc.assert(
      fc.property(given, (some) => {
        const plan = planFor(terms(some))
        const { simple } = priceOf(cashFlowsOf({ principal: some.principal, plan }))
        // Half a fen a month on half the principal, in millionths a year.
        const roundingPpm = 12_000_000 / some.principal
        expect(Math.abs(simple - some.annualRate)).toBeLessThanOrEqual(1 + roundingPpm)
      }),
      { numRuns: 500 },
    )
  })

  test('priceOf: a large loan shows its contract rate to the millionth', () => {
    const some = terms({ principal: fen(100_000_000_000) })
    expect(priceOf(cashFlowsOf({ principal: some.principal, plan: planFor(some) })).simple).toBe(180_000)
  })

  test('priceOf: converges for every loan, cheap or dear, and rises with each fen that is paid more', () => {
    const paid = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 36 })
    fc.assert(
      fc.property(fc.integer({ min: 50_000, max: 20_000_000 }), paid, (received, percents) => {
        const amounts = percents.map((share) => Math.round((received * share) / 100))
        fc.pre(amounts.some((amount) => amount > 0))
        const flows = (extra: number) => [
          { month: 0, amount: fen(received) },
          ...amounts.map((amount, k) => ({ month: k + 1, amount: fen(k === 0 ? -amount - extra : -amount) })),
        ]
        const price = priceOf(flows(0))
        const sum = amounts.reduce((all, amount) => all + amount, 0)
        if (sum > received) expect(price.simple).toBeGreaterThanOrEqual(0)
        else expect(price.simple).toBeLessThanOrEqual(0)
        expect(priceOf(flows(1000)).simple).toBeGreaterThan(price.simple)
      }),
      { numRuns: 300 },
    )
  })

  test('priceOf: counts fees: one taken at the pay-out and one a period raise the price', () => {
    const plain = planFor(terms({}))
    const withFee = planFor(terms({ feePerPeriod: fen(1000) }))
    const principal = fen(1_000_000)
    const price = priceOf(cashFlowsOf({ principal, plan: plain })).simple
    expect(priceOf(cashFlowsOf({ principal, plan: withFee })).simple).toBeGreaterThan(price)
    expect(priceOf(cashFlowsOf({ principal, plan: plain, upFrontFee: fen(10_000) })).simple).toBeGreaterThan(price)
    const [payOut] = datedCashFlowsOf({ principal, plan: plain, upFrontFee: fen(10_000) })
    expect(payOut).toEqual({ on: plain[0]?.startDate, amount: 990_000 })
  })

  test('priceOf: one payment at the end is priced at its month', () => {
    const plan = planFor(terms({ method: 'bullet', periods: 12, annualRate: ppm(120_000) }))
    expect(priceOf(cashFlowsOf({ principal: fen(1_000_000), plan })).compound).toBe(120_000)
  })

  test.each([
    ['nothing received', [{ month: 1, amount: fen(-5) }]],
    ['nothing paid back', [{ month: 0, amount: fen(5) }]],
    [
      'a fee as large as the loan',
      [
        { month: 0, amount: fen(5) },
        { month: 0, amount: fen(-5) },
        { month: 1, amount: fen(-6) },
      ],
    ],
    [
      'received and paid by turns, so that two rates fit,',
      [
        { month: 0, amount: fen(100) },
        { month: 1, amount: fen(-230) },
        { month: 2, amount: fen(132) },
      ],
    ],
    [
      'half a month',
      [
        { month: 0, amount: fen(5) },
        { month: 0.5, amount: fen(-6) },
      ],
    ],
    [
      'a price beyond writing down',
      [
        { month: 0, amount: fen(1) },
        { month: 1, amount: fen(-100_000) },
      ],
    ],
  ])('priceOf: %s has no price', (_, flows) => {
    expect(() => priceOf(flows)).toThrow('CASH_FLOWS_WITHOUT_PRICE')
  })
})

describe('any cash flows', () => {
  const dated = (flows: readonly (readonly [string, number])[]): DatedCashFlow[] =>
    flows.map(([on, amount]) => ({ on: civilDate(on), amount: fen(amount * 100) }))

  // formula.js XIRR, APR-004.
  test('datedPriceOf: agrees with a published internal rate of dated flows, seen from either side and in any order', () => {
    const flows = dated([
      ['2008-01-01', -10_000],
      ['2008-03-01', 2750],
      ['2008-10-30', 4250],
      ['2009-02-15', 3250],
      ['2009-04-01', 2750],
    ])
    expect(datedPriceOf(flows)).toBe(373_363)
    expect(datedPriceOf([...flows].reverse())).toBe(373_363)
    expect(datedPriceOf(flows.map(({ on, amount }) => ({ on, amount: fen(-amount) })))).toBe(373_363)
  })

  test('priceOf: is the same in whatever order the flows stand, and however many stand at one time', () => {
    const flow = fc.record({
      month: fc.integer({ min: 1, max: 24 }),
      amount: fc.integer({ min: 1, max: 90_000 }).map((paid) => fen(-paid)),
    })
    const flows = fc.array(flow, { minLength: 1, maxLength: 12 }).chain((paid) => {
      const all = [{ month: 0, amount: fen(300_000) }, { month: 0, amount: fen(200_000) }, ...paid]
      return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))
    })
    fc.assert(
      fc.property(flows, ([inOrder, shuffled]) => {
        expect(priceOf(shuffled)).toEqual(priceOf(inOrder))
      }),
      { numRuns: 200 },
    )
  })

  test('datedPriceOf: prices a plan of weeks, which has no months', () => {
    const plan = planFor(terms({ method: 'bullet', periods: 1, period: { unit: 'day', every: 365 }, dayCount: 'actual/365' }))
    expect(datedPriceOf(datedCashFlowsOf({ principal: fen(1_000_000), plan }))).toBe(180_000)
    expect(() => cashFlowsOf({ principal: fen(1_000_000), plan })).toThrow('CASH_FLOWS_WITHOUT_PRICE')
    expect(() => datedCashFlowsOf({ principal: fen(1), plan: [] })).toThrow('CASH_FLOWS_WITHOUT_PRICE')
  })

  test('priceOf: money drawn in parts has a price: at its rate, what is drawn later is paid back with its own interest', () => {
    const flows = [
      { month: 0, amount: fen(1_000_000) },
      { month: 1, amount: fen(-10_000) },
      { month: 2, amount: fen(500_000) },
      { month: 3, amount: fen(-1_000_000 - 20_100 - 505_000) },
    ]
    expect(Math.abs(stepRateOf(flows) - 10_000)).toBeLessThanOrEqual(1)
  })

  test('stepRateOf: finds the rate a step that made the flows, whatever the rate and the number of steps', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 300_000 }), (drawn, rate) => {
        // Every sum drawn is paid back, with the rate on it each step, a step after the last one is drawn.
        const owed = drawn.reduce((balance, sum) => (balance + sum) * (1 + rate / 1e6), 0)
        fc.pre(owed > 100_000 && owed < 1e13)
        const flows = [...drawn.map((sum, month) => ({ month, amount: fen(sum) })), { month: drawn.length, amount: fen(-Math.round(owed)) }]
        expect(Math.abs(stepRateOf(flows) - rate)).toBeLessThanOrEqual(1 + 1e6 / owed)
      }),
      { numRuns: 300 },
    )
  })

  test('datedPriceOf: always ends with a price or with its refusal by name, for any flows at all', () => {
    const flow = fc.record({ days: fc.integer({ min: 0, max: 20_000 }), amount: fc.integer({ min: -10_000_000, max: 10_000_000 }) })
    fc.assert(
      fc.property(fc.array(flow, { maxLength: 20 }), (flows) => {
        const given = flows.map(({ days, amount }) => ({ on: addDays(civilDate('1990-01-01'), days), amount: fen(amount) }))
        try {
          expect(Number.isSafeInteger(datedPriceOf(given))).toBe(true)
        } catch (error) {
          expect(String(error)).toContain('CASH_FLOWS_WITHOUT_PRICE')
        }
      }),
      { numRuns: 500 },
    )
  })

  test('checkPrice: a price above the cap is refused by name, the cap itself is not', () => {
    const price = priceOf(instalments('10,000.00', '916.80', 12))
    expect(() => checkPrice(price, ppm(price.simple))).not.toThrow()
    expect(() => checkPrice(price, ppm(price.simple - 1))).toThrow('RATE_OVER_CAP')
  })
})
