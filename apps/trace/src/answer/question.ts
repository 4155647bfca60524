import type { QueryResultRow } from 'pg'
import type { Filter } from './filter.ts'
import type { KeyColumn } from './list-key.ts'
import type { Cell } from './page/cells.ts'
import type { Words } from './words/zh-cn.ts'

export type Statement = { readonly text: string; readonly values: readonly unknown[] }

export type Column<Row> = {
  readonly title: (words: Words, filter: Filter) => string
  readonly cell: (row: Row, words: Words) => Cell
  /** Where a press on the cell leads. */
  readonly href?: (row: Row, filter: Filter) => string
  /** Whether the chart beside the table shows it. */
  readonly isPlotted?: boolean
  /** Whether it names the row in the chart; without any such column the first one does. */
  readonly isLabel?: boolean
  /** A file holds it, a page does not: there it would only cost room. */
  readonly onlyInFile?: boolean
  /** Long text, that may wrap. */
  readonly isLong?: boolean
}

/** A table that a page shows ten rows of and a file holds whole: one statement, one list of columns. */
export type Question<Row extends QueryResultRow> = {
  /** Names its file. */
  readonly name: string
  /** Ordered, without a limit. */
  readonly statement: (filter: Filter) => Statement
  readonly columns: readonly Column<Row>[]
  /**
   * Of a list of what happened, newest first: the columns of the statement that it is ordered by, all descending, together unique. Its pages
   * follow each other by this key, so that a row that arrives meanwhile neither repeats nor hides another one.
   */
  readonly key?: readonly KeyColumn[]
}
