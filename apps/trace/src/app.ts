import type { Clock } from '@fyh/base/clock.ts'
import { collect } from '@fyh/contract/trace.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { done } from '@fyh/serve/envelope.ts'
import { Refusal } from '@fyh/serve/fail.ts'
import { failFields } from '@fyh/serve/field-errors.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { createHttp, sendRefusal } from '@fyh/serve/serve.ts'
import { isFaultOfRows, storeEvents } from './collect/event-store.ts'
import { IntakeFull, openIntake } from './collect/intake.ts'
import type { MobileIndex } from './collect/mobile-index.ts'
import { readEvents } from './collect/read-events.ts'

type TraceSettings = {
  pool: Pool
  clock: Pick<Clock, 'machineNow'>
  log: Logger
  mobileIndex: MobileIndex
  /** Pages of these origins may send events. */
  origins: readonly string[]
  /** Events that may wait for the database at once. */
  rowsMax?: number
}

const retryAfterSeconds = 2
const preflightSeconds = 86_400

/** The trace backend: takes behaviour events and answers once they are committed. Closing it writes out what waits. */
export function createTrace({ pool, clock, log, mobileIndex, origins, rowsMax }: TraceSettings) {
  const app = createHttp({ log, jsonTypes: ['application/json', 'text/plain'] })
  const intake = openIntake({
    store: (rows) => storeEvents(pool, rows),
    isFaultOfRows,
    ...(rowsMax === undefined ? {} : { rowsMax }),
  })
  const { path, bodyBytesMax } = collect.trace

  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin === undefined) return
    if (!origins.includes(origin)) return sendRefusal(request, reply, 403, new Refusal('NOT_FOUND', {}))
    // A beacon always sends credentials, so the browser wants them allowed, although nothing here reads them.
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' })
  })

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
    const read = readEvents(request.body, { receivedAt: clock.machineNow(), mobileIndex })
    if (read === undefined) return failFields([{ field: 'events', reason: 'type' }])
    try {
      const { kept } = await intake.put(read.rows)
      request.answerCode = 0
      return reply.send(done({ stored: kept }))
    } catch (error) {
      if (!(error instanceof IntakeFull)) log.error({ err: error }, 'events could not be stored')
      return sendRefusal(request, reply.header('retry-after', String(retryAfterSeconds)), 503, new Refusal('BUSY', {}))
    }
  })

  app.get('/healthz', async (request, reply) => {
    await pool.query('select 1')
    request.answerCode = 0
    return reply.send(done({ ok: true }))
  })

  app.addHook('onClose', () => intake.drained())
  return app
}
