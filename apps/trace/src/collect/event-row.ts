/** An event as its row is written; the names are the columns. Plain JSON, so that it travels through a broker as it is. */
export type EventRow = {
  /** Civil day (UTC+8) of happened_at. */
  day: string
  generate_id: string
  seq: number
  /** A UUID: 128 bits of a hash over what was sent, or random when a resend cannot be told. */
  digest: string
  /** Milliseconds since 1970, by the browser's clock where that is plausible, else received_at. */
  happened_at: number
  /** Milliseconds since 1970, set once by the collector that took the event. */
  received_at: number
  event: string
  action: string
  content: string
  page: string
  event_id: string
  trace_id: string
  tail_id: string
  user_id: string
  mobile_index: string | null
  mobile_mask: string
  type: string
  version_code: string
  user_agent: string
  channel: string
  brand: string
  host: string
  /** Values taken out because they were somebody's, as `kind:field`. */
  refused: string[]
  extra: Record<string, unknown>
  /** No column: an event that has a seq but no plausible time is known again by an identity without a day. */
  undated: boolean
}

/** Stores rows and resolves after the commit of each; rows that are there already are no error. */
export type Store = (rows: EventRow[]) => Promise<void>
