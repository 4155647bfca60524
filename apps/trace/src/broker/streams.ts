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
  if ((await lookAt(manager, stream)).isAhead) {
    await manager.consumers.delete(stream, writersName)
    await manager.consumers.add(stream, writersOf(settings))
  }
}

/**
 * Removes messages that every writer has finished. Else they go as they are finished, but a server that is killed forgets that they
 * went (seen with 2.9.10: a fifth of what had passed through was back), and they would take up room for ever.
 */
export async function removeFinished(manager: JetStreamManager, stream: string): Promise<void> {
  const { finishedTo, firstSequence, isAhead } = await lookAt(manager, stream)
  // With nothing finished there is nothing to remove; and to remove what lies before the first message means all there is to a server, also what has come since.
  if (!isAhead && finishedTo > 0 && firstSequence <= finishedTo) await manager.streams.purge(stream, { seq: finishedTo + 1 })
}

/** What waits for the writers: messages they have not got or not finished. */
export async function lookAt(manager: JetStreamManager, stream: string) {
  // In this order: what was delivered then is in the stream now.
  const writers = await manager.consumers.info(stream, writersName)
  const { state } = await manager.streams.info(stream)
  return {
    waiting: writers.num_pending + writers.num_ack_pending,
    bytes: state.bytes,
    firstSequence: state.first_seq,
    finishedTo: writers.ack_floor.stream_seq,
    /**
     * The writers' place lies behind the stream's end: the machine lost power, and the stream's last messages with it. New ones take their
     * numbers, and would be passed over (seen with 2.9.10). Writers that begin anew get some twice, which the database does not keep.
     */
    isAhead: writers.delivered.stream_seq > state.last_seq,
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
