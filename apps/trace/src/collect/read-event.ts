import { hash, randomUUID } from 'node:crypto'
import { maskMobile, parseMobile } from '@fyh/base/chinese-data.ts'
import type { EventRow } from './event-row.ts'
import { extrasWithoutPersonal } from './extras.ts'
import { faultNameOf, withFaultName } from './fault-name.ts'
import { idWithoutPersonal } from './ids.ts'
import type { MobileIndex } from './mobile-index.ts'
import { openMoments } from './moments.ts'
import { type NameLimit, otherName } from './name-limit.ts'
import { type PersonalKind, withoutPersonal } from './personal.ts'
import type { SentEvent } from './sent-event.ts'
import { owned } from './texts.ts'

export type Reading = {
  readonly receivedAt: Date
  readonly mobileIndex: MobileIndex
  /** Goes into every digest: without it nobody can try out which value was taken out of an event. */
  readonly digestKey: string
  readonly nameLimit: NameLimit
  /** The request is known to hold neither NUL nor half a surrogate pair. */
  readonly isClean?: boolean
}

const receivedMoments = openMoments()
const happenedMoments = openMoments()

/** The row of an event, without whatever in it is known to be somebody's; undefined when the event has more bytes than may be. */
export function rowOf(event: SentEvent, reading: Reading, bytesMax: number): EventRow | undefined {
  if (isLonger(event.text, bytesMax)) return undefined
  const { seq, at, extra } = event
  const refused: string[] = []
  const refuse = (kind: PersonalKind | 'format', field: string) => {
    if (!refused.includes(`${kind}:${field}`)) refused.push(`${kind}:${field}`)
  }
  const free = (field: string, text: string) => withoutPersonal(text, (kind) => refuse(kind, field))
  const id = (field: string, text: string) => idWithoutPersonal(field, text, refuse)
  const receivedMs = reading.receivedAt.getTime()
  const received = receivedMoments(receivedMs)
  const happened = isPlausible(at, receivedMs) ? happenedMoments(at) : undefined
  const name = withoutIds(free('event', event.event))
  const action = free('action', event.action)
  const content = free('content', event.content)
  const page = withoutIds(free('page', event.page))
  const mobile = mobileOf(event.mobile, reading.mobileIndex, refuse)
  const row: EventRow = {
    day: (happened ?? received).day,
    generate_id: id('generateId', event.generateId),
    seq: seq ?? 0,
    // Without a number a resend cannot be told from a second event; losing neither is then worth a double.
    digest: seq === undefined ? randomUUID() : hash('sha256', reading.digestKey + event.text, 'hex').slice(0, 32),
    happened_at: (happened ?? received).at,
    received_at: received.at,
    event: name,
    action,
    content,
    page,
    event_id: id('eventId', event.eventId),
    trace_id: id('traceId', event.traceId),
    tail_id: id('tailId', event.tailId),
    user_id: id('userId', event.userId),
    mobile_index: mobile.index,
    mobile_mask: mobile.mask,
    type: id('type', event.type),
    version_code: free('versionCode', event.versionCode),
    user_agent: agentWithout(event.userAgent, refuse),
    channel: id('channel', event.channel),
    brand: id('brand', event.brand),
    host: id('host', event.host),
    refused,
    extra: extra === undefined ? {} : extrasWithoutPersonal(extra, (kind) => refuse(kind, 'extra')),
    undated: seq !== undefined && happened === undefined,
  }
  keepWithinLimit(row, reading.nameLimit, received.day)
  return row
}

function isLonger(text: string, bytesMax: number): boolean {
  return text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax
}

/** Puts the row under names that may be counted; what it said instead stays beside it. */
function keepWithinLimit(row: EventRow, nameLimit: NameLimit, today: string): void {
  const names = nameLimit.names(row, today)
  if (names !== row) {
    const { event, page, channel, brand, host } = row
    const said = { event, page, channel, brand, host }
    Object.assign(row, names, { extra: { ...row.extra, named: said } })
  }
  if (row.action !== 'error') return
  row.content = withFaultName(row.content, withoutIds)
  const fault = faultNameOf(row.content)
  if (nameLimit.fault(fault, today) !== fault) row.content = `${otherName}: ${row.content}`
}

/** Counts stay when somebody is forgotten, so what they are counted by holds no id of anybody. */
function withoutIds(name: string): string {
  return name.replace(/\d{6,}/g, '#')
}

/** Few browsers send many events, so what was found to hold nothing of anybody is not looked through again. */
const cleanAgents = new Set<string>()
const cleanAgentsMax = 1_000

function agentWithout(agent: string, refuse: (kind: PersonalKind, field: string) => void): string {
  if (cleanAgents.has(agent)) return agent
  const taken = withoutPersonal(agent, (kind) => refuse(kind, 'userAgent'))
  if (taken !== agent) return taken
  if (cleanAgents.size >= cleanAgentsMax) cleanAgents.clear()
  cleanAgents.add(owned(agent))
  return agent
}

const dayMs = 86_400_000

/** Whether the browser's clock can be believed about the moment of the event: at most 14 days old and at most one ahead. */
function isPlausible(at: number | undefined, receivedMs: number): at is number {
  return at !== undefined && receivedMs - at <= 14 * dayMs && receivedMs - at >= -dayMs
}

/** A mask as the browser sends it stays, a whole number becomes its index and mask; anything else is refused. */
function mobileOf(
  mobile: string,
  mobileIndex: MobileIndex,
  refuse: (kind: PersonalKind | 'format', field: string) => void,
): { readonly index: string | null; readonly mask: string } {
  if (mobile === '' || /^1\d{2}\*{4}\d{4}$/.test(mobile)) return { index: null, mask: mobile }
  const parsed = parseMobile(mobile)
  if (parsed !== undefined) return { index: mobileIndex(parsed), mask: maskMobile(parsed) }
  if (withoutPersonal(mobile, (kind) => refuse(kind, 'mobile')) === mobile) refuse('format', 'mobile')
  return { index: null, mask: '' }
}
