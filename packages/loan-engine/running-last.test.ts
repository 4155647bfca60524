import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

const payOutDate = civilDate('2026-01-15')
const day = (n: number) => addDays(payOutDate, n)
const terms: LoanTerms = {
  principal: fen(1_000_000),
  annualRate: ppm(180_000),
  periods: 6,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate,
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
}

describe('a higher rate once later periods are paid ahead', () => {
  test.each([2, 3])('changePlan: after %d more periods, asks for no more principal than was lent, and for all that was paid', (periods) => {
    const paid = [231_074, 344_089, 254_955, 225_751].map((amount, k) => ({
      id: `paid ${k}`,
      kind: 'repay' as const,
      on: day(k + 1),
      amount: fen(amount),
    }))
    const { accounts } = replay(
      { terms, plan: planFor(terms), rules: defaultRules },
      [
        { id: 'longer', kind: 'extend', on: day(0), periods },
        ...paid,
        { id: 'dearer', kind: 'changeRate', on: day(122), annualRate: ppm(399_958) },
      ],
      day(122),
    )
    expect(accounts.reduce((sum, { row }) => sum + row.principal, 0)).toBe(1_000_000)
    expect(accounts[accounts.length - 1]?.row.balanceAfter).toBe(0)
    for (const { row, paid: parts } of accounts) {
      expect(row.balanceAfter).toBeGreaterThanOrEqual(0)
      expect(row.principal).toBeGreaterThanOrEqual(parts.principal)
    }
  })
})
