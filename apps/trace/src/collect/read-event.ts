import { hash, randomUUID } from 'node:crypto'
import { maskMobile, parseMobile } from '@fyh/base/chinese-data.ts'
import { civilDateAt } from '@fyh/base/dates.ts'
import { type TraceEvent, traceEvent } from '@fyh/contract/trace-event.ts'
import type { EventRow } from './event-row.ts'
import { extrasWithoutPersonal } from './extras.ts'
import { faultNameOf, withFaultName } from './fault-name.ts'
import type { MobileIndex } from './mobile-index.ts'
import { type NameLimit, otherName } from './name-limit.ts'
import { type PersonalKind, withoutPersonal } from './personal.ts'

export type Reading = {
  readonly receivedAt: Date
  readonly mobileIndex: MobileIndex
  /** Goes into every digest: without it nobody can try out which value was taken out of an event. */
  readonly digestKey: string
  readonly nameLimit: NameLimit
  /** The request is known to hold neither NUL nor half a surrogate pair. */
  readonly isClean?: boolean
}

/** The row of an event, without whatever in it is known to be somebody's. `sent` is the event as it came. */
export function rowOf(
  event: TraceEvent,
  { receivedAt, mobileIndex, digestKey, nameLimit, sent }: Reading & { readonly sent: string },
): EventRow {
  const { named, seq, at, extra } = besidePayload(event)
  const refused = new Set<string>()
  const free = (field: string, text: string) => withoutPersonal(text, (kind) => refused.add(`${kind}:${field}`))
  const idWithout = (field: string, id: string) => (mayBePersonal.test(id) ? idOf(free(field, id)) : id)
  const happened = plausible(at, receivedAt)
  return withinLimit(nameLimit, civilDateAt(receivedAt), {
    day: civilDateAt(happened ?? receivedAt),
    generate_id: idWithout('generateId', event.generateId),
    seq: seq ?? 0,
    // Without a number a resend cannot be told from a second event; losing neither is then worth a double.
    digest: seq === undefined ? randomUUID() : hash('sha256', digestKey + sent, 'hex').slice(0, 32),
    happened_at: (happened ?? receivedAt).toISOString(),
    received_at: receivedAt.toISOString(),
    event: withoutIds(free('event', event.event)),
    action: free('action', event.action),
    content: free('content', event.content),
    page: withoutIds(free('page', event.page)),
    event_id: idWithout('eventId', event.eventId),
    trace_id: idWithout('traceId', event.traceId),
    tail_id: idWithout('tailId', event.tailId),
    user_id: idWithout('userId', event.userId),
    ...mobileOf(event.mobile, mobileIndex, (kind) => refused.add(`${kind}:mobile`)),
    type: idWithout('type', event.type),
    version_code: free('versionCode', event.versionCode),
    user_agent: agentWithout(event.userAgent, (kind) => refused.add(`${kind}:userAgent`)),
    channel: idWithout('channel', named.channel),
    brand: idWithout('brand', named.brand),
    host: idWithout('host', named.host),
    extra: extrasWithoutPersonal(extra, (kind) => refused.add(`${kind}:extra`)),
    refused: [...refused],
    undated: seq !== undefined && happened === undefined,
  })
}

/** The row under names that may be counted; what it said instead stays beside it. */
function withinLimit(nameLimit: NameLimit, today: string, row: EventRow): EventRow {
  const { event, page, channel, brand, host } = row
  const said = { event, page, channel, brand, host }
  const names = nameLimit.names(said, today)
  const isAsSaid = event === names.event && page === names.page && channel === names.channel && brand === names.brand && host === names.host
  if (!isAsSaid) Object.assign(row, names, { extra: { ...row.extra, named: said } })
  if (row.action !== 'error') return row
  row.content = withFaultName(row.content, withoutIds)
  const fault = faultNameOf(row.content)
  if (nameLimit.fault(fault, today) !== fault) row.content = `${otherName}: ${row.content}`
  return row
}

/** Counts stay when somebody is forgotten, so what they are counted by holds no id of anybody. */
function withoutIds(name: string): string {
  return name.replace(/\d{6,}/g, '#')
}

type Beside = { named: Record<'channel' | 'brand' | 'host', string>; seq?: number; at?: number; extra: Record<string, unknown> }

const payloadFields = new Set(Object.keys(traceEvent.shape))

/** What has a column of its own, when it is of its kind; everything else beside the payload stays an extra, as it was sent. */
function besidePayload(event: TraceEvent): Beside {
  const beside: Beside = { named: { channel: '', brand: '', host: '' }, extra: {} }
  for (const key of Object.keys(event)) {
    if (payloadFields.has(key)) continue
    const value = event[key]
    if (key === 'seq' && typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) beside.seq = value
    else if (key === 'at' && typeof value === 'number' && Number.isSafeInteger(value)) beside.at = value
    else if ((key === 'channel' || key === 'brand' || key === 'host') && typeof value === 'string' && /^[\w-]{0,40}$/.test(value))
      beside.named[key] = value
    else beside.extra[key] = value
  }
  return beside
}

/** Few browsers send many events, so what was found to hold nothing of anybody is not looked through again. */
const cleanAgents = new Set<string>()
const cleanAgentsMax = 1_000

function agentWithout(agent: string, found: (kind: PersonalKind) => void): string {
  if (cleanAgents.has(agent)) return agent
  const taken = withoutPersonal(agent, found)
  if (taken !== agent) return taken
  if (cleanAgents.size >= cleanAgentsMax) cleanAgents.clear()
  cleanAgents.add(agent)
  return agent
}

const dayMs = 86_400_000

/** The browser's moment of the event, where its clock can be believed: at most 14 days old and at most one ahead. */
function plausible(at: number | undefined, receivedAt: Date): Date | undefined {
  if (at === undefined) return undefined
  const ageMs = receivedAt.getTime() - at
  return ageMs <= 14 * dayMs && ageMs >= -dayMs ? new Date(at) : undefined
}

/** Numbers alone, passports, and a number after a word. The ids that we make are none of these, but for a browser's, in which any digits may stand. */
const mayBePersonal = /^[A-Z]{0,2}[\d-]{7,23}[Xx]?$|^(?!.{32}$).*(?:\d{15}|(?<!\d)1[3-9]\d{9}(?!\d))/

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
