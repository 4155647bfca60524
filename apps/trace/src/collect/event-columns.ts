import type { EventRow } from './event-row.ts'

/** The columns of `event` in the order in which rows are written, each with its type. */
export const eventColumns = {
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
  refused: 'text[]',
  extra: 'jsonb',
} as const satisfies Record<Exclude<keyof EventRow, 'undated'>, string>

export const columnNames = Object.keys(eventColumns).join(', ')
