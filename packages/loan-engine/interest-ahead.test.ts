import { addDays, civilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, formatYuan, ppm, subFen } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import { accruedOn } from './accrual.ts'
import { anyRate } from './arbitrary-loans-for-test.ts'
import type { LoanEvent } from './events.ts'
import { explainPlan } from './explain.ts'
import { replay } from './replay.ts'
import { defaultRules, type LoanRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import { standingOf } from './standing.ts'
import type { LoanTerms } from './terms.ts'

const counts: LoanRules = { ...defaultRules, interestAhead: 'counts' }
const payOutDate = civilDate('2026-03-01')
const yuan = (n: number) => fen(Math.round(n * 100))

function loanOf(change: Partial<LoanTerms> = {}, rules: LoanRules = counts): Loan {
  const terms: LoanTerms = {
    principal: yuan(6_000),
    annualRate: ppm(144_000),
    periods: 6,
    method: 'equalInstalment',
    dayCount: '30/360',
    payOutDate,
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
    ...change,
  }
  return { terms, rules, plan: planFor(terms) }
}

const on = (day: number) => addDays(payOutDate, day)
const repay = (day: number, amount: Fen): LoanEvent => ({ kind: 'repay', id: `repaid ${day} ${amount}`, on: on(day), amount })
const quoteOn = (loan: Loan, payments: LoanEvent[], day: number) => settlementQuote({ loan, payments, onDate: on(day) })
const shown = ({ principal, interest, total }: { principal: Fen; interest: Fen; total: Fen }) =>
  [principal, interest, total].map((amount) => formatYuan(amount, 2))

describe('interest paid ahead that counts', () => {
  test('settling on the day of the pay-out costs no interest, whatever was paid ahead of it', () => {
    const loan = loanOf()
    const payments = [repay(0, yuan(100.5))]
    expect(replay(loan, payments, on(0)).outcomes[0]?.allocation.parts).toMatchObject({ interest: 7_200, principal: 2_850 })
    const quote = quoteOn(loan, payments, 0)
    expect(shown(quote)).toEqual(['5,971.50', '-72.00', '5,899.50'])
    expect(quote.waivedInterest).toBe(addFen(...loan.plan.map(({ interest }) => interest)))
    const settled = standingOf({ loan, payments: [...payments, { kind: 'settle', on: on(0), amount: quote.total }], onDate: on(0) })
    expect(settled).toMatchObject({ isSettled: true, surplus: 0, paidTotal: yuan(6_000) })
  })

  test('what the days have earned of it stays paid, and beyond it the days ask for the rest', () => {
    const loan = loanOf()
    const payments = [repay(0, yuan(30))]
    // 12 and 14 of 31 days of 72.00.
    expect(shown(quoteOn(loan, payments, 12))).toEqual(['6,000.00', '-2.13', '5,997.87'])
    expect(shown(quoteOn(loan, payments, 14))).toEqual(['6,000.00', '2.52', '6,002.52'])
  })

  test('instalments paid whole ahead count, too, with the fees of periods that have not begun', () => {
    const loan = loanOf({ feePerPeriod: fen(500) })
    const [first, second] = loan.plan
    const ahead = addFen(first?.total ?? fen(0), second?.total ?? fen(0))
    const quote = quoteOn(loan, [repay(10, ahead)], 10)
    const accrued = accruedOn(loan.plan[0] as (typeof loan.plan)[number], on(10))
    // The fee of the running period is owed as a whole.
    expect(quote.total).toBe(yuan(6_000) + accrued + 500 - ahead)
    expect(quote.fee).toBe(-500)
  })

  test('a lender that keeps it asks for all principal', () => {
    const kept = quoteOn(loanOf({}, defaultRules), [repay(0, yuan(100.5))], 0)
    expect(shown(kept)).toEqual(['5,971.50', '0.00', '5,971.50'])
  })

  test('principal prepaid lowers interest that was paid; the difference is principal of the next instalment', () => {
    const loan = loanOf()
    const payments: LoanEvent[] = [repay(0, yuan(100.5)), { kind: 'prepay', id: 2, on: on(0), amount: yuan(1_000), effect: 'lower' }]
    const { accounts, outcomes } = replay(loan, payments, on(0))
    expect(outcomes[1]?.allocation.parts).toMatchObject({ interest: -1_200, principal: 101_200 })
    expect(accounts[0]).toMatchObject({ row: { interest: 6_000 }, paid: { interest: 6_000, principal: 2_850 + 101_200 } })
    const without = standingOf({ loan, payments: payments.slice(1), onDate: on(0) })
    const standing = standingOf({ loan, payments, onDate: on(0) })
    expect(standing.owedTotal).toBe(without.owedTotal - 10_050)
    expect(standing.periods[0]?.owedTotal).toBe((without.periods[0]?.owedTotal ?? 0) - 10_050)
    const kept = standingOf({ loan: loanOf({}, defaultRules), payments, onDate: on(0) })
    expect(kept.owedTotal).toBe(standing.owedTotal + 1_200)
  })

  test('beyond a lowered instalment that was paid already it is principal all the same', () => {
    const loan = loanOf()
    const payments: LoanEvent[] = [repay(0, yuan(1_000)), { kind: 'prepay', id: 2, on: on(0), amount: yuan(4_000), effect: 'lower' }]
    const { accounts } = replay(loan, payments, on(0))
    const [first] = accounts
    // 24.00 is the interest of 2,000.00, so 48.00 of the 72.00 count.
    expect(first).toMatchObject({ row: { interest: 2_400 }, paid: { interest: 2_400, principal: 497_600 }, closedOn: on(0) })
    expect(first?.row.principal).toBe(497_600)
    expect(standingOf({ loan, payments, onDate: on(0) }).owed.principal).toBe(600_000 - 497_600)
  })

  test('instalments paid whole before a prepayment cost what their days then earn, and the rest of them is principal, to the fen', () => {
    const loan = loanOf()
    const [one, two] = loan.plan.map(({ total }) => total) as [Fen, Fen]
    const prepaid: LoanEvent = { kind: 'prepay', id: 2, on: on(0), amount: yuan(3_000), effect: 'lower' }
    const payments = [repay(0, addFen(one, two)), prepaid]
    const { accounts, outcomes } = replay(loan, payments, on(0))
    // 3,000.00 are left in the first month, and 1,993.58 in the second: 36.00 and 23.92 of 72.00 and 60.35.
    expect(accounts.slice(0, 2).map(({ row, paid }) => [row.interest, paid.interest, row.principal - paid.principal])).toEqual([
      [3_600, 3_600, 0],
      [2_392, 2_392, 0],
    ])
    expect(outcomes[1]?.allocation.lines.map(({ parts }) => [parts.interest, parts.principal])).toEqual([
      [-3_600, 3_600],
      [-3_643, 3_643],
      [0, 300_000],
    ])
    expect(accounts.slice(0, 2).every(({ closedOn }) => closedOn === on(0))).toBe(true)
    expect(
      explainPlan(
        accounts.map(({ row }) => row),
        { balance: loan.terms.principal, periods: 6 },
      )[1]?.principalHow.instalment,
    ).toBe(two)
    expect(quoteOn(loan, payments, 31).total).toBe(yuan(6_000) + 3_600 - one - two - yuan(3_000))
  })

  test('it counts for no more than the principal that is left, where a fee keeps a prepayment from settling', () => {
    const rules: LoanRules = { ...counts, earlySettlementFee: ppm(30_000) }
    const loan = loanOf({ principal: yuan(5_500), annualRate: ppm(20_838), periods: 3 }, rules)
    const first = loan.plan[0]?.total ?? fen(0)
    for (const paid of [first, subFen(first, fen(1))]) {
      const payments = [repay(0, paid)]
      const amount = subFen(quoteOn(loan, payments, 2).total, fen(1))
      const { accounts } = replay(loan, [...payments, { kind: 'prepay', id: 9, on: on(2), amount, effect: 'shorten' }], on(2))
      for (const { row, paid } of accounts) {
        expect(row.principal - paid.principal).toBeGreaterThanOrEqual(0)
        expect(row.interest - paid.interest).toBeGreaterThanOrEqual(0)
      }
    }
  })

  test('a payment that reaches what settling takes settles; what it is over is held', () => {
    const loan = loanOf({ periods: 3 })
    const first = loan.plan.slice(0, 2).map(({ total }) => total)
    const payments = first.map((amount, k) => repay(k, amount))
    const quote = quoteOn(loan, payments, 2)
    const last = loan.plan[2]?.total ?? fen(0)
    const standing = standingOf({ loan, payments: [...payments, repay(2, last)], onDate: on(2) })
    expect(standing).toMatchObject({ isSettled: true, owedTotal: 0, surplus: last - quote.total })
    expect(standing.surplus).toBeGreaterThan(0)
    const held = standingOf({
      loan: { ...loan, rules: { ...counts, excess: 'hold' } },
      payments: [...payments, repay(2, last)],
      onDate: on(2),
    })
    expect(held.isSettled).toBe(false)
  })
})

const methods = ['equalInstalment', 'equalPrincipal', 'interestFirst', 'flat'] as const
const anyLoan = fc
  .record({
    annualRate: anyRate,
    principal: fc.integer({ min: 50_000, max: 2_000_000 }),
    periods: fc.constantFrom(3, 6, 12),
    method: fc.constantFrom(...methods),
  })
  .map(({ principal, ...terms }) => loanOf({ ...terms, principal: fen(principal) }))

test('with a fee for settling early it counts for no more than settling asks otherwise: a quote is never below zero', () => {
  const loan = loanOf(
    { principal: yuan(100), annualRate: ppm(102_600), method: 'interestFirst' },
    { ...counts, earlySettlementFee: ppm(50_000) },
  )
  expect(shown(quoteOn(loan, [repay(0, yuan(100.14))], 0))).toEqual(['5.02', '-5.16', '0.11'])
  // 4.80 of principal and a fee of 0.24 are open, less than the 5.16 paid ahead.
  expect(shown(quoteOn(loan, [repay(0, yuan(100.36))], 0))).toEqual(['4.80', '-5.04', '0.00'])
  const fee = fc.constantFrom(0, 5_000, 50_000).map(ppm)
  const paidAhead = fc.array(fc.record({ day: fc.integer({ min: 0, max: 160 }), share: fc.integer({ min: 1, max: 110 }) }), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(anyLoan, fee, paidAhead, ({ terms, plan }, earlySettlementFee, payments) => {
      const events = payments.map(({ day, share }, k): LoanEvent => {
        const amount = fen(Math.ceil((terms.principal * share) / 100))
        return k % 2 === 0 ? { kind: 'repay', id: k, on: on(day), amount } : { kind: 'prepay', id: k, on: on(day), amount, effect: 'lower' }
      })
      const inOrder = events.toSorted((a, b) => (a.on < b.on ? -1 : 1))
      const quote = quoteOn({ terms, plan, rules: { ...counts, earlySettlementFee } }, inOrder, 170)
      expect(quote.total).toBeGreaterThanOrEqual(0)
      expect(quote.total).toBe(quote.principal + quote.interest + quote.fee + quote.penalty)
    }),
    { numRuns: 300 },
  )
})

test('an instalment paid whole before a prepayment and one paid but for a fen come to the same', () => {
  const given = fc.record({
    loan: anyLoan,
    instalments: fc.integer({ min: 1, max: 2 }),
    days: fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 15 })),
    share: fc.integer({ min: 1, max: 99 }),
    effect: fc.constantFrom('shorten' as const, 'lower' as const),
  })
  fc.assert(
    fc.property(given, ({ loan, instalments, days: [first, more], share, effect }) => {
      const paid = addFen(...loan.plan.slice(0, instalments).map(({ total }) => total))
      fc.pre(paid > 1)
      const day = first + more
      const left = quoteOn(loan, [repay(first, paid)], day).total
      const prepaid: LoanEvent = { kind: 'prepay', id: 9, on: on(day), amount: fen(Math.ceil((left * share) / 100)), effect }
      const [whole, less] = [paid, fen(paid - 1)].map((amount) => quoteOn(loan, [repay(first, amount), prepaid], 31).total) as [Fen, Fen]
      expect(Math.abs(less - 1 - whole)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 300 },
  )
})

test('settling takes the principal and what the days have earned, less all that was paid, whatever was paid when', () => {
  const paidEarly = fc.array(fc.record({ day: fc.integer({ min: 0, max: 27 }), share: fc.integer({ min: 1, max: 40 }) }), { maxLength: 6 })
  fc.assert(
    fc.property(anyLoan, paidEarly, fc.integer({ min: 27, max: 30 }), (loan, payments, day) => {
      const { principal } = loan.terms
      const events = payments.map(
        ({ day, share }, k): LoanEvent => ({ kind: 'repay', id: k, on: on(day), amount: fen(Math.ceil((principal * share) / 100)) }),
      )
      const { accounts, surplus } = replay(loan, events, on(day))
      const paid = events.reduce((sum, event) => sum + ('amount' in event ? event.amount : 0), 0)
      const first = loan.plan[0]
      if (first === undefined || accounts.every(({ closedOn }) => closedOn !== undefined)) {
        expect(paid).toBeGreaterThanOrEqual(principal)
        return
      }
      expect(surplus).toBe(0)
      expect(quoteOn(loan, events, day).total).toBe(principal + accruedOn(first, on(day)) - paid)
    }),
    { numRuns: 500 },
  )
})
