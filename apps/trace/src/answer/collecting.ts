/** How collecting stands, as the side that collects tells it. */
export type CollectState = {
  readonly state: 'ok' | 'databaseAway' | 'diskFull' | 'brokerAway' | 'full'
  /** Events that were taken and are not written yet. */
  readonly waiting: number
  /** Events that were taken since the process began, with those that were there already: no line in the log tells of them. */
  readonly kept: number
}

export type Collecting = () => Promise<CollectState>
