import { addDays, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, formatYuan, parseYuan, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import { type PartName, partNames, totalOf } from './parts.ts'
import type { Payment } from './replay.ts'
import { defaultRules, type LoanRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { standingOf } from './standing.ts'
import type { LoanTerms } from './terms.ts'

const yuan = (text: string): Fen => parseYuan(text) ?? fen(Number.NaN)

function loanOf(given: Partial<LoanTerms> = {}, rules: LoanRules = defaultRules): Loan {
  const terms: LoanTerms = {
    principal: yuan('10,000.00'),
    annualRate: ppm(180_000),
    periods: 12,
    method: 'equalInstalment',
    dayCount: '30/360',
    payOutDate: civilDate('2026-02-15'),
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
    ...given,
  }
  return { terms, plan: planFor(terms), rules }
}

const loan = loanOf()
const firstDueDay = civilDate('2026-03-15')
const repay = (on: string, amount: string, upToPeriod?: number): Payment => {
  const payment = { kind: 'repay', on: civilDate(on), amount: yuan(amount) } as const
  return upToPeriod === undefined ? payment : { ...payment, upToPeriod }
}

describe('overdue', () => {
  test('LN-07 standingOf: the due day is due today with nothing overdue, the day after is overdue by one', () => {
    const noGrace = loanOf({}, { ...defaultRules, penalty: { ...defaultRules.penalty, graceDays: 0 } })
    const onTheDay = standingOf({ loan: noGrace, payments: [], onDate: firstDueDay })
    expect(onTheDay.periods[0]).toMatchObject({ state: 'dueToday', overdueDays: 0, owed: { penalty: 0 } })
    expect(onTheDay).toMatchObject({ overdueDays: 0, overdueTotal: 0, dueNowTotal: yuan('916.80'), nextDue: { period: 1 } })
    const dayAfter = standingOf({ loan: noGrace, payments: [], onDate: addDays(firstDueDay, 1) })
    expect(dayAfter.periods[0]).toMatchObject({ state: 'overdue', overdueDays: 1, withinGrace: false, owed: { penalty: 58 } })
    expect(dayAfter).toMatchObject({ overdueDays: 1, overdueTotal: yuan('917.38'), dueNowTotal: yuan('917.38') })
  })

  test('standingOf: within the grace days a period is overdue but costs nothing more; after them it counts from the due day', () => {
    const third = standingOf({ loan, payments: [], onDate: addDays(firstDueDay, 3) })
    expect(third.periods[0]).toMatchObject({ state: 'overdue', overdueDays: 3, withinGrace: true, owedTotal: yuan('916.80') })
    const fourth = standingOf({ loan, payments: [], onDate: addDays(firstDueDay, 4) })
    expect(fourth.periods[0]).toMatchObject({ overdueDays: 4, withinGrace: false, owedTotal: yuan('919.10') })
  })

  test('standingOf: paid within the grace days, a period never owes a penalty', () => {
    const standing = standingOf({ loan, payments: [repay('2026-03-18', '916.80')], onDate: civilDate('2026-04-10') })
    expect(standing.periods[0]).toMatchObject({ state: 'paid', paidOn: '2026-03-18', overdueDays: 0, charged: { penalty: 0 } })
    expect(standing).toMatchObject({ overdueDays: 0, nextDue: { period: 2, dueDate: '2026-04-15', amount: yuan('916.80') } })
  })

  test('LN-16 standingOf: after 500.00 on overdue day 5 only the rest of the principal goes on costing, 0.31 on day 6', () => {
    const payments = [repay('2026-03-20', '500.00')]
    const fifth = standingOf({ loan, payments, onDate: civilDate('2026-03-20') })
    expect(fifth.periods[0]).toMatchObject({
      state: 'overdue',
      paid: { penalty: 288, interest: 15_000, principal: 34_712 },
      owedTotal: 41_968,
    })
    const sixth = standingOf({ loan, payments, onDate: civilDate('2026-03-21') })
    expect(sixth.periods[0]?.owed).toEqual({ fee: 0, penalty: 31, interest: 0, principal: 41_968 })
    expect(standingOf({ loan, payments, onDate: civilDate('2026-03-21') })).toEqual(sixth)
  })

  test('standingOf: the oldest overdue period gives the overdue days, and an overdue loan is cured by paying what is due', () => {
    const onDate = civilDate('2026-04-20')
    const late = standingOf({ loan, payments: [], onDate })
    expect(late).toMatchObject({ overdueDays: 36, paidPeriods: 0, nextDue: { period: 3 } })
    const cured = standingOf({ loan, payments: [{ kind: 'repay', on: onDate, amount: late.dueNowTotal }], onDate })
    expect(cured).toMatchObject({ overdueDays: 0, overdueTotal: 0, dueNowTotal: 0, paidPeriods: 2, surplus: 0 })
  })
})

describe('payments', () => {
  test('LN-14 standingOf: a payment in part leaves the term partly paid and does not count it as paid', () => {
    const standing = standingOf({ loan, payments: [repay('2026-03-15', '500.00')], onDate: firstDueDay })
    expect(standing.periods[0]).toMatchObject({ state: 'partly', owedTotal: yuan('416.80'), paid: { interest: 15_000, principal: 35_000 } })
    expect(standing).toMatchObject({ paidPeriods: 0, principalLeft: yuan('9,650.00') })
  })

  test('standingOf: every period paid on its due day settles the loan on the last one', () => {
    const payments: Payment[] = loan.plan.map((row) => ({ kind: 'repay', on: row.dueDate, amount: row.total }))
    const standing = standingOf({ loan, payments, onDate: civilDate('2027-06-01') })
    expect(standing).toMatchObject({
      isSettled: true,
      settledOn: '2027-02-15',
      paidPeriods: 12,
      owedTotal: 0,
      surplus: 0,
      nextDue: undefined,
    })
    expect(formatYuan(standing.paid.interest)).toBe('1,001.61')
    const lastDay = standingOf({ loan, payments: payments.slice(0, 11), onDate: civilDate('2027-02-15') })
    expect(lastDay).toMatchObject({ isSettled: false, paidPeriods: 11, dueNowTotal: yuan('916.81') })
  })

  test('standingOf: a payment meant for one period never touches the next; what is too much is held', () => {
    const twice = [repay('2026-03-15', '916.80', 1), repay('2026-03-15', '916.80', 1)]
    expect(standingOf({ loan, payments: twice, onDate: firstDueDay })).toMatchObject({ paidPeriods: 1, surplus: yuan('916.80') })
    const meantForAll = [repay('2026-03-15', '916.80'), repay('2026-03-15', '916.80')]
    expect(standingOf({ loan, payments: meantForAll, onDate: firstDueDay })).toMatchObject({ paidPeriods: 2, surplus: 0 })
  })

  test('LN-17 standingOf: a payment that becomes known late takes its day; the penalty of the gap is gone, and back when it is revoked', () => {
    const onDate = civilDate('2026-03-20')
    const before = standingOf({ loan, payments: [], onDate })
    expect(before.periods[0]?.owed.penalty).toBe(288)
    const known = standingOf({ loan, payments: [repay('2026-03-15', '916.80')], onDate })
    expect(known.periods[0]).toMatchObject({ state: 'paid', charged: { penalty: 0 } })
    expect(standingOf({ loan, payments: [], onDate })).toEqual(before)
  })

  test('standingOf: payments after the day do not count yet; a payment before the pay-out is refused', () => {
    expect(standingOf({ loan, payments: [repay('2026-03-16', '5.00')], onDate: firstDueDay }).paidTotal).toBe(0)
    expect(() => standingOf({ loan, payments: [repay('2026-02-14', '5.00')], onDate: firstDueDay })).toThrow('DATE_BEFORE_PAY_OUT')
    expect(() => standingOf({ loan, payments: [], onDate: civilDate('2026-02-14') })).toThrow('DATE_BEFORE_PAY_OUT')
  })

  test.each([
    [{ ...defaultRules, allocationOrder: ['fee'] as PartName[] }, 'ALLOCATION_ORDER_INVALID'],
    [{ ...defaultRules, penalty: { ...defaultRules.penalty, graceDays: -1 } }, 'PENALTY_RULE_INVALID'],
    [{ ...defaultRules, penalty: { ...defaultRules.penalty, percentOfRate: 1.5 } }, 'PENALTY_RULE_INVALID'],
    [{ ...defaultRules, penalty: { ...defaultRules.penalty, ceiling: ppm(-1) } }, 'PENALTY_RULE_INVALID'],
    [{ ...defaultRules, earlySettlementFee: ppm(1_000_001) }, 'FEE_OUT_OF_RANGE'],
  ])('standingOf: settings that cannot be followed are refused (%#)', (rules, code) => {
    expect(() => standingOf({ loan: loanOf({}, rules), payments: [], onDate: firstDueDay })).toThrow(code)
  })
})

describe('what need not be paid', () => {
  const waiver = { kind: 'waiver', on: civilDate('2026-03-25'), amount: yuan('20.00'), of: ['interest'] } as const
  const writeOff = { kind: 'writeOff', on: civilDate('2026-04-20') } as const

  test('standingOf: what a waiver let go of is told apart from what settling early let go of', () => {
    const settle: Payment = { kind: 'settle', on: civilDate('2026-04-01'), amount: yuan('20,000.00') }
    const { periods, isSettled } = standingOf({ loan, payments: [waiver, settle], onDate: civilDate('2026-04-01') })
    expect(isSettled).toBe(true)
    expect(periods.map(({ remitted }) => totalOf(remitted))).toEqual([2_000, ...Array(11).fill(0)])
    expect(periods[0]?.waived).toEqual(periods[0]?.remitted)
    for (const { waived, writtenOff } of periods.slice(1)) expect([waived.interest > 0, totalOf(writtenOff)]).toEqual([true, 0])
  })

  test('standingOf: of a loan that was written off each part was paid, waived or given up', () => {
    const payments = [waiver, repay('2026-03-28', '300.00'), writeOff]
    const { periods } = standingOf({ loan, payments, onDate: civilDate('2026-05-01') })
    for (const { charged, paid, waived, writtenOff, owedTotal, state } of periods) {
      for (const part of partNames) expect(paid[part] + waived[part] + writtenOff[part]).toBe(charged[part])
      expect([owedTotal, state, totalOf(writtenOff) > 0]).toEqual([0, 'paid', true])
    }
  })
})

describe('any history', () => {
  const anyHistory = fc.record({
    periods: fc.constantFrom(3, 6, 12),
    order: fc.shuffledSubarray([...partNames], { minLength: 4 }),
    fee: fc.constantFrom(0, 700).map(fen),
    payments: fc.array(fc.record({ day: fc.integer({ min: 0, max: 500 }), amount: fc.integer({ min: 1, max: 400_000 }) }), {
      maxLength: 8,
    }),
    day: fc.integer({ min: 0, max: 500 }),
  })
  const made = ({
    periods,
    order,
    fee,
    payments,
  }: {
    periods: number
    order: PartName[]
    fee: Fen
    payments: { day: number; amount: number }[]
  }) => ({
    loan: loanOf({ periods, feePerPeriod: fee }, { ...defaultRules, allocationOrder: order }),
    payments: payments.map(({ day, amount }): Payment => ({ kind: 'repay', on: addDays(loan.terms.payOutDate, day), amount: fen(amount) })),
  })

  test('standingOf: in every part of every period charged = paid + owed, nothing is negative, and every fen received is booked or held', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { loan: some, payments } = made(history)
        const onDate = addDays(some.terms.payOutDate, history.day)
        const standing = standingOf({ loan: some, payments, onDate })
        for (const period of standing.periods) {
          for (const part of partNames) {
            expect(period.owed[part]).toBeGreaterThanOrEqual(0)
            expect(period.paid[part] + period.owed[part]).toBe(period.charged[part])
          }
        }
        const received = payments.filter((payment) => payment.on <= onDate).reduce((sum, payment) => sum + payment.amount, 0)
        expect(standing.paidTotal + standing.surplus).toBe(received)
        expect(standing.paid.principal + standing.principalLeft).toBe(some.terms.principal)
        expect(totalOf(standing.owed)).toBe(standing.owedTotal)
      }),
      { numRuns: 300 },
    )
  })

  test('standingOf: a payment split in two on its day leaves the same standing', () => {
    fc.assert(
      fc.property(anyHistory, fc.integer({ min: 1, max: 99 }), (history, share) => {
        const { loan: some, payments } = made(history)
        const onDate = addDays(some.terms.payOutDate, 500)
        const split = payments.flatMap((payment): Payment[] => {
          const first = Math.floor((payment.amount * share) / 100)
          return first === 0
            ? [payment]
            : [
                { ...payment, amount: fen(first) },
                { ...payment, amount: fen(payment.amount - first) },
              ]
        })
        const whole = standingOf({ loan: some, payments, onDate })
        const parts = standingOf({ loan: some, payments: split, onDate })
        expect(parts.periods).toEqual(whole.periods)
        expect(parts.surplus).toBe(whole.surplus)
      }),
      { numRuns: 200 },
    )
  })

  test('standingOf: a period that is paid stays paid, whatever order the lender allocates in', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { loan: some, payments } = made(history)
        const onDate = addDays(some.terms.payOutDate, history.day)
        const known = payments.filter((payment) => payment.on <= onDate)
        const paid = standingOf({ loan: some, payments: known, onDate }).periods.filter((period) => period.state === 'paid')
        const later = standingOf({ loan: some, payments: known, onDate: addDays(onDate, 90) }).periods
        for (const { period, paidOn } of paid)
          expect(later[period - 1]).toMatchObject({ state: 'paid', paidOn, owedTotal: 0, overdueDays: 0 })
      }),
    )
  })

  test('LN-17 standingOf: the order in which payments of different days become known does not matter', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { loan: some, payments } = made(history)
        const days = new Set(payments.map((payment) => payment.on))
        fc.pre(days.size === payments.length)
        const onDate = addDays(some.terms.payOutDate, 500)
        expect(standingOf({ loan: some, payments: [...payments].reverse(), onDate })).toEqual(standingOf({ loan: some, payments, onDate }))
      }),
    )
  })
})
