import { setTimeout as wait } from 'node:timers/promises'
import { randomText } from '@fyh/base/ids.ts'
import { standInSecret } from '@fyh/serve/vendor-secrets.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Failure, takeFailure } from '../failures.ts'
import { type Deps, inTransaction, type Tx } from '../store.ts'
import { holdAndCut } from '../vendor-routes.ts'
import { appOfToken, isAppId, isFollower, lend, makeCode, openIdOf, personOf, tokenLifeSeconds, unionIdOf, useCode } from './messenger.ts'

type Settings = { readonly secrets: readonly string[]; readonly stopping: AbortSignal }
type Asked = Readonly<Record<string, string>>
type Answer = Readonly<Record<string, unknown>>
type Act = { readonly tx: Tx; readonly now: Date; readonly asked: Asked; readonly secrets: readonly string[] }

/** The messenger's own numbers; the answer's status is 200 whatever they say. */
const errors = {
  40001: 'invalid credential, access_token is invalid or not latest',
  40002: 'invalid grant_type',
  40013: 'invalid appid',
  40029: 'invalid code',
  40125: 'invalid appsecret',
  40163: 'code been used',
  41008: 'missing code',
  45011: 'api minute-quota reach limit  mustslower  retry next minute',
} as const
const no = (errcode: keyof typeof errors): Answer => ({ errcode, errmsg: errors[errcode] })

const fields = z.record(z.string(), z.string())
const codeWish = z.object({ appId: z.string().refine(isAppId), person: z.string().min(1).max(60) })

/** The messenger's API under /messenger, in its own words: the server speaks to it as to the real one. */
export function messengerRoutes(app: FastifyInstance, deps: Deps, settings: Settings): void {
  const serve = (method: 'GET' | 'POST', path: string, act: (act: Act) => Promise<Answer>) =>
    app.route({
      method,
      url: `/messenger${path}`,
      handler: (request, reply) => answer(deps, settings, { name: path.slice(1), act, request, reply }),
    })
  serve('GET', '/sns/oauth2/access_token', (act) => exchange(act, act.asked.code))
  serve('GET', '/sns/jscode2session', (act) => exchange(act, act.asked.js_code))
  serve('POST', '/cgi-bin/stable_token', async ({ tx, now, asked, secrets }) => {
    const appId = asked.appid ?? ''
    const wrong = wrongApp(asked, secrets)
    if (wrong !== undefined) return wrong
    if (asked.grant_type !== 'client_credential') return no(40002)
    const { token, lifeSeconds } = await lend(tx, { appId, kind: 'access', now })
    return { access_token: token, expires_in: lifeSeconds }
  })
  serve('GET', '/cgi-bin/ticket/getticket', async ({ tx, now, asked }) => {
    const appId = await appOfToken(tx, { token: asked.access_token ?? '', now })
    if (appId === undefined) return no(40001)
    const { token, lifeSeconds } = await lend(tx, { appId, kind: 'script', now })
    return { errcode: 0, errmsg: 'ok', ticket: token, expires_in: lifeSeconds }
  })
  serve('GET', '/cgi-bin/user/info', async ({ tx, now, asked }) => {
    if ((await appOfToken(tx, { token: asked.access_token ?? '', now })) === undefined) return no(40001)
    const openId = asked.openid ?? ''
    const person = await personOf(tx, openId)
    return { subscribe: person !== undefined && isFollower(person) ? 1 : 0, openid: openId }
  })
  app.post('/api/messenger/codes', async (request, reply) => {
    const wish = codeWish.safeParse(request.body)
    return wish.success ? { code: await makeCode(deps, wish.data) } : reply.code(400).send({ error: 'appId and person are needed' })
  })
}

async function exchange({ tx, now, asked, secrets }: Act, code: string | undefined): Promise<Answer> {
  const appId = asked.appid ?? ''
  const wrong = wrongApp(asked, secrets)
  if (wrong !== undefined) return wrong
  if (asked.grant_type !== 'authorization_code') return no(40002)
  if (code === undefined || code === '') return no(41008)
  const person = await useCode(tx, { appId, code, now })
  if (person === 'used') return no(40163)
  if (person === 'unknown') return no(40029)
  return {
    access_token: randomText(64),
    expires_in: tokenLifeSeconds,
    refresh_token: randomText(64),
    openid: openIdOf(appId, person),
    scope: 'snsapi_base',
    unionid: unionIdOf(person),
  }
}

function wrongApp({ appid = '', secret: given }: Asked, secrets: readonly string[]): Answer | undefined {
  if (!isAppId(appid)) return no(40013)
  return secrets.some((secret) => given === standInSecret(secret, appid)) ? undefined : no(40125)
}

type Call = { name: string; act: (act: Act) => Promise<Answer>; request: FastifyRequest; reply: FastifyReply }

async function answer(deps: Deps, { secrets, stopping }: Settings, { name, act, request, reply }: Call): Promise<FastifyReply> {
  const asked = fields.safeParse(request.method === 'GET' ? request.query : request.body).data ?? {}
  const now = deps.clock.machineNow()
  const { said, failure } = await inTransaction(deps.pool, async (tx) => {
    const { failure } = (await takeFailure(tx, 'messenger')) ?? {}
    const said = failure === 'refuse' ? no(45011) : await act({ tx, now, asked, secrets })
    await writeDown(tx, deps, { name, asked, said, failure, now })
    return { said, failure }
  })
  if (failure === 'timeOut') return holdAndCut(reply, deps.timing.holdMs, stopping)
  if (failure === 'late') await wait(deps.timing.lateMs, undefined, { signal: stopping }).catch(() => undefined)
  // As the messenger does: JSON that says it is text.
  return reply.type('text/plain').send(JSON.stringify(said))
}

type Written = { name: string; asked: Asked; said: Answer; failure: Failure | undefined; now: Date }

/** For the page and the tests: what was asked and answered, without what opens doors. */
async function writeDown(tx: Tx, deps: Deps, { name, asked, said, failure, now }: Written): Promise<void> {
  const id = deps.ids()
  const refused = typeof said.errcode === 'number' && said.errcode !== 0
  const shown = { answer: refused ? 'refused' : 'ok', ...hidden(said) }
  await tx.query(
    `insert into call (port, method, key, call_id, request_hash, request, answer, failure, called_at) values ('messenger', $1, $2, $3, '', $4, $5, $6, $7)`,
    [name, String(id), id, JSON.stringify(hidden(asked)), JSON.stringify(shown), failure ?? null, now],
  )
}

const hidden = (facts: Answer) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, /secret|token|ticket/.test(name) ? '***' : value]))
