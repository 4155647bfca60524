import type { Pool } from '@fyh/postgres/pool.ts'
import { type Html, html } from '@fyh/serve/html.ts'
import { listRows } from '../ask.ts'
import type { Filter } from '../filter.ts'
import { moment, shownCell } from '../page/cells.ts'
import { pathOf } from '../page/frame.ts'
import { tableSection } from '../page/table.ts'
import type { Words } from '../words/zh-cn.ts'
import { actsDone, keepActsDays } from './acts.ts'
import { type Operator, operators, passwordMax, passwordMin } from './operators.ts'

export const operatorsPath = pathOf('operators')

type Faults = Words['operators']['faults']
/** What could not be done, and with which form. */
export type Refused = { readonly form: 'list' | 'add' | 'password'; readonly fault: keyof Faults; readonly name?: string }
type Looked = {
  readonly words: Words
  readonly filter: Filter
  readonly pool: Pool
  readonly operator: string
  readonly done?: keyof Words['operators']['done'] | undefined
  readonly refused?: Refused
}

/** Who may look, a new operator, one's own password, and who did what. */
export async function operatorsBody({ words, filter, pool, operator, done, refused }: Looked): Promise<Html> {
  const [all, acts] = await Promise.all([operators(pool), listRows(pool, actsDone, filter)])
  const texts = words.operators
  const title = texts.actsTitle
  return html`${done !== undefined && html`<p class="notice good" role="status">${texts.done[done]}</p>`}
      ${listSection(words, all, operator, faultOf(texts, refused, 'list'))}
      <div class="beside">${addForm(words, faultOf(texts, refused, 'add'), refused?.name)}${passwordForm(words, operator, faultOf(texts, refused, 'password'))}</div>
      ${tableSection(actsDone, acts, { words, filter, title, about: texts.actsText(keepActsDays), isStacked: true, listPath: operatorsPath })}`
}

function faultOf(texts: Words['operators'], refused: Refused | undefined, form: Refused['form']): Html | false {
  return refused?.form === form && html`<p class="fault" role="alert">${texts.faults[refused.fault]}</p>`
}

function listSection(words: Words, all: readonly Operator[], self: string, fault: Html | false): Html {
  const texts = words.operators
  const titles = [texts.name, texts.state, texts.lastLogin, texts.made]
  return html`<section aria-labelledby="operators-title">
        <div class="head"><h2 id="operators-title">${texts.listTitle}</h2></div>
        ${fault}
        <div class="scroll" tabindex="0" role="region" aria-labelledby="operators-title"><table role="table" class="stacked">
          <thead role="rowgroup"><tr role="row">${titles.map((title) => html`<th scope="col" role="columnheader">${title}</th>`)}<td role="cell"></td></tr></thead>
          <tbody role="rowgroup">${all.map((one) => operatorRow(words, one, { self, activeCount: all.filter(({ disabledAt }) => disabledAt === undefined).length }))}</tbody>
        </table></div>
      </section>`
}

type Among = { readonly self: string; readonly activeCount: number }

function operatorRow(words: Words, { name, madeAt, madeBy, disabledAt, lastLoginAt }: Operator, { self, activeCount }: Among): Html {
  const texts = words.operators
  const shown = (at: Date) => shownCell(moment(at), words)
  const isSelf = name === self
  const state = disabledAt === undefined ? texts.active : html`${texts.disabled} · ${shown(disabledAt)}`
  return html`<tr role="row">
            <th scope="row" role="rowheader">${name}${isSelf && html` <span class="hint">${texts.self}</span>`}</th>
            <td role="cell" data-title="${texts.state}">${state}</td>
            <td role="cell" data-title="${texts.lastLogin}">${lastLoginAt === undefined ? '–' : shown(lastLoginAt)}</td>
            <td role="cell" data-title="${texts.made}">${shown(madeAt)} · ${madeBy || texts.bySetting}</td>
            <td role="cell" class="does">${isSelf ? html`<span class="hint">${activeCount === 1 ? texts.last : texts.own}</span>` : changeForm(texts, name, disabledAt === undefined ? 'disable' : 'enable')}</td>
          </tr>`
}

/** Disabling asks first; letting in again does not. */
const changeForm = (texts: Words['operators'], name: string, change: 'disable' | 'enable') =>
  html`<form method="post" action="${operatorsPath}/${change}${change === 'disable' && '/confirm'}"><input type="hidden" name="name" value="${name}"><button class="quiet" type="submit" aria-label="${texts[change]} ${name}">${texts[change]}</button></form>`

/** Whom it ends, before it does. */
export function disableBody({ operators: texts }: Words, name: string): Html {
  return html`<section class="confirm" aria-labelledby="confirm-title">
        <h2 id="confirm-title">${texts.confirmTitle(name)}</h2>
        <p>${texts.ends}</p>
        <p>${texts.back}</p>
        <form class="row" method="post" action="${operatorsPath}/disable">
          <input type="hidden" name="name" value="${name}">
          <button class="danger" type="submit">${texts.disable}</button><a href="${operatorsPath}">${texts.cancel}</a>
        </form>
      </section>`
}

function addForm(words: Words, fault: Html | false, name = ''): Html {
  const texts = words.operators
  return html`<form class="asked" method="post" action="${operatorsPath}/add" aria-labelledby="add-title">
          <h2 id="add-title">${texts.addTitle}</h2>
          ${fault}
          <label for="new-name">${texts.name}</label>
          <input id="new-name" name="name" value="${name}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40" required aria-describedby="new-name-hint">
          <p class="hint" id="new-name-hint">${texts.nameHint}</p>
          ${passwordField('new-password', 'password', texts.firstPassword, 'new-password')}
          ${passwordField('new-again', 'again', texts.again, 'new-password')}
          <p class="hint">${texts.firstHint(passwordMin)}</p>
          <button type="submit">${texts.add}</button>
        </form>`
}

function passwordForm(words: Words, operator: string, fault: Html | false): Html {
  const texts = words.operators
  return html`<form class="asked" method="post" action="${operatorsPath}/password" aria-labelledby="password-title">
          <h2 id="password-title">${texts.passwordTitle}</h2>
          ${fault}
          <input type="hidden" name="username" value="${operator}" autocomplete="username">
          ${passwordField('old', 'old', texts.old, 'current-password')}
          ${passwordField('own-password', 'password', texts.next, 'new-password')}
          ${passwordField('own-again', 'again', texts.again, 'new-password')}
          <p class="hint">${texts.passwordHint(passwordMin)}</p>
          <button type="submit">${texts.change}</button>
        </form>`
}

const passwordField = (id: string, name: string, title: string, use: 'current-password' | 'new-password') =>
  html`<label for="${id}">${title}</label>
          <input id="${id}" name="${name}" type="password" autocomplete="${use}" maxlength="${passwordMax}" required>`
