import { type Html, html } from '@fyh/serve/html.ts'
import type { QueryResultRow } from 'pg'
import { addressOf, type Filter } from '../filter.ts'
import { type ListKey, writtenKey } from '../list-key.ts'
import type { Column, Question } from '../question.ts'
import type { Words } from '../words/zh-cn.ts'
import { isNumber, plottedCell, shownCell } from './cells.ts'
import { operatorPath } from './frame.ts'

/** `ends`: the keys of the first and the last row of a list that is paged by key. */
export type Rows<Row> = {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
  readonly ends?: { readonly first: ListKey; readonly last: ListKey }
}

type Chart = 'line' | 'bars' | 'steps'

type Place = {
  readonly words: Words
  readonly filter: Filter
  /** The page the table stands on; without it the table shows all its rows and has no others to lead to. */
  readonly listPath?: string
  readonly title: string
  readonly chart?: Chart
  readonly about?: string
  /** What it says without any rows, where that is not for want of a wider filter. */
  readonly empty?: string
  /** The table is closed under its chart, where it would be long and the chart tells more. */
  readonly isFolded?: boolean
  readonly rowsMax?: number
  /** On a narrow screen a row stands as a card, since its cells are texts that one reads together. */
  readonly isStacked?: boolean
}

/** A chart and the table it is drawn from, which says the same to those who cannot see it, with its file and its other rows. */
export function tableSection<Row extends QueryResultRow>(question: Question<Row>, shown: Rows<Row>, place: Place): Html {
  const { words, filter, title, about, listPath, empty = words.table.empty } = place
  const { rows, hasMore, ends } = shown
  const id = `table-${question.name}`
  return html`<section aria-labelledby="${id}-title">
        <div class="head">
          <h2 id="${id}-title">${title}</h2>
          ${rows.length > 0 && html`<a class="export" href="${fileAddress(question.name, filter)}" download>${words.table.export}</a>`}
        </div>
        ${about !== undefined && html`<p class="about">${about}</p>`}
        ${rows.length === 0 ? html`<p class="empty">${empty}</p>` : chartAndTable(id, question, rows, place)}
        ${listPath !== undefined && pager(listPath, { count: rows.length, hasMore, ends }, place)}
      </section>`
}

function chartAndTable<Row extends QueryResultRow>(id: string, question: Question<Row>, rows: readonly Row[], place: Place): Html {
  const { words, title, chart, isFolded } = place
  const table = html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}-title">${tableOf(id, question, rows, place)}</div>`
  return html`${chart !== undefined && plot(id, chart, words.table.chart(title))}
        ${isFolded === true ? html`<details><summary>${words.table.asTable}</summary>${table}</details>` : table}`
}

const plot = (id: string, kind: Chart, label: string) =>
  html`<div class="plot ${kind}" data-chart="${kind}" data-table="${id}"><canvas role="img" aria-label="${label}"></canvas></div>`

/** The roles are those that a table has by itself, and loses in some browsers where its rows stand as cards. */
function tableOf<Row extends QueryResultRow>(id: string, question: Question<Row>, rows: readonly Row[], place: Place): Html {
  const columns = question.columns.filter(({ onlyInFile }) => onlyInFile !== true)
  return html`<table id="${id}" role="table"${place.isStacked && html` class="stacked"`}>
          <thead role="rowgroup"><tr role="row">${columns.map((column) => headOf(column, rows[0], place))}</tr></thead>
          <tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${columns.map((column, at) => cellOf(column, row, { ...place, isHead: at === 0 }))}</tr>`)}</tbody>
        </table>`
}

type Look = { readonly words: Words; readonly filter: Filter }

function headOf<Row>(column: Column<Row>, sample: Row | undefined, { words, filter }: Look): Html {
  const hasNumbers = sample !== undefined && isNumber(column.cell(sample, words))
  const marks = html`${hasNumbers && html` class="number"`}${column.isPlotted && html` data-plotted`}${column.isLabel && html` data-label`}`
  return html`<th scope="col" role="columnheader"${marks}>${column.title(words, filter)}</th>`
}

function cellOf<Row>(column: Column<Row>, row: Row, { words, filter, isHead }: Look & { readonly isHead: boolean }): Html {
  const cell = column.cell(row, words)
  const shown = shownCell(cell, words)
  const href = column.href?.(row, filter)
  const content = href === undefined ? shown : html`<a href="${href}">${shown}</a>`
  const figure = plottedCell(cell)
  const kind = isNumber(cell) ? html` class="number"` : column.isLong === true && html` class="long"`
  const marks = html`${kind} data-title="${column.title(words, filter)}"${figure !== undefined && html` data-value="${figure}"`}`
  return isHead ? html`<th scope="row" role="rowheader"${marks}>${content}</th>` : html`<td role="cell"${marks}>${content}</td>`
}

export const fileAddress = (name: string, filter: Filter): string => subjectAddress(`${operatorPath}/files/${name}.csv`, filter)

/** The address of a list, with whom and what it is about. */
export function subjectAddress(
  path: string,
  filter: Filter,
  nr?: number,
  key: { readonly after?: string; readonly before?: string } = {},
): string {
  const { user = '', phone = '', trace = '', browser = '', event = '', name, page } = filter
  return addressOf(path, filter, {
    user,
    phone,
    trace,
    browser,
    event,
    ...(name === undefined ? {} : { name: name || '-' }),
    ...(page === undefined ? {} : { page: page || '-' }),
    ...(nr === undefined || nr === 1 ? {} : { nr: String(nr) }),
    ...key,
  })
}

function pager(
  path: string,
  { count, hasMore, ends }: { count: number; hasMore: boolean; ends: Rows<unknown>['ends'] },
  { words, filter, rowsMax = 10 }: Place,
): Html | false {
  const { nr } = filter
  if (nr === 1 && !hasMore) return false
  const first = (nr - 1) * rowsMax + 1
  return html`<nav class="pager" aria-label="${words.table.pages}">
          ${nr > 1 ? html`<a rel="prev" href="${subjectAddress(path, filter, nr - 1, ends && nr > 2 ? { before: writtenKey(ends.first) } : {})}">${words.table.earlier}</a>` : html`<span></span>`}
          <p>${count > 0 && words.table.rows(first, first + count - 1)}</p>
          ${hasMore ? html`<a rel="next" href="${subjectAddress(path, filter, nr + 1, ends && { after: writtenKey(ends.last) })}">${words.table.later}</a>` : html`<span></span>`}
        </nav>`
}
