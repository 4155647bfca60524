import type { EventRow } from '../apps/trace/src/collect/event-row.ts'

/** A row as it is stored, in a loader's memory: its moments are the texts that a text format needs, made before. */
export type LoadedRow = {
  readonly [Column in Exclude<keyof EventRow, 'undated' | 'happened_at' | 'received_at'>]: EventRow[Column] | null
} & {
  readonly happened_at: string
  readonly received_at: string
  readonly sender_digest: string | null
}

/** Rows of which lines are made as texts before these become bytes: few, so that what their texts are joined of is gone before it gets old. */
const rowsAtOnce = 20

const bytesOfRow = 512

/** Rows as lines of COPY's text format, their values in the order of `copiedColumns`: what a loader sends, with which the collector is compared. The collector itself sends binary rows. */
export function linesOf(rows: readonly LoadedRow[]): Buffer {
  let bytes = Buffer.allocUnsafe((rows.length + rowsAtOnce) * bytesOfRow)
  let end = 0
  for (let place = 0; place < rows.length; place += rowsAtOnce) {
    let lines = ''
    for (const row of rows.slice(place, place + rowsAtOnce)) lines += lineOf(row)
    const endMost = end + lines.length * bytesOfUnitMost
    if (endMost > bytes.length) bytes = Buffer.concat([bytes.subarray(0, end)], endMost * 2)
    end += bytes.write(lines, end)
  }
  return bytes.subarray(0, end)
}

/** UTF-8 takes at most so many for a unit of a text. */
const bytesOfUnitMost = 3

function lineOf(row: LoadedRow): string {
  const { seq, refused, extra } = row
  const ofEvent = `${row.day}\t${text(row.generate_id)}\t${seq}\t${row.digest}\t${row.happened_at}\t${row.received_at}\t${text(row.event)}\t${text(row.action)}\t${text(row.content)}\t${text(row.page)}\t${text(row.event_id)}\t${refused === null ? nothing : `{${refused.join()}}`}\t${extra === null ? nothing : text(JSON.stringify(extra))}`
  const ofSender = `${text(row.trace_id)}\t${text(row.tail_id)}\t${text(row.user_id)}\t${text(row.mobile_index)}\t${text(row.mobile_mask)}\t${text(row.type)}\t${text(row.version_code)}\t${text(row.user_agent)}\t${text(row.channel)}\t${text(row.brand)}\t${text(row.host)}`
  return `${ofEvent}\t${ofSender}\t${row.sender_digest ?? nothing}\n`
}

const nothing = '\\N'

/** A value of a line. */
function text(value: string | null): string {
  if (value === null) return nothing
  return marked.test(value) ? value.replace(marks, (char) => `\\${letters[char] ?? char}`) : value
}

const marked = /[\\\t\n\r]/
const marks = /[\\\t\n\r]/g
const letters: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\r': 'r' }
