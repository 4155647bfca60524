import { hash, randomUUID } from 'node:crypto'
import { maskMobile, parseMobile } from '@fyh/base/chinese-data.ts'
import type { EventRow } from './event-row.ts'
import { extrasWithoutPersonal } from './extras.ts'
import { faultNameOf, withFaultName } from './fault-name.ts'
import { idWithoutPersonal } from './ids.ts'
import type { MobileIndex } from './mobile-index.ts'
import { openCivilDays } from './moments.ts'
import { type NameLimit, otherName } from './name-limit.ts'
import { type PersonalKind, type Refuse, withoutPersonal } from './personal.ts'
import type { Sender, SentEvent } from './sent-event.ts'
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

const dayOfReceipt = openCivilDays()
const dayOfMoment = openCivilDays()

/** What rows hold of who sent them, without whatever in it is known to be somebody's. */
export type ReadSender = Pick<
  EventRow,
  | 'generate_id'
  | 'trace_id'
  | 'tail_id'
  | 'user_id'
  | 'mobile_index'
  | 'mobile_mask'
  | 'type'
  | 'version_code'
  | 'user_agent'
  | 'channel'
  | 'brand'
  | 'host'
> & { readonly refused: readonly string[] }

/** Looked through once for all events of a request that tell the same sender. */
export function readSender(sender: Sender, { mobileIndex }: Reading): ReadSender {
  const refused: string[] = []
  const refuse = refusingInto(refused)
  const mobile = mobileOf(sender.mobile, mobileIndex, refuse)
  return {
    generate_id: idWithoutPersonal('generateId', sender.generateId, refuse),
    trace_id: idWithoutPersonal('traceId', sender.traceId, refuse),
    tail_id: idWithoutPersonal('tailId', sender.tailId, refuse),
    user_id: idWithoutPersonal('userId', sender.userId, refuse),
    mobile_index: mobile.index,
    mobile_mask: mobile.mask,
    type: idWithoutPersonal('type', sender.type, refuse),
    version_code: withoutPersonal(sender.versionCode, 'versionCode', refuse),
    user_agent: textWithout(sender.userAgent, 'userAgent', refuse),
    channel: idWithoutPersonal('channel', sender.channel, refuse),
    brand: idWithoutPersonal('brand', sender.brand, refuse),
    host: idWithoutPersonal('host', sender.host, refuse),
    refused,
  }
}

/** The row of an event, without whatever in it is known to be somebody's; undefined when the event has more bytes than may be. */
export function rowOf(event: SentEvent, sender: ReadSender, reading: Reading, bytesMax: number): EventRow | undefined {
  if (isLonger(event.text, bytesMax)) return undefined
  const { seq, at, extra } = event
  const refused: string[] = []
  const refuse = refusingInto(refused)
  const receivedMs = reading.receivedAt.getTime()
  const today = dayOfReceipt(receivedMs)
  const happenedMs = isPlausible(at, receivedMs) ? at : undefined
  const name = nameWithout(event.event, 'event', refuse)
  const action = textWithout(event.action, 'action', refuse)
  const content = withoutPersonal(event.content, 'content', refuse)
  const page = nameWithout(event.page, 'page', refuse)
  if (sender.refused.length > 0) refused.push(...sender.refused)
  const row: EventRow = {
    day: happenedMs === undefined ? today : dayOfMoment(happenedMs),
    generate_id: sender.generate_id,
    seq: seq ?? 0,
    // Without a number a resend cannot be told from a second event; losing neither is then worth a double.
    digest: seq === undefined ? randomUUID() : hash('sha256', reading.digestKey + event.text, 'hex').slice(0, 32),
    happened_at: happenedMs ?? receivedMs,
    received_at: receivedMs,
    event: name,
    action,
    content,
    page,
    event_id: idWithoutPersonal('eventId', event.eventId, refuse),
    trace_id: sender.trace_id,
    tail_id: sender.tail_id,
    user_id: sender.user_id,
    mobile_index: sender.mobile_index,
    mobile_mask: sender.mobile_mask,
    type: sender.type,
    version_code: sender.version_code,
    user_agent: sender.user_agent,
    channel: sender.channel,
    brand: sender.brand,
    host: sender.host,
    refused,
    extra: extra === undefined ? {} : extrasWithoutPersonal(extra, refuse),
    undated: seq !== undefined && happenedMs === undefined,
  }
  keepWithinLimit(row, reading.nameLimit, today)
  return row
}

function refusingInto(refused: string[]) {
  return (kind: PersonalKind | 'format', field: string) => {
    if (!refused.includes(`${kind}:${field}`)) refused.push(`${kind}:${field}`)
  }
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
  return /\d{6}/.test(name) ? name.replace(/\d{6,}/g, '#') : name
}

/** Texts that are few are looked through once: what was found to hold nothing of anybody is known, and all rows keep one text. Anybody may send others, so no more than so many are. */
function openClean(without: (text: string, field: string, refuse: Refuse) => string) {
  const clean = new Map<string, string>()
  return (text: string, field: string, refuse: Refuse): string => {
    const known = clean.get(text)
    if (known !== undefined) return known
    const taken = without(text, field, refuse)
    if (taken !== text) return taken
    if (clean.size >= cleanMax) clean.clear()
    const kept = owned(text)
    clean.set(kept, kept)
    return kept
  }
}

const cleanMax = 1_000
const textWithout = openClean(withoutPersonal)
const nameWithout = openClean((name, field, refuse) => withoutIds(withoutPersonal(name, field, refuse)))

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
  if (withoutPersonal(mobile, 'mobile', refuse) === mobile) refuse('format', 'mobile')
  return { index: null, mask: '' }
}
