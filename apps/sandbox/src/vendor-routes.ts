import { setTimeout as wait } from 'node:timers/promises'
import { isVendorParty, type VendorSecrets } from '@fyh/base/vendor-parties.ts'
import { signAnswer, signedBy, verify } from '@fyh/serve/signed.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerCall } from './calls.ts'
import type { Deps } from './store.ts'

/** A picture of 3 MB as base64 inside JSON. */
const bodyBytesMax = 6_500_000

type Settings = { readonly secrets: VendorSecrets; readonly stopping: AbortSignal }
type Call = { Params: { port: string; method: string } }

/** POST /vendor/<port>/<method>: signed calls, signed answers. */
export function vendorRoutes(app: FastifyInstance, deps: Deps, { secrets, stopping }: Settings): void {
  app.post<Call>('/vendor/:port/:method', { bodyLimit: bodyBytesMax }, async (request, reply) => {
    const parts = { method: request.method, path: request.url, body: request.sentBody, headers: request.headers }
    const accepted = acceptedBy(secrets, request.params.port)
    // The answer is signed as the call was, so that a caller with a secret that is being retired can read it.
    const secret = signedBy({ ...parts, secrets: accepted }) ?? accepted[0]
    const verdict = await verify({
      ...parts,
      secrets: accepted,
      now: deps.clock.machineNow(),
      remember: (nonce, until) => rememberNonce(deps, nonce, until),
    })
    if (verdict !== 'ok') return send(request, reply, secret, 401, { error: `signature ${verdict}` })
    const called = await answerCall(deps, { ...request.params, body: request.body, sent: request.sentBody })
    if (called.status !== 'answered') return send(request, reply, secret, statusOf[called.status], { error: called.status })
    if (called.delay === 'hold') return holdAndCut(reply, deps.timing.holdMs, stopping)
    if (called.delay === 'late') await wait(deps.timing.lateMs, undefined, { signal: stopping }).catch(() => undefined)
    return send(request, reply, secret, 200, called.answer)
  })
}

/** For an unknown party any secret works: the response is 'not found'. */
function acceptedBy(secrets: VendorSecrets, named: string): readonly [string, ...string[]] {
  return secrets(isVendorParty(named) ? named : 'sms')
}

const statusOf = { notFound: 404, malformed: 400, keyReused: 409 } as const

function send(request: FastifyRequest, reply: FastifyReply, secret: string, status: number, answer: object): FastifyReply {
  const body = JSON.stringify(answer)
  const nonce = String(request.headers['x-nonce'] ?? '')
  return reply.code(status).headers(signAnswer({ nonce, status, body, secret })).type('application/json').send(body)
}

/** The caller waits and then has no answer, as with a line that breaks. */
export async function holdAndCut(reply: FastifyReply, holdMs: number, stopping: AbortSignal): Promise<FastifyReply> {
  const gone = new Promise<void>((resolve) => reply.raw.once('close', resolve))
  reply.hijack()
  await Promise.race([wait(holdMs, undefined, { signal: stopping }).catch(() => undefined), gone])
  reply.raw.destroy()
  return reply
}

/** True when the nonce was new; old ones are thrown away on the way. */
async function rememberNonce(deps: Deps, nonce: string, until: Date): Promise<boolean> {
  await deps.pool.query('delete from nonce where nonce in (select nonce from nonce where until < $1 limit 20)', [deps.clock.machineNow()])
  const { rowCount } = await deps.pool.query('insert into nonce (nonce, until) values ($1, $2) on conflict do nothing', [nonce, until])
  return rowCount === 1
}
