import { addDays, type CivilDate, civilDateAt } from '@fyh/base/dates.ts'
import { type Html, html } from '@fyh/serve/html.ts'
import { type Filter, type FilterFault, type Query, splits, unsaid } from '../filter.ts'
import type { Words } from '../words/zh-cn.ts'
import { subjectAddress } from './table.ts'

const origins = ['channel', 'brand', 'host'] as const
type Origin = (typeof origins)[number]
/** Values that came with events, to choose among. */
export type Choices = Readonly<Record<Origin, readonly string[]>>

type Form = {
  readonly words: Words
  readonly path: string
  readonly filter: Filter
  readonly now: Date
  readonly choices: Choices
  readonly hasSplit?: boolean
}

/** The filter of a page as a form that puts it into the address. */
export function filterForm({ words, path, filter, now, choices, hasSplit }: Form): Html {
  const today = civilDateAt(now)
  const ranges = [
    { title: words.filter.today, from: today },
    ...[7, 30, 90].map((days) => ({ title: words.filter.days(days), from: addDays(today, 1 - days) })),
  ]
  return html`<form class="filter" method="get" action="${path}" aria-label="${words.filter.label}">
        ${dateField('from', words.filter.from, filter.from)}
        ${dateField('to', words.filter.to, filter.to)}
        ${origins.map((origin) => originField(origin, words, filter[origin], choices[origin]))}
        ${hasSplit && splitField(words, filter)}
        <div class="actions"><button type="submit">${words.filter.submit}</button><a href="${path}">${words.filter.reset}</a></div>
        ${filter.page !== undefined && html`<p class="chosen"><label><input type="checkbox" name="page" value="${filter.page || unsaid}" checked> ${words.filter.onlyPage(filter.page || words.filter.unsaid)}</label></p>`}
        <p class="ranges"><span>${words.filter.ranges}</span> ${ranges.map(({ title, from }) => rangeLink(title, path, filter, { from, today }))}</p>
        <p class="hint">${words.filter.zone}</p>
      </form>`
}

const rangeLink = (title: string, path: string, filter: Filter, { from, today }: { from: CivilDate; today: CivilDate }) =>
  html`<a href="${subjectAddress(path, { ...filter, saidDays: true, from, to: today, nr: 1 })}"${filter.from === from && filter.to === today && html` aria-current="true"`}>${title}</a> `

export const dateField = (name: 'from' | 'to', title: string, value: string) =>
  html`<div class="field"><label for="${name}">${title}</label><input id="${name}" name="${name}" type="date" value="${value}"></div>`

function originField(origin: Origin, words: Words, chosen: string | undefined, choices: readonly string[]): Html {
  const known = chosen === undefined || choices.includes(chosen) ? choices : [chosen, ...choices]
  return html`<div class="field"><label for="${origin}">${words.filter[origin]}</label><select id="${origin}" name="${origin}">
          <option value="">${words.filter.any}</option>
          ${known.map((value) => html`<option value="${value || unsaid}"${value === chosen && html` selected`}>${value || words.filter.unsaid}</option>`)}
        </select></div>`
}

function splitField(words: Words, { by }: Filter): Html {
  return html`<div class="field"><label for="by">${words.filter.by}</label><select id="by" name="by">
          ${splits.map((split) => html`<option value="${split}"${split === by && html` selected`}>${words.splits[split]}</option>`)}
        </select></div>`
}

/** What is wrong with the address: each faulty field with what stands in it, to be put right; the others are kept. */
export function faultSection(words: Words, faults: readonly FilterFault[], query: Query, path: string): Html {
  const isFaulty = (name: string) => faults.some(({ field }) => field === name)
  const kept = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !isFaulty(entry[0]))
  return html`<section class="fault" role="alert">
        <h2>${words.faults.title}</h2>
        <ul>${faults.map(({ field, reason }) => html`<li id="fault-${field}">${words.faults.sentence(words.filter[field], words.faults[reason])}</li>`)}</ul>
        <form class="filter" method="get" action="${path}">
          ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
          ${faults.map((fault) => faultyField(words, fault, query))}
          <div class="actions"><button type="submit">${words.filter.submit}</button><a href="${path}">${words.filter.reset}</a></div>
        </form>
      </section>`
}

/** A field for a date would not show what is none, so each is one for text. */
function faultyField(words: Words, { field }: FilterFault, query: Query): Html {
  const typed = [query[field]].flat().filter((value) => typeof value === 'string')
  const attributes = html`value="${typed.join(' ').replaceAll('\0', '')}" aria-invalid="true" aria-describedby="fault-${field}"`
  return html`<div class="field"><label for="wrong-${field}">${words.filter[field]}</label><input id="wrong-${field}" name="${field}" autocomplete="off" spellcheck="false" ${attributes}></div>`
}
