import type { Broker, BrokerLook } from './broker.ts'
import type { Writer, WriterState } from './writer.ts'

/** Whether this process does its part, and what waits in the broker. */
export type BrokerHealth = BrokerLook & { state: BrokerLook['state'] | WriterState; writer?: WriterState }

type Parts = { broker: Pick<Broker, 'look'>; writer: Pick<Writer, 'state'> | undefined; collects: boolean }

/** A process that collects is well while it can take events, also when the database is away; one that only writes, while it can write. */
export async function brokerHealth({ broker, writer, collects }: Parts) {
  const look = await broker.look()
  if (writer === undefined) return look
  const written = writer.state()
  if (collects) return { ...look, writer: written }
  // A full stream is what a writer is there for.
  return { ...look, state: look.state === 'brokerAway' ? look.state : written }
}
