import { type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, formatYuan, parseYuan, ppm } from '@fyh/base/money.ts'
import { draw, openPlan, payInterest, payPrincipal, type RunningPlan } from './running-plan.ts'
import { settlingRows } from './running-settle.ts'
import { type RunningRow, rowsOf } from './running-view.ts'
import { planFor } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

export const yuan = (text: string): Fen => parseYuan(text) ?? fen(Number.NaN)
export const day = (monthDay: string): CivilDate => civilDate(`2024-${monthDay}`)

/** 100.00 at 7 % a year in six months from New Year 2024, interest on what is open by the day. */
export const terms = (given: Partial<LoanTerms> = {}): LoanTerms => ({
  principal: yuan('100.00'),
  annualRate: ppm(70_000),
  periods: 6,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: day('01-01'),
  tail: 'evened',
  daysOff: { policy: 'stay' },
  rounding: 'halfEven',
  recalculation: { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true },
  ...given,
})

/** Nothing drawn yet. */
export const opened = (given: Partial<LoanTerms> = {}): RunningPlan => openPlan(terms(given), { rows: planFor(terms(given)) })

/** All of it drawn on the first day. */
export const drawn = (given: Partial<LoanTerms> = {}): RunningPlan =>
  draw(opened(given), { on: terms(given).payOutDate, amount: terms(given).principal })

export const pay = (
  plan: RunningPlan,
  { period, on, principal, interest }: { period: number; on: string; principal: string; interest: string },
): RunningPlan =>
  payInterest(payPrincipal(plan, { period, on: day(on), amount: yuan(principal) }), { period, on: day(on), amount: yuan(interest) })

export const sumOf = ({ principal, interest }: Pick<RunningRow, 'principal' | 'interest'>): string =>
  `${formatYuan(principal)} + ${formatYuan(interest)}`
export const shown = (plan: RunningPlan): string[] => rowsOf(plan).map(sumOf)

/** What is open of the rows that settle the plan on a day. */
export function settlementOf(plan: RunningPlan, on: CivilDate): string {
  const open = { principal: 0, interest: 0 }
  for (const { period, principal, interest } of settlingRows(plan, on)) {
    open.principal += principal - (plan.periods[period - 1]?.paidPrincipal ?? 0)
    open.interest += interest - (plan.periods[period - 1]?.paidInterest ?? 0)
  }
  return sumOf({ principal: fen(open.principal), interest: fen(open.interest) })
}
