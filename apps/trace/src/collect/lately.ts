import type { EventRow } from './event-row.ts'

/** Tells of rows that may have been stored before; the others are likely to be new. */
export type Lately = { readonly has: (row: EventRow) => boolean; readonly add: (rows: readonly EventRow[]) => void }

const slots = 2 ** 20

/**
 * The digests of about a million rows stored last, 32 bits of each in a slot by 20 others: four megabytes. What is written over is forgotten, and
 * another row may look the same, so it tells how to store a row, never whether.
 */
export function openLately(): Lately {
  const seen = new Uint32Array(slots)
  // As many digits as a number holds exactly.
  const numberOf = ({ digest }: EventRow) => Number.parseInt(digest.slice(-13), 16)
  return {
    has(row) {
      const number = numberOf(row)
      return seen[number % slots] === Math.floor(number / slots)
    },
    add(rows) {
      for (const row of rows) {
        const number = numberOf(row)
        seen[number % slots] = Math.floor(number / slots)
      }
    },
  }
}
