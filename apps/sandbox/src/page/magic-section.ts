import { fen, formatYuan } from '@fyh/base/money.ts'
import { type Html, html } from '@fyh/serve/html.ts'
import { applicationMagic, magic, payOutRefusedFen } from '../magic.ts'

export function magicSection(): Html {
  return html`<section id="magic" aria-labelledby="magic-title">
        <h2 id="magic-title">Magic values <span lang="zh">特殊值</span></h2>
        <ul class="links">
          ${Object.values(magic).map(({ effect }) => html`<li>${effect}</li>`)}
          <li>Payout of exactly ¥${formatYuan(fen(payOutRefusedFen))}: accepted, then refused because the lender declines the risk</li>
          ${Object.values(applicationMagic).map(({ amountFen, effect }) => html`<li>Application to a partner lender for exactly ¥${formatYuan(fen(amountFen))}: ${effect}</li>`)}
        </ul>
      </section>`
}
