import { assert } from '@fyh/base/assert.ts'
import { civilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, ppm } from '@fyh/base/money.ts'
import { periodsOf } from '@fyh/loan-engine/periods.ts'
import { cashFlowsOf, priceOf } from '@fyh/loan-engine/price.ts'
import { planFor } from '@fyh/loan-engine/schedule.ts'
import { amountsOver, shareOf } from '@fyh/loan-engine/shares.ts'
import type { LoanTerms } from '@fyh/loan-engine/terms.ts'
import { irr } from 'financial'
import { Loan } from 'loanjs'
import { replayFigures } from './engine-replay.ts'
import type { Figure } from './figure.ts'
import { medianRates } from './rounds.ts'

/** The loan engine beside the packages one would take instead of it: one core, one process, taking turns. */
export async function* measureEngine(): AsyncGenerator<Figure> {
  yield* sumFigures()
  yield* scheduleFigures()
  yield priceFigure(12)
  yield priceFigure(36)
  yield* replayFigures()
}

const baseTerms: LoanTerms = {
  principal: fen(1_000_000),
  annualRate: ppm(180_000),
  periods: 12,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2026-01-31'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
}

type Asked = { readonly yuan: number; readonly percent: number; readonly terms: LoanTerms }

/** Amounts from 5,000 yuan and rates from 12 %, different from turn to turn, the same for both and made beforehand. */
const asked: Asked[] = Array.from({ length: 1_024 }, (_, k) => {
  const yuan = 5_000 + ((k * 7) % 997) * 100
  const percent = 12 + (k % 61) / 10
  return { yuan, percent, terms: { ...baseTerms, principal: fen(yuan * 100), annualRate: ppm(Math.round(percent * 10_000)) } }
})

function askedAt(turn: number): Asked {
  const found = asked[turn % asked.length]
  assert(found !== undefined, 'every turn asks something')
  return found
}

/** Being fast is worth something only when the rows sum to the loan. */
function sumFigures(): Figure[] {
  const wrong = (principalOf: (one: Asked) => number) => asked.filter((one) => principalOf(one) !== one.terms.principal).length
  const ours = wrong(({ terms }) => addFen(...planFor(terms).map((row) => row.principal)))
  const theirs = wrong(({ yuan, percent }) =>
    Math.round(Loan(yuan, 12, percent, 'annuity').installments.reduce((sum, row) => sum + row.capital, 0) * 100),
  )
  return [
    {
      name: `of ${asked.length} schedules, rows miss the loan's sum`,
      value: ours,
      unit: 'schedules',
      reference: { name: 'loanjs', value: theirs },
      target: { of: 'value', atMost: 0 },
    },
  ]
}

/** loanjs gives amounts alone, so amounts stand beside it; the days of the periods hold for every amount and rate, and are counted once. */
function scheduleFigures(): Figure[] {
  const periods = periodsOf(baseTerms)
  const [amounts = Number.NaN, plans = Number.NaN, theirs = Number.NaN] = medianRates([
    (turn) => {
      const { terms } = askedAt(turn)
      let sum = 0
      for (const { interest, principal } of amountsOver(terms, periods, shareOf(terms, periods))) sum += interest + principal
      return sum
    },
    (turn) => planFor(askedAt(turn).terms).reduce((sum, row) => sum + row.interest + row.balanceAfter, 0),
    (turn) => {
      const { yuan, percent } = askedAt(turn)
      let sum = 0
      for (const { interest, capital } of Loan(yuan, 12, percent, 'annuity').installments) sum += interest + capital
      return sum
    },
  ])
  return [
    {
      name: 'schedules of 12 equal instalments, amounts',
      value: amounts,
      unit: '/s',
      reference: { name: 'loanjs', value: theirs },
      target: { of: 'ratio', atLeast: 1 },
    },
    {
      name: 'the same as plans, with due days and reasons',
      value: plans,
      unit: '/s',
      reference: { name: 'loanjs, amounts alone', value: theirs },
    },
  ]
}

/** The annual price to a millionth beside the monthly rate of `irr`, over the same money. */
function priceFigure(periods: number): Figure {
  const flows = cashFlowsOf({ principal: baseTerms.principal, plan: planFor({ ...baseTerms, periods }) })
  const received = (turn: number): Fen => fen(baseTerms.principal - (turn % 1_009))
  const paid = flows.slice(1)
  const yuan = flows.map(({ amount }) => amount / 100)
  const [ours = Number.NaN, theirs = Number.NaN] = medianRates([
    (turn) => priceOf([{ month: 0, amount: received(turn) }, ...paid]).simple,
    (turn) => irr([received(turn) / 100, ...yuan.slice(1)]),
  ])
  return {
    name: `price of a loan of ${periods} flows`,
    value: ours,
    unit: '/s',
    reference: { name: 'irr of financial', value: theirs },
    target: { of: 'ratio', atLeast: 1 },
  }
}
