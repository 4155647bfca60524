import { z } from 'zod'
import type { EventRow } from '../collect/event-row.ts'

/** Well within what a server takes, and small enough for a writer to hold many. */
export const messageBytesMax = 256 * 1024

/** Rows as the messages that carry them, in order, each within the limit. Throws when one row alone is beyond it. */
export function messagesOf(rows: readonly EventRow[], bytesMax = messageBytesMax): Uint8Array[] {
  const messages: Uint8Array[] = []
  let texts: string[] = []
  let bytes = 0
  const finish = () => {
    if (texts.length > 0) messages.push(Buffer.from(`${head}${texts.join(',')}${tail}`))
    texts = []
    bytes = 0
  }
  for (const row of rows) {
    const text = JSON.stringify(row)
    const size = Buffer.byteLength(text) + 1
    if (size > bytesMax - frameBytes) throw new Error(`an event of ${size} bytes is beyond the broker's messages of ${bytesMax}`)
    if (bytes + size > bytesMax - frameBytes) finish()
    texts.push(text)
    bytes += size
  }
  finish()
  return messages
}

const head = '{"rows":['
const tail = ']}'
const frameBytes = head.length + tail.length

/** The rows of a message; undefined when it is none of ours. */
export function rowsOf(message: Uint8Array): EventRow[] | undefined {
  const parsed = carried.safeParse(jsonOf(message))
  return parsed.success ? parsed.data.rows : undefined
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

/** As collectors write them: what PostgreSQL too takes for a day, such as `infinity`, has no place among the others. */
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
/** Of the centuries whose milliseconds every way of storing keeps. */
const milliseconds = z
  .int()
  .min(Date.UTC(1900, 0, 1))
  .lt(Date.UTC(2200, 0, 1))
/** Older collectors wrote moments as ISO instants. */
const instant = z.string().transform(millisecondsOf).pipe(milliseconds)
const moment = z.union([milliseconds, instant])

/** NaN of any other text: the parser takes more, and 30 February for a day in March. */
function millisecondsOf(text: string): number {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text ? ms : Number.NaN
}

const eventRow = z.object({
  day,
  generate_id: z.string(),
  seq: z.number(),
  digest: z.string(),
  happened_at: moment,
  received_at: moment,
  event: z.string(),
  action: z.string(),
  content: z.string(),
  page: z.string(),
  event_id: z.string(),
  trace_id: z.string(),
  tail_id: z.string(),
  user_id: z.string(),
  mobile_index: z.string().nullable(),
  mobile_mask: z.string(),
  type: z.string(),
  version_code: z.string(),
  user_agent: z.string(),
  channel: z.string(),
  brand: z.string(),
  host: z.string(),
  refused: z.array(z.string()),
  extra: z.record(z.string(), z.unknown()),
  undated: z.boolean(),
}) satisfies z.ZodType<EventRow>

const carried = z.object({ rows: z.array(eventRow) })
