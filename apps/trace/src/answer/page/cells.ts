import { type Html, html } from '@fyh/serve/html.ts'
import type { Words } from '../words/zh-cn.ts'

/** What stands in a cell, so that page, chart and file each write it in their way. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'count'; readonly count: number }
  /** Undefined where there is nothing to take a share of. */
  | { readonly kind: 'share'; readonly part: number; readonly whole: number }
  | { readonly kind: 'ms'; readonly ms: number | undefined }
  | { readonly kind: 'moment'; readonly at: Date }

export const text = (value: string): Cell => ({ kind: 'text', text: value })
export const count = (value: number): Cell => ({ kind: 'count', count: value })
export const share = (part: number, whole: number): Cell => ({ kind: 'share', part, whole })
export const ms = (value: number | undefined): Cell => ({ kind: 'ms', ms: value })
export const moment = (at: Date): Cell => ({ kind: 'moment', at })

export const isNumber = (cell: Cell): boolean => cell.kind === 'count' || cell.kind === 'share' || cell.kind === 'ms'

/** As people read it. */
export function shownCell(cell: Cell, words: Words): Html {
  switch (cell.kind) {
    case 'text':
      return html`${cell.text === '' ? words.filter.unsaid : cell.text}`
    case 'count':
      return html`${shownCount(cell.count, words)}`
    case 'share':
      return html`${cell.whole === 0 ? '–' : percent(words).format(cell.part / cell.whole)}`
    case 'ms':
      return html`${cell.ms === undefined ? '–' : words.times.seconds(shownSeconds(cell.ms, words))}`
    case 'moment':
      return html`<time datetime="${cell.at.toISOString()}">${beijingTime.format(cell.at)}</time>`
  }
}

/** As a figure of a chart: shares in percent, times in seconds. */
export function plottedCell(cell: Cell): number | undefined {
  switch (cell.kind) {
    case 'count':
      return cell.count
    case 'share':
      return cell.whole === 0 ? undefined : cell.part / cell.whole
    case 'ms':
      return cell.ms === undefined ? undefined : cell.ms / 1000
    case 'text':
    case 'moment':
      return undefined
  }
}

/** As a spreadsheet takes it: plain figures, shares as fractions of one, times in ms, moments in Beijing time. */
export function exportedCell(cell: Cell): string {
  switch (cell.kind) {
    case 'text':
      return cell.text
    case 'count':
      return String(cell.count)
    case 'share':
      return cell.whole === 0 ? '' : String(Math.round((cell.part / cell.whole) * 10_000) / 10_000)
    case 'ms':
      return cell.ms === undefined ? '' : String(Math.round(cell.ms))
    case 'moment':
      return beijingTime.format(cell.at)
  }
}

// Swedish writes dates as ISO does.
const beijingTime = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })
export const shownCount = (value: number, { tag }: Words) => new Intl.NumberFormat(tag).format(value)
export const shownSeconds = (value: number, { tag }: Words) =>
  new Intl.NumberFormat(tag, { maximumFractionDigits: value < 10_000 ? 1 : 0 }).format(value / 1000)
const percent = ({ tag }: Words) => new Intl.NumberFormat(tag, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
