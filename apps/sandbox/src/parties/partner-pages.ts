import { setTimeout as wait } from 'node:timers/promises'
import { channelParty } from '@fyh/base/channel-party.ts'
import type { VendorSecrets } from '@fyh/base/vendor-parties.ts'
import { type Html, html } from '@fyh/serve/html.ts'
import { sign } from '@fyh/serve/signed.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../store.ts'

const folder = '/partner'
const path = '/api/fyh/app/flow/unionLogin/refer'
const waitMs = 5_000
/** Longer than the life of a reference that is to be expired. */
const expiredMs = 1_100

/** What a partner can get wrong, or what can become of a reference on its way. */
const failures = {
  none: 'Good reference 正常',
  expired: 'Expired 已过期',
  used: 'Used before 已使用',
  tampered: 'Tampered with 被篡改',
  otherSecret: 'Signed by another channel 签名错误',
} as const

const wish = z.object({
  channelCode: z.string().max(40).default('demo-trip'),
  mobile: z.string().max(30),
  failure: z.enum(['none', 'expired', 'used', 'tampered', 'otherSecret']).default('none'),
  returnUrl: z.string().max(500).default(''),
})
type Wish = z.infer<typeof wish>

const made = z.object({ code: z.literal(0), data: z.object({ loginRefer: z.string(), expiresAt: z.string(), address: z.url() }) })
const refused = z.object({ msg: z.string(), error: z.string().optional() })

type Settings = { readonly apiUrl: string; readonly secrets: VendorSecrets }

/** A partner that sends its customers by reference, an institution with a page of its own, and the stores that have the app. */
export function partnerPages(app: FastifyInstance, { clock }: Pick<Deps, 'clock'>, { apiUrl, secrets }: Settings): void {
  const show = (reply: FastifyReply, body: Html) => reply.type('text/html').header('cache-control', 'no-store').send(page(body))
  app.get(folder, async (_, reply) =>
    show(reply, form({ channelCode: 'demo-trip', mobile: '', failure: 'none', returnUrl: '' }, undefined)),
  )
  app.post(folder, async (request, reply) => {
    const asked = wish.safeParse(request.body)
    if (!asked.success)
      return show(reply.code(400), form({ channelCode: 'demo-trip', mobile: '', failure: 'none', returnUrl: '' }, 'Check what you entered'))
    const link = await linkFor(asked.data, { clock, apiUrl, secrets })
    return show(reply, 'problem' in link ? form(asked.data, link.problem) : linkSection(link.address))
  })
  app.post(`/api${folder}/refer`, async (request, reply) => {
    const asked = wish.safeParse(request.body)
    if (!asked.success) return reply.code(400).send({ error: 'channelCode, mobile, failure, returnUrl' })
    return linkFor(asked.data, { clock, apiUrl, secrets })
  })
  app.get(`${folder}/institution`, async (_, reply) => show(reply, institution))
  app.get<{ Params: { kind: string } }>(`${folder}/store/:kind`, async (request, reply) => show(reply, store(request.params.kind)))
}

type Link = { readonly address: string } | { readonly problem: string }

/** Calls the product as a partner would, and spoils what came if that is asked for. */
async function linkFor(
  { channelCode, mobile, failure, returnUrl }: Wish,
  { clock, apiUrl, secrets }: Settings & Pick<Deps, 'clock'>,
): Promise<Link> {
  const body = JSON.stringify({
    channelCode,
    mobile,
    ...(returnUrl !== '' && { returnUrl }),
    ...(failure === 'expired' && { lifeSeconds: 1 }),
  })
  const secret = secrets(channelParty(failure === 'otherSecret' ? 'another-channel' : channelCode))[0]
  const signed = sign({ method: 'POST', path, body, secret, at: clock.machineNow() })
  const init = { method: 'POST', headers: { ...signed, 'content-type': 'application/json' }, body, signal: AbortSignal.timeout(waitMs) }
  const answer: unknown = await fetch(`${apiUrl}${path}`, init).then(
    (response) => response.json(),
    () => ({ msg: 'The server does not answer' }),
  )
  const reference = made.safeParse(answer)
  if (!reference.success) return { problem: refused.safeParse(answer).data?.msg ?? 'The answer makes no sense' }
  const { address, loginRefer } = reference.data.data
  if (failure === 'expired') await wait(expiredMs)
  if (failure === 'used') await useUp(apiUrl, loginRefer)
  return { address: failure === 'tampered' ? address.replace(loginRefer, tampered(loginRefer)) : address }
}

