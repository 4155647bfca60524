import { type ConsumerConfig, JetStreamApiError, type JetStreamManager, jetstreamManager, type StreamConfig } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'

export type StreamSettings = {
  /** The name in the broker; the writers' and the aside stream's names come from it. */
  stream: string
  /** Servers of a cluster that each keep a copy: 1, 3 or 5. */
  replicas: number
  /** Bytes of events that may wait for the writers. */
  bytesMax: number
  /** How long a writer may take before another one gets its messages. */
  ackSeconds: number
}

export const rowsSubject = (stream: string) => `${stream}.rows`
export const asideSubject = (stream: string) => `${stream}.aside`
export const asideStream = (stream: string) => `${stream}_ASIDE`
export const writersName = 'writers'

const asideBytesMax = 64 * 1024 * 1024
const asideDaysMax = 30
const duplicateSeconds = 120
/** Messages given to all writers together that none has finished. */
const unfinishedMax = 4_096

/** A cluster that chooses a new leader answers none of the questions it was asked before. */
const prepareLimitMs = 2_000
/** What any server allows unless it is told otherwise is 1 MB. */
const payloadBytesMin = 512 * 1024

const nanos = (seconds: number) => seconds * 1_000_000_000

/** Makes the streams and the writers' durable consumer, or brings those that are there to these settings; any number may do so at once. */
export async function prepareStreams(connection: NatsConnection, settings: StreamSettings): Promise<void> {
  if ((connection.info?.max_payload ?? 0) < payloadBytesMin) throw new Error(`the broker's max_payload must be ${payloadBytesMin} or more`)
  const manager = await jetstreamManager(connection, { timeout: prepareLimitMs })
  const { stream } = settings
  const common = { storage: 'file', num_replicas: settings.replicas } as const
  await putStream(manager, {
    ...common,
    name: stream,
    subjects: [rowsSubject(stream)],
    // A message is kept until it was written, and what does not fit is refused: neither drops an event that was acknowledged.
    retention: 'workqueue',
    discard: 'new',
    max_bytes: settings.bytesMax,
    duplicate_window: nanos(duplicateSeconds),
  })
  await putStream(manager, {
    ...common,
    name: asideStream(stream),
    subjects: [asideSubject(stream)],
    retention: 'limits',
    discard: 'old',
    max_bytes: asideBytesMax,
    max_age: nanos(asideDaysMax * 86_400),
    duplicate_window: nanos(duplicateSeconds),
  })
  await manager.consumers.add(stream, writersOf(settings))
  if ((await lookAt(manager, stream)).isAhead) await beginAnew(manager, settings)
}

/**
 * Begins the consumer anew, at the stream's oldest message. Writers get some messages twice then, which the database does not keep, and none is
 * lost; to purge what lies behind their place would make 2.9.10 forget what it has handed out beyond it.
 */
export async function beginAnew(manager: JetStreamManager, settings: StreamSettings): Promise<void> {
  await manager.consumers.delete(settings.stream, writersName)
  await manager.consumers.add(settings.stream, writersOf(settings))
}

/** What waits for the writers: messages they have not got or not finished. */
export async function lookAt(manager: JetStreamManager, stream: string) {
  // In this order: what was delivered then is in the stream now.
  const { num_pending, num_ack_pending, ack_floor, delivered } = await manager.consumers.info(stream, writersName)
  const { state } = await manager.streams.info(stream)
  /** Up to here all was finished, so none of it should be there. */
  const passedTo = num_ack_pending === 0 ? delivered.stream_seq : ack_floor.stream_seq
  return {
    waiting: num_pending + num_ack_pending,
    bytes: state.bytes,
    /**
     * The writers' place lies behind the stream's end: the machine lost power, and the stream's last messages with it. New ones take their
     * numbers, and would be passed over (seen with 2.9.10).
     */
    isAhead: delivered.stream_seq > state.last_seq,
    /**
     * A message that no writer has or would be given. A server that is killed brings back what was finished (seen with 2.9.10: a fifth of what had passed
     * through), and one that forgets what it has handed out leaves it behind unfinished; either takes up room for ever.
     */
    leftBehind: state.messages > 0 && state.first_seq <= passedTo ? state.first_seq : undefined,
  }
}

function writersOf({ ackSeconds }: StreamSettings): Partial<ConsumerConfig> {
  return {
    durable_name: writersName,
    ack_policy: 'explicit',
    ack_wait: nanos(ackSeconds),
    max_deliver: -1,
    max_ack_pending: unfinishedMax,
  }
}

const nameInUse = 10_058

async function putStream(manager: JetStreamManager, config: Partial<StreamConfig> & { name: string }): Promise<void> {
  try {
    await manager.streams.add(config)
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== nameInUse) throw error
    await manager.streams.update(config.name, config)
  }
}
