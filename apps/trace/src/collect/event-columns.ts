import type { EventRow } from './event-row.ts'

/** What an event says of itself; the columns of `event` in the order in which rows are written, each with its type. */
const ofEvent = {
  day: 'date',
  generate_id: 'text',
  seq: 'bigint',
  digest: 'uuid',
  happened_at: 'timestamptz',
  received_at: 'timestamptz',
  event: 'text',
  action: 'text',
  content: 'text',
  page: 'text',
  event_id: 'text',
  refused: 'text[]',
  extra: 'jsonb',
} as const

/** What an event says of its sender. Null in a row behind another one that says the same. */
const ofSender = {
  trace_id: 'text',
  tail_id: 'text',
  user_id: 'text',
  mobile_index: 'text',
  mobile_mask: 'text',
  type: 'text',
  version_code: 'text',
  user_agent: 'text',
  channel: 'text',
  brand: 'text',
  host: 'text',
} as const

export const eventColumns = { ...ofEvent, ...ofSender } as const satisfies Record<Exclude<keyof EventRow, 'undated'>, string>
export const senderColumns = Object.keys(ofSender).length

export const columnNames = Object.keys(eventColumns).join(', ')

/** As rows are copied in: `sender_digest` is that of the row, of the same day and browser, that says the sender of this one; null where it says that itself. */
export const copiedColumns = [...Object.keys(eventColumns), 'sender_digest']

/** Where a browser's events are by their key; `value` is SQL that gives its id. */
export const ofBrowser = (value: string) => `browser_hash = hashtext(${value}) and generate_id = ${value}`
