import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventRow } from './event-row.ts'
import { type Columns, mergedColumns } from './merged-columns.ts'
import { type BrowserSums, openBrowserSums } from './sums-of-browsers.ts'
import { testRows } from './test-events.ts'

const receivedAt = new Date('2026-11-28T00:10:00+08:00')
const one = <Value>(...values: Value[]) => fc.constantFrom(...values)
/** Few values each, so that rows share browsers, visits, users and moments, and tie; some moments lie on the day before. */
const event = fc.record({
  generateId: one('b1', 'b1', 'b2', ''),
  traceId: one('t1', 't1', 't2', ''),
  seq: fc.nat({ max: 2 }),
  at: fc.nat({ max: 3 }).map((steps) => receivedAt.getTime() - steps * 400_000),
  page: one('home', 'loan', ''),
  event: one('page_load', 'reach_identity', 'reach_signed'),
  userId: one('', '7', '8'),
  mobile: one('', '13800000001', '138****0001'),
  channel: one('fyh', 'wx'),
  brand: one('fyh', 'fbd'),
})

const summed = (rows: readonly EventRow[]) => {
  const sums = openBrowserSums()
  for (const row of rows) sums.add(row)
  return sums.sums()
}

/** What is merged of them, whatever the order. */
const mergedOf = ({ users, browsers, visits }: BrowserSums) => ({
  browser_user: valuesOf(mergedColumns.browser_user, users),
  person: valuesOf(mergedColumns.person, browsers),
  visit: valuesOf(mergedColumns.visit, visits),
})
const valuesOf = <Sum>(columns: Columns<Sum>, sums: readonly Sum[]) =>
  sums.map((sum) => JSON.stringify(Object.values(columns).map(([, of]) => of(sum)))).toSorted()

/** The same by definition: every sum from all the rows of its key, looked through anew. */
function plainly(rows: readonly EventRow[]): BrowserSums {
  const ofUsers = rows.filter((row) => row.user_id !== '' || row.mobile_index !== null)
  const seen = rows.filter((row) => row.generate_id !== '' && row.page !== '')
  const inVisits = seen.filter((row) => row.trace_id !== '')
  const visits = groupsOf(inVisits, (row) => [row.generate_id, row.trace_id]).map((own) => ({
    first: least(own, visitKeyOf),
    last: most(own, visitKeyOf),
    who: most(own, (row) => [row.user_id, row.mobile_index ?? '', row.mobile_mask]),
    events: own.length,
  }))
  const browsers = groupsOf(seen, (row) => [row.generate_id]).map((own) => ({
    first: least(own, (row) => [row.happened_at, row.seq, row.channel, row.brand, row.host]),
    steps: own.reduce((steps, row) => steps | bitsOf(row), 0),
    lastDay: most(own, (row) => [row.day]).day,
    visits: new Map(),
  }))
  const users = groupsOf(ofUsers, (row) => [row.user_id, row.mobile_index, row.generate_id]).map((own) => most(own, (row) => [row.day]))
  return { users, browsers, visits }
}

type Key = readonly (string | number | null)[]
const visitKeyOf = (row: EventRow): Key => [row.happened_at, row.seq, row.page, row.channel, row.brand, row.host]
const bits: Readonly<Record<string, number>> = { reach_identity: 4, reach_signed: 64 }
const bitsOf = (row: EventRow) => 1 | (row.user_id === '' ? 0 : 2) | (bits[row.event] ?? 0)
const groupsOf = (rows: readonly EventRow[], keyOf: (row: EventRow) => Key) => [
  ...Map.groupBy(rows, (row) => JSON.stringify(keyOf(row))).values(),
]
const isBefore = (a: Key, b: Key) => {
  const place = a.findIndex((value, nth) => value !== b[nth])
  return place !== -1 && (a[place] ?? '') < (b[place] ?? '')
}
const least = (rows: EventRow[], keyOf: (row: EventRow) => Key) =>
  rows.reduce((least, row) => (isBefore(keyOf(row), keyOf(least)) ? row : least))
const most = (rows: EventRow[], keyOf: (row: EventRow) => Key) =>
  rows.reduce((most, row) => (isBefore(keyOf(most), keyOf(row)) ? row : most))

test('users, browsers and visits are summed as by definition, in whichever order and runs their rows come', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 24 }), (events) => {
      const rows = testRows(events, receivedAt)
      const expected = mergedOf(plainly(rows))
      for (const order of [rows, rows.toReversed(), rows.toSorted((a, b) => a.seq - b.seq)])
        expect(mergedOf(summed(order))).toEqual(expected)
    }),
    { numRuns: 1_000, seed: 20261129 },
  )
})
