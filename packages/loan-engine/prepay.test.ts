import { civilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, ppm, zeroFen } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { figuresOn, openAccount, type PeriodAccount } from './account.ts'
import { accruedOn } from './accrual.ts'
import { addParts, noParts, totalOf } from './parts.ts'
import { type PrepayEffect, prepaymentOf } from './prepay.ts'
import { defaultRules } from './rules.ts'
import { type PlanRow, planFor, totalsOf } from './schedule.ts'
import type { LoanTerms, Method } from './terms.ts'

const terms: LoanTerms = {
  principal: fen(1_000_000),
  annualRate: ppm(180_000),
  periods: 12,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2026-11-27'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
}
const loanOf = (changes: Partial<LoanTerms> = {}) => {
  const agreed = { ...terms, ...changes }
  return { terms: agreed, plan: planFor(agreed), rules: defaultRules }
}
const paidUpTo = (accounts: readonly PeriodAccount[], period: number): PeriodAccount[] =>
  accounts.map((account) => {
    const { row } = account
    if (row.period > period) return account
    return { ...account, paid: { ...noParts, principal: row.principal, interest: row.interest }, closedOn: row.dueDate }
  })
const principalOf = (rows: readonly PlanRow[]): Fen => addFen(...rows.map((row) => row.principal))

describe('prepaying on 2027-01-12, 16 of 31 days into the second period of a loan of 10,000 at 18 % over 12 months', () => {
  const loan = loanOf()
  const accounts = paidUpTo(loan.plan.map(openAccount), 1)
  const prepaid = (amount: number, effect: PrepayEffect) =>
    prepaymentOf(accounts, loan, { on: civilDate('2027-01-12'), amount: fen(amount), effect })
  // The second period's interest is 138.50; 16 of 31 days of it are 71.48.
  const interestFen = 7_148

  test('pays the interest that has run to the day, then principal, and nothing is left over', () => {
    const { lines, parts, surplus } = prepaid(interestFen + 200_000, 'lower')
    expect(lines).toEqual([{ period: 2, parts: { ...noParts, interest: interestFen, principal: fen(200_000) } }])
    expect({ parts, surplus }).toEqual({ parts: { ...noParts, interest: interestFen, principal: 200_000 }, surplus: 0 })
  })

  test('never takes more principal than is open: what is beyond all of it is left over', () => {
    const { parts, surplus } = prepaid(interestFen + 923_320 + 5, 'shorten')
    expect({ parts, surplus }).toEqual({ parts: { ...noParts, interest: interestFen, principal: 923_320 }, surplus: 5 })
  })

  test('takes all principal but a fen, the running period’s with it', () => {
    const { parts, surplus } = prepaid(interestFen + 923_319, 'shorten')
    expect({ parts, surplus }).toEqual({ parts: { ...noParts, interest: interestFen, principal: 923_319 }, surplus: 0 })
  })

  test('what is due comes first: less than it reaches no other period, a fen more is interest of the running one', () => {
    const unpaid = loan.plan.map(openAccount)
    const on = civilDate('2027-01-12')
    const [first] = unpaid
    const due = first === undefined ? 0 : totalOf(figuresOn(first, loan, on).owed)
    const paid = (amount: number) => prepaymentOf(unpaid, loan, { on, amount: fen(amount), effect: 'lower' })
    for (const amount of [due - 1, due]) {
      expect(paid(amount).lines.map(({ period }) => period)).toEqual([1])
      expect(paid(amount).rows).toEqual(loan.plan)
    }
    expect(paid(due + 1).lines[1]).toEqual({ period: 2, parts: { ...noParts, interest: 1 } })
  })

  test('lower: as many periods on the same days, with the instalment of what is left', () => {
    const { rows } = prepaid(interestFen + 200_000, 'lower')
    expect(rows.map(({ dueDate }) => dueDate)).toEqual(loan.plan.map(({ dueDate }) => dueDate))
    const anew = planFor({ ...terms, principal: fen(923_320 - 200_000), periods: 11, payOutDate: civilDate('2026-12-27') })
    expect(rows.slice(2).map(({ principal, interest }) => [principal, interest])).toEqual(
      anew.slice(1).map(({ principal, interest }) => [principal, interest]),
    )
    expect(rows[1]).toMatchObject({ principal: 200_000 + (anew[0]?.principal ?? 0), balanceBefore: 923_320 })
  })

  test('shorten: the instalment stays and the last periods fall away', () => {
    const { rows } = prepaid(interestFen + 200_000, 'shorten')
    expect(rows).toHaveLength(10)
    for (const row of rows.slice(2, -1)) expect(row.total).toBe(91_680)
    expect(rows[9]?.total).toBeLessThanOrEqual(91_680)
    expect(rows[9]?.balanceAfter).toBe(0)
  })

  test('the running period opens into its days on the old balance and on the new one', () => {
    const row = prepaid(interestFen + 200_000, 'lower').rows[1]
    expect(row?.redrawn).toEqual({
      prepaid: 200_000,
      drawn: { balance: 723_320, periods: 11 },
      spans: [
        { from: '2026-12-27', to: '2027-01-12', balance: 923_320, whole: 13_850, days: 16, periodDays: 31, amount: interestFen },
        { from: '2027-01-12', to: '2027-01-27', balance: 723_320, whole: 10_850, days: 15, periodDays: 31, amount: 5_250 },
      ],
    })
    expect(row?.interest).toBe(interestFen + 5_250)
    expect(row && accruedOn(row, civilDate('2027-01-12'))).toBe(interestFen)
  })

  test('what does not reach principal is interest of the days, and redraws nothing', () => {
    const { rows, parts } = prepaid(5_000, 'shorten')
    expect(parts).toEqual({ ...noParts, interest: 5_000 })
    expect(rows).toEqual(loan.plan)
  })

  test('overdue periods come first, with their penalties', () => {
    const late = prepaymentOf(loan.plan.map(openAccount), loan, { on: civilDate('2027-01-12'), amount: fen(300_000), effect: 'lower' })
    expect(late.lines[0]).toMatchObject({ period: 1, parts: { principal: 76_680, interest: 15_000, penalty: 920 } })
    expect(late.lines[1]).toMatchObject({ period: 2, parts: { interest: interestFen } })
  })

  test('an instalment paid in part ahead of its day stays principal of its period', () => {
    const partly = accounts.map((account) =>
      account.row.period === 2 ? { ...account, paid: { ...noParts, interest: fen(13_850), principal: fen(77_000) } } : account,
    )
    const { rows, parts } = prepaymentOf(partly, loan, { on: civilDate('2027-01-12'), amount: fen(500_000), effect: 'lower' })
    expect(parts).toEqual({ ...noParts, principal: 500_000 })
    expect(rows[1]).toMatchObject({ principal: 577_000, interest: 13_850 })
    expect(rows).toHaveLength(12)
    expect(principalOf(rows)).toBe(1_000_000)
  })
})

