import { type Html, html } from '@fyh/serve/html.ts'
import { listRows } from '../ask.ts'
import { addressOf, type Filter } from '../filter.ts'
import { dateField } from '../page/filter-form.ts'
import { pathOf } from '../page/frame.ts'
import { tableSection } from '../page/table.ts'
import { replay, replayPath, replayRowsMax, visits } from '../questions/visits.ts'
import type { Words } from '../words/zh-cn.ts'
import type { AnswerPage } from './asked.ts'

export const byPhonePath = `${pathOf('visits')}/by-phone`

export const visitsPage: AnswerPage = {
  path: pathOf('visits'),
  at: 'visits',
  title: (words) => words.visits.title,
  body: async ({ words, filter, pool }) => {
    const rows = await listRows(pool, visits, filter)
    return html`${searchForm(words, filter)}
      ${phoneForm(words)}
      <p class="about">${words.visits.text}</p>
      ${filter.phone !== undefined && rows.rows.length === 0 && html`<p class="notice" role="note">${words.visits.noPhone}</p>`}
      ${tableSection(visits, rows, { words, filter, title: words.visits.title, isStacked: true, listPath: pathOf('visits') })}`
  },
}

function searchForm(words: Words, { from, to, saidDays, user = '', trace = '', phone }: Filter): Html {
  const path = pathOf('visits')
  return html`<form class="filter" method="get" action="${path}" aria-label="${words.filter.label}">
        ${dateField('from', words.filter.from, saidDays ? from : '')}
        ${dateField('to', words.filter.to, saidDays ? to : '')}
        ${textField('user', words.filter.user, user)}
        ${textField('trace', words.filter.trace, trace)}
        ${phone !== undefined && html`<p class="chosen"><label><input type="checkbox" name="phone" value="${phone}" checked> ${words.filter.byPhoneOn}</label></p>`}
        <div class="actions"><button type="submit">${words.filter.submit}</button><a href="${path}">${words.filter.reset}</a></div>
        <p class="hint">${words.filter.allDays} ${words.filter.zone}</p>
      </form>`
}

const textField = (name: string, title: string, value: string) =>
  html`<div class="field"><label for="${name}">${title}</label><input id="${name}" name="${name}" value="${value}" maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false"></div>`

/** Sent as a form's body: a phone number stands in no address. */
export function phoneForm(words: Words, isWrong = false): Html {
  return html`<form class="filter" method="post" action="${byPhonePath}" aria-label="${words.filter.byPhone}">
        ${isWrong && html`<p class="fault" role="alert">${words.faults.sentence(words.filter.phone, words.faults.phone)}</p>`}
        <div class="field"><label for="phone-number">${words.filter.phone}</label><input id="phone-number" name="phone" type="tel" autocomplete="off" maxlength="30" required aria-describedby="phone-hint"${isWrong && html` aria-invalid="true"`}></div>
        <div class="actions"><button type="submit">${words.filter.byPhone}</button></div>
        <p class="hint" id="phone-hint">${words.filter.phoneHint}</p>
      </form>`
}

export const replayPage: AnswerPage = {
  path: replayPath,
  at: 'visits',
  title: (words) => words.replay.title,
  body: async ({ words, filter, pool }) => {
    const rows = await listRows(pool, replay, filter, replayRowsMax)
    const { trace = '', browser = '', nr } = filter
    return html`<p class="about"><a href="${addressOf(pathOf('visits'), filter, { trace })}">${words.replay.back}</a></p>
      <dl class="facts"><div><dt>${words.visits.trace}</dt><dd>${trace}</dd></div><div><dt>${words.visits.browser}</dt><dd>${browser}</dd></div></dl>
      ${
        rows.rows.length === 0 && nr === 1
          ? html`<p class="empty">${words.replay.none}</p>`
          : tableSection(replay, rows, {
              words,
              filter,
              title: words.replay.events,
              isStacked: true,
              listPath: replayPath,
              rowsMax: replayRowsMax,
            })
      }`
  },
}
