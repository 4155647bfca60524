import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@fyh/serve/log.ts'
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import type { EventRow, Store } from '../collect/event-row.ts'
import { openIntake } from '../collect/intake.ts'
import { type Broker, BrokerAway } from './broker.ts'
import { rowsOf } from './messages.ts'

type WriterSettings = {
  broker: Broker
  store: Store
  /** Whether the failure lies in the rows, so that others may pass. */
  isFaultOfRows: (error: unknown) => boolean
  /** Told of each row that the database can never hold, once it is set aside. */
  onRefused: () => Promise<void>
  log: Logger
}

const fetchMessagesMax = 64
/** Messages that may be in the making, so that the next write is full when one ends. */
const openMessagesMax = 256
/** More than so many messages hold, so that it is the messages that are bounded. */
const rowsMax = Number.MAX_SAFE_INTEGER
const pauseMs = 500
/** The library has no class for it. */
const heartbeatsMissed = 'heartbeats missed'

/**
 * Takes messages from the broker and stores their rows, many messages in one transaction. A message is acknowledged after the commit
 * that holds its rows: one that was in the making when a writer died comes again, and its rows are then there already. While the
 * database is away, messages go back and nothing is lost. What the database can never hold is set aside and blocks nobody.
 */
export function openWriter({ broker, store, isFaultOfRows, onRefused, log }: WriterSettings) {
  const closing = new AbortController()
  const open = new Set<Promise<void>>()
  let fetching: ConsumerMessages | undefined
  let fails = false
  const intake = openIntake({ store, isFaultOfRows, rowsMax, onRefused: setRowAside })
  const running = run()

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await takeSome().catch(tellUnfetched)
      if (fails) await pause()
    }
  }

  async function takeSome(): Promise<void> {
    fetching = await broker.fetch(fetchMessagesMax)
    if (closing.signal.aborted) fetching.stop()
    for await (const message of fetching) {
      const done = handle(message).finally(() => open.delete(done))
      open.add(done)
      while (open.size >= openMessagesMax) await Promise.race(open)
    }
  }

  async function tellUnfetched(error: unknown): Promise<void> {
    // While the broker is away its link says so, and comes back by itself.
    if (error instanceof BrokerAway) return pause()
    log.warn({ err: error }, 'messages could not be fetched')
    // One that is slow is asked again. Else what was prepared is not as it was.
    if (error instanceof Error && error.message === heartbeatsMissed) return
    broker.renew()
    return pause()
  }

  const pause = () => wait(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)

  async function handle(message: JsMsg): Promise<void> {
    const isKept = await keep(message).then(
      () => true,
      (error) => {
        tellFailed(error)
        return false
      },
    )
    try {
      if (isKept) message.ack()
      else message.nak(pauseMs)
    } catch {
      // The connection went meanwhile; without an answer the message comes again.
    }
  }

  async function keep({ data, seq }: JsMsg): Promise<void> {
    const rows = rowsOf(data)
    if (rows === undefined) return broker.setAside({ id: `message-${seq}`, reason: 'unreadable', what: Buffer.from(data).toString('utf8') })
    await intake.put(rows)
    if (fails) log.info({}, 'events are stored again')
    fails = false
  }

  async function setRowAside(row: EventRow, error: unknown): Promise<void> {
    const { generate_id, seq, digest } = row
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'refused'
    await broker.setAside({ id: `${generate_id}-${seq}-${digest}`, reason, what: JSON.stringify(row) })
    await onRefused()
  }

  function tellFailed(error: unknown): void {
    if (!fails) log.error({ err: error }, 'events could not be stored; will retry')
    fails = true
  }

  return {
    async close() {
      closing.abort()
      fetching?.stop()
      await running
      await Promise.all(open)
    },
  }
}