describe('for every method, amount, day and effect', () => {
  const methods: readonly Method[] = ['equalInstalment', 'equalPrincipal', 'flat', 'interestFirst', 'bullet']
  const cases = fc.record({
    method: fc.constantFrom(...methods),
    effect: fc.constantFrom<PrepayEffect>('shorten', 'lower'),
    principal: fc.integer({ min: 50_000, max: 20_000_000 }),
    rate: fc.integer({ min: 0, max: 360_000 }),
    share: fc.integer({ min: 1, max: 99 }),
    day: fc.integer({ min: 0, max: 27 }),
    month: fc.integer({ min: 0, max: 4 }),
  })
  const run = (given: {
    method: Method
    effect: PrepayEffect
    principal: number
    rate: number
    share: number
    day: number
    month: number
  }) => {
    const loan = loanOf({ method: given.method, principal: fen(given.principal), annualRate: ppm(given.rate), periods: 6 })
    const on = civilDate(`2027-0${given.month + 1}-${String(given.day + 1).padStart(2, '0')}`)
    const due = loan.plan.filter((row) => row.dueDate <= on).length
    const accounts = paidUpTo(loan.plan.map(openAccount), due)
    const left = accounts.slice(due).reduce((sum, { row }) => sum + row.principal, 0)
    const amount = fen(Math.max(1, Math.floor((left * given.share) / 100)))
    return { loan, on, amount, before: accounts, after: prepaymentOf(accounts, loan, { on, amount, effect: given.effect }) }
  }

  test('principal sums exactly, balances fall to 0 and never below, and the money is all accounted for', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const { loan, after, amount } = run(given)
        expect(principalOf(after.rows)).toBe(loan.terms.principal)
        for (const row of after.rows) expect(Math.min(row.balanceAfter, row.principal, row.interest)).toBeGreaterThanOrEqual(0)
        expect(after.rows[after.rows.length - 1]?.balanceAfter).toBe(0)
        expect(totalOf(addParts(...after.lines.map(({ parts }) => parts))) + after.surplus).toBe(amount)
      }),
    )
  })

  test('it never costs interest, and shortening saves at least as much as lowering', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const { loan, after } = run({ ...given, effect: 'lower' })
        const shortened = run({ ...given, effect: 'shorten' }).after
        // Each row of each plan is rounded by itself.
        const slack = loan.plan.length
        expect(totalsOf(after.rows).interest).toBeLessThanOrEqual(totalsOf(loan.plan).interest + slack)
        expect(totalsOf(shortened.rows).interest).toBeLessThanOrEqual(totalsOf(after.rows).interest + slack)
        expect(shortened.rows.length).toBeLessThanOrEqual(after.rows.length)
      }),
    )
  })

  test('the interest of the running period is the sum of its spans', () => {
    fc.assert(
      fc.property(cases, (given) => {
        for (const row of run(given).after.rows)
          if (row.redrawn) expect(row.interest).toBe(addFen(zeroFen, ...row.redrawn.spans.map(({ amount }) => amount)))
      }),
    )
  })
})

test('an amount that pays what is due to the fen has no line but that', () => {
  const loan = loanOf()
  const accounts = loan.plan.map(openAccount)
  const [first] = loan.plan
  const { lines, surplus, rows } = prepaymentOf(accounts, loan, {
    on: first?.dueDate ?? terms.payOutDate,
    amount: first?.total ?? zeroFen,
    effect: 'lower',
  })
  expect(lines.map(({ period, parts }) => [period, totalOf(parts)])).toEqual([[1, first?.total]])
  expect([surplus, rows]).toEqual([0, loan.plan])
})
