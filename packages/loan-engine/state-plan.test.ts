import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { figuresOn, type Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { addParts, partNames, totalOf } from './parts.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import type { LoanTerms } from './terms.ts'

const payOutDate = civilDate('2026-01-15')
const day = (n: number) => addDays(payOutDate, n)

function loanOf(given: Partial<LoanTerms> = {}): Loan {
  const terms: LoanTerms = {
    principal: fen(1_000_000),
    annualRate: ppm(180_000),
    periods: 6,
    method: 'equalInstalment',
    dayCount: '30/360',
    payOutDate,
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
    ...given,
  }
  return { terms, plan: planFor(terms), rules: defaultRules }
}

const onBalance = { recalculation: { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true } } as const
const rowsAfter = (loan: Loan, events: readonly LoanEvent[], n = 0) => replay(loan, events, day(n)).accounts.map(({ row }) => row)

describe('a plan changed by events', () => {
  const loan = loanOf()

  test('changePlan: a rate of zero from a due day leaves the periods before as agreed and only principal after', () => {
    const rows = rowsAfter(loan, [{ id: 1, kind: 'changeRate', on: civilDate('2026-04-16'), annualRate: ppm(0) }])
    expect(rows.slice(0, 3)).toEqual(loan.plan.slice(0, 3))
    expect(rows.slice(3).map(({ interest }) => interest)).toEqual([0, 0, 0])
    expect(rows.slice(3).reduce((sum, { principal }) => sum + principal, 0)).toBe(loan.plan[3]?.balanceBefore)
    expect(rows[5]?.balanceAfter).toBe(0)
  })

  test('changePlan: no interest runs while it is paused, and the last instalment becomes smaller by it', () => {
    const rows = rowsAfter(loan, [{ id: 1, kind: 'pauseInterest', on: civilDate('2026-02-16'), to: civilDate('2026-03-15') }])
    expect(rows[1]).toMatchObject({ interest: 0, total: loan.plan[1]?.total })
    expect(rows[5]?.total).toBeLessThan(loan.plan[5]?.total ?? 0)
  })

  test('changePlan: a due day moved carries the later ones with it', () => {
    const rows = rowsAfter(loan, [
      { id: 1, kind: 'moveDueDate', on: day(3), from: civilDate('2026-03-15'), newDue: civilDate('2026-03-25') },
    ])
    expect(rows.map(({ dueDate }) => dueDate)).toEqual(['2026-02-15', '2026-03-25', '2026-04-25', '2026-05-25', '2026-06-25', '2026-07-25'])
  })

  test('changePlan: periods that pay interest only are added again at the end', () => {
    const rows = rowsAfter(loan, [{ id: 1, kind: 'deferPrincipal', on: day(3), from: civilDate('2026-03-15'), periods: 2 }])
    expect(rows.map(({ principal }) => principal > 0)).toEqual([true, false, false, true, true, true, true, true])
    expect(rows.reduce((sum, { principal }) => sum + principal, 0)).toBe(1_000_000)
  })

  test('changePlan: more drawn raises the balance from its day and is repaid to the end', () => {
    const { accounts, entries } = replay(
      loan,
      [{ id: 1, kind: 'draw', on: civilDate('2026-02-20'), amount: fen(200_000) }],
      civilDate('2026-02-20'),
    )
    expect(entries[0]).toMatchObject({ balance: 1_200_000 })
    expect(accounts.reduce((sum, { row }) => sum + row.principal, 0)).toBe(1_200_000)
    expect(accounts[5]?.row.balanceAfter).toBe(0)
    expect(accounts[0]?.row).toEqual(loan.plan[0])
  })

  test('changePlan: an added period is a month further, and rows hold their fee', () => {
    const withFee = loanOf({ feePerPeriod: fen(700) })
    const rows = rowsAfter(withFee, [{ id: 1, kind: 'extend', on: day(3), periods: 2 }])
    expect(rows.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    for (const { principal, interest, total } of rows) expect(total).toBe(principal + interest + 700)
  })

  test('settlementQuote: on the balance the lines say to which periods it belongs, and sum to it', () => {
    const some = loanOf(onBalance)
    const charge: LoanEvent = { id: 1, kind: 'charge', part: 'fee', on: day(5), due: day(20), sum: { amount: fen(900) } }
    const { lines, total, fee } = settlementQuote({ loan: some, payments: [charge], onDate: day(40) })
    expect(fee).toBe(900)
    expect(lines.map(({ period }) => period)).toEqual([1, 2, 3, 4, 5, 6])
    expect(totalOf(addParts(...lines.map(({ parts }) => parts)))).toBe(total)
  })

  test('replay: on the balance a refund that turned into a debt is asked for in advance, too', () => {
    const events: LoanEvent[] = [
      { id: 1, kind: 'refundSurplus', on: day(5), amount: fen(5000) },
      { id: 2, kind: 'repay', on: day(10), amount: fen(5000) },
      { id: 3, kind: 'repay', on: day(10), amount: fen(1_100_000) },
    ]
    const { accounts, surplus } = replay(loanOf(onBalance), events, day(10))
    expect(accounts.every(({ closedOn }) => closedOn === day(10))).toBe(true)
    expect(totalOf(addParts(...accounts.map(({ paid }) => paid)))).toBe(1_105_000 - surplus)
    expect(addParts(...accounts.map(({ paid }) => paid)).principal).toBe(1_005_000)
  })

  test.each<[LoanEvent, number]>([
    [{ id: 3, kind: 'moveDueDate', on: day(20), from: civilDate('2026-05-15'), newDue: civilDate('2026-05-20') }, 300_000],
    [{ id: 3, kind: 'prepay', on: day(20), amount: fen(200_000), effect: 'lower' }, 180_000],
  ])('replay: by plan what repays a refund beyond the surplus is none of the plan, which %o changes as without both', (event, amount) => {
    const repaid = (sum: number): LoanEvent => ({ id: 2, kind: 'repay', on: day(15), amount: fen(sum) })
    const refund: LoanEvent = { id: 1, kind: 'refundSurplus', on: day(5), amount: fen(5000) }
    expect(rowsAfter(loan, [refund, repaid(amount), event], 20)).toEqual(rowsAfter(loan, [repaid(amount - 5000), event], 20))
  })

  test('replay: a charge of a period that falls away by a prepayment is owed with the last one left', () => {
    const late: LoanEvent = { id: 'late', kind: 'charge', part: 'fee', on: day(1), due: civilDate('2026-07-10'), sum: { amount: fen(900) } }
    const ahead: LoanEvent = { id: 2, kind: 'prepay', on: day(10), amount: fen(500_000), effect: 'shorten' }
    const { accounts, charges } = replay(loan, [late, ahead], day(10))
    expect(accounts.length).toBeLessThan(6)
    expect(accounts[accounts.length - 1]?.added.fee).toBe(900)
    expect(charges).toMatchObject([{ period: accounts.length, unpaid: 900 }])
  })

  test.each<[LoanEvent, string]>([
    [{ id: 1, kind: 'deferPrincipal', on: day(1), from: civilDate('2026-03-15'), periods: 361 }, 'PERIODS_OUT_OF_RANGE'],
    [{ id: 1, kind: 'draw', on: day(1), amount: fen(0) }, 'AMOUNT_NOT_POSITIVE'],
    [{ id: 1, kind: 'draw', on: day(182), amount: fen(1) }, 'DATE_OUT_OF_RANGE'],
    [{ id: 1, kind: 'changeRate', on: day(1), annualRate: ppm(1_000_001) }, 'RATE_OUT_OF_RANGE'],
    [{ id: 1, kind: 'pauseInterest', on: day(2), to: day(1) }, 'DATE_OUT_OF_RANGE'],
    [{ id: 1, kind: 'extend', on: day(1), periods: 0 }, 'PERIODS_OUT_OF_RANGE'],
  ])('changePlan: what lies outside the domain is refused (%#)', (event, code) => {
    expect(() => replay(loan, [event], day(190))).toThrow(code)
  })

  const anyStep = fc.record({
    kind: fc.constantFrom('repay', 'repay', 'changeRate', 'pauseInterest', 'extend', 'draw'),
    n: fc.integer({ min: 0, max: 200 }),
    amount: fc.integer({ min: 1, max: 400_000 }),
  })
  const told = (steps: readonly { kind: string; n: number; amount: number }[]): LoanEvent[] =>
    steps.map(({ kind, n, amount }, id) => {
      const on = day(n)
      switch (kind) {
        case 'changeRate':
          return { id, kind, on, annualRate: ppm(amount) }
        case 'pauseInterest':
          return { id, kind, on, to: day(n + (amount % 40)) }
        case 'extend':
          return { id, kind, on, periods: 1 + (amount % 3) }
        case 'draw':
          return { id, kind, on: day(Math.min(n, 150)), amount: fen(amount) }
        default:
          return { id, kind: 'repay', on, amount: fen(amount) }
      }
    })

  test.each([
    ['by plan', loan],
    ['on what is open', loanOf(onBalance)],
  ])(
    'changePlan: interest %s: whatever is changed and paid, every fen drawn is asked for and every fen paid is booked or held',
    (_, any) => {
      fc.assert(
        fc.property(fc.uniqueArray(anyStep, { maxLength: 8, selector: ({ n }) => n }), (steps) => {
          const events = told(steps)
          const onDate = day(210)
          const { accounts, surplus } = replay(any, events, onDate)
          const drawn = steps.reduce((sum, { kind, amount }) => sum + (kind === 'draw' ? amount : 0), 0)
          expect(accounts.reduce((sum, { row }) => sum + row.principal, 0)).toBe(1_000_000 + drawn)
          for (const account of accounts) {
            const { charged, owed } = figuresOn(account, any, onDate)
            const met = addParts(account.paid, owed)
            for (const part of partNames) expect(met[part]).toBe(charged[part])
          }
          const paid = steps.reduce((sum, { kind, amount }) => sum + (kind === 'repay' ? amount : 0), 0)
          expect(totalOf(addParts(...accounts.map((account) => account.paid))) + surplus).toBe(paid)
        }),
        { numRuns: 150 },
      )
    },
  )

  test('LN-13 settlementQuote: on the balance, after a change of rate, the quote ends the loan to the fen', () => {
    const some = loanOf(onBalance)
    const events: LoanEvent[] = [
      { id: 1, kind: 'repay', on: day(31), amount: fen(150_000) },
      { id: 2, kind: 'changeRate', on: day(40), annualRate: ppm(90_000) },
    ]
    const { total, principal } = settlementQuote({ loan: some, payments: events, onDate: day(70) })
    expect(principal).toBeLessThan(total)
    const { accounts, surplus } = replay(some, [...events, { id: 3, kind: 'settle', on: day(70), amount: total }], day(70))
    expect(accounts.every(({ closedOn }) => closedOn !== undefined)).toBe(true)
    expect(surplus).toBe(0)
  })
})
