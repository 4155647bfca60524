import { isAscii } from 'node:buffer'
import { traceFields } from '@fyh/contract/trace-event.ts'
import { eventOfSameSender, type Told, unescaped } from './same-sender.ts'
import type { Sender, SentEvent } from './sent-event.ts'

const batchHead = '{"events":['
const batchTail = ']}'

/**
 * Events of a request written just as browsers of ours write them: `JSON.stringify`, every field in its place, nothing beside them but what has a
 * column. Reading them by one pattern or byte by byte, and taking their texts as they stand, costs a third of parsing them and writing them anew. Undefined where anything
 * is otherwise; then the text says what a parser of JSON says it does.
 */
export function plainEvents(body: Buffer, eventsMax: number): SentEvent[] | undefined {
  // Of ASCII both say the same, and this sooner.
  const ascii = isAscii(body)
  const text = body.toString(ascii ? 'latin1' : 'utf8')
  const isBatch = text.startsWith(batchHead)
  const events: SentEvent[] = []
  let last: Told | undefined
  for (let at = isBatch ? batchHead.length : 0; events.length < eventsMax; at += 1) {
    let event = ascii && last !== undefined ? eventOfSameSender(text, body, at, last) : undefined
    if (event === undefined) {
      plain.lastIndex = at
      const found = plain.exec(text)
      if (found === null) return undefined
      if (last === undefined || !isTold(last, found)) last = toldIn(found)
      if (last === undefined) return undefined
      event = eventOf(found, last.sender)
    }
    if (!isWithin(event)) return undefined
    events.push(event)
    at += event.text.length
    if (text.charCodeAt(at) === comma && isBatch) continue
    return at + (isBatch ? batchTail.length : 0) === text.length && (!isBatch || text.endsWith(batchTail)) ? events : undefined
  }
  return undefined
}

const comma = 0x2c
/** Characters that JSON writes as they are. */
const asTheyAre = '[^"\\\\\\x00-\\x1f]*'
/** Contents hold JSON of their own; what is written in another way than `JSON.stringify` does is not plain. */
const escaped = `${asTheyAre}(?:\\\\["\\\\bfnrt]${asTheyAre})*`
const whole = '0|[1-9]\\d{0,15}'
const nameForm = '[\\w-]*'

type Field = keyof typeof traceFields
const ids = ['generateId', 'mobile'] as const satisfies Field[]
const browser = ['traceId', 'tailId', 'type', 'userAgent', 'userId', 'versionCode'] as const satisfies Field[]
const names = ['channel', 'brand', 'host']

function formOf(name: Field): string {
  const field: { readonly max: number; readonly form?: RegExp } = traceFields[name]
  return field.form?.source.slice(1, -1) ?? (name === 'content' ? escaped : asTheyAre)
}
const each = (fields: readonly Field[]) => fields.map((name) => `"${name}":"(${formOf(name)})"`).join()
const atOnce = (fields: readonly Field[]) => `(${fields.map((name) => `"${name}":"${formOf(name)}"`).join()})`

/** An event; what it says of its sender as three parts, since they are mostly those of the event before. No part can match in two ways, so that a text made to be slow is not. */
const plain = new RegExp(
  `\\{${each(['action', 'content', 'event', 'eventId'])},${atOnce(ids)},${each(['page'])},${atOnce(browser)}` +
    `(?:,"seq":(${whole}))?(?:,"at":(${whole}))?(${names.map((name) => `(?:,"${name}":"${nameForm}")?`).join('')})\\}`,
  'y',
)
/** The three parts, one after the other. */
const parts = new RegExp(`^${each(ids)},${each(browser)}${names.map((name) => `(?:,"${name}":"(${nameForm})")?`).join('')}$`)

function isTold({ ids, browser, names }: Told, found: RegExpExecArray): boolean {
  return ids === found[5] && browser === found[7] && names === found[10]
}

function toldIn(found: RegExpExecArray): Told | undefined {
  const [ids = '', browser = '', names = ''] = [found[5], found[7], found[10]]
  const said = parts.exec(`${ids},${browser}${names}`)
  if (said === null) return undefined
  const sender = {
    generateId: said[1] ?? '',
    mobile: said[2] ?? '',
    traceId: said[3] ?? '',
    tailId: said[4] ?? '',
    type: said[5] ?? '',
    userAgent: said[6] ?? '',
    userId: said[7] ?? '',
    versionCode: said[8] ?? '',
    channel: said[9] ?? '',
    brand: said[10] ?? '',
    host: said[11] ?? '',
  }
  return isSenderWithin(sender) ? { ids, browser, names, sender } : undefined
}

const { action, content, event, eventId, generateId, mobile, page, traceId, tailId, type, userAgent, userId, versionCode } = traceFields
const nameMax = 40
function isSenderWithin(sender: Sender): boolean {
  return (
    sender.generateId.length <= generateId.max &&
    sender.mobile.length <= mobile.max &&
    sender.traceId.length <= traceId.max &&
    sender.tailId.length <= tailId.max &&
    sender.type.length <= type.max &&
    sender.userAgent.length <= userAgent.max &&
    sender.userId.length <= userId.max &&
    sender.versionCode.length <= versionCode.max &&
    sender.channel.length <= nameMax &&
    sender.brand.length <= nameMax &&
    sender.host.length <= nameMax
  )
}

function eventOf(found: RegExpExecArray, sender: Sender): SentEvent {
  const seq = found[8] === undefined ? undefined : Number(found[8])
  const at = found[9] === undefined ? undefined : Number(found[9])
  const content = found[2] ?? ''
  return {
    text: found[0],
    action: found[1] ?? '',
    content: unescaped(content),
    event: found[3] ?? '',
    eventId: found[4] ?? '',
    page: found[6] ?? '',
    sender,
    seq,
    at,
    extra: undefined,
  }
}

function isWithin(read: SentEvent): boolean {
  return (
    read.action.length <= action.max &&
    read.content.length <= content.max &&
    read.event.length <= event.max &&
    read.eventId.length <= eventId.max &&
    read.page.length <= page.max &&
    (read.seq ?? 0) <= Number.MAX_SAFE_INTEGER &&
    (read.at ?? 0) <= Number.MAX_SAFE_INTEGER
  )
}
