/** From the best to the worst. */
export const collectStates = ['ok', 'full', 'diskFull', 'databaseAway', 'brokerAway'] as const

/** How collecting stands, as the side that collects tells it: of all processes that share its port. */
export type CollectState = {
  readonly state: (typeof collectStates)[number]
  /** Events that were taken and are not written yet. */
  readonly waiting: number
  /** Events that were taken since the processes began, with those that were there already: no line in the log tells of them. */
  readonly kept: number
}

export type Collecting = () => Promise<CollectState>
