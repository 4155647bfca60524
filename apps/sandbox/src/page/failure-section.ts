import { type LenderParty, lenderIdOf } from '@fyh/base/lender-party.ts'
import { type Html, html } from '@fyh/serve/html.ts'
import { callsMax, daysMax, type FailureOrder, failures, failuresOf, kindOf, type OrderedFor } from '../failures.ts'

const ports = [
  ['sms', 'SMS 短信'],
  ['ocr', 'ID card reading 证件识别'],
  ['face', 'Face check 人脸'],
  ['bank', 'Bank 银行'],
  ['payment', 'Payment 支付'],
  ['benefit', 'Benefits 权益'],
  ['messenger', 'WeChat 微信'],
  ['check', 'Check before an SMS 安全验证'],
] as const

type Facts = { readonly orders: readonly FailureOrder[]; readonly lenders: readonly LenderParty[] }

export function ordersSection({ orders, lenders }: Facts): Html {
  const choices: readonly (readonly [OrderedFor, string])[] = [
    ...ports,
    ...lenders.map((party) => [party, `Lender ${lenderIdOf(party)} 放款方`] as const),
    ['lender', 'Any lender 任一放款方'],
  ]
  return html`<section id="orders" aria-labelledby="orders-title">
        <h2 id="orders-title">Order a failure <span lang="zh">故障注入</span></h2>
        <form class="order" method="post" action="/orders">
          <div><label for="what">Failure</label>
            <select id="what" name="what">${choices.map(([port, label]) => html`<optgroup label="${label}">${failuresOf[kindOf(port)].map((failure) => html`<option value="${port}.${failure}">${port}: ${failures[failure]}</option>`)}</optgroup>`)}</select></div>
          <div><label for="calls">Number of calls</label><input id="calls" name="calls" type="number" min="1" max="${callsMax}" value="1" required></div>
          <div><label for="days">Days earlier (back-dated only)</label><input id="days" name="days" type="number" min="1" max="${daysMax}" value="5" required></div>
          <button type="submit">Order</button>
        </form>
        <div id="order-list" data-live>
          ${orders.length === 0 && html`<p class="empty">No failures ordered.</p>`}
          <ul class="links">${orders.map(({ port, failure, callsLeft, days }) => html`<li><span class="tag warn">${port}: ${failure}</span>${failure === 'backDated' && ` by ${days} days,`} for ${callsLeft} more</li>`)}</ul>
          ${orders.length > 0 && html`<form method="post" action="/orders/clear"><button type="submit" class="quiet">Cancel all</button></form>`}
        </div>
      </section>`
}