/** Exchanges it as another browser would, with whatever consent it needs. */
async function useUp(apiUrl: string, loginRefer: string): Promise<void> {
  const headers = { 'user-agent': 'another browser', 'content-type': 'application/json' }
  const call = (address: string, body?: object) =>
    fetch(`${apiUrl}/api${address}`, {
      headers,
      signal: AbortSignal.timeout(waitMs),
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    }).then((response) => response.json())
  const current = z
    .object({ data: z.object({ texts: z.array(z.object({ key: z.string(), version: z.string(), sha256: z.string() })) }) })
    .parse(await call('/fyh/app/agreement/current?scene=login'))
  const agreed = current.data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
  await call(`/fyh/app/flow/unionLogin/loginRefer/${loginRefer}/agree`, { agreed })
}

const tampered = (loginRefer: string) => `${loginRefer.startsWith('a') ? 'b' : 'a'}${loginRefer.slice(1)}`

function page(body: Html): string {
  return html`<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Partner stand-in 合作方（沙箱）</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/sandbox.css">
  </head>
  <body>
    <main>${body}</main>
    <footer>Stand-in of the sandbox 沙箱页面. <a href="/">Sandbox</a></footer>
  </body>
</html>`.markup
}

const form = (
  { channelCode, mobile, failure, returnUrl }: Wish,
  problem: string | undefined,
): Html => html`<section aria-labelledby="title">
      <h1 id="title">示例合作方 <span lang="en">Example partner</span></h1>
      <p>合作方为客户生成登录链接；链接 5 分钟内有效，仅可使用一次。 <span lang="en">The partner makes a login link for a customer: good once, for 5 minutes.</span></p>
      ${problem !== undefined && html`<p class="bad" role="alert">${problem}</p>`}
      <form method="post" action="${folder}">
        <p><label>Channel 渠道 <input name="channelCode" value="${channelCode}" required></label></p>
        <p><label>Customer’s phone 手机号 <input name="mobile" value="${mobile}" inputmode="tel" required></label></p>
        <p><label>Return address 返回地址 <input name="returnUrl" value="${returnUrl}" placeholder="https://trip.example.com/credit"></label></p>
        <p><label>Reference 链接状态 <select name="failure">${Object.entries(failures).map(([name, text]) => html`<option value="${name}"${name === failure && html` selected`}>${text}</option>`)}</select></label></p>
        <p><button type="submit">Make a link 生成链接</button></p>
      </form>
    </section>`

const linkSection = (address: string): Html => html`<section aria-labelledby="title">
      <h1 id="title">登录链接 <span lang="en">Login link</span></h1>
      <ul class="links"><li><a id="go" href="${address}" rel="noreferrer">以客户身份打开 Open as the customer</a></li></ul>
      <p><a href="${folder}">Make another one 再生成一个</a></p>
    </section>`

const institution: Html = html`<section aria-labelledby="title">
      <h1 id="title">示例银行 <span lang="en">Example Bank</span></h1>
      <p>机构自己的页面。 <span lang="en">The institution’s own page, outside the product.</span></p>
    </section>`

const storeNames: Readonly<Record<string, string>> = { appStore: 'App Store', huawei: '华为应用市场', market: '其他应用商店' }
const store = (kind: string): Html => html`<section aria-labelledby="title">
      <h1 id="title">${storeNames[kind] ?? 'Store'} <span lang="en">stand-in</span></h1>
      <p>应用商店页面。 <span lang="en">The page of the app in a store.</span></p>
    </section>`
