/** How collecting stands, as the side that collects tells it. */
export type CollectState = {
  readonly state: 'ok' | 'databaseAway' | 'diskFull' | 'brokerAway' | 'full'
  /** Events that were taken and are not written yet. */
  readonly waiting: number
}

export type Collecting = () => Promise<CollectState>
