import { type CivilDate, civilDateAt } from '@fyh/base/dates.ts'
import { type Fen, formatPercent, formatYuan, type Ppm, ppm } from '@fyh/base/money.ts'

/** R9.4: '1234567.5' with 2 decimals → '1,234,567.50'. For plain counts; amounts go through `yuan`. */
export function thousands(value: number, decimals = 0): string {
  const text = Math.abs(value).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: true,
  })
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

/** '28,000.00' */
export const yuan = (amount: Fen): string => formatYuan(amount)
/** '28,000', for limits and whole amounts. */
export const wholeYuan = (amount: Fen): string => formatYuan(amount, 0)
/** '18%', '7.2%', '19.56%': as few decimals as the rate has. */
export const rate = (ppm: Ppm): string => `${formatPercent(ppm).replace(/\.?0+$/, '')}%`
/** '7.2%–18%', or one rate where both are the same. */
export function rateRange({ fromPpm, toPpm }: { readonly fromPpm: Ppm; readonly toPpm: Ppm }): string {
  const [from, to] = [rate(fromPpm), rate(toPpm)]
  return from === to ? to : `${from}–${to}`
}
/** '18%', '17.235%': every decimal a rate in millionths has, for sums one can follow. */
export const fullRate = (ppm: Ppm): string => `${formatPercent(ppm, 4).replace(/\.?0+$/, '')}%`
/** '18.00%', where rates stand under one another. */
export const exactRate = (ppm: Ppm): string => `${formatPercent(ppm)}%`

/** A rate a day in parts per million: 750 reads '0.075%'. */
export const dayRate = (ppmDay: number): string => `${formatPercent(ppm(ppmDay), 3)}%`

export type DateParts = { readonly year: string; readonly month: string; readonly day: string }
/** The parts of a date without leading zeros, for sentences of the packs. */
export function dateParts(date: CivilDate): DateParts {
  const [year = '', month = '', day = ''] = date.split('-')
  return { year, month: String(Number(month)), day: String(Number(day)) }
}
/** '12-27', where the year stands beside it. */
export const monthDay = (date: CivilDate): string => date.slice(5)
/** '12-27' in the year of today, '2027-01-27' in another one. */
export const nearDate = (date: CivilDate, today: CivilDate): string => (isInYearOf(date, today) ? monthDay(date) : date)
export const isInYearOf = (date: CivilDate, today: CivilDate): boolean => date.slice(0, 4) === today.slice(0, 4)

const shanghaiTime = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** '10:21' in Shanghai, wherever the phone is. */
export const timeOf = (instant: string): string => shanghaiTime.format(Date.parse(instant))
/** '2026-11-27 10:21' in Shanghai. */
export const dateTimeOf = (instant: string): string => `${dayOf(instant)} ${timeOf(instant)}`
const shanghaiSeconds = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
/** '2026-11-27 10:21:05' in Shanghai, where the second counts. */
export const exactTimeOf = (instant: string): string => `${dayOf(instant)} ${shanghaiSeconds.format(Date.parse(instant))}`
/** The civil date of a moment. */
export function dayOf(instant: string): CivilDate {
  const at = new Date(instant)
  return civilDateAt(at)
}
