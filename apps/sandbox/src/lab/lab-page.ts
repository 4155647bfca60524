import { type Html, html } from '@fyh/serve/html.ts'
import { type LabHost, labHosts } from './lab-hosts.ts'
import type { Manner } from './lab-state.ts'

export type LabFacts = { readonly host: LabHost; readonly port: string; readonly manner: Manner }

/** One simulated host around the running product: its shell at the left, what it and the page say to each other at the right. */
export function labPage({ host, port, manner }: LabFacts): string {
  const { title, chinese, kind } = labHosts[host]
  const app = `http://${host}.localhost:${port}`
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Host lab 宿主实验室</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/sandbox.css">
    <link rel="stylesheet" href="/lab/lab.css">
    <script src="/lab/lab.js"></script>
    <script src="/lab/page-around.js"></script>
  </head>
  <body data-app="${app}" data-host="${host}" data-kind="${kind}">
    <header class="top">
      <div>
        <h1>Host lab <span lang="zh">宿主实验室</span></h1>
        <p>The product as it runs here, inside simulated hosts. What host and page say to each other is shown as it happens. Development only; <a href="/">back to the sandbox</a>.</p>
      </div>
    </header>
    <nav class="jump" aria-label="Hosts">
      ${Object.entries(labHosts).map(([name, one]) => html`<a href="/lab?host=${name}"${name === host && html` aria-current="page"`}>${one.title}</a>`)}
    </nav>
    <main class="lab">
      <section class="shell" aria-labelledby="shell-title">
        <h2 id="shell-title">${title} <span lang="zh">${chinese}</span></h2>
        ${phone(app, kind)}
      </section>
      <div>
        ${controls(host, manner)}
        <section aria-labelledby="calls-title">
          <h2 id="calls-title">Bridge calls <span lang="zh">桥接调用</span></h2>
          <div class="scroll">
            <table>
              <thead><tr><th>Who</th><th>What</th><th>With</th><th>Answer</th></tr></thead>
              <tbody id="calls" aria-live="polite"></tbody>
            </table>
          </div>
        </section>
      </div>
    </main>
  </body>
</html>`.markup
}

/** The bar is the host's own; the page must not draw a second one below it. */
const phone = (app: string, kind: string): Html => html`<div class="phone">
          <div class="bar" id="bar"${kind.startsWith('native') && html` hidden`}>
            <button type="button" class="quiet" data-press="back" aria-label="Back key of the host">‹</button>
            <b id="bar-title">${kind === 'iframe' ? 'partner.example' : ''}</b>
          </div>
          <iframe id="app" src="${app}/home" title="The product" allow="camera; geolocation"></iframe>
          <p id="closed" class="closed" hidden></p>
        </div>`

function controls(host: LabHost, manner: Manner): Html {
  const { kind } = labHosts[host]
  const isNative = kind === 'nativeIos' || kind === 'nativeAndroid'
  const logsIn = isNative || kind === 'miniProgram'
  return html`<section aria-labelledby="controls-title">
          <h2 id="controls-title">The host <span lang="zh">宿主</span></h2>
          <div class="row">
            <button type="button" data-press="back">Back key 返回键</button>
            <button type="button" class="quiet" id="reload">Open the page anew 重新打开</button>
            <a href="/lab" id="own-window" target="_blank" rel="noopener">In a window of its own 单独窗口</a>
          </div>
          <div class="switches">
            <label><input type="checkbox" id="silent"${manner.silent && html` checked`}> Does not answer 不应答</label>
            ${isNative && html`<label><input type="checkbox" id="market"${manner.market && html` checked`}> Market mode 市场模式</label>`}
          </div>
          ${
            logsIn &&
            html`<form id="login" class="row">
            <div><label for="mobile">${isNative ? 'Log in in the app 应用内登录' : 'Open with the token of 带令牌打开'}</label>
            <input id="mobile" type="tel" value="13800000001" pattern="1[3-9][0-9]{9}" required></div>
            <button type="submit">Log in 登录</button>
            ${isNative && html`<button type="button" class="quiet" id="logout">Log out 退出</button>`}
          </form>`
          }
          <p id="said" class="said" role="status" hidden></p>
          ${
            kind === 'messenger' &&
            html`<p>The authorisation page never goes into a frame: the page asks the page around, whose link appears here, and otherwise goes on with the login by SMS. In a window of its own it leaves for the page itself.</p>`
          }
        </section>`
}
