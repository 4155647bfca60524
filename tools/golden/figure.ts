import { mulDiv } from '@fyh/base/money.ts'
import { type Fields, FormatError, has, textAt } from './fields.ts'
import type { Difference } from './kind.ts'

/** A figure the engine gave: a whole number of its smallest unit, and how many decimals of the written unit that is. */
export type Figure = { readonly value: number; readonly places: number }

/** Money in yuan; a rate as a fraction of one; a rate in percent. */
export const yuan = (fen: number): Figure => ({ value: fen, places: 2 })
export const fraction = (ppm: number): Figure => ({ value: ppm, places: 6 })
export const percent = (ppm: number): Figure => ({ value: ppm, places: 4 })

/**
 * Whether a figure is the one written. Both are brought to the coarser of the two precisions, half up: what is written as 12.80 or
 * 'about 12.80' says nothing of a third decimal, and money has no third decimal to be compared.
 */
export function isWritten(text: string, { value, places }: Figure): boolean {
  const match = /^(?:about )?(-?)([\d,]+)(?:\.(\d+))?$/.exec(text.trim())
  if (match === null) throw new FormatError(`no figure: ${text}`)
  const [, sign = '', whole = '', decimals = ''] = match
  const common = Math.min(decimals.length, places)
  const rounds = Number(decimals[common] ?? '0') >= 5 ? 1 : 0
  const written = Number(whole.split(',').join('') + decimals.slice(0, common)) + rounds
  const got = mulDiv({ value, times: 1, over: 10 ** (places - common), rounding: 'halfUp' })
  return (sign === '-' ? -written : written) + 0 === got
}

/** The differences of the named fields that are written: none, one or several. */
export function differencesIn(at: string, expected: Fields, got: { readonly [name: string]: Figure }): Difference[] {
  return Object.entries(got).flatMap(([name, figure]) => {
    if (!has(expected, name)) return []
    const text = textAt(expected, name)
    return isWritten(text, figure) ? [] : [{ at: at === '' ? name : `${at} ${name}`, expected: text, got: shown(figure) }]
  })
}

/** A difference of two texts, such as days and dates. */
export function textDifference(at: string, expected: Fields, name: string, got: string): Difference[] {
  if (!has(expected, name)) return []
  const text = textAt(expected, name)
  return text === got ? [] : [{ at: at === '' ? name : `${at} ${name}`, expected: text, got }]
}

function shown({ value, places }: Figure): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${value < 0 ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}
