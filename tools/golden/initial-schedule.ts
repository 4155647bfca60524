import { daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, zeroFen } from '@fyh/base/money.ts'
import type { FeeBase, FeeTerm } from '@fyh/loan-engine/fees.ts'
import { feeTotalOf } from '@fyh/loan-engine/fees.ts'
import { type PlanRow, planFor, totalsOf, upFrontFeesOf } from '@fyh/loan-engine/schedule.ts'
import { type Fields, fenAt, fenOr, fieldsAt, has, percentAt, textAt } from './fields.ts'
import { differencesIn, textDifference, yuan } from './figure.ts'
import type { GoldenCase } from './golden-case.ts'
import type { Difference, Kind } from './kind.ts'
import { termsOf, unsupportedTerms } from './loan-terms.ts'

/** The schedule of a loan right after its one pay-out. */
export const initialScheduleKind: Kind = {
  name: 'schedule after the pay-out',
  takes: ({ inputs, schedule, timeline }) => schedule.length > 0 && timeline.length === 0 && has(inputs, 'disbursed_on', 'disbursed'),
  unsupported: [
    ...unsupportedTerms,
    {
      reason: 'a pay-out entered late, on a day the case does not state, with interest on what was overdue by then',
      holds: ({ flags, inputs }) =>
        flags.includes('backdated_disbursement') && inputs.recalculates_interest === true && percentAt(inputs, 'annual_rate_pct') > 0,
    },
  ],
  differencesOf,
}

function differencesOf({ inputs, schedule, totals }: GoldenCase): Difference[] {
  const terms = termsOf(inputs, schedule)
  const plan = planFor(terms)
  if (plan.length !== schedule.length) return [{ at: 'rows', expected: String(schedule.length), got: String(plan.length) }]
  const sums = totalsOf(plan)
  const inRows = addFen(zeroFen, ...schedule.map((row) => fenOr(row, 'fee', zeroFen)))
  const upFront = upFrontFee(inputs, totals, (fees) => feeTotalOf(upFrontFeesOf({ fees }, plan)))
  const fee = addFen(inRows, upFront)
  return [
    ...plan.flatMap((row, index) => rowDifferences(row, schedule[index] ?? {})),
    ...differencesIn('totals', totals, {
      principal: yuan(sums.principal),
      interest: yuan(sums.interest),
      fee: yuan(fee),
      penalty: yuan(0),
      ...(addsUp(totals) && { total: yuan(addFen(sums.principal, sums.interest, fee)) }),
    }),
  ]
}

/** A total that is not the sum of the parts written beside it says nothing of the loan; the parts do. */
function addsUp(totals: Fields): boolean {
  const parts = ['principal', 'interest', 'fee', 'penalty'].map((name) => fenOr(totals, name, zeroFen))
  return addFen(...parts) === fenOr(totals, 'total', zeroFen)
}

/** Charges that the inputs do not carry are taken from the row as given; the row's total is checked with them. */
function rowDifferences(row: PlanRow, expected: Fields): Difference[] {
  const at = `row ${row.period}`
  const given = addFen(fenOr(expected, 'fee', zeroFen), fenOr(expected, 'penalty', zeroFen))
  return [
    ...textDifference(at, expected, 'n', String(row.period)),
    ...textDifference(at, expected, 'days', String(daysBetween(row.startDate, row.dueDate))),
    ...textDifference(at, expected, 'due', row.dueDate),
    ...differencesIn(at, expected, {
      balance_after: yuan(row.balanceAfter),
      principal: yuan(row.principal),
      interest: yuan(row.interest),
      total: yuan(addFen(row.principal, row.interest, given)),
    }),
  ]
}

/** A charge whose name says neither sum nor share must be what one of the engine's bases makes of its value. */
function upFrontFee(inputs: Fields, totals: Fields, feeOf: (fees: readonly FeeTerm[]) => Fen): Fen {
  if (!has(inputs, 'upfront_charge')) return zeroFen
  const charge = fieldsAt(inputs, 'upfront_charge')
  const basis = textAt(charge, 'basis')
  const share = (of: FeeBase): Fen => feeOf([{ payee: 'lender', due: 'payOut', share: { of, rate: percentAt(charge, 'value') } }])
  const sum = () => feeOf([{ payee: 'lender', due: 'payOut', amount: fenAt(charge, 'value') }])
  if (basis.endsWith('_percent')) return share('principal')
  if (basis.endsWith('_amount')) return sum()
  const possible = [sum(), share('principal'), share('interest'), share('principalAndInterest')]
  return possible.find((fee) => fee === fenAt(totals, 'fee')) ?? sum()
}
