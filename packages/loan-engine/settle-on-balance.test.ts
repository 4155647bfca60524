import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { expect, test } from 'vitest'
import type { Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import type { LoanTerms } from './terms.ts'

const terms: LoanTerms = {
  principal: fen(300_000),
  annualRate: ppm(120_000),
  periods: 3,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2026-01-15'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
  recalculation: { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true },
}
const loan: Loan = { terms, plan: planFor(terms), rules: defaultRules }
const settle = (id: number, on: string, amount: number): LoanEvent => ({ id, kind: 'settle', on: civilDate(on), amount: fen(amount) })
const settledBy = (...events: LoanEvent[]) => replay(loan, events, civilDate('2026-02-02')).entries.map(({ settled }) => settled)

test('LN-13 interest on what is open: the quote is principal and 17 of 31 days; a fen less settles nothing, more is held', () => {
  // 3,000.00 × 1 % × 17 ÷ 31 = 16.45.
  expect(settlementQuote({ loan, payments: [], onDate: civilDate('2026-02-01') }).total).toBe(301_645)
  expect(settledBy(settle(1, '2026-02-01', 301_644))).toEqual([false])
  expect(settledBy(settle(1, '2026-02-01', 301_645))).toEqual([true])
  expect(settledBy(settle(1, '2026-02-01', 301_645), settle(2, '2026-02-02', 5))).toEqual([true, false])
})
