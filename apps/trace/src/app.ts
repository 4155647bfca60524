import type { Clock } from '@fyh/base/clock.ts'
import { civilDateAt } from '@fyh/base/dates.ts'
import { collect } from '@fyh/contract/trace.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { openArriving } from '@fyh/serve/arriving.ts'
import { done } from '@fyh/serve/envelope.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { createHttp } from '@fyh/serve/serve.ts'
import type { CollectState } from './answer/collecting.ts'
import { operatorPages } from './answer/operator.ts'
import type { Broker } from './broker/broker.ts'
import { brokerHealth } from './broker/broker-health.ts'
import { openWriter } from './broker/writer.ts'
import { openCollecting } from './collect/collect-routes.ts'
import { openCounting } from './collect/counting.ts'
import type { EventRow } from './collect/event-row.ts'
import { isFaultOfRows, storeEvents } from './collect/event-store.ts'
import { openIntake } from './collect/intake.ts'
import { knownNames } from './collect/known-names.ts'
import { openLately } from './collect/lately.ts'
import type { MobileIndex } from './collect/mobile-index.ts'
import { openNameLimit } from './collect/name-limit.ts'
import { openRefusalTally } from './collect/refusal-tally.ts'
import { watchStore } from './collect/store-state.ts'
import { openForgotten } from './upkeep/forgotten.ts'

type TraceSettings = {
  pool: Pool
  clock: Pick<Clock, 'machineNow'>
  log: Logger
  mobileIndex: MobileIndex
  /** Pages of these origins may send events. */
  origins: readonly string[]
  /** Proxies whose X-Forwarded-For is believed, for the tries to log in. */
  trustProxy?: readonly string[]
  /** Events that may wait for the database, or the broker, at once. */
  rowsMax?: number
  /** Where events wait between collecting and writing, and which of the two is done here; without it they are stored at once. */
  between?: { broker: Broker; collects: boolean; writes: boolean }
  /** The operator's pages: connections of their own, the names they may be opened under, and how long things are kept; without it there are none. */
  operator?: { pool: Pool; hosts: readonly string[]; keepDays: number; keepCountsDays: number }
  /** Where several processes share the port: makes of how this one stands how all of them do. */
  standing?: <State extends CollectState>(own: () => Promise<State>) => () => Promise<State>
}

/** The trace backend: takes behaviour events and answers once they are committed. Closing it writes out what waits. */
export function createTrace(settings: TraceSettings) {
  const { pool, clock, log, mobileIndex, origins, trustProxy = [], rowsMax, between, operator, standing = (own) => own } = settings
  const health = standing(ownHealth)
  const lately = openLately()
  const forgotten = openForgotten({ pool, clock })
  const counting = between?.writes === false ? undefined : openCounting({ pool, log })
  const tally = openRefusalTally({ pool, clock, log, onWritten: () => counting?.soon() })
  const store = async (rows: EventRow[]) => {
    await storeEvents(pool, await forgotten.without(rows), lately)
    counting?.soon()
  }
  const database = watchStore(store, { clock, ask: () => pool.query('select 1') })
  const toDatabase = {
    store: database.store,
    isFaultOfRows,
    onRefused: async () => tally.add([{ kind: 'database', field: 'event' }]),
  }
  const writer = between?.writes ? openWriter({ ...toDatabase, broker: between.broker, log }) : undefined
  const intake = openIntake({
    ...(between === undefined ? toDatabase : { store: between.broker.publish, isFaultOfRows: () => false }),
    ...(rowsMax === undefined ? {} : { rowsMax }),
  })
  const nameLimit = openNameLimit()
  const arriving = openArriving()
  const collecting =
    between?.collects === false ? undefined : openCollecting({ intake, tally, clock, log, mobileIndex, nameLimit, origins, arriving })
  const app = createHttp({
    log,
    trustProxy,
    jsonTypes: ['application/json', 'text/plain'],
    busyPath: collect.trace.path,
    arriving,
    ...(collecting && { first: collecting.take }),
  })
  if (collecting !== undefined) {
    app.register(collecting.routes)
    const today = civilDateAt(clock.machineNow())
    // Nobody waits for it: a collector takes events while the database is away.
    knownNames(pool, today).then(
      ({ names, faults }) => nameLimit.learn(names, faults, today),
      (error: unknown) => log.warn({ err: error }, 'recently counted names could not be read'),
    )
  }
  if (operator !== undefined) {
    app.register(operatorPages, { ...operator, clock, log, mobileIndex, collecting: health })
  }

  async function ownHealth(): Promise<CollectState> {
    const held = { waiting: intake.waiting(), kept: intake.kept() }
    if (collecting?.isShut() ?? intake.isFull()) return { ...held, state: 'full' }
    if (between !== undefined) return { ...held, ...(await brokerHealth({ ...between, database })) }
    return { ...held, state: await database.state() }
  }

  app.get('/healthz', async (request, reply) => {
    const told = await health()
    request.answerCode = told.state === 'ok' ? 0 : told.state
    return reply.code(told.state === 'ok' ? 200 : 503).send(done(told))
  })

  app.addHook('onClose', async () => {
    await intake.drained()
    await writer?.close()
    await tally.write()
    await counting?.close()
    await between?.broker.close()
  })
  return app
}
