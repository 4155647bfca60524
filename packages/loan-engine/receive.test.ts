import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import { type AllocationStep, dueClasses } from './allocation-order.ts'
import type { LoanEvent } from './events.ts'
import { partNames } from './parts.ts'
import { replay } from './replay.ts'
import { defaultRules, type LoanRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import type { LoanTerms } from './terms.ts'

const payOutDate = civilDate('2026-01-15')
const day = (n: number) => addDays(payOutDate, n)

/** Three periods of 1,000.00 and 30.00, unless other terms are given. */
function loanOf(rules: Partial<LoanRules> = {}, given: Partial<LoanTerms> = {}): Loan {
  const terms: LoanTerms = {
    principal: fen(300_000),
    annualRate: ppm(120_000),
    periods: 3,
    method: 'flat',
    dayCount: '30/360',
    payOutDate,
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
    ...given,
  }
  return { terms, plan: planFor(terms), rules: { ...defaultRules, ...rules } }
}

const onBalance = {
  method: 'equalInstalment',
  recalculation: { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true },
} as const
const repay = (n: number, amount: number): LoanEvent => ({ kind: 'repay', on: day(n), amount: fen(amount) })
const paidOf = (loan: Loan, events: readonly LoanEvent[], n: number) => {
  const { accounts, surplus } = replay(loan, events, day(n))
  return { paid: accounts.map(({ paid: { fee, interest, principal } }) => fee + interest + principal), surplus }
}

describe('receive', () => {
  test.each([
    ['by the plan', loanOf(), 103_000],
    ['on the balance', loanOf({}, onBalance), 102_007],
  ])('the last fen of a period is paid like any other: interest %s', (_, loan, total) => {
    const { accounts, surplus } = replay(loan, [repay(31, total - 1), repay(31, 1)], day(31))
    expect(accounts.map(({ closedOn }) => closedOn)).toEqual([day(31), undefined, undefined])
    expect(accounts[0]?.paid).toMatchObject({ principal: accounts[0]?.row.principal, interest: accounts[0]?.row.interest })
    expect(surplus).toBe(0)
  })

  test.each([
    ['by the plan', {}],
    ['on the balance', onBalance],
  ])('a fen in equal shares reaches one period, and only that is told of: interest %s', (_, given) => {
    const { outcomes } = replay(loanOf({ excess: 'reAmortise' }, given), [repay(10, 1)], day(10))
    expect(outcomes[0]?.allocation.lines.map(({ period }) => period)).toEqual([3])
  })

  test.each([
    ['by the plan', loanOf(), 103_000],
    // On the balance ten days have borne 3,000.00 × 1 % × 10 ÷ 31 of interest, and the instalment is 1,020.07.
    ['on the balance', loanOf({}, onBalance), 102_007],
  ])('money meant up to a period covers that one and none after it: interest %s', (_, loan, covered) => {
    const upTo = (upToPeriod: number): LoanEvent => ({ kind: 'repay', on: day(10), amount: fen(200_000), upToPeriod })
    expect(paidOf(loan, [upTo(1)], 10)).toEqual({ paid: [covered, 0, 0], surplus: 200_000 - covered })
    const { paid, surplus } = paidOf(loan, [upTo(2)], 10)
    expect(paid[1]).toBeGreaterThan(0)
    expect(paid[2]).toBe(0)
    expect(paid[0]).toBe(covered)
    expect((paid[0] ?? 0) + (paid[1] ?? 0) + surplus).toBe(200_000)
  })

  test.each([
    ['by the plan', {}],
    ['on the balance', onBalance],
  ])(
    'on its due day a period is due, and overdue only from the day after, when a lender may take principal first: interest %s',
    (_, given) => {
      const order = dueClasses.flatMap((due) => {
        const parts = due === 'overdue' ? (['principal', 'interest', 'penalty', 'fee'] as const) : partNames
        return parts.map((part): AllocationStep => `${due}:${part}`)
      })
      const loan = loanOf({ allocationOrder: order }, given)
      const first = (n: number) => replay(loan, [repay(n, 1000)], day(n)).accounts[0]?.paid
      expect(first(31)).toMatchObject({ interest: 1000, principal: 0 })
      expect(first(32)).toMatchObject({ interest: 0, principal: 1000 })
    },
  )

  test.each(['horizontal', 'vertical'] as const)(
    'a lender holds what comes ahead of the due day (%s), but what settles the loan on its balance settles it',
    (allocationDirection) => {
      const loan = loanOf({ excess: 'hold', allocationDirection }, onBalance)
      const { total } = settlementQuote({ loan, payments: [], onDate: day(10) })
      expect(paidOf(loan, [repay(10, total)], 10)).toEqual({ paid: [0, 0, 0], surplus: total })
      const settle: LoanEvent = { kind: 'settle', on: day(10), amount: total }
      const { accounts, surplus, outcomes } = replay(loan, [settle], day(10))
      expect(accounts.map(({ closedOn }) => closedOn)).toEqual([day(10), day(10), day(10)])
      expect({ surplus, settled: outcomes[0]?.settled }).toEqual({ surplus: 0, settled: true })
    },
  )
})

describe('a charge whose day has come in a period that is not yet due', () => {
  const eight: AllocationStep[] = dueClasses
    .filter((due) => due !== 'overdue')
    .flatMap((due) => partNames.map((part): AllocationStep => `${due}:${part}`))
  const byEight = loanOf({ allocationOrder: eight, excess: 'hold' }, { feePerPeriod: fen(200) })
  const byFour = loanOf({ excess: 'hold' }, { feePerPeriod: fen(200) })
  const charge: LoanEvent = { id: 'visit', kind: 'charge', part: 'fee', on: day(3), due: day(10), sum: { amount: fen(500) } }

  test('is due by an order of due and advance, alone: the fee of its period waits', () => {
    expect(paidOf(byEight, [charge, repay(12, 600)], 12)).toEqual({ paid: [500, 0, 0], surplus: 100 })
    expect(paidOf(byEight, [charge, repay(10, 600)], 12)).toEqual({ paid: [500, 0, 0], surplus: 100 })
  })

  test('is not due before its day, nor by an order that goes by periods', () => {
    expect(paidOf(byEight, [charge, repay(9, 600)], 12)).toEqual({ paid: [0, 0, 0], surplus: 600 })
    expect(paidOf(byFour, [charge, repay(12, 600)], 12)).toEqual({ paid: [0, 0, 0], surplus: 600 })
  })

  test('is paid as far as it is still owed', () => {
    const waived = (amount: number): LoanEvent => ({ kind: 'waiver', on: day(11), amount: fen(amount), of: ['fee'] })
    expect(paidOf(byEight, [charge, waived(700), repay(12, 600)], 12)).toEqual({ paid: [0, 0, 0], surplus: 600 })
    expect(paidOf(byEight, [charge, waived(600), repay(12, 600)], 12)).toEqual({ paid: [100, 0, 0], surplus: 500 })
    expect(paidOf(byEight, [charge, repay(12, 1), repay(12, 499), repay(12, 9)], 12)).toEqual({ paid: [500, 0, 0], surplus: 9 })
  })

  test('is paid after the periods that are due, whose principal comes first', () => {
    // The first period, 1,032.00, is due on day 31, a charge of the second on day 40.
    const second: LoanEvent = { id: 'late', kind: 'charge', part: 'fee', on: day(3), due: day(32), sum: { amount: fen(500) } }
    expect(paidOf(byEight, [second, repay(33, 103_200 + 300)], 33)).toEqual({ paid: [103_200, 300, 0], surplus: 0 })
  })
})
