import { hash, randomUUID } from 'node:crypto'
import { maskMobile, parseMobile } from '@fyh/base/chinese-data.ts'
import { civilDateAt } from '@fyh/base/dates.ts'
import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import type { EventRow } from './event-row.ts'
import { extrasWithoutPersonal } from './extras.ts'
import type { MobileIndex } from './mobile-index.ts'
import { type PersonalKind, withoutPersonal } from './personal.ts'

export type Reading = {
  readonly receivedAt: Date
  readonly mobileIndex: MobileIndex
  /** Goes into every digest: without it nobody can try out which value was taken out of an event. */
  readonly digestKey: string
}

/** The row of an event, without whatever in it is known to be somebody's. `sent` is the event as it came. */
export function rowOf(event: TraceEvent, { receivedAt, mobileIndex, digestKey, sent }: Reading & { readonly sent: string }): EventRow {
  const { action, content, eventId, generateId, mobile, page, traceId, tailId, type, userAgent, userId, versionCode, ...beside } = event
  const { event: name, ...extras } = beside
  const { named, seq, at, extra } = splitExtras(extras)
  const refused = new Set<string>()
  const free = (field: string, text: string) => withoutPersonal(text, (kind) => refused.add(`${kind}:${field}`))
  const happened = plausible(at, receivedAt)
  return {
    day: civilDateAt(happened ?? receivedAt),
    generate_id: idOf(free('generateId', generateId)),
    seq: seq ?? 0,
    // Without a number a resend cannot be told from a second event; losing neither is then worth a double.
    digest: seq === undefined ? randomUUID() : hash('sha256', digestKey + sent, 'hex').slice(0, 32),
    happened_at: (happened ?? receivedAt).toISOString(),
    received_at: receivedAt.toISOString(),
    event: free('event', name),
    action: free('action', action),
    content: free('content', content),
    page: free('page', page),
    event_id: idOf(free('eventId', eventId)),
    trace_id: idOf(free('traceId', traceId)),
    tail_id: idOf(free('tailId', tailId)),
    user_id: idOf(free('userId', userId)),
    ...mobileOf(mobile, mobileIndex, (kind) => refused.add(`${kind}:mobile`)),
    type: free('type', type),
    version_code: versionCode,
    user_agent: free('userAgent', userAgent),
    channel: free('channel', named.channel),
    brand: free('brand', named.brand),
    host: free('host', named.host),
    extra: extrasWithoutPersonal(extra, (kind) => refused.add(`${kind}:extra`)),
    refused: [...refused],
    undated: seq !== undefined && happened === undefined,
  }
}

type Beside = { named: Record<'channel' | 'brand' | 'host', string>; seq?: number; at?: number; extra: Record<string, unknown> }

/** What has a column of its own, when it is of its kind; everything else stays an extra, as it was sent. */
function splitExtras(extras: Record<string, unknown>): Beside {
  const beside: Beside = { named: { channel: '', brand: '', host: '' }, extra: {} }
  for (const [key, value] of Object.entries(extras)) {
    if (key === 'seq' && typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) beside.seq = value
    else if (key === 'at' && typeof value === 'number' && Number.isSafeInteger(value)) beside.at = value
    else if ((key === 'channel' || key === 'brand' || key === 'host') && typeof value === 'string' && /^[\w-]{0,40}$/.test(value))
      beside.named[key] = value
    else beside.extra[key] = value
  }
  return beside
}

const dayMs = 86_400_000

/** The browser's moment of the event, where its clock can be believed: at most 14 days old and at most one ahead. */
function plausible(at: number | undefined, receivedAt: Date): Date | undefined {
  if (at === undefined) return undefined
  const ageMs = receivedAt.getTime() - at
  return ageMs <= 14 * dayMs && ageMs >= -dayMs ? new Date(at) : undefined
}

/** An id that held something of somebody is none. */
function idOf(text: string): string {
  return text.includes('[') ? '' : text
}

/** A mask as the browser sends it stays, a whole number becomes its index and mask; anything else is refused. */
function mobileOf(
  mobile: string,
  mobileIndex: MobileIndex,
  refuse: (kind: PersonalKind | 'format') => unknown,
): Pick<EventRow, 'mobile_index' | 'mobile_mask'> {
  if (mobile === '' || /^1\d{2}\*{4}\d{4}$/.test(mobile)) return { mobile_index: null, mobile_mask: mobile }
  const parsed = parseMobile(mobile)
  if (parsed !== undefined) return { mobile_index: mobileIndex(parsed), mobile_mask: maskMobile(parsed) }
  if (withoutPersonal(mobile, refuse) === mobile) refuse('format')
  return { mobile_index: null, mobile_mask: '' }
}
