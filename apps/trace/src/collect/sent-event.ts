import { type TraceEvent, traceFields } from '@fyh/contract/trace-event.ts'

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

/** The event as JSON, of which its digest is made, and what stands in it beside the payload. The payload comes first, in the order of the schema, in which browsers of ours send it. */
export function sentEvent(event: TraceEvent): { readonly text: string; readonly beside: readonly string[] } {
  const keys = Object.keys(event)
  if (isInOrder(keys)) return { text: JSON.stringify(event), beside: keys.slice(fields.length) }
  const beside = keys.filter((key) => !Object.hasOwn(traceFields, key))
  const ordered: Record<string, unknown> = {}
  for (const { name } of fields) ordered[name] = event[name]
  for (const key of beside) ordered[key] = event[key]
  return { text: JSON.stringify(ordered), beside }
}

function isInOrder(keys: readonly string[]): boolean {
  for (let place = 0; place < fields.length; place += 1) if (keys[place] !== fields[place]?.name) return false
  return true
}
