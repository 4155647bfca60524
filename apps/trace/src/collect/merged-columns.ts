import type { EventRow } from './event-row.ts'
import type { Browser, Visit } from './sums-of-browsers.ts'

/** A column's type, and where its value comes from. */
export type Column<Sum> =
  | readonly ['text', (sum: Sum) => string | null]
  | readonly ['date', (sum: Sum) => string]
  | readonly ['timestamptz' | 'bigint' | 'integer', (sum: Sum) => number]
export type Columns<Sum> = Readonly<Record<string, Column<Sum>>>

/** What is merged of sums, by table, in the order in which it is sent. */
export const mergedColumns: { browser_user: Columns<EventRow>; person: Columns<Browser>; visit: Columns<Visit> } = {
  browser_user: {
    user_id: ['text', (row) => row.user_id],
    mobile_index: ['text', (row) => row.mobile_index ?? ''],
    generate_id: ['text', (row) => row.generate_id],
    last_day: ['date', (row) => row.day],
  },
  person: {
    generate_id: ['text', ({ first }) => first.generate_id],
    first_at: ['timestamptz', ({ first }) => first.happened_at],
    first_seq: ['bigint', ({ first }) => first.seq],
    day: ['date', ({ first }) => first.day],
    channel: ['text', ({ first }) => first.channel],
    brand: ['text', ({ first }) => first.brand],
    host: ['text', ({ first }) => first.host],
    last_day: ['date', ({ lastDay }) => lastDay],
    steps: ['integer', ({ steps }) => steps],
  },
  visit: {
    trace_id: ['text', ({ first }) => first.trace_id],
    generate_id: ['text', ({ first }) => first.generate_id],
    day: ['date', ({ first }) => first.day],
    first_at: ['timestamptz', ({ first }) => first.happened_at],
    first_seq: ['bigint', ({ first }) => first.seq],
    first_page: ['text', ({ first }) => first.page],
    last_at: ['timestamptz', ({ last }) => last.happened_at],
    last_seq: ['bigint', ({ last }) => last.seq],
    last_page: ['text', ({ last }) => last.page],
    channel: ['text', ({ last }) => last.channel],
    brand: ['text', ({ last }) => last.brand],
    host: ['text', ({ last }) => last.host],
    user_id: ['text', ({ who }) => who.user_id],
    mobile_index: ['text', ({ who }) => who.mobile_index],
    mobile_mask: ['text', ({ who }) => who.mobile_mask],
    events: ['integer', ({ events }) => events],
  },
}
