import { type Html, html } from '@fyh/serve/html.ts'
import { type LabHost, labHosts } from './lab-hosts.ts'
import type { Manner } from './lab-state.ts'

export type LabFacts = { readonly host: LabHost; readonly port: string; readonly manner: Manner }

/** One simulated host around the running product: the host on the left, the messages between host and page on the right. */
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
        <p>The running product inside simulated hosts. The table shows the calls between host and page as they happen. Development only. <a href="/">Back to the sandbox</a></p>
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
              <thead><tr><th>Caller</th><th>Call</th><th>Arguments</th><th>Response</th></tr></thead>
              <tbody id="calls" aria-live="polite"></tbody>
            </table>
          </div>
        </section>
      </div>
    </main>
  </body>
</html>`.markup
}

/** The host draws this bar; the page must not draw a second one below it. */
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
            <button type="button" class="quiet" id="reload">Reopen the page 重新打开</button>
            <a href="/lab" id="own-window" target="_blank" rel="noopener">Open in a new window 新窗口打开</a>
          </div>
          <div class="switches">
            <label><input type="checkbox" id="silent"${manner.silent && html` checked`}> Doesn’t respond 不应答</label>
            ${isNative && html`<label><input type="checkbox" id="market"${manner.market && html` checked`}> Market mode 市场模式</label>`}
          </div>
          ${
            logsIn &&
            html`<form id="login" class="row">
            <div><label for="mobile">${isNative ? 'Log in inside the app 应用内登录' : 'Open with the token of 带令牌打开'}</label>
            <input id="mobile" type="tel" value="13800000001" pattern="1[3-9][0-9]{9}" required></div>
            <button type="submit">Log in 登录</button>
            ${isNative && html`<button type="button" class="quiet" id="logout">Log out 退出</button>`}
          </form>`
          }
          <p id="said" class="said" role="status" hidden></p>
          ${
            kind === 'messenger' &&
            html`<p>The authorization page is never loaded in a frame. The page asks the embedding page to open it (the link appears here) or continues with the SMS login. In a new window the page redirects to it directly.</p>`
          }
        </section>`
}
