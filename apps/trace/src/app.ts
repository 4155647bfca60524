import type { Clock } from '@fyh/base/clock.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { done } from '@fyh/serve/envelope.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { createHttp } from '@fyh/serve/serve.ts'
import { operatorPages } from './answer/operator.ts'
import type { Broker } from './broker/broker.ts'
import { brokerHealth } from './broker/broker-health.ts'
import { openWriter } from './broker/writer.ts'
import { collectRoutes } from './collect/collect-routes.ts'
import type { EventRow } from './collect/event-row.ts'
import { isFaultOfRows, storeEvents } from './collect/event-store.ts'
import { openIntake } from './collect/intake.ts'
import type { MobileIndex } from './collect/mobile-index.ts'
import { openRefusalTally } from './collect/refusal-tally.ts'

type TraceSettings = {
  pool: Pool
  clock: Pick<Clock, 'machineNow'>
  log: Logger
  mobileIndex: MobileIndex
  /** Pages of these origins may send events. */
  origins: readonly string[]
  /** Events that may wait for the database, or the broker, at once. */
  rowsMax?: number
  /** Where events wait between collecting and writing, and which of the two is done here; without it they are stored at once. */
  between?: { broker: Broker; collects: boolean; writes: boolean }
  /** The operator's pages: connections of their own, and the names they may be opened under; without it there are none. */
  operator?: { pool: Pool; hosts: readonly string[] }
}

/** The trace backend: takes behaviour events and answers once they are committed. Closing it writes out what waits. */
export function createTrace({ pool, clock, log, mobileIndex, origins, rowsMax, between, operator }: TraceSettings) {
  const app = createHttp({ log, jsonTypes: ['application/json', 'text/plain'] })
  const tally = openRefusalTally({ pool, clock, log })
  const toDatabase = {
    store: (rows: EventRow[]) => storeEvents(pool, rows),
    isFaultOfRows,
    onRefused: async () => tally.add([{ kind: 'database', field: 'event' }]),
  }
  const writer = between?.writes ? openWriter({ ...toDatabase, broker: between.broker, log }) : undefined
  const intake = openIntake({
    ...(between === undefined ? toDatabase : { store: between.broker.publish, isFaultOfRows: () => false }),
    ...(rowsMax === undefined ? {} : { rowsMax }),
  })
  if (between?.collects !== false) app.register(collectRoutes, { intake, tally, clock, log, mobileIndex, origins })
  if (operator !== undefined) {
    const collecting = async () => ({ state: 'ok', waiting: 0 }) as const
    app.register(operatorPages, { ...operator, clock, log, mobileIndex, collecting })
  }

  app.get('/healthz', async (request, reply) => {
    if (between !== undefined) {
      const health = await brokerHealth({ ...between, writer })
      request.answerCode = health.state === 'ok' ? 0 : health.state
      return reply.code(health.state === 'ok' ? 200 : 503).send(done(health))
    }
    await pool.query('select 1')
    request.answerCode = 0
    return reply.send(done({ ok: true }))
  })

  app.addHook('onClose', async () => {
    await intake.drained()
    await writer?.close()
    await tally.write()
    await between?.broker.close()
  })
  return app
}
