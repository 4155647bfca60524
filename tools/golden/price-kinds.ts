import { addFen, type Fen, fen, type Ppm, ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import { instalmentOf } from '@fyh/loan-engine/annuity.ts'
import { annuityPartsOf } from '@fyh/loan-engine/annuity-parts.ts'
import { EngineError } from '@fyh/loan-engine/engine-error.ts'
import { type CashFlow, datedPriceOf, priceOf, stepRateOf } from '@fyh/loan-engine/price.ts'
import { effectiveRateOf, nominalRateOf } from '@fyh/loan-engine/rates.ts'
import { dateAt, type Fields, fenAt, fenOr, has, listAt, percentAt, rateAt, textAt, wholeAt, wholeOr } from './fields.ts'
import { differencesIn, fraction, percent, yuan } from './figure.ts'
import type { GoldenCase } from './golden-case.ts'
import type { Difference, Kind } from './kind.ts'

const flowsKind: Kind = {
  name: 'rate of cash flows',
  takes: ({ inputs, expected }) => has(inputs, 'cash_flows') && (has(expected, 'irr') || has(expected, 'xirr')),
  unsupported: [
    {
      reason: 'cash flows that more than one rate fits, or none',
      holds: ({ inputs, expected }) => rateOfFlows(inputs, has(expected, 'xirr')) === undefined,
    },
  ],
  differencesOf: ({ inputs, expected }) => {
    const rate = rateOfFlows(inputs, has(expected, 'xirr'))
    return rate === undefined ? [] : differencesIn('', expected, { irr: fraction(rate), xirr: fraction(rate) })
  },
}

/** Undefined where the engine refuses the flows: which it does for what is in them, not for what is expected. */
function rateOfFlows(inputs: Fields, isDated: boolean): Ppm | undefined {
  const amounts = listAt(inputs, 'cash_flows').map((amount) => fenAt({ amount }, 'amount'))
  const days = isDated ? listAt(inputs, 'dates') : []
  try {
    if (!isDated) return stepRateOf(amounts.map((amount, month) => ({ month, amount })))
    return datedPriceOf(amounts.map((amount, index) => ({ on: dateAt({ on: days[index] }, 'on'), amount })))
  } catch (error) {
    if (error instanceof EngineError && error.code === 'CASH_FLOWS_WITHOUT_PRICE') return undefined
    throw error
  }
}

const priceKind: Kind = {
  name: 'price of instalments',
  takes: ({ inputs, expected }) =>
    has(inputs, 'principal', 'instalment') && Object.keys(expected).some((name) => name.endsWith('annualised_pct')),
  unsupported: [],
  differencesOf: ({ inputs, expected }) => {
    const { simple, compound } = priceOf(instalmentFlows(inputs))
    return differencesIn('', expected, {
      simple_annualised_pct: percent(simple),
      irr_simple_annualised_pct: percent(simple),
      irr_annualised_pct: percent(compound),
      irr_compound_annualised_pct: percent(compound),
      ...(has(inputs, 'monthly_fee_pct_of_original') && {
        advertised_simple_pct: percent(percentAt(inputs, 'monthly_fee_pct_of_original') * 12),
      }),
    })
  },
}

function instalmentFlows(inputs: Fields): CashFlow[] {
  const count = wholeAt(inputs, has(inputs, 'instalments') ? 'instalments' : 'periods')
  const received = subFen(fenAt(inputs, 'principal'), fenOr(inputs, 'upfront_fee', zeroFen))
  const each = addFen(fenAt(inputs, 'instalment'), fenOr(inputs, 'monthly_fee', zeroFen))
  return [{ month: 0, amount: received }, ...Array.from({ length: count }, (_, k) => ({ month: k + 1, amount: subFen(zeroFen, each) }))]
}

const compoundingKind: Kind = {
  name: 'nominal and effective rate',
  takes: ({ inputs }) => has(inputs, 'per_year') && (has(inputs, 'nominal') || has(inputs, 'effective')),
  unsupported: [],
  differencesOf: ({ inputs, expected }) => {
    const perYear = wholeAt(inputs, 'per_year')
    return differencesIn('', expected, {
      ...(has(inputs, 'nominal') && { effective: fraction(effectiveRateOf(rateAt(inputs, 'nominal', 1) ?? ppm(-1), perYear)) }),
      ...(has(inputs, 'effective') && { nominal: fraction(nominalRateOf(rateAt(inputs, 'effective', 1) ?? ppm(-1), perYear)) }),
    })
  },
}

const annuityAsked = ['payment', 'principal_part', 'interest_part', 'interest_total', 'principal_total']

/** A rate a month, a sum and a number of months: what is paid is written as negative. */
const annuityKind: Kind = {
  name: 'parts of an annuity',
  takes: ({ inputs, expected }) =>
    has(inputs, 'rate', 'periods', 'present_value') &&
    [inputs.rate, inputs.periods, inputs.present_value].every((given) => !Array.isArray(given)) &&
    Object.keys(expected).every((name) => annuityAsked.includes(name)),
  unsupported: [
    {
      reason: 'a sum left over after the last instalment',
      holds: ({ inputs }) => has(inputs, 'future_value') && textAt(inputs, 'future_value') !== '0',
    },
    {
      reason: 'instalments at the beginning of each period',
      holds: ({ inputs }) => ['type', 'when', 'due'].some((name) => has(inputs, name) && !['0', 'end'].includes(textAt(inputs, name))),
    },
    { reason: 'a rate finer than 0.0001 % a year', holds: ({ inputs }) => rateAt(inputs, 'rate', 12) === undefined },
  ],
  differencesOf: annuityDifferences,
}

function annuityDifferences({ inputs, expected }: GoldenCase): Difference[] {
  const annualRate: Ppm = rateAt(inputs, 'rate', 12) ?? ppm(-1)
  const principal = fenAt(inputs, 'present_value')
  const spans = Array.from({ length: wholeAt(inputs, 'periods') }, () => ({ days: 30, basis: 360 }))
  const partsOf = (from: number, to: number) => annuityPartsOf({ principal, annualRate, spans, from, to })
  const paid = (amount: Fen) => yuan(subFen(zeroFen, amount))
  if (Array.isArray(inputs.period)) return listDifferences(inputs, expected, (period) => partsOf(period, period))
  const from = wholeOr(inputs, has(inputs, 'period') ? 'period' : 'from', 1)
  const to = wholeOr(inputs, has(inputs, 'period') ? 'period' : 'to', from)
  const parts = partsOf(from, to)
  return differencesIn('', expected, {
    payment: paid(instalmentOf({ principal, annualRate, spans })),
    principal_part: paid(parts.principal),
    principal_total: paid(parts.principal),
    interest_part: paid(parts.interest),
    interest_total: paid(parts.interest),
  })
}

function listDifferences(inputs: Fields, expected: Fields, partsOf: (period: number) => { principal: Fen; interest: Fen }): Difference[] {
  return listAt(inputs, 'period').flatMap((period, index) => {
    const parts = partsOf(Number(period))
    const at = (name: string) => (has(expected, name) ? { [name]: listAt(expected, name)[index] } : {})
    return differencesIn(
      `period ${period}`,
      { ...at('principal_part'), ...at('interest_part') },
      {
        principal_part: yuan(fen(-parts.principal)),
        interest_part: yuan(fen(-parts.interest)),
      },
    )
  })
}

/** Prices and what an annuity is made of. */
export const priceKinds: readonly Kind[] = [flowsKind, priceKind, compoundingKind, annuityKind]
