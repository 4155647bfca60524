import type { StoreState } from '../collect/store-state.ts'
import type { Broker, BrokerLook } from './broker.ts'

/** Whether this process does its part, what waits in the broker, and how its writer stands, where it has one. */
export type BrokerHealth = Omit<BrokerLook, 'state'> & { state: BrokerLook['state'] | StoreState; writer?: StoreState }

type Parts = { broker: Pick<Broker, 'look'>; database: { state(): Promise<StoreState> }; collects: boolean; writes: boolean }

/** A process that collects is well while it can take events, also when the database is away; one that only writes, while it can write. */
export async function brokerHealth({ broker, database, collects, writes }: Parts): Promise<BrokerHealth> {
  const look = await broker.look()
  if (!writes) return look
  const writer = await database.state()
  if (collects) return { ...look, writer }
  // A full stream is what a writer is there for.
  return { ...look, state: look.state === 'brokerAway' ? look.state : writer, writer }
}
