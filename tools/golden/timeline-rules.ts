import { ppm } from '@fyh/base/money.ts'
import { type AllocationStep, dueClasses } from '@fyh/loan-engine/allocation-order.ts'
import { partNames } from '@fyh/loan-engine/parts.ts'
import type { Recalculation } from '@fyh/loan-engine/recalculation.ts'
import { defaultRules, type ExcessRule, type LoanRules } from '@fyh/loan-engine/rules.ts'
import { type Fields, FormatError, has, listAt, textAt } from './fields.ts'

/** The lender's rules of a case. Penalties come as charges in the time lines, so none grows by itself. */
export function rulesOf(inputs: Fields, excess: ExcessRule | undefined): LoanRules {
  return {
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
export function recalculationOf(inputs: Fields): Recalculation | undefined {
  if (inputs.recalculates_interest !== true || !has(inputs, 'recalc_rest')) return undefined
  return {
    rest: inputs.recalc_rest === 'daily' ? 'daily' : 'period',
    settleUntil: inputs.settlement_interest_until === 'next_due_date' ? 'nextDueDay' : 'settlementDay',
    onOverdue: inputs.interest_on_overdue_principal !== false,
  }
}

export function excessRuleOf(text: string): ExcessRule {
  const rule = excessRules.get(text)
  if (rule === undefined) throw new FormatError(`no such rule for the excess: ${text}`)
  return rule
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
