import type { LenderParty } from '@fyh/base/lender-party.ts'
import { type Html, html } from '@fyh/serve/html.ts'
import type { BusinessDate } from '../business-clock.ts'
import type { FailureOrder } from '../failures.ts'
import type { CallRow, MovedRow, NoticeRow, SmsRow } from '../watch.ts'
import { ordersSection } from './failure-section.ts'
import { magicSection } from './magic-section.ts'
import { samplesSection } from './samples-section.ts'
import { callsSection, noticesSection, smsSection, statementsSection } from './traffic-sections.ts'

export type PageFacts = {
  readonly date: BusinessDate
  readonly sms: readonly SmsRow[]
  readonly calls: readonly CallRow[]
  readonly notices: readonly NoticeRow[]
  readonly orders: readonly FailureOrder[]
  /** Lenders to order failures of. */
  readonly lenders: readonly LenderParty[]
  /** What each party moved, by day. */
  readonly moved: readonly MovedRow[]
  /** Makes the sample person of this visit; another visit gets another person. */
  readonly seed: string
  readonly said: string | undefined
  readonly hasLab: boolean
}

/** The whole page. The parts marked `data-live` are fetched again every two seconds; forms stay as they are. */
export function page(facts: PageFacts): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sandbox 沙箱</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/sandbox.css">
    <script src="/sandbox.js" defer></script>
  </head>
  <body>
    <header class="top">
      <div>
        <h1>Sandbox <span lang="zh">沙箱</span></h1>
        <p>Stand-ins for all outside parties: SMS 短信, ID card reading 证件识别, face check 人脸核验, bank 银行, payment 支付, benefits 权益, lenders 放款机构, WeChat 微信.</p>
      </div>
      ${dateForm(facts.date)}
    </header>
    ${facts.said !== undefined && html`<p class="said" role="status">${facts.said}</p>`}
    <nav class="jump" aria-label="Sections">
      <a href="#sms">SMS</a><a href="#samples">Sample ID cards</a><a href="#orders">Failures</a><a href="#calls">Calls</a><a href="#notices">Callbacks</a><a href="#statements">Statements</a><a href="#magic">Magic values</a><a href="/partner">Partner 合作方</a>${facts.hasLab && html`<a href="/lab">Host lab 宿主实验室</a>`}
    </nav>
    <main>
      <div class="columns">
        ${smsSection(facts.sms)}
        <div>${samplesSection(facts.seed)}${ordersSection(facts)}</div>
      </div>
      ${callsSection(facts.calls)}
      ${noticesSection(facts.notices)}
      ${statementsSection(facts.moved)}
      ${magicSection()}
    </main>
    <footer>Nothing here is real: no message leaves this machine, no money moves, and all people are made up.</footer>
  </body>
</html>`.markup
}

function dateForm(date: BusinessDate): Html {
  return html`<form class="date" method="post" action="/clock">
        <label for="today">Business date <span lang="zh">业务日期</span></label>
        <div class="row">
          <input id="today" name="today" type="date" value="${'today' in date ? date.today : ''}" required>
          <button type="submit">Move forward</button>
        </div>
        <p id="date-note" data-live>${'today' in date ? html`The server, its jobs and the pages use <b>${date.today}</b>. Moving forward runs the daily close of each day in between.` : html`<span class="bad">${date.problem}</span>`}</p>
      </form>`
}
