import { type TraceEvent, traceFields } from '@fyh/contract/trace-event.ts'

/** What an event says of who sent it, which all events of a request mostly say alike. */
export type Sender = Readonly<
  Record<
    'generateId' | 'mobile' | 'traceId' | 'tailId' | 'type' | 'userAgent' | 'userId' | 'versionCode' | 'channel' | 'brand' | 'host',
    string
  >
>

/** An event as it was sent. */
export type SentEvent = Readonly<Record<Exclude<keyof typeof traceFields, keyof Sender>, string>> & {
  /** As JSON, of which its digest is made: the payload first, in the order of the schema, in which browsers of ours send it. */
  readonly text: string
  readonly sender: Sender
  readonly seq: number | undefined
  readonly at: number | undefined
  /** What else stands beside the payload. */
  readonly extra: Readonly<Record<string, unknown>> | undefined
}

type Field = { readonly name: string; readonly max: number; readonly form?: RegExp }
const fields: readonly Field[] = Object.entries(traceFields).map(([name, field]) => ({ name, ...field }))

/** Whether it is an event as `traceEvent` describes it, in a fraction of the time; why it is none only the schema tells. */
export function isTraceEvent(input: unknown): input is TraceEvent {
  if (!isRecord(input)) return false
  for (const { name, max, form } of fields) {
    const value = input[name]
    if (typeof value !== 'string' || value.length > max || form?.test(value) === false) return false
  }
  return true
}

function isRecord(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

export function sentEvent(sent: TraceEvent): SentEvent {
  const { action, content, event, eventId, generateId, mobile, page, traceId, tailId, type, userAgent, userId, versionCode } = sent
  const keys = Object.keys(sent)
  const isOrdered = isInOrder(keys)
  const besideKeys = isOrdered ? keys.slice(fields.length) : keys.filter((key) => !Object.hasOwn(traceFields, key))
  const { channel, brand, host, seq, at, extra } = besidePayload(sent, besideKeys)
  return {
    text: JSON.stringify(isOrdered ? sent : inOrder(sent, besideKeys)),
    action,
    content,
    event,
    eventId,
    page,
    sender: { generateId, mobile, traceId, tailId, type, userAgent, userId, versionCode, channel, brand, host },
    seq,
    at,
    extra,
  }
}

function inOrder(sent: TraceEvent, besideKeys: readonly string[]): Record<string, unknown> {
  const ordered: Record<string, unknown> = {}
  for (const { name } of fields) ordered[name] = sent[name]
  for (const key of besideKeys) ordered[key] = sent[key]
  return ordered
}

function isInOrder(keys: readonly string[]): boolean {
  for (let place = 0; place < fields.length; place += 1) if (keys[place] !== fields[place]?.name) return false
  return true
}

type Beside = {
  channel: string
  brand: string
  host: string
  seq: number | undefined
  at: number | undefined
  extra: Record<string, unknown> | undefined
}

export const nameForm = /^[\w-]{0,40}$/

/** What has a column of its own, when it is of its kind; everything else beside the payload stays an extra, as it was sent. */
function besidePayload(event: TraceEvent, keys: readonly string[]): Beside {
  const beside: Beside = { channel: '', brand: '', host: '', seq: undefined, at: undefined, extra: undefined }
  for (const key of keys) {
    const value = event[key]
    if (key === 'seq' && typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) beside.seq = value
    else if (key === 'at' && typeof value === 'number' && Number.isSafeInteger(value)) beside.at = value
    else if ((key === 'channel' || key === 'brand' || key === 'host') && typeof value === 'string' && nameForm.test(value))
      beside[key] = value
    else {
      beside.extra ??= {}
      beside.extra[key] = value
    }
  }
  return beside
}
