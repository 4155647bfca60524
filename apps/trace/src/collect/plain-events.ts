import { traceFields } from '@fyh/contract/trace-event.ts'
import type { SentEvent } from './sent-event.ts'

const batchHead = '{"events":['
const batchTail = ']}'

/**
 * Events of a request written just as browsers of ours write them: `JSON.stringify`, every field in its place, nothing beside them but what has a
 * column. Reading them by one pattern, and taking their texts as they stand, costs a third of parsing them and writing them anew. Undefined where anything
 * is otherwise; then the text says what a parser of JSON says it does.
 */
export function plainEvents(text: string, eventsMax: number): SentEvent[] | undefined {
  const isBatch = text.startsWith(batchHead)
  const events: SentEvent[] = []
  for (let at = isBatch ? batchHead.length : 0; events.length < eventsMax; at = plain.lastIndex + 1) {
    plain.lastIndex = at
    const event = eventOf(plain.exec(text))
    if (event === undefined) return undefined
    events.push(event)
    if (text.charCodeAt(plain.lastIndex) === comma && isBatch) continue
    return plain.lastIndex + (isBatch ? batchTail.length : 0) === text.length && (!isBatch || text.endsWith(batchTail)) ? events : undefined
  }
  return undefined
}

const comma = 0x2c
/** Characters that JSON writes as they are. */
const asTheyAre = '[^"\\\\\\x00-\\x1f]*'
/** Contents hold JSON of their own; what is written in another way than `JSON.stringify` does is not plain. */
const escaped = `${asTheyAre}(?:\\\\["\\\\bfnrt]${asTheyAre})*`
const whole = '0|[1-9]\\d{0,15}'
const besideForms = { seq: `(${whole})`, at: `(${whole})`, channel: '"([\\w-]*)"', brand: '"([\\w-]*)"', host: '"([\\w-]*)"' }
const payload = Object.entries(traceFields).map(([name, field]) => {
  const form = 'form' in field ? field.form.source.slice(1, -1) : name === 'content' ? escaped : asTheyAre
  return `"${name}":"(${form})"`
})
const beside = Object.entries(besideForms).map(([name, form]) => `(?:,"${name}":${form})?`)
/** No part of it can match in two ways, so that a text made to be slow is not. */
const plain = new RegExp(`\\{${payload.join(',')}${beside.join('')}\\}`, 'y')

const { action, content, event, eventId, generateId, mobile, page, traceId, tailId, type, userAgent, userId, versionCode } = traceFields
const nameMax = 40

function eventOf(found: RegExpExecArray | null): SentEvent | undefined {
  if (found === null) return undefined
  const seq = found[14] === undefined ? undefined : Number(found[14])
  const at = found[15] === undefined ? undefined : Number(found[15])
  const read = {
    text: found[0],
    action: found[1] ?? '',
    content: found[2] ?? '',
    event: found[3] ?? '',
    eventId: found[4] ?? '',
    generateId: found[5] ?? '',
    mobile: found[6] ?? '',
    page: found[7] ?? '',
    traceId: found[8] ?? '',
    tailId: found[9] ?? '',
    type: found[10] ?? '',
    userAgent: found[11] ?? '',
    userId: found[12] ?? '',
    versionCode: found[13] ?? '',
    seq,
    at,
    channel: found[16] ?? '',
    brand: found[17] ?? '',
    host: found[18] ?? '',
    extra: undefined,
  }
  if (read.content.includes('\\')) read.content = JSON.parse(`"${read.content}"`)
  return isWithin(read) ? read : undefined
}

function isWithin(read: SentEvent): boolean {
  return (
    read.action.length <= action.max &&
    read.content.length <= content.max &&
    read.event.length <= event.max &&
    read.eventId.length <= eventId.max &&
    read.generateId.length <= generateId.max &&
    read.mobile.length <= mobile.max &&
    read.page.length <= page.max &&
    read.traceId.length <= traceId.max &&
    read.tailId.length <= tailId.max &&
    read.type.length <= type.max &&
    read.userAgent.length <= userAgent.max &&
    read.userId.length <= userId.max &&
    read.versionCode.length <= versionCode.max &&
    read.channel.length <= nameMax &&
    read.brand.length <= nameMax &&
    read.host.length <= nameMax &&
    (read.seq ?? 0) <= Number.MAX_SAFE_INTEGER &&
    (read.at ?? 0) <= Number.MAX_SAFE_INTEGER
  )
}
