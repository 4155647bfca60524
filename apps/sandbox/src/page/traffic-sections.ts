import { fen, formatYuan } from '@fyh/base/money.ts'
import { type Html, html } from '@fyh/serve/html.ts'
import type { CallRow, MovedRow, NoticeRow, SmsRow } from '../watch.ts'

// Swedish writes dates as ISO does.
const clockTime = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })
const time = (at: Date) => html`<time datetime="${at.toISOString()}">${clockTime.format(at)}</time>`

export function smsSection(sms: readonly SmsRow[]): Html {
  return html`<section id="sms" aria-labelledby="sms-title">
        <h2 id="sms-title">SMS <span lang="zh">短信</span></h2>
        <div id="sms-list" data-live>
          ${sms.length === 0 && html`<p class="empty">No SMS yet. Request a code in the product, and it appears here.</p>`}
          <ol class="messages">${sms.map(message)}</ol>
        </div>
      </section>`
}

const message = ({ mobile, text, code, template, sentAt }: SmsRow) => html`
            <li>
              <p class="meta"><b>${mobile}</b> <span>${template}</span> ${time(sentAt)}</p>
              ${code !== null && html`<p class="code">${code}</p>`}
              <p lang="zh">${text}</p>
            </li>`

export function callsSection(calls: readonly CallRow[]): Html {
  return html`<section id="calls" aria-labelledby="calls-title">
        <h2 id="calls-title">Calls <span lang="zh">调用</span></h2>
        <div id="call-list" class="scroll" data-live tabindex="0" role="region" aria-labelledby="calls-title">
          <table>
            <thead><tr><th>Time</th><th>Call</th><th>Key</th><th>Request</th><th>Response</th><th>Failure</th><th class="number">Count</th></tr></thead>
            <tbody>${calls.map(call)}${calls.length === 0 && html`<tr><td colspan="7" class="empty">No calls yet.</td></tr>`}</tbody>
          </table>
        </div>
      </section>`
}

const call = (row: CallRow) => html`
              <tr>
                <td>${time(row.calledAt)}</td>
                <td><b>${row.port}</b>.${row.method}</td>
                <td class="small">${row.key}</td>
                <td>${facts(row.request, ['key'])}</td>
                <td>${tag(String(row.answer.answer), row.answer.answer === 'ok' ? 'good' : 'bad')} ${facts(row.answer, ['answer'])}</td>
                <td>${row.failure !== null && tag(row.failure, 'warn')}</td>
                <td class="number">${row.times}</td>
              </tr>`

const kinds = { waiting: 'warn', acknowledged: 'good', givenUp: 'bad' } as const
const words = { waiting: 'waiting', acknowledged: 'acknowledged', givenUp: 'given up' } as const

export function noticesSection(notices: readonly NoticeRow[]): Html {
  return html`<section id="notices" aria-labelledby="notices-title">
        <h2 id="notices-title">Callbacks <span lang="zh">回调通知</span></h2>
        <div id="notice-list" class="scroll" data-live tabindex="0" role="region" aria-labelledby="notices-title">
          <table>
            <thead><tr><th>Time</th><th>From</th><th>Body</th><th>State</th><th class="number">Attempts</th><th>Last response</th><th></th></tr></thead>
            <tbody>${notices.map(notice)}${notices.length === 0 && html`<tr><td colspan="7" class="empty">No callbacks yet.</td></tr>`}</tbody>
          </table>
        </div>
        <form class="order" method="post" action="/debits/return">
          <div><label for="debit">Order key of a payment that is no longer listed</label><input id="debit" name="key" maxlength="80" placeholder="debit-…" required></div>
          <button type="submit" class="quiet">Return this payment</button>
        </form>
      </section>`
}

const notice = (row: NoticeRow) => html`
              <tr>
                <td>${time(row.createdAt)}</td>
                <td><b>${row.port}</b></td>
                <td>${facts(row.body, [])}</td>
                <td>${tag(words[row.state], kinds[row.state])}</td>
                <td class="number">${row.tries}</td>
                <td class="small">${row.lastAnswer}</td>
                <td><form method="post" action="/notices/${row.noticeRowId}/again"><button type="submit" class="quiet">Send again</button></form>${isReturnable(row) && html`<form method="post" action="/debits/${row.key}/return"><button type="submit" class="quiet">Return this payment</button></form>`}</td>
              </tr>`

export function statementsSection(moved: readonly MovedRow[]): Html {
  return html`<section id="statements" aria-labelledby="statements-title">
        <h2 id="statements-title">Statements <span lang="zh">对账单</span></h2>
        <p>Money moved under the orders of a day, for each party.</p>
        <div id="statement-list" class="scroll" data-live tabindex="0" role="region" aria-labelledby="statements-title">
          <table>
            <thead><tr><th>Day</th><th>Party</th><th class="number">Orders</th><th class="number">Amount</th></tr></thead>
            <tbody>${moved.map(({ day, port, orders, amountFen }) => html`<tr><td>${day}</td><td><b>${port}</b></td><td class="number">${orders}</td><td class="number">¥${formatYuan(fen(amountFen))}</td></tr>`)}${moved.length === 0 && html`<tr><td colspan="4" class="empty">No money moved yet.</td></tr>`}</tbody>
          </table>
        </div>
      </section>`
}

/** A payment reported as taken can be returned; returning it twice does nothing. */
const isReturnable = ({ port, body }: NoticeRow) => port === 'payment' && (body.result === 'succeeded' || body.result === 'partly')

const tag = (text: string, kind: 'good' | 'warn' | 'bad') => html`<span class="tag ${kind}">${text}</span>`

function facts(values: Readonly<Record<string, unknown>>, without: readonly string[]): Html {
  const shown = Object.entries(values).filter(([name]) => !without.includes(name))
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd></div>`)}</dl>`
}
