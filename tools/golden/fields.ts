import { type CivilDate, isCivilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, type Ppm, ppm } from '@fyh/base/money.ts'

/** A JSON object as read: nothing is known of it until a field is asked for by its shape. */
export type Fields = { readonly [name: string]: unknown }

/** A file or case that is not written in the format; the message names the field. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether every field named is there and says something: null, 'null' and '' say nothing. */
export function has(fields: Fields, ...names: readonly string[]): boolean {
  return names.every((name) => fields[name] !== undefined && fields[name] !== null && fields[name] !== 'null' && fields[name] !== '')
}

/** A text, or a number as it is written. */
export function textAt(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new FormatError(`${name} is no text: ${JSON.stringify(value)}`)
}

/** Money of at most two decimals; '1,000.00', '-3' and 250 are read, too. */
export function fenAt(fields: Fields, name: string): Fen {
  return fen(scaled(textAt(fields, name), 2, name))
}

export function fenOr(fields: Fields, name: string, otherwise: Fen): Fen {
  return has(fields, name) ? fenAt(fields, name) : otherwise
}

/** A rate written in percent, to at most four decimals of it. */
export function percentAt(fields: Fields, name: string): Ppm {
  return ppm(scaled(textAt(fields, name), 4, name))
}

export function wholeAt(fields: Fields, name: string): number {
  return scaled(textAt(fields, name), 0, name)
}

export function wholeOr(fields: Fields, name: string, otherwise: number): number {
  return has(fields, name) ? wholeAt(fields, name) : otherwise
}

/** A rate written as a fraction of one, such as '0.1/12', for a part of a year: the rate a year, undefined when that is no whole millionth. */
export function rateAt(fields: Fields, name: string, parts: number): Ppm | undefined {
  const [over = '', under = '1'] = textAt(fields, name).split('/')
  const match = /^(\d+)(?:\.(\d+))?$/.exec(over)
  if (match === null || !/^\d+$/.test(under)) throw new FormatError(`${name} is no rate: ${fields[name]}`)
  const [, whole = '', decimals = ''] = match
  const value = Number(whole + decimals) * parts * 1_000_000
  const divisor = 10 ** decimals.length * Number(under)
  return value % divisor === 0 ? ppm(value / divisor) : undefined
}

export function dateAt(fields: Fields, name: string): CivilDate {
  const value = fields[name]
  if (isCivilDate(value)) return value
  throw new FormatError(`${name} is no date: ${JSON.stringify(value)}`)
}

export function fieldsAt(fields: Fields, name: string): Fields {
  const value = fields[name]
  if (isFields(value)) return value
  throw new FormatError(`${name} is no object: ${JSON.stringify(value)}`)
}

export function listAt(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name]
  if (Array.isArray(value)) return value
  throw new FormatError(`${name} is no list: ${JSON.stringify(value)}`)
}

/** A list of objects; none when the field is not there. */
export function rowsAt(fields: Fields, name: string): readonly Fields[] {
  if (!has(fields, name)) return []
  return listAt(fields, name).map((row) => {
    if (isFields(row)) return row
    throw new FormatError(`${name} holds something that is no object: ${JSON.stringify(row)}`)
  })
}

/** The decimal `text` × 10^places as a whole number; more places than that are refused unless they are zeros. */
function scaled(text: string, places: number, name: string): number {
  const match = /^(-?)([\d,]+)(?:\.(\d+))?$/.exec(text.trim())
  const [, sign = '', whole = '', decimals = ''] = match ?? []
  const beyond = decimals.slice(places)
  if (match === null || /[1-9]/.test(beyond)) throw new FormatError(`${name} is no number of ${places} decimals: ${text}`)
  return Number(`${sign}${whole.split(',').join('')}${decimals.slice(0, places).padEnd(places, '0')}`)
}
