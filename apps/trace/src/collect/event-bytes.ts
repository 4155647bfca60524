import { BinaryRows } from '@fyh/postgres/binary-rows.ts'
import { eventColumns } from './event-columns.ts'
import type { EventRow } from './event-row.ts'
import { openDays } from './moments.ts'

const columns = Object.keys(eventColumns).length
const bytesOfRow = 640

const dayOf = openDays()

/** Rows in COPY's binary format, each with its values in the order of `eventColumns`. */
export function bytesOf(rows: readonly EventRow[]): Buffer {
  const bytes = new BinaryRows(rows.length * bytesOfRow)
  const putSender = openSenders(bytes)
  for (const row of rows) {
    bytes.row(columns)
    bytes.date(dayOf(row.day))
    bytes.text(row.generate_id)
    bytes.bigint(row.seq)
    bytes.uuid(row.digest)
    bytes.timestamptz(row.happened_at)
    bytes.timestamptz(row.received_at)
    bytes.text(row.event)
    bytes.text(row.action)
    bytes.text(row.content)
    bytes.text(row.page)
    bytes.text(row.event_id)
    putSender(row)
    bytes.textArray(row.refused)
    bytes.jsonb(isEmpty(row.extra) ? '{}' : JSON.stringify(row.extra))
  }
  return bytes.finished()
}

/** Rows of one browser follow each other, and what most of them say of their sender is the same: it is written once more as it stands. */
function openSenders(bytes: BinaryRows): (row: EventRow) => void {
  let last: EventRow | undefined
  let from = 0
  let to = 0
  return (row) => {
    if (last !== undefined && isOfSameSender(row, last)) {
      bytes.again(from, to)
      return
    }
    from = bytes.place
    putSender(bytes, row)
    to = bytes.place
    last = row
  }
}

function putSender(bytes: BinaryRows, row: EventRow): void {
  bytes.text(row.trace_id)
  bytes.text(row.tail_id)
  bytes.text(row.user_id)
  if (row.mobile_index === null) bytes.null()
  else bytes.text(row.mobile_index)
  bytes.text(row.mobile_mask)
  bytes.text(row.type)
  bytes.text(row.version_code)
  bytes.text(row.user_agent)
  bytes.text(row.channel)
  bytes.text(row.brand)
  bytes.text(row.host)
}

function isOfSameSender(a: EventRow, b: EventRow): boolean {
  return (
    a.trace_id === b.trace_id &&
    a.tail_id === b.tail_id &&
    a.user_id === b.user_id &&
    a.mobile_index === b.mobile_index &&
    a.mobile_mask === b.mobile_mask &&
    a.type === b.type &&
    a.version_code === b.version_code &&
    a.user_agent === b.user_agent &&
    a.channel === b.channel &&
    a.brand === b.brand &&
    a.host === b.host
  )
}

function isEmpty(entries: object): boolean {
  for (const _ in entries) return false
  return true
}
