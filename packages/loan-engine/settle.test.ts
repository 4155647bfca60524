import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, formatYuan, parseYuan, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import { addParts, totalOf } from './parts.ts'
import type { Payment } from './replay.ts'
import { defaultRules, type LoanRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import { standingOf } from './standing.ts'
import type { LoanTerms, Method } from './terms.ts'

const yuan = (text: string): Fen => parseYuan(text) ?? fen(Number.NaN)

function loanOf(given: Partial<LoanTerms>, rules: LoanRules = defaultRules): Loan {
  const terms: LoanTerms = {
    principal: yuan('10,000.00'),
    annualRate: ppm(180_000),
    periods: 12,
    method: 'equalInstalment',
    dayCount: '30/360',
    payOutDate: civilDate('2025-01-15'),
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
    ...given,
  }
  return { terms, plan: planFor(terms), rules }
}

/** Pays the first `count` periods, each on its due day. */
function paidOnTime({ plan }: Loan, count: number): Payment[] {
  return plan.slice(0, count).map((row) => ({ kind: 'repay', on: row.dueDate, amount: row.total }))
}

const shown = (quote: { principal: Fen; interest: Fen; fee: Fen; penalty: Fen; total: Fen; waivedInterest: Fen }) =>
  [quote.principal, quote.interest, quote.fee, quote.penalty, quote.total, quote.waivedInterest].map((amount) => formatYuan(amount))

describe('settlementQuote', () => {
  const small = loanOf({ principal: yuan('1,000.00'), annualRate: ppm(100_000), periods: 6 })
  const fifthDueDay = civilDate('2025-06-15')

  test('LN-10 settlementQuote: after four terms of six, on the due day of the fifth, 338.88 + 2.82 = 341.70 and 1.42 is let go', () => {
    const payments = paidOnTime(small, 4)
    expect(payments.map((payment) => formatYuan(payment.amount))).toEqual(Array.from({ length: 4 }, () => '171.56'))
    const quote = settlementQuote({ loan: small, payments, onDate: fifthDueDay })
    expect(shown(quote)).toEqual(['338.88', '2.82', '0.00', '0.00', '341.70', '1.42'])
    expect(formatYuan(standingOf({ loan: small, payments, onDate: fifthDueDay }).owedTotal)).toBe('343.12')
  })

  test('settlementQuote: in the middle of a period its interest counts by the days it has run', () => {
    const loan = loanOf({})
    const quote = settlementQuote({ loan, payments: [], onDate: civilDate('2025-01-25') })
    expect(shown(quote)).toEqual(['10,000.00', '48.39', '0.00', '0.00', '10,048.39', '953.22'])
    expect(quote.explain.running).toEqual({ period: 1, interest: 15_000, elapsedDays: 10, periodDays: 31, accrued: 4839, alreadyPaid: 0 })
  })

  test('settlementQuote: on the pay-out day itself only the principal is owed', () => {
    const loan = loanOf({})
    expect(settlementQuote({ loan, payments: [], onDate: loan.terms.payOutDate }).total).toBe(yuan('10,000.00'))
  })

  test('settlementQuote: an overdue period is owed in full with its penalty, beside the running one', () => {
    const loan = loanOf({})
    const quote = settlementQuote({ loan, payments: [], onDate: civilDate('2025-02-20') })
    // Period 1: 150.00 interest and 2.88 penalty; period 2: 5 of 28 days of 138.50.
    expect(shown(quote).slice(0, 5)).toEqual(['10,000.00', '174.73', '0.00', '2.88', '10,177.61'])
    expect(quote.explain.penalties).toMatchObject([{ period: 1, amount: 288, explain: { spans: [{ principal: 76_680, days: 5 }] } }])
  })

  test('settlementQuote: after the last due day everything is owed and nothing is let go', () => {
    const loan = loanOf({ periods: 3 })
    const quote = settlementQuote({ loan, payments: [], onDate: civilDate('2025-06-01') })
    expect(quote.interest).toBe(loan.plan.reduce((sum, row) => sum + row.interest, 0))
    expect(quote).toMatchObject({ waivedInterest: 0, explain: { running: undefined } })
  })

  test('settlementQuote: interest of a period paid in advance is neither asked for again nor paid back', () => {
    const loan = loanOf({})
    const quote = settlementQuote({
      loan,
      payments: [{ kind: 'repay', on: civilDate('2025-01-20'), amount: yuan('916.80') }],
      onDate: civilDate('2025-01-25'),
    })
    expect(shown(quote).slice(0, 5)).toEqual(['9,233.20', '0.00', '0.00', '0.00', '9,233.20'])
  })

  test('settlementQuote: interest of the running period paid in part beyond its days is not asked for again', () => {
    const loan = loanOf({})
    const payments: Payment[] = [{ kind: 'repay', on: civilDate('2025-01-20'), amount: yuan('100.00') }]
    const early = settlementQuote({ loan, payments, onDate: civilDate('2025-01-25') })
    expect(early).toMatchObject({ interest: 0, explain: { running: { accrued: 4839, alreadyPaid: 10_000 } } })
    const later = settlementQuote({ loan, payments, onDate: civilDate('2025-02-14') })
    // 30 of 31 days of 150.00, less the 100.00 paid.
    expect(later).toMatchObject({ interest: 4516, explain: { running: { accrued: 14_516, alreadyPaid: 10_000 } } })
  })

  test('LN-11 settlementQuote: the early fee is a share of the principal not yet due, charged once and shown', () => {
    const loan = loanOf({}, { ...defaultRules, earlySettlementFee: ppm(10_000) })
    const onDate = civilDate('2025-02-15')
    const quote = settlementQuote({ loan, payments: [], onDate })
    expect(shown(quote).slice(0, 5)).toEqual(['10,000.00', '150.00', '92.33', '0.00', '10,242.33'])
    expect(quote.explain.earlyFee).toEqual({ principal: yuan('9,233.20'), ratePpm: 10_000, amount: 9233 })
    const standing = standingOf({ loan, payments: [{ kind: 'settle', on: onDate, amount: quote.total }], onDate })
    expect(standing).toMatchObject({ isSettled: true, surplus: 0, paidTotal: quote.total })
  })

  test('settlementQuote: period fees are owed up to the running period; later ones are let go', () => {
    const loan = loanOf({ periods: 3, feePerPeriod: fen(500) })
    expect(settlementQuote({ loan, payments: [], onDate: civilDate('2025-02-20') })).toMatchObject({ fee: 1000, waivedFee: 500 })
    const onDueDay = settlementQuote({ loan, payments: [], onDate: civilDate('2025-02-15') })
    expect(onDueDay).toMatchObject({ fee: 500, waivedFee: 1000, explain: { running: { period: 1, elapsedDays: 31, periodDays: 31 } } })
  })

  test('settlementQuote: a day before the pay-out is refused', () => {
    expect(() => settlementQuote({ loan: small, payments: [], onDate: civilDate('2025-01-14') })).toThrow('DATE_BEFORE_PAY_OUT')
  })
})

describe('settling', () => {
  const loan = loanOf({ periods: 3 })
  const onDate = civilDate('2025-01-25')
  const quote = settlementQuote({ loan, payments: [], onDate })
  const settleWith = (amount: Fen) => standingOf({ loan, payments: [{ kind: 'settle', on: onDate, amount }], onDate })

  test('LN-11 settle: the quote paid during the first period settles all three and ends the loan', () => {
    const standing = settleWith(quote.total)
    expect(standing.periods.map((period) => period.state)).toEqual(['paid', 'paid', 'paid'])
    expect(standing).toMatchObject({ isSettled: true, settledOn: onDate, owedTotal: 0, principalLeft: 0, surplus: 0 })
    expect(standing.outcomes).toMatchObject([{ settled: true }])
  })

  test('LN-13 settle: more than the quote takes exactly the quote and holds the rest', () => {
    expect(settleWith(fen(quote.total + 1))).toMatchObject({ isSettled: true, paidTotal: quote.total, surplus: 1 })
    expect(settleWith(fen(quote.total + 50_000))).toMatchObject({ isSettled: true, paidTotal: quote.total, surplus: 50_000 })
  })

  test('LN-13 settle: a fen less than the quote is a repayment in part and lets nothing go', () => {
    const standing = settleWith(fen(quote.total - 1))
    expect(standing.isSettled).toBe(false)
    expect(standing.outcomes).toMatchObject([{ settled: false }])
    expect(standing.periods.every((period) => totalOf(period.waived) === 0)).toBe(true)
  })

  test('settle: a settled loan owes nothing for ever and keeps later money as surplus', () => {
    const payments: Payment[] = [
      { kind: 'settle', on: onDate, amount: quote.total },
      { kind: 'repay', on: civilDate('2025-02-15'), amount: yuan('10.00') },
    ]
    const later = civilDate('2026-01-01')
    expect(standingOf({ loan, payments, onDate: later })).toMatchObject({ isSettled: true, settledOn: onDate, owedTotal: 0, surplus: 1000 })
    expect(settlementQuote({ loan, payments, onDate: later }).total).toBe(0)
  })

  const anyCase = fc.record({
    principal: fc.integer({ min: 50_000, max: 20_000_000 }).map(fen),
    annualRate: fc.integer({ min: 0, max: 360_000 }).map(ppm),
    periods: fc.constantFrom(3, 6, 12),
    method: fc.constantFrom<Method[]>('equalInstalment', 'equalPrincipal', 'flat', 'interestFirst', 'bullet'),
    fee: fc.constantFrom(0, 5000).map(ppm),
    payments: fc.array(fc.record({ day: fc.integer({ min: 0, max: 400 }), amount: fc.integer({ min: 1, max: 300_000 }) }), {
      maxLength: 5,
    }),
    day: fc.integer({ min: 0, max: 450 }),
  })

  test('settle: on any day after any payments the quote ends the loan to the fen, and costs no more than waiting, the early fee aside', () => {
    fc.assert(
      fc.property(anyCase, ({ payments: some, day, fee, ...given }) => {
        const any = loanOf(given, { ...defaultRules, earlySettlementFee: fee })
        const from = any.terms.payOutDate
        const on = addDays(from, day)
        const payments: Payment[] = some
          .filter((payment) => payment.day <= day)
          .map((payment) => ({ kind: 'repay', on: addDays(from, payment.day), amount: fen(payment.amount) }))
        const before = standingOf({ loan: any, payments, onDate: on })
        const offer = settlementQuote({ loan: any, payments, onDate: on })
        expect(offer.total).toBe(offer.principal + offer.interest + offer.fee + offer.penalty)
        expect(totalOf(addParts(...offer.lines.map((line) => line.parts)))).toBe(offer.total)
        expect(offer.principal).toBe(before.principalLeft)
        expect(offer.total).toBe(before.owedTotal - offer.waivedInterest - offer.waivedFee + offer.explain.earlyFee.amount)
        if (offer.total === 0) return
        const after = standingOf({ loan: any, payments: [...payments, { kind: 'settle', on, amount: offer.total }], onDate: on })
        expect(after).toMatchObject({ isSettled: true, owedTotal: 0, paidTotal: before.paidTotal + offer.total, surplus: before.surplus })
        expect(after.paid.principal).toBe(any.terms.principal)
      }),
      { numRuns: 300 },
    )
  })

  test('settle: interest to the day rises day by day and reaches the whole interest on the due day, never more', () => {
    fc.assert(
      fc.property(anyCase, ({ payments: _payments, day: _day, fee: _fee, ...given }) => {
        const any = loanOf(given)
        const [first] = any.plan
        let last = -1
        let on: CivilDate = any.terms.payOutDate
        while (first !== undefined && on <= first.dueDate) {
          const { interest } = settlementQuote({ loan: any, payments: [], onDate: on })
          expect(interest).toBeGreaterThanOrEqual(last)
          expect(interest).toBeLessThanOrEqual(first.interest)
          last = interest
          on = addDays(on, 7)
        }
        expect(first && settlementQuote({ loan: any, payments: [], onDate: first.dueDate }).interest).toBe(first?.interest)
      }),
      { numRuns: 50 },
    )
  })
})
