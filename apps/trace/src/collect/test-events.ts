import { collect } from '@fyh/contract/trace.ts'
import type { EventRow } from './event-row.ts'
import { openMobileIndex } from './mobile-index.ts'
import { openNameLimit } from './name-limit.ts'
import { readEvents } from './read-events.ts'

export const testMobileIndex = openMobileIndex('a key for tests, which is no secret')

/** Rows as a collector makes them of such events; what an event does not say is of the example. */
export function testRows(events: readonly Record<string, unknown>[], receivedAt: Date | string, nameLimit = openNameLimit()): EventRow[] {
  const reading = { receivedAt: new Date(receivedAt), mobileIndex: testMobileIndex, digestKey: 'a key for tests', nameLimit }
  return events.flatMap((event) => readEvents({ events: [{ ...collect.trace.example.body, ...event }] }, reading).rows)
}
