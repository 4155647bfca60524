import { type Html, html } from '@fyh/serve/html.ts'
import type { QueryResultRow } from 'pg'
import { addressOf, type Filter } from '../filter.ts'
import type { Chart, Column, Question } from '../question.ts'
import type { Words } from '../words/zh-cn.ts'
import { isNumber, plottedCell, shownCell } from './cells.ts'
import { operatorPath } from './frame.ts'

export type Rows<Row> = { readonly rows: readonly Row[]; readonly hasMore: boolean }

type Place = {
  readonly words: Words
  readonly filter: Filter
  /** The page the table stands on; without it the table shows all its rows and has no others to lead to. */
  readonly listPath?: string
  readonly title: string
  readonly chart?: Chart['kind']
  /** The table is closed under its chart, where it would be long and the chart tells more. */
  readonly isFolded?: boolean
  readonly rowsMax?: number
}

/** A chart and the table it is drawn from, which says the same to those who cannot see it, with its file and its other rows. */
export function tableSection<Row extends QueryResultRow>(question: Question<Row>, { rows, hasMore }: Rows<Row>, place: Place): Html {
  const { words, filter, title, chart, isFolded, listPath } = place
  const columns = question.columns.filter(({ onlyInFile }) => onlyInFile !== true)
  const id = `table-${question.name}`
  const table = html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}-title">${tableOf(columns, rows, { words, filter, id })}</div>`
  return html`<section aria-labelledby="${id}-title">
        <div class="head">
          <h2 id="${id}-title">${title}</h2>
          ${rows.length > 0 && html`<a class="export" href="${fileAddress(question.name, filter)}" download>${words.table.export}</a>`}
        </div>
        ${rows.length === 0 && html`<p class="empty">${words.table.empty}</p>`}
        ${rows.length > 0 && chart !== undefined && plot(id, chart, words.table.chart(title))}
        ${rows.length > 0 && (isFolded ? html`<details><summary>${words.table.asTable}</summary>${table}</details>` : table)}
        ${listPath !== undefined && pager(listPath, { count: rows.length, hasMore }, place)}
      </section>`
}

const plot = (id: string, kind: Chart['kind'], label: string) =>
  html`<div class="plot ${kind}" data-chart="${kind}" data-table="${id}"><canvas role="img" aria-label="${label}"></canvas></div>`

function tableOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { words, filter, id }: { words: Words; filter: Filter; id: string },
): Html {
  const [sample] = rows
  return html`<table id="${id}">
          <thead><tr>${columns.map((column) => html`<th scope="col"${sample !== undefined && isNumber(column.cell(sample, words)) && html` class="number"`}${column.isPlotted && html` data-plotted`}>${column.title(words, filter)}</th>`)}</tr></thead>
          <tbody>${rows.map((row) => html`<tr>${columns.map((column, at) => cellOf(column, row, { words, filter, isHead: at === 0 }))}</tr>`)}</tbody>
        </table>`
}

function cellOf<Row>(column: Column<Row>, row: Row, { words, filter, isHead }: { words: Words; filter: Filter; isHead: boolean }): Html {
  const cell = column.cell(row, words)
  const shown = shownCell(cell, words)
  const href = column.href?.(row, filter)
  const content = href === undefined ? shown : html`<a href="${href}">${shown}</a>`
  const figure = plottedCell(cell)
  const marks = html`${isNumber(cell) && html` class="number"`}${column.isLong && html` class="long"`}${figure !== undefined && html` data-value="${figure}"`}`
  return isHead ? html`<th scope="row"${marks}>${content}</th>` : html`<td${marks}>${content}</td>`
}

export const fileAddress = (name: string, filter: Filter): string => subjectAddress(`${operatorPath}/files/${name}.csv`, filter)

/** The address of a list, with whom and what it is about. */
export function subjectAddress(path: string, filter: Filter, nr?: number): string {
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
  })
}

function pager(
  path: string,
  { count, hasMore }: { count: number; hasMore: boolean },
  { words, filter, rowsMax = 10 }: Place,
): Html | false {
  const { nr } = filter
  if (nr === 1 && !hasMore) return false
  const first = (nr - 1) * rowsMax + 1
  return html`<nav class="pager" aria-label="${words.table.pages}">
          ${nr > 1 ? html`<a rel="prev" href="${subjectAddress(path, filter, nr - 1)}">${words.table.earlier}</a>` : html`<span></span>`}
          <p>${count > 0 && words.table.rows(first, first + count - 1)}</p>
          ${hasMore ? html`<a rel="next" href="${subjectAddress(path, filter, nr + 1)}">${words.table.later}</a>` : html`<span></span>`}
        </nav>`
}
