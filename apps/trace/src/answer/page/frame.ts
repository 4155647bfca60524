import { type Html, html } from '@fyh/serve/html.ts'
import type { Words } from '../words/zh-cn.ts'

/** Everything of the operator stands below this path. */
export const operatorPath = '/operator'
export const pages = ['overview', 'funnel', 'exits', 'errors', 'times', 'visits', 'forget', 'operators'] as const
export type PageName = (typeof pages)[number]
/** Pages that are about nothing one filters. */
const unfiltered: readonly PageName[] = ['overview', 'forget', 'operators']
export const pathOf = (page: PageName): string => (page === 'overview' ? operatorPath : `${operatorPath}/${page}`)

export type Visitor = {
  readonly words: Words
  /** Path and query as asked for, which the switch of the language keeps. */
  readonly address: string
  /** Who is logged in. */
  readonly operator: string | undefined
}

type Page = {
  readonly title: string
  readonly at?: PageName
  /** What the other pages are asked about: the filter, as a query. */
  readonly kept?: string
  readonly body: Html
}

export function frame({ words, address, operator }: Visitor, { title, at, kept = '', body }: Page): string {
  return html`<!doctype html>
<html lang="${words.tag}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · ${words.product}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${operatorPath}/assets/operator.css">
    <script src="${operatorPath}/assets/chart.js" defer></script>
    <script src="${operatorPath}/assets/operator.js" defer></script>
  </head>
  <body>
    <a class="skip" href="#content">${words.skip}</a>
    <header class="top">
      <p class="product">${words.product}</p>
      ${operator !== undefined && navigation(words, at, kept)}
      <div class="who">
        ${languageLink(words, address)}
        ${operator !== undefined && html`<form method="post" action="${operatorPath}/logout"><button class="quiet" type="submit" title="${words.login.as(operator)}">${words.login.out}</button></form>`}
      </div>
    </header>
    <main id="content" tabindex="-1">
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>`.markup
}

function navigation(words: Words, at: PageName | undefined, kept: string): Html {
  return html`<nav aria-label="${words.nav.label}">
        ${pages.map((page) => html`<a href="${pathOf(page)}${unfiltered.includes(page) ? '' : kept}"${page === at && html` aria-current="page"`}>${words.nav[page]}</a>`)}
      </nav>`
}

function languageLink({ language }: Words, address: string): Html {
  const url = new URL(address, 'http://operator')
  url.searchParams.set('lang', language.otherTag)
  return html`<a lang="${language.otherTag}" hreflang="${language.otherTag}" href="${url.pathname}${url.search}">${language.other}</a>`
}

export type Problem = 'notFound' | 'foreign' | 'slow' | 'away' | 'busy' | 'failed'

export function problemPage(visitor: Visitor, problem: Problem): string {
  const { problems } = visitor.words
  return frame(visitor, {
    title: problems[problem],
    body: html`<p>${problems[`${problem}Text`]}</p><p><a class="button" href="${operatorPath}">${problems.back}</a></p>`,
  })
}
