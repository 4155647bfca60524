import { ppm } from '@fyh/base/money.ts'
import { type AllocationStep, dueClasses } from '@fyh/loan-engine/allocation-order.ts'
import type { AfterChargeOff } from '@fyh/loan-engine/charge-off.ts'
import { partNames } from '@fyh/loan-engine/parts.ts'
import type { Recalculation } from '@fyh/loan-engine/recalculation.ts'
import { defaultRules, type ExcessRule, type LoanRules } from '@fyh/loan-engine/rules.ts'
import { type Fields, FormatError, fenAt, fieldsAt, has, listAt, rowsAt, textAt } from './fields.ts'
import type { GoldenCase } from './golden-case.ts'

/** The lender's rules of a case. Penalties come as charges in the time lines, so none grows by itself. */
export function rulesOf({ inputs, timeline }: GoldenCase, excess: ExcessRule | undefined): LoanRules {
  return {
    afterChargeOff: afterChargeOffOf(timeline),
    allocationOrder: has(inputs, 'allocation_order') ? listAt(inputs, 'allocation_order').map(stepOf) : defaultRules.allocationOrder,
    allocationDirection: inputs.allocation_direction === 'vertical' ? 'vertical' : 'horizontal',
    ...(excess !== undefined
      ? { excess }
      : has(inputs, 'excess_goes_to')
        ? { excess: excessRuleOf(textAt(inputs, 'excess_goes_to')) }
        : {}),
    penalty: { percentOfRate: 0, graceDays: 0, ceiling: ppm(0) },
    earlySettlementFee: ppm(0),
  }
}

/** How interest follows what is really open; nothing when it follows the plan. */
export function recalculationOf({ inputs, timeline }: GoldenCase): Recalculation | undefined {
  if (!has(inputs, 'recalculates_interest')) return isInterestMoving(timeline) ? everyDay : undefined
  if (inputs.recalculates_interest !== true || !has(inputs, 'recalc_rest')) return undefined
  return {
    rest: inputs.recalc_rest === 'daily' ? 'daily' : 'period',
    settleUntil: inputs.settlement_interest_until === 'next_due_date' ? 'nextDueDay' : 'settlementDay',
    onOverdue: inputs.interest_on_overdue_principal !== false,
  }
}

const everyDay: Recalculation = { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true }

/** A case that does not say whether interest follows the balance shows it: a later schedule has more interest, though no rate was changed. */
function isInterestMoving(timeline: readonly Fields[]): boolean {
  if (timeline.some((step) => step.op === 'reschedule' || step.op === 'pause_interest')) return false
  const totals = timeline.flatMap((step) => (step.op === 'expect_schedule' && has(step, 'totals') ? [fieldsAt(step, 'totals')] : []))
  const [first, ...later] = totals.map((total) => fenAt(total, 'interest'))
  return first !== undefined && later.some((interest) => interest > first)
}

export function excessRuleOf(text: string): ExcessRule {
  const rule = excessRules.get(text)
  if (rule === undefined) throw new FormatError(`no such rule for the excess: ${text}`)
  return rule
}

export function isExcessRule(text: string): boolean {
  return excessRules.has(text)
}

const excessRules: ReadonlyMap<string, ExcessRule> = new Map([
  ['next_installment', 'nextPeriod'],
  ['last_installment', 'lastPeriod'],
  ['reamortization', 'reAmortise'],
])

function stepOf(text: unknown): AllocationStep {
  const step = allSteps.find((one) => one === text)
  if (step === undefined) throw new FormatError(`no step of an allocation: ${JSON.stringify(text)}`)
  return step
}

const allSteps: readonly AllocationStep[] = [
  ...partNames,
  ...dueClasses.flatMap((due) => partNames.map((part): AllocationStep => `${due}:${part}`)),
]

/**
 * What a charge-off does to the plan is carried nowhere: it is told by the first schedule after one. Rows fall away when all is due at
 * once; one that bore interest bears none any more when interest ends. Every later figure is checked by it.
 */
function afterChargeOffOf(timeline: readonly Fields[]): AfterChargeOff {
  const at = timeline.findIndex((step) => step.op === 'charge_off')
  const before = at < 0 ? undefined : rowsBefore(timeline.slice(0, at))
  const after = at < 0 ? undefined : timeline.slice(at).find((step) => step.op === 'expect_schedule')
  if (before === undefined || after === undefined) return 'goesOn'
  const rows = rowsAt(after, 'rows')
  if (rows.length < before.length) return 'allDue'
  return rows.some((row, index) => interestIn(row) === 0 && interestIn(before[index]) > 0) ? 'noInterest' : 'goesOn'
}

function rowsBefore(steps: readonly Fields[]): readonly Fields[] | undefined {
  const schedule = steps.filter((step) => step.op === 'expect_schedule').at(-1)
  return schedule && rowsAt(schedule, 'rows')
}

function interestIn(row: Fields | undefined): number {
  return row === undefined ? 0 : fenAt(row, 'interest')
}
