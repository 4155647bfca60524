import type { Clock } from '@fyh/base/clock.ts'
import { collect } from '@fyh/contract/trace.ts'
import { done } from '@fyh/serve/envelope.ts'
import { Refusal } from '@fyh/serve/fail.ts'
import { failFields } from '@fyh/serve/field-errors.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { sendRefusal } from '@fyh/serve/serve.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DoorSettings, leaveToRead, openDoor } from './door.ts'
import type { EventRow } from './event-row.ts'
import { IntakeFull, type Kept } from './intake.ts'
import type { MobileIndex } from './mobile-index.ts'
import type { NameLimit } from './name-limit.ts'
import type { Reading } from './read-event.ts'
import { readEvents, readPlainEvents } from './read-events.ts'
import type { RefusalTally } from './refusal-tally.ts'
import { openShortWay } from './short-way.ts'

type CollectSettings = DoorSettings & {
  readonly tally: RefusalTally
  readonly clock: Pick<Clock, 'machineNow'>
  readonly log: Logger
  readonly mobileIndex: MobileIndex
  readonly nameLimit: NameLimit
}

const retryAfterSeconds = 2
const preflightSeconds = 86_400
const { path, bodyBytesMax } = collect.trace

/**
 * Two ways in for events. `take` is asked first and answers by itself what browsers of ours send; `routes` answers everything. Register the routes as a plugin of their
 * own: what they allow to pages of other origins is allowed there alone.
 */
export function openCollecting(settings: CollectSettings) {
  const { intake, tally, clock, log, mobileIndex, nameLimit } = settings
  // No phone number is like it, so the key that comes of it is a second one.
  const digestKey = mobileIndex('the digests of events')
  const door = openDoor(settings)
  const reading = (): Reading => ({ receivedAt: clock.machineNow(), mobileIndex, digestKey, nameLimit })
  let fails = false

  const keep = (rows: EventRow[], bytes: number): Promise<Kept | undefined> => intake.put(rows, bytes).then(stored, notStored)

  function stored(kept: Kept): Kept {
    if (fails) log.info({}, 'events are stored again')
    fails = false
    return kept
  }

  function notStored(error: unknown): undefined {
    if (error instanceof IntakeFull) return
    // Once each time it begins: every request of a flood fails then.
    if (!fails) log.error({ err: error }, 'events could not be stored')
    fails = true
  }

  const { take, found, close } = openShortWay({ door, read: (body) => readPlainEvents(body, reading()), keep })

  /** What was found out on the short way is not found out again. */
  function doorkeeper(request: FastifyRequest, reply: FastifyReply, next: () => void) {
    const { origin } = request.headers
    if (!door.isOpenTo(origin)) return void sendRefusal(request, reply.header('vary', 'Origin'), 403, new Refusal('NOT_FOUND', {}))
    const leave = leaveToRead(origin)
    for (let place = 0; place < leave.length; place += 2) reply.header(leave[place] ?? '', leave[place + 1])
    if (request.method !== 'POST') return next()
    const known = found(request.raw)
    if (known === 'busy' || (known === undefined && !door.hasRoomFor(request.raw))) return void sendBusy(request, reply)
    return next()
  }

  async function routes(app: FastifyInstance): Promise<void> {
    app.addHook('onRequest', doorkeeper)
    app.addHook('preClose', async () => close())

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
      const { rows, refusals, malformed } = readEvents(request.body, { ...reading(), isClean })
      tally.add(refusals)
      if (malformed !== undefined) return failFields(malformed)
      const kept = await keep(rows, request.sentBody.length)
      if (kept === undefined) return sendBusy(request, reply)
      request.answerCode = 0
      return reply.send(done({ stored: kept.kept, refused: refusals.length + kept.refused }))
    })
  }

  return { take, routes, isShut: door.isShut }
}

/** The browser keeps its events and comes again. */
function sendBusy(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(request, reply.header('retry-after', String(retryAfterSeconds)), 503, new Refusal('BUSY', {}))
}
