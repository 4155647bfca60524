import type { Clock } from '@fyh/base/clock.ts'
import { collect } from '@fyh/contract/trace.ts'
import { done } from '@fyh/serve/envelope.ts'
import { Refusal } from '@fyh/serve/fail.ts'
import { failFields } from '@fyh/serve/field-errors.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { sendRefusal } from '@fyh/serve/serve.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Intake, IntakeFull } from './intake.ts'
import type { MobileIndex } from './mobile-index.ts'
import type { NameLimit } from './name-limit.ts'
import { readEvents } from './read-events.ts'
import type { RefusalTally } from './refusal-tally.ts'

type CollectSettings = {
  readonly intake: Intake
  readonly tally: RefusalTally
  readonly clock: Pick<Clock, 'machineNow'>
  readonly log: Logger
  readonly mobileIndex: MobileIndex
  readonly nameLimit: NameLimit
  /** Pages of these origins may send events. */
  readonly origins: readonly string[]
  /** Bytes that requests may announce at once: one that never sends its last byte holds what it sent for a minute. */
  readonly arrivingBytesMax?: number
}

const retryAfterSeconds = 2
const preflightSeconds = 86_400
const { path, bodyBytesMax } = collect.trace

/** The door for events. Register it as a plugin of its own: what it allows to pages of other origins is allowed here alone. */
export async function collectRoutes(app: FastifyInstance, settings: CollectSettings): Promise<void> {
  const { intake, tally, clock, log, mobileIndex, nameLimit } = settings
  // No phone number is like it, so the key that comes of it is a second one.
  const digestKey = mobileIndex('the digests of events')
  let fails = false
  app.addHook('onRequest', doorkeeper(settings))

  app.options(path, async (_, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': String(preflightSeconds),
      })
      .send(),
  )

  app.post(path, { bodyLimit: bodyBytesMax }, async (request, reply) => {
    // What must be cleaned comes as an escape only: JSON has no other way to write NUL, nor UTF-8 to write half a surrogate pair.
    const isClean = !request.sentBody.includes('\\u')
    const { rows, refusals, malformed } = readEvents(request.body, {
      receivedAt: clock.machineNow(),
      mobileIndex,
      digestKey,
      nameLimit,
      isClean,
    })
    tally.add(refusals)
    if (malformed !== undefined) return failFields(malformed)
    try {
      const { kept, refused } = await intake.put(rows, request.sentBody.length)
      if (fails) log.info({}, 'events are stored again')
      fails = false
      request.answerCode = 0
      return reply.send(done({ stored: kept, refused: refusals.length + refused }))
    } catch (error) {
      if (error instanceof IntakeFull) return sendBusy(request, reply)
      // Once each time it begins: every request of a flood fails then.
      if (!fails) log.error({ err: error }, 'events could not be stored')
      fails = true
      return sendBusy(request, reply)
    }
  })
}

/** Who may come in: pages of our origins, and, before a body is read, what can be taken. In a flood, what cannot must not cost what taking it does. */
function doorkeeper({ intake, origins, arrivingBytesMax = 134_217_728 }: CollectSettings) {
  let arriving = 0
  return (request: FastifyRequest, reply: FastifyReply, next: () => void) => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    // 'null' is what a browser says whose page tells nobody where it came from: taken like no origin at all, with no leave to read.
    if (origin !== undefined && origin !== 'null') {
      if (!origins.includes(origin)) return void sendRefusal(request, reply, 403, new Refusal('NOT_FOUND', {}))
      // A beacon always sends credentials, so the browser wants them allowed, although nothing here reads them.
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' })
    }
    if (request.method !== 'POST') return next()
    const bytes = announced(request)
    if (intake.isFull() || arriving + bytes > arrivingBytesMax) return void sendBusy(request, reply)
    arriving += bytes
    reply.raw.once('close', () => {
      arriving -= bytes
    })
    return next()
  }
}

/** How long a body says it is; one that does not say may be as long as any. */
function announced({ headers }: FastifyRequest): number {
  const said = Number(headers['content-length'])
  return said >= 0 ? Math.min(said, bodyBytesMax) : bodyBytesMax
}

/** The browser keeps its events and comes again. */
function sendBusy(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(request, reply.header('retry-after', String(retryAfterSeconds)), 503, new Refusal('BUSY', {}))
}
