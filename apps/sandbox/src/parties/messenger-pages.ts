import { randomText } from '@fyh/base/ids.ts'
import { html } from '@fyh/serve/html.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../store.ts'
import { allow, hasAllowed, isAppId, makeCode } from './messenger.ts'

const wish = z.object({
  appid: z.string().refine(isAppId),
  redirect_uri: z.url({ protocol: /^https?$/ }).max(2_000),
  response_type: z.literal('code'),
  scope: z.enum(['snsapi_base', 'snsapi_userinfo']),
  state: z
    .string()
    .regex(/^\w{0,128}$/)
    .default(''),
})
type Wish = z.infer<typeof wish>

const folder = '/messenger/connect/oauth2'
const cookieName = 'messenger_person'

/**
 * WeChat's authorization page. A person, identified by a cookie, is asked once for each app. Later visits are redirected back with a
 * code immediately, as WeChat does. The answers are links, because the response to a form can't redirect to another origin.
 */
export function messengerPages(app: FastifyInstance, deps: Deps): void {
  app.get(`${folder}/authorize`, async (request, reply) => {
    const asked = wish.safeParse(request.query)
    if (!asked.success) return reply.code(400).type('text/html').send(faultPage())
    const person = personOf(request, reply)
    if (await hasAllowed(deps, { appId: asked.data.appid, person })) return backWithCode(deps, reply, asked.data, person)
    return reply.type('text/html').header('cache-control', 'no-store').send(askingPage(asked.data, person))
  })
  app.get(`${folder}/allow`, async (request, reply) => {
    const asked = wish.safeParse(request.query)
    if (!asked.success) return reply.code(400).type('text/html').send(faultPage())
    const person = personOf(request, reply)
    await allow(deps, { appId: asked.data.appid, person })
    return backWithCode(deps, reply, asked.data, person)
  })
}

async function backWithCode(deps: Deps, reply: FastifyReply, asked: Wish, person: string): Promise<FastifyReply> {
  return reply.redirect(backTo(asked, await makeCode(deps, { appId: asked.appid, person })), 302)
}

/** Without a code: the person refused. */
function backTo({ redirect_uri, state }: Wish, code?: string): string {
  const address = new URL(redirect_uri)
  if (code !== undefined) address.searchParams.set('code', code)
  address.searchParams.set('state', state)
  return address.href
}

function personOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = new RegExp(`(?:^|; )${cookieName}=([\\w-]{1,60})`).exec(request.headers.cookie ?? '')?.[1]
  const person = known ?? randomText(12)
  if (known === undefined)
    void reply.header('set-cookie', `${cookieName}=${person}; Path=${folder}; Max-Age=31536000; HttpOnly; SameSite=Lax`)
  return person
}

const askingPage = (asked: Wish, person: string): string =>
  html`<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>WeChat stand-in 微信（沙箱）</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/sandbox.css">
  </head>
  <body>
    <main>
      <section aria-labelledby="title">
        <h1 id="title">登录授权 <span lang="en">Authorize</span></h1>
        <p>${new URL(asked.redirect_uri).host} 申请获取您的微信身份标识（沙箱，非真实微信）。</p>
        <p lang="en">${new URL(asked.redirect_uri).host} requests your WeChat identity (sandbox, not the real WeChat): app ${asked.appid}, scope ${asked.scope}, you are ${person}.</p>
        <ul class="links">
          <li><a id="allow" href="${folder}/allow?${new URLSearchParams(asked).toString()}">允许 Allow</a></li>
          <li><a id="refuse" href="${backTo(asked)}">拒绝 Refuse</a></li>
        </ul>
      </section>
    </main>
  </body>
</html>`.markup

const faultPage = (): string =>
  html`<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>WeChat stand-in</title><p>链接参数错误 Invalid authorization URL.</p></html>`
    .markup
