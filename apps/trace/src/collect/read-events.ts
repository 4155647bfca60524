import { hash, randomUUID } from 'node:crypto'
import { maskMobile, parseMobile } from '@fyh/base/chinese-data.ts'
import { civilDateAt } from '@fyh/base/dates.ts'
import { type TraceEvent, traceEvent } from '@fyh/contract/trace-event.ts'
import type { EventRow } from './event-row.ts'
import type { MobileIndex } from './mobile-index.ts'

export const eventsMax = 100
export const eventBytesMax = 16_384

type Reading = {
  readonly receivedAt: Date
  readonly mobileIndex: MobileIndex
}

/** What a request body holds: rows to store and the number of events refused; undefined when it is neither an event nor a batch. */
export function readEvents(body: unknown, reading: Reading): { rows: EventRow[]; refused: number } | undefined {
  const events = listOf(body)
  if (events === undefined || events.length === 0 || events.length > eventsMax) return undefined
  const rows = events.map((event) => readEvent(event, reading)).filter((row) => row !== undefined)
  // A single event that is none is a wrong request; in a batch the others must not suffer for it (CN-16).
  if (rows.length === 0 && events.length === 1) return undefined
  return { rows, refused: events.length - rows.length }
}

function listOf(body: unknown): unknown[] | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  if (!('events' in body)) return [body]
  return Array.isArray(body.events) ? body.events : undefined
}

function readEvent(input: unknown, reading: Reading): EventRow | undefined {
  const parsed = traceEvent.safeParse(mapTexts(input, cleanText))
  if (!parsed.success || Buffer.byteLength(JSON.stringify(parsed.data)) > eventBytesMax) return undefined
  return rowOf(parsed.data, reading)
}

function rowOf(input: TraceEvent, { receivedAt, mobileIndex }: Reading): EventRow {
  const { action, content, event, eventId, generateId, mobile, page, traceId, tailId, type, userAgent, userId, versionCode, ...extras } =
    input
  const { seq, at, channel, brand, host, ...rest } = extras
  const numbered = typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0
  const happened = plausible(at, receivedAt)
  return {
    ...mobileOf(mobile, mobileIndex),
    day: civilDateAt(happened ?? receivedAt),
    generate_id: generateId,
    seq: numbered ? seq : 0,
    // Without a number a resend cannot be told from a second event; losing neither is then worth a double.
    digest: numbered ? digestOf(input) : randomUUID(),
    happened_at: (happened ?? receivedAt).toISOString(),
    received_at: receivedAt.toISOString(),
    event,
    action: withoutPersonal(action),
    content: withoutPersonal(content),
    page: withoutPersonal(page),
    event_id: eventId,
    trace_id: traceId,
    tail_id: tailId,
    user_id: userId,
    type,
    version_code: versionCode,
    user_agent: userAgent,
    channel: shortText(channel),
    brand: shortText(brand),
    host: shortText(host),
    refused: [],
    extra: Object.fromEntries(Object.entries(rest).map(([key, value]) => [withoutPersonal(key), mapTexts(value, withoutPersonal)])),
    undated: numbered && happened === undefined,
  }
}

const dayMs = 86_400_000

/** The browser's moment of the event, where its clock can be believed: at most 14 days old and at most one ahead. */
function plausible(at: unknown, receivedAt: Date): Date | undefined {
  if (typeof at !== 'number') return undefined
  const ageMs = receivedAt.getTime() - at
  return ageMs <= 14 * dayMs && ageMs >= -dayMs ? new Date(at) : undefined
}

function shortText(value: unknown): string {
  return typeof value === 'string' ? withoutPersonal(value.slice(0, 40)) : ''
}

/** A mask as the browser sends it stays; a whole number becomes its index and mask; anything else says nothing and is dropped. */
function mobileOf(mobile: string, mobileIndex: MobileIndex): Pick<EventRow, 'mobile_index' | 'mobile_mask'> {
  if (/^1\d{2}\*{4}\d{4}$/.test(mobile)) return { mobile_index: null, mobile_mask: mobile }
  const parsed = parseMobile(mobile)
  return parsed === undefined
    ? { mobile_index: null, mobile_mask: '' }
    : { mobile_index: mobileIndex(parsed), mobile_mask: maskMobile(parsed) }
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

function digestOf(input: TraceEvent): string {
  return hash('sha256', JSON.stringify(input), 'hex').slice(0, 32)
}
