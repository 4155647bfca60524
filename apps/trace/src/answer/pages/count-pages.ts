import { type Html, html } from '@fyh/serve/html.ts'
import { listRows } from '../ask.ts'
import type { Filter } from '../filter.ts'
import { filterForm } from '../page/filter-form.ts'
import { pathOf } from '../page/frame.ts'
import { tableSection } from '../page/table.ts'
import { choicesIn } from '../questions/choices.ts'
import { errorSamples, errors, samplesPath } from '../questions/errors.ts'
import { exits } from '../questions/exits.ts'
import { funnelByStep, funnelSplit } from '../questions/funnel.ts'
import { times, timesSplit } from '../questions/times.ts'
import type { AnswerPage, Asked } from './asked.ts'

/** Pages that have a form are fewer. */
const formsMax = 20

async function formOf(path: string, { words, filter, pool, now }: Asked, { hasSplit = false } = {}): Promise<Html> {
  return filterForm({ words, path, filter, now, hasSplit, choices: await choicesIn(pool, filter) })
}

const nothing = { rows: [], hasMore: false }

/** The whole of a question is asked from its first row. */
const fromFirst = (filter: Filter): Filter => ({ ...filter, nr: 1 })

export const funnelPage: AnswerPage = {
  path: pathOf('funnel'),
  at: 'funnel',
  title: ({ funnel }) => funnel.title,
  body: async (asked) => {
    const { words, filter, pool } = asked
    const listPath = pathOf('funnel')
    const [form, steps, split] = await Promise.all([
      formOf(listPath, asked, { hasSplit: true }),
      listRows(pool, funnelByStep, fromFirst(filter)),
      listRows(pool, funnelSplit, filter),
    ])
    const hasPeople = steps.rows.some(({ people }) => people > 0)
    const splitChart = filter.by === 'day' ? ({ chart: 'line' } as const) : {}
    return html`${form}
      <p class="about">${words.funnel.text}</p>
      ${tableSection(funnelByStep, hasPeople ? steps : nothing, { words, filter, title: words.funnel.steps, chart: 'steps' })}
      ${tableSection(funnelSplit, hasPeople ? split : nothing, { words, filter, title: `${words.funnel.split}: ${words.splits[filter.by]}`, listPath, ...splitChart })}`
  },
}

export const exitsPage: AnswerPage = {
  path: pathOf('exits'),
  at: 'exits',
  title: (words) => words.exits.title,
  body: async (asked) => {
    const { words, filter, pool } = asked
    const listPath = pathOf('exits')
    const [form, rows] = await Promise.all([formOf(listPath, asked), listRows(pool, exits, filter)])
    return html`${form}
      <p class="about">${words.exits.text}</p>
      ${tableSection(exits, rows, { words, filter, title: words.exits.chart, chart: 'bars', listPath })}`
  },
}

export const errorsPage: AnswerPage = {
  path: pathOf('errors'),
  at: 'errors',
  title: (words) => words.errors.title,
  body: async (asked) => {
    const { words, filter, pool } = asked
    const listPath = pathOf('errors')
    const [form, rows] = await Promise.all([formOf(listPath, asked), listRows(pool, errors, filter)])
    return html`${form}
      <p class="about">${words.errors.text}</p>
      ${tableSection(errors, rows, { words, filter, title: words.errors.chart, chart: 'bars', isStacked: true, listPath })}`
  },
}

export const samplesPage: AnswerPage = {
  path: samplesPath,
  at: 'errors',
  title: (words) => words.errors.samplesTitle,
  body: async ({ words, filter, pool }) => {
    const rows = await listRows(pool, errorSamples, filter)
    const about = [filter.event, filter.name, filter.page].filter((part) => part !== undefined && part !== '').join(' · ')
    return html`<p class="about"><a href="${pathOf('errors')}">${words.errors.back}</a></p>
      ${tableSection(errorSamples, rows, { words, filter, title: about || words.filter.unsaid, isStacked: true, listPath: samplesPath })}`
  },
}

export const timesPage: AnswerPage = {
  path: pathOf('times'),
  at: 'times',
  title: (words) => words.times.title,
  body: async (asked) => {
    const { words, filter, pool } = asked
    const listPath = pathOf('times')
    const [form, rows, split] = await Promise.all([
      formOf(listPath, asked, { hasSplit: true }),
      listRows(pool, times, fromFirst(filter), formsMax),
      listRows(pool, timesSplit, filter),
    ])
    const of = filter.page === undefined ? '' : ` · ${filter.page || words.filter.unsaid}`
    // Of several pages the same value would stand on the axis several times.
    const splitChart = filter.page === undefined ? {} : ({ chart: filter.by === 'day' ? 'line' : 'bars' } as const)
    return html`${form}
      <p class="about">${words.times.text}</p>
      ${tableSection(times, rows, { words, filter, title: words.times.chart, about: words.times.pageText, chart: 'bars' })}
      ${tableSection(timesSplit, split, { words, filter, title: `${words.funnel.split}: ${words.splits[filter.by]}${of}`, listPath, ...splitChart })}`
  },
}
