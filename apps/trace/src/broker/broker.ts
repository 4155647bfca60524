import { randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers/promises'
import type { Logger } from '@fyh/serve/log.ts'
import { type ConsumerMessages, JetStreamApiError, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { EventRow } from '../collect/event-row.ts'
import { keepLink } from './link.ts'
import { messagesOf } from './messages.ts'
import { asideStream, asideSubject, beginAnew, lookAt, prepareStreams, rowsSubject, type StreamSettings, writersName } from './streams.ts'

export type BrokerSettings = StreamSettings & {
  /** nats://user:password@host:4222, more servers of the same cluster after commas. */
  url: string
}

export type BrokerLook =
  | { state: 'brokerAway' }
  | {
      state: 'ok' | 'full'
      /** Messages that no writer has finished. */
      waiting: number
      /** Bytes that the stream takes. */
      bytes: number
      /** Events and messages that could not be stored and are kept aside. */
      aside: number
    }
export type Broker = ReturnType<typeof openBroker>

/** Thrown when the broker did not say that it has the events; it may have them all the same. */
export class BrokerAway extends Error {
  override readonly name = 'BrokerAway'
}

/** Thrown when as much waits for the writers as may. */
export class BrokerFull extends Error {
  override readonly name = 'BrokerFull'
}

const publishLimitMs = 3_000
const publishAttemptsMax = 2
const lookLimitMs = 1_000
/** Twice a second's silence within it, and another one is begun. */
const fetchLimitMs = 2_000
/** With less than this left a group of requests may find no room. */
const roomBytesMin = 1024 * 1024
const asideTextMax = 65_536
const streamIsFull = 10_077
/** The class of this error is not exported. It means that no stream is there for the subject. */
const nobodyTakes = 'JetStreamNotEnabled'

/** The stream between collectors and writers. Usable at once: what needs the broker fails while it is away. */
export function openBroker({ url, ...settings }: BrokerSettings, log: Logger) {
  const { stream } = settings
  const link = keepLink({ url, log, prepare: (connection) => prepareStreams(connection, settings) })
  const closing = new AbortController()
  keepPlace().catch(() => undefined)

  /** Resolves when the broker has acknowledged every row; rejects with BrokerAway or BrokerFull, and then some may be there. */
  async function publish(rows: readonly EventRow[]): Promise<void> {
    await Promise.all(messagesOf(rows).map((data) => send(rowsSubject(stream), data, randomUUID())))
  }

  /** Keeps what could not be stored where it blocks nobody. What has the same id is kept once. */
  async function setAside({ id, reason, what }: { id: string; reason: string; what: string }): Promise<void> {
    await send(asideSubject(stream), Buffer.from(JSON.stringify({ reason, what: what.slice(0, asideTextMax) })), id)
    log.error({ reason }, 'an event could not be stored and was set aside')
  }

  /** Sent once more, under the same id, when the connection breaks: a broker that starts anew is then no failed request. */
  async function send(subject: string, data: Uint8Array, id: string): Promise<void> {
    let connection = link.ready()
    for (let attempt = 1; connection !== undefined; attempt += 1) {
      try {
        await jetstream(connection).publish(subject, data, { msgID: id, timeout: publishLimitMs })
        return
      } catch (cause) {
        if (cause instanceof JetStreamApiError && cause.code === streamIsFull) throw new BrokerFull('the stream is full', { cause })
        if (cause instanceof Error && cause.name === nobodyTakes) link.renew()
        if (attempt === publishAttemptsMax) throw new BrokerAway('the broker did not acknowledge', { cause })
        connection = await link.readyWithin(publishLimitMs)
      }
    }
    throw new BrokerAway('there is no connection to the broker')
  }

  /** Messages for a writer, at most so many, as they come for some seconds. */
  async function fetch(messagesMax: number): Promise<ConsumerMessages> {
    const connection = link.ready()
    if (connection === undefined) throw new BrokerAway('there is no connection to the broker')
    const consumer = await jetstream(connection).consumers.get(stream, writersName)
    return consumer.fetch({ max_messages: messagesMax, expires: fetchLimitMs })
  }

  async function look(): Promise<BrokerLook> {
    const connection = link.ready()
    if (connection === undefined) return { state: 'brokerAway' }
    try {
      const manager = await managerOf(connection)
      const { waiting, bytes } = await lookAt(manager, stream)
      const { state: aside } = await manager.streams.info(asideStream(stream))
      return { state: bytes + roomBytesMin > settings.bytesMax ? 'full' : 'ok', waiting, bytes, aside: aside.messages }
    } catch {
      return { state: 'brokerAway' }
    }
  }

  async function keepPlace(): Promise<void> {
    const everyMs = settings.ackSeconds * 1_000
    let seenBehind: number | undefined
    for await (const _ of setInterval(everyMs, undefined, { signal: closing.signal, ref: false })) {
      const connection = link.ready()
      if (connection === undefined) continue
      seenBehind = await putRight(await managerOf(connection), seenBehind).catch((error) => {
        log.warn({ err: error }, 'the position of the writers could not be checked')
        return undefined
      })
    }
  }

  /** Answers the message that seems to be left behind. One that was finished just now may still be there, so it must be seen there twice. */
  async function putRight(manager: JetStreamManager, seenBehind: number | undefined): Promise<number | undefined> {
    const { isAhead, leftBehind } = await lookAt(manager, stream)
    if (!isAhead && (leftBehind === undefined || leftBehind !== seenBehind)) return leftBehind
    await beginAnew(manager, settings)
    log.warn({}, 'the broker lost the position of its writers; they restart at the oldest message')
    return undefined
  }

  return {
    publish,
    setAside,
    fetch,
    look,
    renew: link.renew,
    async close() {
      closing.abort()
      await link.close()
    },
  }
}

function managerOf(connection: NatsConnection): Promise<JetStreamManager> {
  return jetstreamManager(connection, { checkAPI: false, timeout: lookLimitMs })
}
