import { type Fen, fen, mulDiv } from '@fyh/base/money.ts'
import type { ChargeBase, ChargeSum } from '@fyh/loan-engine/events.ts'
import { type Fields, FormatError, fenAt, has, percentAt, rowsAt, textAt } from './fields.ts'
import type { GoldenCase } from './golden-case.ts'

/** What a case says of a charge in its lists of charges: more than the operation that adds it tells. */
export type ChargeFact = {
  readonly name: string
  readonly due: string
  readonly basis: string
  readonly isPenalty: boolean
  readonly amount: Fen
}

export function chargeFactsOf({ timeline }: GoldenCase): ChargeFact[] {
  const rows = timeline.filter((step) => step.op === 'expect_charges').flatMap((step) => rowsAt(step, 'rows'))
  return rows.map((row) => ({
    name: textAt(row, 'name'),
    due: has(row, 'due') ? textAt(row, 'due') : '',
    basis: textAt(row, 'basis'),
    isPenalty: row.is_penalty === true,
    amount: fenAt(row, 'amount'),
  }))
}

/** An operation names a charge with the product's prefix, a list without it. */
export function nameInLists(name: string): string {
  return name
    .replace(/^loan_/, '')
    .replace('_fee_', '_')
    .replace(/_plus_/, '_+_')
}

export function isPenalty(step: Fields, facts: readonly ChargeFact[]): boolean {
  if (step.is_penalty === true) return true
  const listed = nameInLists(textAt(step, 'name'))
  return facts.some((fact) => fact.name === listed && fact.isPenalty) || /nsf|late/.test(listed)
}

/** Whether the case says what the charge comes to. */
export function isSumKnown(step: Fields, facts: readonly ChargeFact[]): boolean {
  return (
    has(step, 'amount') ||
    has(step, 'pct') ||
    has(step, 'amount_or_pct') ||
    has(step, 'pct_of_principal_plus_interest') ||
    listedAmount(step, facts) !== undefined
  )
}

export function chargeSumOf(step: Fields, facts: readonly ChargeFact[]): ChargeSum {
  const name = textAt(step, 'name')
  if (has(step, 'amount')) return { amount: fenAt(step, 'amount') }
  if (has(step, 'pct_of_principal_plus_interest')) return { rate: percentAt(step, 'pct_of_principal_plus_interest'), of: 'both' }
  if (has(step, 'pct')) return { rate: percentAt(step, 'pct'), of: baseIn(name) }
  if (has(step, 'amount_or_pct')) {
    return name.includes('percentage')
      ? { rate: percentAt(step, 'amount_or_pct'), of: baseIn(name) }
      : { amount: fenAt(step, 'amount_or_pct') }
  }
  const amount = listedAmount(step, facts)
  if (amount === undefined) throw new FormatError(`the case does not say what ${name} comes to`)
  return { amount }
}

function listedAmount(step: Fields, facts: readonly ChargeFact[]): Fen | undefined {
  const listed = nameInLists(textAt(step, 'name'))
  const due = has(step, 'due') ? textAt(step, 'due') : ''
  return facts.find((fact) => fact.name === listed && fact.due === due)?.amount
}

function baseIn(name: string): ChargeBase {
  if (/interest/.test(name)) return /amount/.test(name) ? 'both' : 'interest'
  return 'principal'
}

/** The fee taken at the pay-out: undefined when the case does not say of what the percentage is taken. */
export function upFrontFeeOf(golden: GoldenCase, { principal, interest }: { principal: Fen; interest: Fen }): Fen | undefined {
  const charge = golden.inputs.upfront_charge
  if (typeof charge !== 'object' || charge === null) return undefined
  const value = textAt({ ...charge }, 'value')
  const basis = upFrontBasisOf(golden)
  if (basis === 'flat') return fenAt({ value }, 'value')
  const base = basis === '%_interest' ? interest : basis === '%_amount' ? principal : fen(principal + interest)
  return fen(mulDiv({ value: base, times: percentAt({ value }, 'value'), over: 1_000_000, rounding: 'halfUp' }))
}

export function upFrontBasisOf(golden: GoldenCase): string | undefined {
  const rows = golden.timeline.filter((step) => step.op === 'expect_charges').flatMap((step) => rowsAt(step, 'rows'))
  const row = rows.find((one) => one.when === 'disbursement')
  return row && textAt(row, 'basis')
}
