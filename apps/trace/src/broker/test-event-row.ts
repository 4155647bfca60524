import { randomUUID } from 'node:crypto'
import type { EventRow } from '../collect/event-row.ts'

/** A row as a collector makes it, with these changes. */
export const testEventRow = (changes: Partial<EventRow> = {}): EventRow => ({
  day: '2026-11-28',
  generate_id: 'g'.repeat(19),
  seq: 1,
  digest: randomUUID(),
  happened_at: Date.parse('2026-11-28T02:00:00.000Z'),
  received_at: Date.parse('2026-11-28T02:00:00.100Z'),
  event: 'page_load',
  action: 'pageLoad',
  content: '',
  page: 'home',
  event_id: 'e'.repeat(11),
  trace_id: 't'.repeat(11),
  tail_id: 'a'.repeat(4),
  user_id: '',
  mobile_index: null,
  mobile_mask: '138****0001',
  type: 'h5_fyh',
  version_code: '1.0.0',
  user_agent: 'a browser',
  channel: '',
  brand: '',
  host: 'browser',
  refused: [],
  extra: { more: { of: ['it'] } },
  undated: false,
  ...changes,
})
