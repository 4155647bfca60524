import { isCivilDate } from '@fyh/base/dates.ts'

/** Types of key columns and how their values look as text; instants are microseconds since 1970, because a Date would round them. */
const shapes = { date: /^\d{4}-\d{2}-\d{2}$/, instant: /^\d{1,17}$/, bigint: /^-?\d{1,18}$/, text: /^/ } as const
export type KeyColumn = { readonly column: string; readonly type: keyof typeof shapes }
/** The key of one row, a text per column. */
export type ListKey = readonly string[]

const lengthMax = 600

/** Returns the key that an address holds; undefined when it holds none that could be one. */
export function readKey(written: string): ListKey | undefined {
  if (written.length > lengthMax) return undefined
  try {
    const values: unknown = JSON.parse(Buffer.from(written, 'base64url').toString())
    return Array.isArray(values) && values.every((value) => typeof value === 'string' && !value.includes('\0')) ? values : undefined
  } catch {
    return undefined
  }
}

export const writtenKey = (key: ListKey): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/** Whether a key belongs to a list with these columns; one that was copied from another list does not. */
export function fitsColumns(key: ListKey, columns: readonly KeyColumn[]): boolean {
  return key.length === columns.length && columns.every(({ type }, at) => isValue(type, key[at] ?? ''))
}

function isValue(type: KeyColumn['type'], value: string): boolean {
  return shapes[type].test(value) && (type !== 'date' || isCivilDate(value))
}

/** SQL that reads a key column as text. */
export const keyText = ({ column, type }: KeyColumn): string =>
  type === 'instant' ? `(extract(epoch from ${column}) * 1000000)::bigint::text` : `${column}::text`

/** SQL that makes a key column's value of the text in a place such as `$3`. */
export function keyValue({ type }: KeyColumn, place: string): string {
  if (type === 'instant') return `(timestamptz 'epoch' + ${place}::bigint * interval '1 microsecond')`
  return `${place}::${type}`
}
