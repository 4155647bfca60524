import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import { openAccount } from './account.ts'
import { instalmentOf } from './annuity.ts'
import { type ExplainedRow, explainPlan, spansUntil } from './explain.ts'
import { interestOf } from './interest.ts'
import { type PrepayEffect, prepaymentOf } from './prepay.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import type { LoanTerms, Method } from './terms.ts'

const terms: LoanTerms = {
  principal: fen(1_000_000),
  annualRate: ppm(172_300),
  periods: 9,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2026-11-27'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
}
const month = { days: 30, basis: 360 } as const

/** What the parts shown come to, by the words of their rules alone. */
function recounted({ row, explain, spans, principalHow }: ExplainedRow): { interest: number; principal: number } {
  const { balance, ratePpm } = explain
  const interest =
    explain.rule === 'bySpans'
      ? spans.reduce((sum, { whole, days, periodDays }) => sum + Math.floor((2 * whole * days + periodDays) / (2 * periodDays)), 0)
      : interestOf({ balance, annualRate: ratePpm, ...month })
  const { rule, drawn, prepaid, instalment } = principalHow
  const share = Math.round(drawn.balance / drawn.periods)
  const principal =
    rule === 'instalmentMinusInterest'
      ? prepaid + (instalment ?? 0) - principalHow.interest
      : rule === 'equalShare'
        ? prepaid + share
        : rule === 'rest'
          ? row.balanceBefore
          : prepaid
  return { interest, principal }
}

describe.each<Method>(['equalInstalment', 'equalPrincipal', 'interestFirst'])('%s', (method) => {
  const agreed = { ...terms, method }
  const plan = planFor(agreed)
  const drawn = { balance: terms.principal, periods: terms.periods }

  test('every amount of a plan is what its parts come to', () => {
    for (const one of explainPlan(plan, drawn)) expect(recounted(one)).toEqual({ interest: one.row.interest, principal: one.row.principal })
  })

  test.each<PrepayEffect>(['shorten', 'lower'])('the same after a prepayment that should %s', (effect) => {
    const loan = { terms: agreed, plan, rules: defaultRules }
    const { rows } = prepaymentOf(plan.map(openAccount), loan, { on: civilDate('2026-12-10'), amount: fen(321_000), effect })
    for (const one of explainPlan(rows, drawn)) expect(recounted(one)).toEqual({ interest: one.row.interest, principal: one.row.principal })
  })
})

test('an instalment opens into the balance, the rate and the number of periods it was drawn from', () => {
  const plan = planFor(terms)
  const loan = { terms, plan, rules: defaultRules }
  const { rows } = prepaymentOf(plan.map(openAccount), loan, { on: civilDate('2026-12-10'), amount: fen(321_000), effect: 'lower' })
  for (const rowsShown of [plan, rows])
    for (const { principalHow } of explainPlan(rowsShown, { balance: terms.principal, periods: terms.periods })) {
      const { instalment, drawn } = principalHow
      const spans = Array.from({ length: drawn.periods }, () => month)
      if (instalment !== null) expect(instalment).toBe(instalmentOf({ principal: drawn.balance, annualRate: terms.annualRate, spans }))
    }
})

test('a period cut on a day is its interest by the days it ran', () => {
  const row = planFor(terms)[0]
  const [span, ...more] = row === undefined ? [] : spansUntil(row, civilDate('2026-12-10'))
  expect(more).toEqual([])
  expect(span).toMatchObject({ whole: 14_358, days: 13, periodDays: 30, amount: 6_222 })
})
