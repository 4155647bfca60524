import { traceEvent, traceFields } from '@fyh/contract/trace-event.ts'
import { type FieldError, fieldErrorsOf } from '@fyh/serve/field-errors.ts'
import type { EventRow } from './event-row.ts'
import { plainEvents } from './plain-events.ts'
import { type Reading, type ReadSender, readSender, rowOf } from './read-event.ts'
import { isTraceEvent, type Sender, sentEvent } from './sent-event.ts'
import { cleaned, isFlat } from './texts.ts'

export const eventsMax = 100
export const eventBytesMax = 16_384

/** Why an event, or a whole request, was not taken, and the field of R3.8 in which it was seen. */
export type EventRefusal = { readonly kind: 'shape' | 'size' | 'request' | 'database'; readonly field: string }

export type ReadEvents = {
  readonly rows: EventRow[]
  readonly refusals: EventRefusal[]
  /** What is wrong with a request that holds nothing to take. */
  readonly malformed?: readonly [FieldError, ...FieldError[]]
}

/** What a request body holds. In a batch, events that are none do not lose the others (CN-16); a single one is a wrong request. */
export function readEvents(body: unknown, reading: Reading): ReadEvents {
  const events = listOf(body)
  if ('field' in events) return { rows: [], refusals: [{ kind: 'request', field: events.field }], malformed: [events] }
  const rows: EventRow[] = []
  const refused: Refused[] = []
  for (const event of events) {
    const read = readEvent(event, reading)
    if ('row' in read) rows.push(read.row)
    else refused.push(read)
  }
  const refusals = refused.map(({ kind, fields: [{ field }] }) => ({ kind, field: Object.hasOwn(traceFields, field) ? field : 'event' }))
  const [only] = refused
  if (only === undefined || events.length > 1) return { rows, refusals }
  return { rows, refusals, malformed: only.fields }
}

function listOf(body: unknown): unknown[] | FieldError {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { field: 'body', reason: 'type' }
  if (!('events' in body)) return [body]
  const { events } = body
  if (!Array.isArray(events)) return { field: 'events', reason: 'type' }
  if (events.length === 0) return { field: 'events', reason: 'tooSmall' }
  return events.length > eventsMax ? { field: 'events', reason: 'tooLarge' } : events
}

/** The rows of a request as browsers of ours write it; undefined for any other, which `readEvents` reads at leisure. */
export function readPlainEvents(body: Buffer, reading: Reading): EventRow[] | undefined {
  const events = plainEvents(body, eventsMax)
  if (events === undefined) return undefined
  const rows: EventRow[] = []
  let sent: Sender | undefined
  let sender: ReadSender | undefined
  for (const event of events) {
    if (sender === undefined || event.sender !== sent) {
      sent = event.sender
      sender = readSender(sent, reading)
    }
    const row = rowOf(event, sender, reading, eventBytesMax)
    if (row !== undefined) rows.push(row)
  }
  return rows.length === events.length ? rows : undefined
}

type Refused = { readonly kind: 'shape' | 'size'; readonly fields: readonly [FieldError, ...FieldError[]] }

function readEvent(input: unknown, reading: Reading): { readonly row: EventRow } | Refused {
  const event = reading.isClean && isFlat(input) ? input : cleaned(input)
  if (!isTraceEvent(event)) return { kind: 'shape', fields: faultsOf(event) }
  const sent = sentEvent(event)
  const row = rowOf(sent, readSender(sent.sender, reading), reading, eventBytesMax)
  return row === undefined ? { kind: 'size', fields: [{ field: 'event', reason: 'tooLarge' }] } : { row }
}

function faultsOf(input: unknown): Refused['fields'] {
  const { error } = traceEvent.safeParse(input)
  return error === undefined ? [{ field: 'event', reason: 'type' }] : fieldErrorsOf(error)
}
