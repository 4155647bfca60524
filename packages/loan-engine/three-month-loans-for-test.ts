import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import type { Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { type PlanRow, planFor } from './schedule.ts'
import type { LoanTerms, Method } from './terms.ts'

const payOutDate = civilDate('2026-01-15')
export const day = (n: number): CivilDate => addDays(payOutDate, n)

/** 3,000 yuan over three months at 12 %: one percent a month. */
export function loanOf(method: Method, given: Partial<LoanTerms> = {}): Loan {
  const terms: LoanTerms = {
    principal: fen(300_000),
    annualRate: ppm(120_000),
    periods: 3,
    method,
    dayCount: '30/360',
    payOutDate,
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
    ...given,
  }
  return { terms, plan: planFor(terms), rules: defaultRules }
}

export const extend = (id: number, on: string, periods: number): LoanEvent => ({ id, kind: 'extend', on: civilDate(on), periods })
export const pause = (id: number, on: string, to: string): LoanEvent => ({
  id,
  kind: 'pauseInterest',
  on: civilDate(on),
  to: civilDate(to),
})
/** Agreed five days after the pay-out. */
export const move = (id: number, from: string, newDue: string): LoanEvent => ({
  id,
  kind: 'moveDueDate',
  on: day(5),
  from: civilDate(from),
  newDue: civilDate(newDue),
})
export const rate = (id: number, on: string, annualRate: number): LoanEvent => ({
  id,
  kind: 'changeRate',
  on: civilDate(on),
  annualRate: ppm(annualRate),
})

export const rowsOf = (loan: Loan, ...events: LoanEvent[]): PlanRow[] => replay(loan, events, day(80)).accounts.map(({ row }) => row)
export const table = (loan: Loan, ...events: LoanEvent[]): (string | number)[][] =>
  rowsOf(loan, ...events).map(({ dueDate, principal, interest }) => [dueDate, principal, interest])
