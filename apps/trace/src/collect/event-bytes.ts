import { BinaryRows } from '@fyh/postgres/binary-rows.ts'
import { copiedColumns, senderColumns } from './event-columns.ts'
import type { EventRow } from './event-row.ts'
import { openDays } from './moments.ts'

const columns = copiedColumns.length
const bytesOfRow = 320

const dayOf = openDays()

/** Rows in COPY's binary format, each with its values in the order of `copiedColumns`. They must be stored together: some say their sender by another one of them. */
export function bytesOf(rows: readonly EventRow[]): Buffer {
  const bytes = new BinaryRows(rows.length * bytesOfRow)
  let sender: EventRow | undefined
  let digest = 0
  for (const row of rows) {
    bytes.row(columns)
    bytes.date(dayOf(row.day))
    bytes.text(row.generate_id)
    bytes.bigint(row.seq)
    const digestAt = bytes.place
    bytes.uuid(row.digest)
    bytes.timestamptz(row.happened_at)
    bytes.timestamptz(row.received_at)
    bytes.text(row.event)
    bytes.text(row.action)
    bytes.text(row.content)
    bytes.text(row.page)
    bytes.text(row.event_id)
    if (row.refused.length === 0) bytes.null()
    else bytes.textArray(row.refused)
    if (isEmpty(row.extra)) bytes.null()
    else bytes.jsonb(JSON.stringify(row.extra))
    if (sender !== undefined && isSaidBy(sender, row)) {
      bytes.nulls(senderColumns)
      bytes.again(digest, digest + uuidBytes)
    } else {
      putSender(bytes, row)
      bytes.null()
      sender = row
      digest = digestAt
    }
  }
  return bytes.finished()
}

/** With its length before it. */
const uuidBytes = 20

/**
 * Rows of one browser follow each other, and most say the same of their sender. What is looked for by it (errors by channel, brand and host, events without a browser or a page by their visit)
 * says it always.
 */
function isSaidBy(sender: EventRow, row: EventRow): boolean {
  return (
    row.day === sender.day &&
    row.generate_id === sender.generate_id &&
    row.generate_id !== '' &&
    row.page !== '' &&
    sender.page !== '' &&
    row.action !== 'error' &&
    isOfSameSender(row, sender)
  )
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
