import { has, listAt, percentAt, rowsAt, textAt } from './fields.ts'
import type { GoldenCase } from './golden-case.ts'
import type { Unsupported } from './kind.ts'
import { unsupportedTerms } from './loan-terms.ts'
import { chargeFactsOf, isSumKnown, upFrontBasisOf } from './timeline-charges.ts'
import { knownChecks } from './timeline-checks.ts'
import { addsUp, isPaidAfterNewRates, isPaidBehindWaiver, isPaidLate } from './timeline-oddities.ts'
import { isExcessRule } from './timeline-rules.ts'
import { knownOps } from './timeline-story.ts'

/** What of a time line the engine does not follow, or the case does not say. */
export const unsupportedTimelines: readonly Unsupported[] = [
  ...unsupportedTerms,
  { reason: 'an operation or a check the runner does not know', holds: hasUnknownStep },
  { reason: 'a movement the time line carries no operation for', holds: movesWithoutOperation },
  { reason: 'a charge that no operation adds', holds: hasChargeFromNowhere },
  { reason: 'a charge of which the case does not say the sum', holds: hasUnknownCharge },
  {
    reason: 'a fee at the pay-out of which the case does not say the base',
    holds: (golden) => 'upfront_charge' in golden.inputs && upFrontBasisOf(golden) === undefined,
  },
  { reason: 'interest recalculated on a loan whose order knows no classes of periods', holds: isRecalculatedWithoutClasses },
  {
    reason: 'a new rate for a flat loan',
    holds: ({ inputs, timeline }) => inputs.interest_method === 'flat' && timeline.some((step) => has(step, 'new_annual_rate_pct')),
  },
  { reason: 'figures that contradict each other', holds: (golden) => !addsUp(golden) },
  { reason: 'a payment after a second new rate, which the source counts by the first one', holds: isPaidAfterNewRates },
  {
    reason: 'a late payment where interest follows by whole periods, for which the source counts what is overdue twice',
    holds: (golden) => golden.inputs.recalc_rest === 'repayment_period' && isPaidLate(golden),
  },
  { reason: 'a payment entered after a charge was waived, of a day before it, where waivers keep their sum', holds: isPaidBehindWaiver },
  { reason: 'a pay-out taken back', holds: (golden) => hasOp(golden, 'undo_disbursement') },
]

/** Told by the operation's name, and by what an undoing or a new agreement is of. */
function hasUnknownStep({ timeline }: GoldenCase): boolean {
  return timeline.some((step) => {
    const op = textAt(step, 'op')
    if (op === 'undo') return !['repayment', 'interest_payment_waiver'].includes(textAt(step, 'kind'))
    if (op === 'reschedule') return !['new_annual_rate_pct', 'new_due', 'principal_grace'].some((name) => has(step, name))
    if (op === 'set_excess_rule') return !isExcessRule(textAt(step, 'to')) || textAt(step, 'for') !== 'default'
    return !knownOps.has(op) && !knownChecks.has(op)
  })
}

/** The older of the source's two ways to recalculate: the instalment stays as it was, and the plan is drawn anew from each payment. */
function isRecalculatedWithoutClasses({ inputs }: GoldenCase): boolean {
  const hasClasses = has(inputs, 'allocation_order') && listAt(inputs, 'allocation_order').length === 12
  return inputs.recalculates_interest === true && !hasClasses && percentAt(inputs, 'annual_rate_pct') > 0
}

/** More movements of a kind than operations that make one. */
function movesWithoutOperation(golden: GoldenCase): boolean {
  return golden.timeline.some((step) => {
    const kinds = step.op === 'expect_ledger' ? rowsAt(step, 'rows').map((row) => textAt(row, 'kind')) : []
    return kinds.some((kind) => kinds.filter((one) => one === kind).length > operationsFor(golden, kind))
  })
}

function operationsFor({ timeline }: GoldenCase, kind: string): number {
  const ops = operationsBehind.get(kind) ?? []
  return timeline.filter((step) => ops.includes(textAt(step, 'op'))).length
}

const operationsBehind: ReadonlyMap<string, readonly string[]> = new Map([
  ['disbursement', ['disburse']],
  ['repayment', ['repay', 'settle_early']],
  ['repayment_(at_time_of_disbursement)', ['disburse']],
  ['waive_loan_charges', ['waive_charge']],
  ['charge-off', ['charge_off']],
  ['charge_adjustment', ['adjust_charge']],
  ['interest_payment_waiver', ['interest_payment_waiver']],
  ['credit_balance_refund', ['refund_overpayment']],
  ['close_(as_written-off)', ['write_off']],
])

/** The product's own charges, of fees in the rows or in the list of charges, that neither the inputs nor an operation name. */
function hasChargeFromNowhere(golden: GoldenCase): boolean {
  const isCharged = golden.timeline.some((step) => step.op === 'add_charge')
  const listed = chargeFactsOf(golden).filter(({ when }) => when !== 'disbursement')
  return !isCharged && listed.length > 0
}

function hasUnknownCharge(golden: GoldenCase): boolean {
  const facts = chargeFactsOf(golden)
  return golden.timeline.some((step) => step.op === 'add_charge' && !isSumKnown(step, facts))
}

function hasOp({ timeline }: GoldenCase, op: string): boolean {
  return timeline.some((step) => step.op === op)
}
