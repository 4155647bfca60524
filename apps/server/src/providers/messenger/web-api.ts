import { z } from 'zod'
import type { MessengerPort, MessengerReason } from './port.ts'

/** account: the official account, whose pages open in the messenger's browser; mini: a mini-program. */
export type MessengerApp = { readonly kind: 'account' | 'mini'; readonly appId: string; readonly secret: string }
export type MessengerSettings = {
  /** The messenger's API, or the sandbox's, which speaks the same; without a slash at the end. */
  readonly baseUrl: string
  readonly apps: readonly MessengerApp[]
  /** No answer within this is the answer `unknown`. */
  readonly timeLimitMs?: number
  /** Told why an answer could not be used, or was a refusal that no person can help; names neither a secret nor a person. */
  readonly onTrouble?: (path: string, why: string) => void
}

const timeLimitMsDefault = 5_000
/** The messenger's own are far shorter; a longer one is none of its codes and is not sent on. */
const codeCharsMax = 128

const person = z.object({ openid: z.string().min(1).max(64), unionid: z.string().max(64).optional() })
const lifeSeconds = z.int().min(60).max(100_000)
const accessToken = z.object({ access_token: z.string().min(1).max(1_024), expires_in: lifeSeconds })
const scriptTicket = z.object({ ticket: z.string().min(1).max(1_024), expires_in: lifeSeconds })
const follower = z.object({ subscribe: z.union([z.literal(0), z.literal(1)]) })
const failure = z.object({ errcode: z.int(), errmsg: z.string().optional() })

/** The messenger's own numbers for why not. Any other is one that only who runs the product can do something about. */
const reasons = new Map<number, MessengerReason>([
  [40163, 'codeUsed'],
  [40029, 'codeInvalid'],
  [41008, 'codeInvalid'],
  [42003, 'codeInvalid'],
  [-1, 'busy'],
  [45009, 'busy'],
  [45011, 'busy'],
  [40001, 'tokenInvalid'],
  [40014, 'tokenInvalid'],
  [42001, 'tokenInvalid'],
])

/** The messenger as it is spoken to over HTTP. The stand-in speaks the same, so the configured address alone chooses between them. */
export function messengerWebApi(settings: MessengerSettings): MessengerPort {
  const ask = asker(settings)
  const appOf = (appId: string) => settings.apps.find((app) => app.appId === appId)
  return {
    exchange: async ({ appId, code }) => {
      const app = appOf(appId)
      if (app === undefined) return { answer: 'refused', reason: 'notAllowed' }
      if (code.length > codeCharsMax) return { answer: 'refused', reason: 'codeInvalid' }
      const { path, query } = exchangeCall(app, code)
      const found = await ask(path, { query }, person)
      return found.answer === 'ok' ? { answer: 'ok', openId: found.data.openid, unionId: found.data.unionid ?? '' } : found
    },
    accessToken: async ({ appId }) => {
      const app = appOf(appId)
      if (app === undefined) return { answer: 'refused', reason: 'notAllowed' }
      const body = { grant_type: 'client_credential', appid: app.appId, secret: app.secret }
      const lent = await ask('/cgi-bin/stable_token', { body }, accessToken)
      return lent.answer === 'ok' ? { answer: 'ok', value: lent.data.access_token, lifeSeconds: lent.data.expires_in } : lent
    },
    scriptTicket: async ({ accessToken: token }) => {
      const lent = await ask('/cgi-bin/ticket/getticket', { query: { access_token: token, type: 'jsapi' } }, scriptTicket)
      return lent.answer === 'ok' ? { answer: 'ok', value: lent.data.ticket, lifeSeconds: lent.data.expires_in } : lent
    },
    follows: async ({ accessToken: token, openId }) => {
      const told = await ask('/cgi-bin/user/info', { query: { access_token: token, openid: openId } }, follower)
      return told.answer === 'ok' ? { answer: 'ok', follows: told.data.subscribe === 1 } : told
    },
  }
}

function exchangeCall({ kind, appId, secret }: MessengerApp, code: string): { path: `/${string}`; query: Record<string, string> } {
  const query = { appid: appId, secret, grant_type: 'authorization_code' }
  return kind === 'mini'
    ? { path: '/sns/jscode2session', query: { ...query, js_code: code } }
    : { path: '/sns/oauth2/access_token', query: { ...query, code } }
}

type Asked = { readonly query?: Readonly<Record<string, string>>; readonly body?: object }
type Heard<Data> =
  | { readonly answer: 'ok'; readonly data: Data }
  | { readonly answer: 'refused'; readonly reason: MessengerReason }
  | { readonly answer: 'unknown' }

/** JSON over HTTP; refusals come with status 200 and an errcode. What is not a whole answer in time is none. */
function asker({ baseUrl, timeLimitMs = timeLimitMsDefault, onTrouble = () => undefined }: MessengerSettings) {
  return async <Data>(path: `/${string}`, { query, body }: Asked, schema: z.ZodType<Data>): Promise<Heard<Data>> => {
    try {
      const response = await fetch(`${baseUrl}${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimitMs),
        ...(body !== undefined && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`)
      // Sent as text/plain by the messenger, whatever is in it.
      const answer: unknown = JSON.parse(await response.text())
      const refusal = failure.safeParse(answer).data
      if (refusal === undefined || refusal.errcode === 0) return { answer: 'ok', data: schema.parse(answer) }
      const reason = reasons.get(refusal.errcode) ?? 'notAllowed'
      if (reason === 'notAllowed' || reason === 'busy') onTrouble(path, `errcode ${refusal.errcode}`)
      return { answer: 'refused', reason }
    } catch (error) {
      onTrouble(path, reasonOf(error))
      return { answer: 'unknown' }
    }
  }
}

/** Of an error its kind alone: the text of one can quote the address, and in that is a secret. */
function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return `unexpected shape at ${error.issues.map((issue) => issue.path.join('.')).join(', ')}`
  if (!(error instanceof Error)) return 'failed'
  if (/^HTTP \d+$/.test(error.message)) return error.message
  const code: unknown = error.cause instanceof Error ? Reflect.get(error.cause, 'code') : undefined
  return typeof code === 'string' ? code : error.name
}
