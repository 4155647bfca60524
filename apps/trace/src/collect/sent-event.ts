import { type TraceEvent, traceFields } from '@fyh/contract/trace-event.ts'

/** An event as it was sent. */
export type SentEvent = Readonly<Record<keyof typeof traceFields, string>> & {
  /** As JSON, of which its digest is made: the payload first, in the order of the schema, in which browsers of ours send it. */
  readonly text: string
  readonly channel: string
  readonly brand: string
  readonly host: string
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

export function sentEvent(event: TraceEvent): SentEvent {
  const { action, content, eventId, generateId, mobile, page, traceId, tailId, type, userAgent, userId, versionCode } = event
  const payload = {
    action,
    content,
    event: event.event,
    eventId,
    generateId,
    mobile,
    page,
    traceId,
    tailId,
    type,
    userAgent,
    userId,
    versionCode,
  }
  const keys = Object.keys(event)
  if (isInOrder(keys)) return { ...payload, text: JSON.stringify(event), ...besidePayload(event, keys.slice(fields.length)) }
  const beside = keys.filter((key) => !Object.hasOwn(traceFields, key))
  const ordered: Record<string, unknown> = { ...payload }
  for (const key of beside) ordered[key] = event[key]
  return { ...payload, text: JSON.stringify(ordered), ...besidePayload(event, beside) }
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
