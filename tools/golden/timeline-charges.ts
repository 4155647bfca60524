import { addFen, type Fen, fen, mulDiv, zeroFen } from '@fyh/base/money.ts'
import type { ChargeBase, ChargeSum } from '@fyh/loan-engine/events.ts'
import { type Fields, FormatError, fenAt, fieldsAt, has, percentAt, rowsAt, textAt } from './fields.ts'
import type { GoldenCase } from './golden-case.ts'

/** What a case says of a charge in its lists of charges: more than the operation that adds it tells. */
export type ChargeFact = {
  readonly when: string
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
    when: textAt(row, 'when'),
    due: has(row, 'due') ? textAt(row, 'due') : '',
    basis: textAt(row, 'basis'),
    isPenalty: row.is_penalty === true,
    amount: fenAt(row, 'amount'),
  }))
}

/** An operation names a charge with the product's prefix, a list without it. */
export function nameInLists(name: string): string {
  const bare = name.replace(/^loan_/, '').replace('_plus_', '_+_')
  const of = /^installment_fee_(.+)$/.exec(bare)?.[1]
  return of === undefined ? bare : `installment_${of}_fee`
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

/** A fee taken with the pay-out, not a debt of a period. */
export function isUpFront(step: Fields): boolean {
  return textAt(step, 'name').includes('disbursement')
}

/** The fees taken at the pay-out: named by the inputs, or added before it. */
export function upFrontFeeOf(golden: GoldenCase, base: { principal: Fen; interest: Fen }): Fen {
  const added = golden.timeline.filter((step) => step.op === 'add_charge' && isUpFront(step))
  const sums = added.map((step) => sumOver(chargeSumOf(step, []), base))
  return addFen(zeroFen, ...sums, namedUpFront(golden, base))
}

function namedUpFront(golden: GoldenCase, base: { principal: Fen; interest: Fen }): Fen {
  const basis = upFrontBasisOf(golden)
  if (basis === undefined || !has(golden.inputs, 'upfront_charge')) return zeroFen
  const charge = fieldsAt(golden.inputs, 'upfront_charge')
  if (basis === 'flat') return fenAt(charge, 'value')
  const of = basis === '%_interest' ? 'interest' : basis === '%_amount' ? 'principal' : 'both'
  return sumOver({ rate: percentAt(charge, 'value'), of }, base)
}

function sumOver(sum: ChargeSum, { principal, interest }: { principal: Fen; interest: Fen }): Fen {
  if ('amount' in sum) return sum.amount
  const base = sum.of === 'principal' ? principal : sum.of === 'interest' ? interest : addFen(principal, interest)
  return fen(mulDiv({ value: base, times: sum.rate, over: 1_000_000, rounding: 'halfEven' }))
}

/** Of what the fee at the pay-out is taken: told by the list of charges alone. */
export function upFrontBasisOf(golden: GoldenCase): string | undefined {
  const rows = golden.timeline.filter((step) => step.op === 'expect_charges').flatMap((step) => rowsAt(step, 'rows'))
  const row = rows.find((one) => one.when === 'disbursement')
  return row && textAt(row, 'basis')
}
