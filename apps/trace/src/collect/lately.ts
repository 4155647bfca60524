import type { EventRow } from './event-row.ts'
import { owned } from './texts.ts'

/** Tells of rows that may have been stored before; the others are likely to be new. */
export type Lately = {
  readonly has: (row: EventRow) => boolean
  readonly add: (row: EventRow) => void
  /** Of the browser of a row that was there although nothing had told so, much may be there. */
  readonly addBrowser: (row: EventRow) => void
}

const slots = 2 ** 20
const browsersMax = 1_000

/**
 * The digests of about a million rows added last, 32 bits of each in a slot by 20 others: four megabytes. What is written over is forgotten, and
 * another row may look the same, so it tells how to store a row, never whether.
 */
export function openLately(): Lately {
  const seen = new Uint32Array(slots)
  const browsers = new Set<string>()
  return {
    has(row) {
      if (browsers.size > 0 && browsers.has(row.generate_id)) return true
      const number = numberOf(row)
      return seen[number % slots] === Math.floor(number / slots)
    },
    add(row) {
      const number = numberOf(row)
      seen[number % slots] = Math.floor(number / slots)
    },
    addBrowser({ generate_id }) {
      if (browsers.size === browsersMax) browsers.clear()
      browsers.add(owned(generate_id))
    },
  }
}

/** As many digits as a number holds exactly: the last ones of the digest, read one by one, which takes a tenth of what a parser takes. */
function numberOf({ digest }: EventRow): number {
  let number = 0
  for (let place = digest.length - 13; place < digest.length; place += 1) {
    const code = digest.charCodeAt(place)
    number = number * 16 + (code & 15) + (code > nine ? 9 : 0)
  }
  return number
}

const nine = 0x39
