import type { EventRow } from './event-row.ts'

/** Rows of one browser that follow each other with rising numbers, as a request mostly brings them; with a day of their own all, or none. */
export type Run = { readonly first: EventRow; readonly rows: readonly EventRow[] }

/** What costs something for each run costs a tenth for each row where requests hold ten. */
export function runsOf(rows: readonly EventRow[]): Run[] {
  const runs: Run[] = []
  let first: EventRow | undefined
  let last: EventRow | undefined
  let from = 0
  let place = 0
  for (const row of rows) {
    if (first === undefined || last === undefined) first = row
    else if (row.generate_id !== first.generate_id || row.undated !== first.undated || bySeq(last, row) >= 0) {
      runs.push({ first, rows: rows.slice(from, place) })
      first = row
      from = place
    }
    last = row
    place += 1
  }
  if (first !== undefined) runs.push({ first, rows: rows.slice(from) })
  return runs
}

/**
 * In one order everywhere, so that two writers with the same rows wait for each other instead of blocking each other, and each once: an event
 * without a day of its own whichever days its copies were received on.
 */
export function inOrder(runs: readonly Run[]): EventRow[] {
  const browsers = Map.groupBy(runs, ({ first }) => first.generate_id)
  return [...browsers.keys()].sort().flatMap((id) => merged(browsers.get(id) ?? []))
}

function merged(runs: readonly Run[]): readonly EventRow[] {
  const [only, ...others] = runs
  if (only !== undefined && others.length === 0) return only.rows
  return eachOnce(runs.flatMap(({ rows }) => rows).sort(bySeq))
}

function eachOnce(sorted: readonly EventRow[]): EventRow[] {
  return sorted.filter((row, place) => {
    const before = sorted[place - 1]
    return before === undefined || bySeq(before, row) !== 0 || (before.day !== row.day && !row.undated)
  })
}

function bySeq(a: EventRow, b: EventRow): number {
  return a.seq - b.seq || (a.digest === b.digest ? 0 : a.digest < b.digest ? -1 : 1)
}
