import { mulDiv, type Ppm, ppm } from '@fyh/base/money.ts'
import { demand } from './engine-error.ts'

/** The part of a rate a year that falls on one of so many equal parts, half up: 360 or 365 for a day, 12 for a month. */
export function ratePerPart(annualRate: Ppm, parts: number): Ppm {
  demand(Number.isSafeInteger(parts) && parts > 0 && parts <= partsMax, 'PERIODS_OUT_OF_RANGE', `${parts} parts of a year`)
  return ppm(mulDiv({ value: annualRate, times: 1, over: parts, rounding: 'halfUp' }))
}

/** So many percent of a rate: 150 for the overdue rate, 70 for 30 percent off. */
export function percentOfRate(rate: Ppm, percent: number): Ppm {
  demand(Number.isSafeInteger(percent) && percent >= 0 && percent <= partsMax, 'RATE_OUT_OF_RANGE', `${percent} % of a rate`)
  return ppm(mulDiv({ value: rate, times: percent, over: 100, rounding: 'halfUp' }))
}

/** What a rate named for the year comes to when interest joins the principal so many times a year. */
export function effectiveRateOf(nominal: Ppm, perYear: number): Ppm {
  checkCompounding(nominal, perYear)
  return ppm(Math.round(((1 + nominal / million / perYear) ** perYear - 1) * million))
}

/** The reverse of effectiveRateOf, to a millionth. */
export function nominalRateOf(effective: Ppm, perYear: number): Ppm {
  checkCompounding(effective, perYear)
  return ppm(Math.round(((1 + effective / million) ** (1 / perYear) - 1) * perYear * million))
}

const million = 1_000_000
const partsMax = 1000
const rateMax = 10_000_000

function checkCompounding(rate: Ppm, perYear: number): void {
  demand(rate >= 0 && rate <= rateMax, 'RATE_OUT_OF_RANGE', `${rate} ppm`)
  demand(Number.isSafeInteger(perYear) && perYear > 0 && perYear <= partsMax, 'PERIODS_OUT_OF_RANGE', `${perYear} times a year`)
}
