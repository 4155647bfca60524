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

const nanos = (seconds: number) => seconds * 1_000_000_000

/** Makes the streams and the writers' durable consumer, or brings those that are there to these settings; any number may do so at once. */
export async function prepareStreams(connection: NatsConnection, settings: StreamSettings): Promise<void> {
  const manager = await jetstreamManager(connection)
  const common = { storage: 'file', num_replicas: settings.replicas } as const
  await putStream(manager, {
    ...common,
    name: settings.stream,
    subjects: [rowsSubject(settings.stream)],
    // A message is kept until it was written, and what does not fit is refused: neither drops an event that was acknowledged.
    retention: 'workqueue',
    discard: 'new',
    max_bytes: settings.bytesMax,
    duplicate_window: nanos(duplicateSeconds),
  })
  await putStream(manager, {
    ...common,
    name: asideStream(settings.stream),
    subjects: [asideSubject(settings.stream)],
    retention: 'limits',
    discard: 'old',
    max_bytes: asideBytesMax,
    max_age: nanos(asideDaysMax * 86_400),
    duplicate_window: nanos(duplicateSeconds),
  })
  await manager.consumers.add(settings.stream, writersOf(settings))
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
