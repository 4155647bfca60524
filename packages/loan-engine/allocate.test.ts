import { type Fen, fen } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Allocation, allocate, type OwedPeriod, owedInAll } from './allocate.ts'
import { type AllocationStep, type DueClass, dueClasses } from './allocation-order.ts'
import { addParts, type PartName, type Parts, partNames, subParts, totalOf } from './parts.ts'
import type { ExcessRule } from './rules.ts'

const owes = (fee: number, penalty: number, interest: number, principal: number): Parts => ({
  fee: fen(fee),
  penalty: fen(penalty),
  interest: fen(interest),
  principal: fen(principal),
})
const anyParts = fc
  .tuple(...partNames.map(() => fc.integer({ min: 0, max: 100_000 })))
  .map(([a = 0, b = 0, c = 0, d = 0]) => owes(a, b, c, d))
const anyOwed = fc.array(anyParts, { maxLength: 12 }).map((all) => all.map((owed, k): OwedPeriod => ({ period: k + 1, owed })))
const anyOrder = fc.shuffledSubarray([...partNames], { minLength: 4 })
const anyAmount = fc.integer({ min: 1, max: 3_000_000 }).map(fen)

describe('allocate', () => {
  test('LN-14 allocate: 500.00 on a term of 150.00 interest and 766.80 principal covers the interest first', () => {
    const owed = [{ period: 1, owed: owes(0, 0, 15_000, 76_680) }]
    expect(allocate({ amount: fen(50_000), owed })).toEqual({
      lines: [{ period: 1, parts: owes(0, 0, 15_000, 35_000) }],
      parts: owes(0, 0, 15_000, 35_000),
      surplus: 0,
    })
  })

  test('LN-16 allocate: 500.00 on overdue day 5 is 2.88 penalty, 150.00 interest and 347.12 principal', () => {
    const owed = [{ period: 1, owed: owes(0, 288, 15_000, 76_680) }]
    expect(allocate({ amount: fen(50_000), owed }).parts).toEqual(owes(0, 288, 15_000, 34_712))
  })

  test('allocate: the oldest period is covered whole before the next gets anything, whatever the order they come in', () => {
    const owed = [
      { period: 2, owed: owes(10, 0, 20, 30) },
      { period: 1, owed: owes(1, 2, 3, 4) },
    ]
    expect(allocate({ amount: fen(25), owed }).lines).toEqual([
      { period: 1, parts: owes(1, 2, 3, 4) },
      { period: 2, parts: owes(10, 0, 5, 0) },
    ])
  })

  test('allocate: a lender may put principal first', () => {
    const order: PartName[] = ['principal', 'interest', 'penalty', 'fee']
    expect(allocate({ amount: fen(5), owed: [{ period: 1, owed: owes(1, 2, 3, 4) }], order }).parts).toEqual(owes(0, 0, 1, 4))
  })

  test('allocate: what is more than owed comes back as surplus', () => {
    expect(allocate({ amount: fen(100), owed: [{ period: 1, owed: owes(1, 2, 3, 4) }] })).toMatchObject({
      parts: owes(1, 2, 3, 4),
      surplus: 90,
    })
    expect(allocate({ amount: fen(100), owed: [] })).toMatchObject({ lines: [], surplus: 100 })
  })

  test('allocate: an order that is not every part once is refused, and so is an amount that is not positive', () => {
    expect(() => allocate({ amount: fen(1), owed: [], order: ['fee', 'penalty', 'interest'] })).toThrow('ALLOCATION_ORDER_INVALID')
    expect(() => allocate({ amount: fen(1), owed: [], order: ['fee', 'fee', 'interest', 'principal'] })).toThrow('ALLOCATION_ORDER_INVALID')
    expect(() => allocate({ amount: fen(0), owed: [] })).toThrow('AMOUNT_NOT_POSITIVE')
    expect(() => allocate({ amount: fen(-1), owed: [] })).toThrow('AMOUNT_NOT_POSITIVE')
  })

  test('allocate: vertical pays a part of which one fen is owed', () => {
    const owed = [
      { period: 1, owed: owes(0, 0, 9, 9) },
      { period: 2, owed: owes(1, 0, 9, 9) },
    ]
    expect(allocate({ amount: fen(1), owed, direction: 'vertical' }).lines).toEqual([{ period: 2, parts: owes(1, 0, 0, 0) }])
  })

  const ahead = (...principals: number[]) =>
    principals.map((principal, k): OwedPeriod => ({ period: k + 1, owed: owes(0, 0, 0, principal), due: 'advance' }))
  const principalsOf = ({ lines }: Allocation, periods: number) =>
    Array.from({ length: periods }, (_, k) => lines.find(({ period }) => period === k + 1)?.parts.principal ?? 0)

  test.each<[ExcessRule, number, number[], number[]]>([
    ['nextPeriod', 13, [10, 10, 10], [10, 3, 0]],
    ['lastPeriod', 13, [10, 10, 10], [0, 3, 10]],
    ['hold', 13, [10, 10, 10], [0, 0, 0]],
    // Equal shares rounded half up, the rest with the last: 4, 4, 5; 3, 2; and three times 1 where a share is 0.6.
    ['reAmortise', 13, [10, 10, 10], [4, 4, 5]],
    ['reAmortise', 5, [10, 10], [3, 2]],
    ['reAmortise', 3, [10, 10, 10, 10, 10], [1, 1, 1, 0, 0]],
    // What the first cannot take of its share of 4 goes in equal shares to the others.
    ['reAmortise', 13, [2, 10, 10], [2, 5, 6]],
    ['reAmortise', 99, [2, 10, 10], [2, 10, 10]],
  ])('LN-14 allocate: %s spreads %d over %j ahead as %j', (excess, amount, principals, expected) => {
    const allocation = allocate({ amount: fen(amount), owed: ahead(...principals), excess })
    expect(principalsOf(allocation, principals.length)).toEqual(expected)
    expect(allocation.surplus).toBe(amount - expected.reduce((sum, paid) => sum + paid, 0))
  })

  test('allocate: what is overdue comes first, to the last fen before what is due, and only what is ahead is held', () => {
    const owed: OwedPeriod[] = ahead(10, 10, 10).map((one, k) => ({ ...one, due: dueClasses[k] ?? 'advance' }))
    expect(principalsOf(allocate({ amount: fen(11), owed }), 3)).toEqual([10, 1, 0])
    expect(principalsOf(allocate({ amount: fen(21), owed }), 3)).toEqual([10, 10, 1])
    const held = allocate({ amount: fen(30), owed, excess: 'hold' })
    expect([principalsOf(held, 3), held.surplus]).toEqual([[10, 10, 0], 10])
  })

  test('allocate: an order that names overdue and due as one takes a part in both before the next; one of three classes does not', () => {
    const owed: OwedPeriod[] = (['overdue', 'due', 'advance'] as const).map((due, k) => ({ period: k + 1, owed: owes(0, 0, 5, 5), due }))
    const steps = (...classes: DueClass[]): AllocationStep[] =>
      classes.flatMap((due) => (['interest', 'principal', 'fee', 'penalty'] as const).map((part): AllocationStep => `${due}:${part}`))
    const paid = (order: AllocationStep[], amount: number) =>
      allocate({ amount: fen(amount), owed, order, direction: 'vertical' }).lines.map(({ parts }) => [parts.interest, parts.principal])
    expect(paid(steps('due', 'advance'), 11)).toEqual([
      [5, 1],
      [5, 0],
    ])
    expect(paid(steps('overdue', 'due', 'advance'), 11)).toEqual([
      [5, 5],
      [1, 0],
    ])
    expect(paid(steps('due', 'advance'), 21)).toEqual([
      [5, 5],
      [5, 5],
      [1, 0],
    ])
    // Whoever puts what is ahead first gets it so.
    expect(paid(steps('advance', 'overdue', 'due'), 3)).toEqual([[3, 0]])
  })

  test('allocate: no fen is lost or made, and no debt goes below zero', () => {
    fc.assert(
      fc.property(anyOwed, anyOrder, anyAmount, (owed, order, amount) => {
        const { lines, parts, surplus } = allocate({ amount, owed, order })
        expect(totalOf(parts) + surplus).toBe(amount)
        expect(addParts(...lines.map((line) => line.parts))).toEqual(parts)
        for (const line of lines) {
          const left = subParts(owed[line.period - 1]?.owed ?? owes(0, 0, 0, 0), line.parts)
          expect(Math.min(...partNames.map((part) => left[part]))).toBeGreaterThanOrEqual(0)
        }
        expect(surplus).toBe(Math.max(0, amount - owedInAll(owed)))
      }),
    )
  })

  test('allocate: two payments one after the other cover the same as one payment of both', () => {
    fc.assert(
      fc.property(anyOwed, anyOrder, anyAmount, anyAmount, (owed, order, first, second) => {
        const one = allocate({ amount: fen(first + second), owed, order })
        const a = allocate({ amount: first, owed, order })
        const left = owed.map(({ period, owed: parts }) => {
          const line = a.lines.find((found) => found.period === period)
          return { period, owed: line ? subParts(parts, line.parts) : parts }
        })
        const b = allocate({ amount: second, owed: left, order })
        const perPeriod = (period: number): Fen[] => {
          const lines = [...a.lines, ...b.lines].filter((line) => line.period === period)
          return [totalOf(addParts(...lines.map((line) => line.parts)))]
        }
        expect(addParts(a.parts, b.parts)).toEqual(one.parts)
        for (const line of one.lines) expect(perPeriod(line.period)).toEqual([totalOf(line.parts)])
        expect(a.surplus + b.surplus).toBe(one.surplus)
      }),
    )
  })
})
