import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventRow } from './event-row.ts'
import { inOrder, runsOf } from './in-order.ts'
import { testRows } from './test-events.ts'

const [row] = testRows([{}], '2026-11-28T00:10:00+08:00')
if (row === undefined) throw new Error('the example makes no row')
const one = <Value>(...values: Value[]) => fc.constantFrom(...values)
/** Few values each, so that rows come twice, and runs are long, short and of browsers that share one. */
const changes = fc.record({
  generate_id: one('b1', 'b1', 'b2', ''),
  seq: fc.nat({ max: 5 }),
  digest: one('d1', 'd1', 'd2'),
  day: one('2026-11-27', '2026-11-27', '2026-11-28'),
  undated: one(false, false, false, true),
})
const request = fc.array(changes, { maxLength: 5 }).map((rows) => rows.toSorted((a, b) => a.seq - b.seq))
const write = fc.array(request, { maxLength: 5 }).map((requests) => requests.flat().map((change): EventRow => ({ ...row, ...change })))

/** By browser, number and digest; of those that are alike in them, one a day, and none behind another that has no day of its own. */
function plainly(rows: readonly EventRow[]): EventRow[] {
  const sorted = rows.toSorted((a, b) => compare(a.generate_id, b.generate_id) || a.seq - b.seq || compare(a.digest, b.digest))
  return sorted.filter((of, place) => {
    const before = sorted[place - 1]
    const isAlike = before?.generate_id === of.generate_id && before.seq === of.seq && before.digest === of.digest
    return !isAlike || (before.day !== of.day && !of.undated)
  })
}
const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

test('rows come in one order, and each once, however requests brought them', () => {
  fc.assert(
    fc.property(write, (rows) => {
      expect(inOrder(runsOf(rows))).toEqual(plainly(rows))
    }),
    { numRuns: 2_000, seed: 20261129 },
  )
})

test('a run is of one browser, with numbers that rise, and of rows that have a day of their own, or have none', () => {
  fc.assert(
    fc.property(write, (rows) => {
      const runs = runsOf(rows)
      expect(runs.flatMap((run) => run.rows)).toEqual(rows)
      for (const run of runs) {
        expect(run.first).toBe(run.rows[0])
        expect(run.rows).toEqual(plainly(run.rows))
        expect(new Set(run.rows.map(({ generate_id, undated }) => `${generate_id} ${undated}`)).size).toBe(1)
      }
    }),
    { numRuns: 500, seed: 20261129 },
  )
})

test('what a request brings is one run', () => {
  const rows = [1, 2, 10].map((seq): EventRow => ({ ...row, generate_id: 'b1', seq }))
  expect(runsOf([...rows, { ...row, generate_id: 'b2' }])).toHaveLength(2)
})
