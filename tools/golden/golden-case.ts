import { type Fields, FormatError, fieldsAt, has, isFields, listAt, rowsAt, textAt } from './fields.ts'

/** One case of a golden file: what goes in, and what must come out in one of three forms. */
export type GoldenCase = {
  readonly id: string
  readonly inputs: Fields
  /** Settings of the source that have no field of their own. */
  readonly flags: readonly string[]
  /** Single figures. */
  readonly expected: Fields
  /** The rows of one schedule, with its sums in `totals`. */
  readonly schedule: readonly Fields[]
  readonly totals: Fields
  /** Operations and checks in the order of their days. */
  readonly timeline: readonly Fields[]
}

/** The cases of a file's text. Throws FormatError for anything that is not in the format. */
export function casesOf(text: string): GoldenCase[] {
  const file: unknown = JSON.parse(text)
  if (!isFields(file)) throw new FormatError('the file holds no object')
  return rowsAt(file, 'cases').map((row) => ({
    id: textAt(row, 'id'),
    inputs: fieldsAt(row, 'inputs'),
    flags: has(row, 'cn_flags') ? listAt(row, 'cn_flags').map(String) : [],
    expected: has(row, 'expected') ? fieldsAt(row, 'expected') : {},
    schedule: rowsAt(row, 'schedule'),
    totals: has(row, 'totals') ? fieldsAt(row, 'totals') : {},
    timeline: rowsAt(row, 'timeline'),
  }))
}
