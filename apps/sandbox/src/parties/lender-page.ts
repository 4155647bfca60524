import type { LenderParty } from '@fyh/base/lender-party.ts'
import { fen, formatYuan } from '@fyh/base/money.ts'
import { html } from '@fyh/serve/html.ts'

/** What the page of a partner knows of the borrower in front of it. */
export type Visit = {
  readonly party: LenderParty
  readonly reference: string
  readonly key: string
  readonly amountFen: number
  readonly periods: number
  readonly data: Readonly<Record<string, unknown>>
  readonly noticeUrl: string
  readonly returnUrl: string
}

const choices = [
  ['approve', '提交申请', 'Apply: approved as asked for'],
  ['half', '提交，批准一半', 'Apply: half is approved'],
  ['refuse', '提交，不通过', 'Apply: declined'],
  ['never', '提交，不答复', 'Apply: never decided'],
  ['late', '提交，迟到答复', 'Apply: the answer is late'],
  ['twice', '提交，答复两次', 'Apply: answered twice, the second time with another amount'],
  ['leave', '离开，不申请', 'Leave without applying'],
] as const

const names: Readonly<Record<string, string>> = {
  name: '姓名 Name',
  idNumber: '身份证号 ID number',
  mobile: '手机号 Phone',
  occupation: '职业 Occupation',
  income: '收入 Income',
  employer: '工作单位 Employer',
  address: '地址 Address',
  limit: '额度 Limit',
}

export const applyPage = (visit: Visit): string =>
  frame(
    '合作机构申请 Partner application',
    html`<p>机构 ${visit.party}（沙箱，非真实机构）：申请 ${formatYuan(fen(visit.amountFen))} 元，${visit.periods} 期。</p>
        <p lang="en">Sandbox, not a real lender. It was given these data with the borrower's consent, and nothing else:</p>
        <ul class="links">${Object.keys(visit.data).map((item) => html`<li>${names[item] ?? item}</li>`)}</ul>
        <ul class="links" id="choices">
          ${choices.map(
            ([end, zh, en]) =>
              html`<li><a id="${end}" href="/partner/${visit.party}/decide?${new URLSearchParams({ reference: visit.reference, end }).toString()}">${zh} <span lang="en">${en}</span></a></li>`,
          )}
        </ul>`,
  )

const faultWords = {
  wrong: ['链接无效，请返回后重新进入', 'This link isn’t valid. Go back and open it again'],
  used: ['链接已使用，请返回后重新进入', 'This link was already used. Go back and open it again'],
  expired: ['链接已过期，请返回后重新进入', 'This link has expired. Go back and open it again'],
  refused: ['申请已不能继续，请返回查看', 'This application can’t go on. Go back to see why'],
  noAnswer: ['暂时无法读取申请，请稍后重试', 'The application couldn’t be read. Try again shortly'],
} as const

export const faultPage = (why: keyof typeof faultWords): string =>
  frame(
    '合作机构申请 Partner application',
    html`<p id="fault" data-why="${why}">${faultWords[why][0]} <span lang="en">${faultWords[why][1]}</span></p>`,
  )

const frame = (title: string, content: ReturnType<typeof html>): string =>
  html`<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/sandbox.css">
  </head>
  <body>
    <main>
      <section aria-labelledby="title">
        <h1 id="title">${title}</h1>
        ${content}
      </section>
    </main>
  </body>
</html>`.markup
