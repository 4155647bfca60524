import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import type { AllocationStep } from './allocation-order.ts'
import type { LoanEvent } from './events.ts'
import { replay } from './replay.ts'
import { defaultRules, type LoanRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import { standingOf } from './standing.ts'
import type { LoanTerms } from './terms.ts'

const toDueDay = { rest: 'period', settleUntil: 'nextDueDay', onOverdue: true } as const
const toSettling = { rest: 'period', settleUntil: 'settlementDay', onOverdue: true } as const

const aheadFirst: AllocationStep[] = [
  ...(['advance:principal', 'due:interest', 'due:principal', 'advance:interest'] as const),
  ...(['due:fee', 'advance:fee', 'due:penalty', 'advance:penalty'] as const),
]
const withoutPenalty = { ...defaultRules, penalty: { ...defaultRules.penalty, percentOfRate: 0 } }

function loanOf(given: Partial<LoanTerms> & Pick<LoanTerms, 'principal' | 'periods'>, rules: Partial<LoanRules> = {}): Loan {
  const terms: LoanTerms = {
    annualRate: ppm(120_000),
    method: 'equalInstalment',
    dayCount: '30/360',
    payOutDate: civilDate('2026-01-15'),
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
    ...given,
  }
  return { terms, plan: planFor(terms), rules: { ...withoutPenalty, allocationOrder: aheadFirst, ...rules } }
}

const repaid = (on: string, amount: number): LoanEvent => ({ id: `paid ${on}`, kind: 'repay', on: civilDate(on), amount: fen(amount) })
const letGo = (on: string, amount: number): LoanEvent => ({
  id: `let go ${on}`,
  kind: 'waiver',
  on: civilDate(on),
  amount: fen(amount),
  of: ['interest'],
})

describe('LN-13 a fen less than the quote leaves a fen where interest was let go and later periods are paid ahead', () => {
  test.each([
    [
      '50.00 to the day',
      loanOf(
        { principal: fen(5000), periods: 8, payOutDate: civilDate('2026-01-31'), recalculation: { ...toSettling, rest: 'daily' } },
        {
          allocationOrder: [
            'advance:penalty',
            'due:principal',
            'due:fee',
            'advance:principal',
            'due:penalty',
            'advance:interest',
            'due:interest',
            'advance:fee',
          ],
        },
      ),
      [letGo('2026-05-15', 2000), repaid('2026-08-15', 3000)],
      '2026-09-01',
      2106,
    ],
    [
      '200,000.00 to the next due day',
      loanOf({ principal: fen(20_000_000), periods: 12, recalculation: toDueDay }),
      [letGo('2026-08-15', 10_000_000), repaid('2026-11-15', 10_000_000)],
      '2026-12-01',
      10_777_885,
    ],
    [
      '400,000.00 by whole periods',
      loanOf({ principal: fen(40_000_000), periods: 12, recalculation: toSettling }),
      [letGo('2026-02-15', 70_000_000), repaid('2026-10-15', 20_000_000)],
      '2026-12-15',
      21_354_479,
    ],
  ])('%s', (_, loan, payments, asked, quoted) => {
    const onDate = civilDate(asked)
    const { total } = settlementQuote({ loan, payments, onDate })
    expect(total).toBe(quoted)
    const less: LoanEvent = { id: 'less', kind: 'settle', on: onDate, amount: fen(total - 1) }
    expect(settlementQuote({ loan, payments: [...payments, less], onDate }).total).toBe(1)
  })
})

describe('LN-13 interest of a period that was paid is what the plan knows of it, and a repayment of the quote ends the loan', () => {
  test.each([
    [
      '600,000.00',
      loanOf(
        { principal: fen(60_000_000), periods: 4, payOutDate: civilDate('2026-01-31'), recalculation: { ...toDueDay, onOverdue: false } },
        {
          allocationDirection: 'vertical',
          allocationOrder: [
            'advance:fee',
            'advance:principal',
            'advance:interest',
            'due:interest',
            'due:penalty',
            'advance:penalty',
            'due:principal',
            'due:fee',
          ],
        },
      ),
      repaid('2026-04-01', 40_000_000),
      '2026-10-15',
    ],
    [
      '48.40',
      loanOf(
        { principal: fen(4840), annualRate: ppm(294_753), periods: 7, payOutDate: civilDate('2026-01-31'), recalculation: toSettling },
        {
          allocationDirection: 'vertical',
          allocationOrder: [
            'advance:penalty',
            'advance:fee',
            'advance:principal',
            'due:interest',
            'advance:interest',
            'due:fee',
            'due:principal',
            'due:penalty',
          ],
        },
      ),
      repaid('2026-05-17', 3400),
      '2026-05-17',
    ],
  ])('%s', (_, loan, paid, asked) => {
    const onDate = civilDate(asked)
    const { accounts, running } = replay(loan, [paid], onDate)
    expect(running?.periods.map(({ paidInterest }) => paidInterest)).toEqual(accounts.map((account) => account.paid.interest))
    const { total } = settlementQuote({ loan, payments: [paid], onDate })
    const rest: LoanEvent = { id: 'rest', kind: 'repay', on: onDate, amount: total }
    expect(standingOf({ loan, payments: [paid, rest], onDate })).toMatchObject({ isSettled: true, owedTotal: 0, surplus: 0 })
  })
})
