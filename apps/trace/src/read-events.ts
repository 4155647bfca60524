import { createHash, randomUUID } from 'node:crypto'
import { maskMobile, parseMobile } from '@fyh/base/chinese-data.ts'
import { type TraceEvent, traceEvent } from '@fyh/contract/trace-event.ts'

export const eventsMax = 100
export const eventBytesMax = 16_384

/** An event as its row is written; the names are the columns. */
export type EventRow = {
  generate_id: string
  seq: number
  digest: string
  event: string
  action: string
  content: string
  page: string
  event_id: string
  trace_id: string
  tail_id: string
  user_id: string
  mobile_mask: string
  type: string
  version_code: string
  user_agent: string
  extra: Record<string, unknown>
}

/** What a request body holds: rows to store and the number of events refused; undefined when it is neither an event nor a batch. */
export function readEvents(body: unknown): { rows: EventRow[]; refused: number } | undefined {
  const events = listOf(body)
  if (events === undefined || events.length === 0 || events.length > eventsMax) return undefined
  const rows = events.map(readEvent).filter((row) => row !== undefined)
  // A single event that is none is a wrong request; in a batch the others must not suffer for it (CN-16).
  if (rows.length === 0 && events.length === 1) return undefined
  return { rows, refused: events.length - rows.length }
}

function listOf(body: unknown): unknown[] | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  if (!('events' in body)) return [body]
  return Array.isArray(body.events) ? body.events : undefined
}

function readEvent(input: unknown): EventRow | undefined {
  const parsed = traceEvent.safeParse(mapTexts(input, cleanText))
  if (!parsed.success || Buffer.byteLength(JSON.stringify(parsed.data)) > eventBytesMax) return undefined
  return rowOf(parsed.data)
}

function rowOf(input: TraceEvent): EventRow {
  const { action, content, event, eventId, generateId, mobile, page, traceId, tailId, type, userAgent, userId, versionCode, seq, ...rest } =
    input
  const numbered = typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0
  const row = {
    generate_id: generateId,
    seq: numbered ? seq : 0,
    event,
    action: withoutPersonal(action),
    content: withoutPersonal(content),
    page: withoutPersonal(page),
    event_id: eventId,
    trace_id: traceId,
    tail_id: tailId,
    user_id: userId,
    mobile_mask: maskOf(mobile),
    type,
    version_code: versionCode,
    user_agent: userAgent,
    extra: Object.fromEntries(Object.entries(rest).map(([key, value]) => [withoutPersonal(key), mapTexts(value, withoutPersonal)])),
  }
  // Without a number a resend cannot be told from a second event; losing neither is then worth a double.
  return { ...row, digest: numbered ? digestOf(row) : randomUUID() }
}

/** A mask as the browser sends it stays; a whole number is masked here; anything else says nothing and is dropped. */
function maskOf(mobile: string): string {
  if (/^1\d{2}\*{4}\d{4}$/.test(mobile)) return mobile
  const parsed = parseMobile(mobile)
  return parsed === undefined ? '' : maskMobile(parsed)
}

const idNumber = /(?<!\d)\d{17}[\dXx](?![\dXx])/g
/** In one piece or in groups of four. Our own ids have fewer digits, or begin with 1 or 2. */
const cardNumber = /(?<!\d)[3-9]\d{3}(?:[ -]?\d{4}){3}(?:[ -]?\d{1,3})?(?!\d)/g
const mobileNumber = /(?<!\d)1[3-9]\d{9}(?!\d)/g

/** Free text may hold what was typed into a field: id, card and phone numbers do not come in. */
function withoutPersonal(text: string): string {
  return text.replace(idNumber, '******').replace(cardNumber, '******').replace(mobileNumber, maskMobile)
}

/** PostgreSQL holds neither NUL nor half a surrogate pair; both become the replacement character (CN-16). */
function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

const depthMax = 6

/** The value with every text in it changed, keys too. What lies too deep to be an event's is left out. */
function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'number') return change(String(value)) === String(value) ? value : change(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) return null
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [change(key), mapTexts(entry, change, depth + 1)]))
}

function digestOf(row: Omit<EventRow, 'digest'>): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22)
}
