import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, formatYuan, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { penaltyOn } from './penalty.ts'
import { defaultRules, type PenaltyRule } from './rules.ts'

const dueDate = civilDate('2026-03-15')
const rule = defaultRules.penalty
const given = { principal: fen(76_680), dueDate, annualRate: ppm(180_000), rule, repaid: [] }
const after = (days: number, rest: Partial<Parameters<typeof penaltyOn>[0]> = {}) =>
  penaltyOn({ ...given, onDate: addDays(dueDate, days), ...rest })

describe('penaltyOn', () => {
  test.each([
    [0, '0.00', 'paidInTime'],
    [1, '0.00', 'withinGrace'],
    [3, '0.00', 'withinGrace'],
    [4, '2.30', 'byDays'],
    [5, '2.88', 'byDays'],
    [100, '57.51', 'byDays'],
  ])('LN-16 penaltyOn: 766.80 at 18 percent, %d days after the due day: %s (%s)', (days, amount, kind) => {
    const penalty = after(days)
    expect(formatYuan(penalty.amount)).toBe(amount)
    expect(penalty.explain.rule).toBe(kind)
  })

  test('LN-07 penaltyOn: without grace days the first day costs exactly one day', () => {
    const noGrace: PenaltyRule = { ...rule, graceDays: 0 }
    expect(formatYuan(after(0, { rule: noGrace }).amount)).toBe('0.00')
    expect(formatYuan(after(1, { rule: noGrace }).amount)).toBe('0.58')
  })

  test('LN-16 penaltyOn: what was paid back on day 5 counts that day and no later one', () => {
    const repaid = [{ on: addDays(dueDate, 5), amount: fen(34_712) }]
    expect(formatYuan(after(5, { repaid }).amount)).toBe('2.88')
    const sixth = after(6, { repaid })
    expect(formatYuan(fen(sixth.amount - after(5, { repaid }).amount))).toBe('0.31')
    expect(sixth.explain.spans).toEqual([
      { principal: 76_680, from: '2026-03-16', to: '2026-03-20', days: 5 },
      { principal: 41_968, from: '2026-03-21', to: '2026-03-21', days: 1 },
    ])
  })

  test('penaltyOn: principal paid back in full within the grace days never costs a penalty', () => {
    const repaid = [{ on: addDays(dueDate, 3), amount: fen(76_680) }]
    expect(after(400, { repaid })).toMatchObject({ amount: 0, explain: { rule: 'withinGrace' } })
  })

  test('penaltyOn: principal paid back before the due day leaves less to be overdue, or nothing', () => {
    expect(after(10, { repaid: [{ on: dueDate, amount: fen(76_680) }] })).toMatchObject({
      amount: 0,
      explain: { rule: 'paidInTime', spans: [] },
    })
    expect(formatYuan(after(10, { repaid: [{ on: addDays(dueDate, -9), amount: fen(66_680) }] }).amount)).toBe('0.75')
  })

  test('penaltyOn: stops at the ceiling and says so', () => {
    const capped: PenaltyRule = { ...rule, ceiling: ppm(20_000) }
    expect(after(400, { rule: capped })).toMatchObject({ amount: 1533, explain: { rule: 'ceiling' } })
    expect(after(20, { rule: capped })).toMatchObject({ amount: 1150, explain: { rule: 'byDays' } })
  })

  test('penaltyOn: as much as the ceiling allows is still counted by days, the day after it is the ceiling', () => {
    // 100.00 at 36 % are 0.10 a day: on day 20 just the 2 % that are allowed.
    const capped: PenaltyRule = { percentOfRate: 100, graceDays: 3, ceiling: ppm(20_000) }
    const rest = { principal: fen(10_000), annualRate: ppm(360_000), rule: capped }
    expect(after(20, rest)).toMatchObject({ amount: 200, explain: { rule: 'byDays' } })
    expect(after(21, rest)).toMatchObject({ amount: 200, explain: { rule: 'ceiling' } })
  })

  test('penaltyOn: the spans are the days on which something was overdue, a single fen too, and none is empty', () => {
    const spansOf = (principal: number, ...repaid: [number, number][]) =>
      after(9, { principal: fen(principal), repaid: repaid.map(([n, amount]) => ({ on: addDays(dueDate, n), amount: fen(amount) })) })
        .explain.spans
    expect(spansOf(1)).toEqual([{ principal: 1, from: '2026-03-16', to: '2026-03-24', days: 9 }])
    expect(spansOf(30, [0, 10], [5, 19])).toEqual([
      { principal: 20, from: '2026-03-16', to: '2026-03-20', days: 5 },
      { principal: 1, from: '2026-03-21', to: '2026-03-24', days: 4 },
    ])
    expect(spansOf(30, [5, 30])).toEqual([{ principal: 30, from: '2026-03-16', to: '2026-03-20', days: 5 }])
    expect(spansOf(30, [10, 30])).toEqual([{ principal: 30, from: '2026-03-16', to: '2026-03-24', days: 9 }])
  })

  test('penaltyOn: by default it never exceeds the principal overdue', () => {
    expect(after(40_000, { principal: fen(10_000_000) })).toMatchObject({ amount: 10_000_000, explain: { rule: 'ceiling' } })
  })

  test('penaltyOn: is the one rounding of the exact sum over its spans, and never falls while days pass', () => {
    const part = fc.record({ day: fc.integer({ min: -20, max: 200 }), share: fc.integer({ min: 1, max: 20 }) })
    const any = fc.record({
      principal: fc.integer({ min: 1, max: 20_000_000 }),
      rate: fc.integer({ min: 0, max: 360_000 }),
      parts: fc.array(part, { maxLength: 5 }),
      days: fc.integer({ min: 0, max: 400 }),
    })
    fc.assert(
      fc.property(any, ({ principal, rate, parts, days }) => {
        const repaid = parts.map(({ day, share }) => ({ on: addDays(dueDate, day), amount: fen(Math.floor((principal * share) / 100)) }))
        const rest = { principal: fen(principal), annualRate: ppm(rate), repaid, rule: { ...rule, ceiling: ppm(10_000_000) } }
        const today = after(days, rest)
        let fenDays = 0n
        for (let day = 1; day <= days; day += 1) {
          const back = repaid.filter((one) => one.on < addDays(dueDate, day)).reduce((sum, one) => sum + one.amount, 0)
          fenDays += BigInt(principal - back)
        }
        const over = 36_000_000_000n
        const exact = days <= rule.graceDays ? 0n : (fenDays * BigInt(rate) * 150n * 2n + over) / (over * 2n)
        expect(BigInt(today.amount)).toBe(exact)
        expect(after(days + 1, rest).amount).toBeGreaterThanOrEqual(today.amount)
      }),
    )
  })
})
