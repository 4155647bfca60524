import type { Pool } from '@fyh/postgres/pool.ts'
import { type Html, html } from '@fyh/serve/html.ts'
import type { Forgotten } from '../../upkeep/forget.ts'
import { minuteDays } from '../../upkeep/upkeep.ts'
import { listRows } from '../ask.ts'
import type { Filter } from '../filter.ts'
import { keepActsDays } from '../operators/acts.ts'
import { shownCount } from '../page/cells.ts'
import { pathOf } from '../page/frame.ts'
import { tableSection } from '../page/table.ts'
import type { Words } from '../words/zh-cn.ts'
import { type Found, wishes } from './wishes.ts'

export const forgetPath = pathOf('forget')

/** How long things are kept, in days, as this process was told. */
export type Kept = { readonly keepDays: number; readonly keepCountsDays: number }
type Wrong = { readonly field: 'user' | 'phone'; readonly typed: string }
type Looked = {
  readonly words: Words
  readonly filter: Filter
  readonly pool: Pool
  readonly kept: Kept
  readonly done?: Forgotten | undefined
  readonly wrong?: Wrong
}

/** Who is to be forgotten, what was forgotten, and how long anything is kept at all. */
export async function forgetBody({ words, filter, pool, kept, done, wrong }: Looked): Promise<Html> {
  const texts = words.forget
  const rows = await listRows(pool, wishes, filter)
  return html`${done !== undefined && html`<p class="notice${done.events > 0 && ' good'}" role="status">${doneText(words, done)}</p>`}
      <p class="about">${texts.text}</p>
      <div class="beside">${askForm(words, 'user', wrong)}${askForm(words, 'phone', wrong)}</div>
      <section aria-labelledby="kept-title">
        <div class="head"><h2 id="kept-title">${texts.keptTitle}</h2></div>
        <dl class="kept">${keptRows(words, kept).map(([title, days]) => html`<div><dt>${title}</dt><dd>${days}</dd></div>`)}</dl>
        <p class="hint">${texts.keptHint}</p>
      </section>
      ${tableSection(wishes, rows, { words, filter, title: texts.wishesTitle, about: texts.wishesText, empty: texts.noWish, isStacked: true, listPath: forgetPath })}`
}

function keptRows({ forget: texts }: Words, { keepDays, keepCountsDays }: Kept): [title: string, kept: string][] {
  return [
    [texts.keptEvents, texts.days(keepDays)],
    [texts.keptCounts, texts.days(keepCountsDays)],
    [texts.keptMinutes, texts.days(minuteDays)],
    [texts.keptActs, texts.days(keepActsDays)],
    [texts.keptWishes, texts.forGood],
  ]
}

function doneText(words: Words, { events, visits, browsers }: Forgotten): string {
  const texts = words.forget
  if (events === 0 && visits === 0) return texts.nothing
  return texts.done(shownCount(events, words), shownCount(visits, words), shownCount(browsers, words))
}

function askForm(words: Words, field: 'user' | 'phone', wrong: Wrong | undefined): Html {
  const texts = words.forget
  const isWrong = wrong?.field === field
  const isPhone = field === 'phone'
  const attributes = isPhone ? html`type="tel" maxlength="30"` : html`maxlength="200" autocapitalize="none"`
  const state = html`aria-describedby="${field}-hint"${isWrong && html` aria-invalid="true"`}`
  return html`<form class="asked" method="post" action="${forgetPath}/confirm" aria-labelledby="${field}-title">
          <h2 id="${field}-title">${isPhone ? texts.byPhone : texts.byUser}</h2>
          ${isWrong && html`<p class="fault" role="alert">${words.faults.sentence(words.filter[field], words.faults[field])}</p>`}
          <label for="${field}">${words.filter[field]}</label>
          <input id="${field}" name="${field}" value="${isWrong && wrong.typed}" autocomplete="off" spellcheck="false" required ${attributes} ${state}>
          <p class="hint" id="${field}-hint">${isPhone ? texts.phoneHint : texts.userHint}</p>
          <button type="submit">${texts.next}</button>
        </form>`
}

/** Whom the confirmation names, and what stands in its form: of a phone number the mask and the index. */
export type Asked = { readonly field: 'user' | 'phone'; readonly value: string; readonly shown: string; readonly found: Found }

export function confirmBody(words: Words, { field, value, shown, found }: Asked): Html {
  const texts = words.forget
  const isPhone = field === 'phone'
  return html`<section class="confirm" aria-labelledby="confirm-title">
        <h2 id="confirm-title">${texts.confirmTitle(words.filter[field], shown)}</h2>
        <p>${texts.found(shownCount(found.visits, words), shownCount(found.browsers, words))}</p>
        ${isPhone && html`<p class="notice">${texts.phoneHint}</p>`}
        <p>${texts.goes}</p>
        <p>${texts.stays}</p>
        <p><strong>${texts.forEver}</strong></p>
        <form class="row" method="post" action="${forgetPath}">
          <input type="hidden" name="${field}" value="${value}">
          <button class="danger" type="submit">${texts.confirm}</button><a href="${forgetPath}">${texts.cancel}</a>
        </form>
      </section>`
}
