import type { Pool } from '@fyh/postgres/pool.ts'
import type { QueryResultRow } from 'pg'
import { allRows } from './ask.ts'
import type { Filter } from './filter.ts'
import { type Cell, exportedCell } from './page/cells.ts'
import type { Question } from './question.ts'
import type { Words } from './words/zh-cn.ts'

/** Spreadsheets take UTF-8 for something else without it. */
const byteOrderMark = '\uFEFF'

/** A question's whole answer as lines of RFC 4180, a batch at a time. */
export async function* csvOf<Row extends QueryResultRow>(
  pool: Pool,
  question: Question<Row>,
  { filter, words }: { filter: Filter; words: Words },
): AsyncGenerator<string> {
  const { columns } = question
  const head = columns.map(({ title }) => quoted(harmless(title(words, filter)))).join(',')
  let before = `${byteOrderMark}${head}\r\n`
  for await (const rows of allRows(pool, question, filter)) {
    yield before + rows.map((row) => lineOf(columns.map(({ cell }) => cell(row, words)))).join('')
    before = ''
  }
  if (before !== '') yield before
}

/** One row, with the end of its line. */
export const lineOf = (cells: readonly Cell[]): string => `${cells.map(fieldOf).join(',')}\r\n`

const fieldOf = (cell: Cell) => quoted(cell.kind === 'text' ? harmless(cell.text) : exportedCell(cell))

const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`

/**
 * A spreadsheet runs a cell that begins like a formula, and some look past blanks, marks without width and full-width forms for its begin. An
 * apostrophe before it makes it text. One that parts its cells by something else than a comma ends a cell at a semicolon, a tab or the end of a line
 * in the middle of a text, quotes or not; what begins there like a formula has its apostrophe too. Whoever sends events writes what stands here.
 */
export function harmless(field: string): string {
  const inside = harmlessInside(field)
  return /^[\p{White_Space}\p{Cf}\p{Cc}]*[=+\-@\u2212]/u.test(field.normalize('NFKC')) || /^[\t\r\n]/.test(field) ? `'${inside}` : inside
}

const skipped = /^["\p{White_Space}\p{Cf}\p{Cc}]$/u
const beginsFormula = /^[=+\-@\u2212]/

/** Letter by letter: an expression that looks ahead over blanks takes time by the square of them. */
function harmlessInside(field: string): string {
  if (!/[;\t\r\n]/.test(field)) return field
  let safe = ''
  let mayBegin = false
  for (const letter of field) {
    if (mayBegin && beginsFormula.test(letter.normalize('NFKC'))) safe += "'"
    mayBegin = ';\t\r\n'.includes(letter) || (mayBegin && skipped.test(letter))
    safe += letter
  }
  return safe
}
