import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import { parseJson, session } from './storage.ts'

/** Events wait at most this long for company. */
const gatherMs = 1000
/** More than these are not kept; how many were dropped is told with the next ones. */
const queueMax = 100
const batchMax = 50

export type Queued = TraceEvent & { seq: number }

/** How events leave: the answer is not read, but a failed send keeps them for the next. */
export type TraceSender = (events: readonly Queued[]) => Promise<boolean>

const isQueued = (value: unknown): value is Queued => typeof value === 'object' && value !== null && 'eventId' in value && 'seq' in value

/**
 * The queue of behaviour events. They leave together after a second, and at once when the page is hidden, which is the
 * last moment some phones give. What was not taken is tried again at the next chance; a resend has the same eventId.
 */
export function traceQueue(
  send: TraceSender,
  sendAtOnce: (events: readonly Queued[]) => boolean,
  ready: () => Promise<unknown> = () => Promise.resolve(),
) {
  const stored = parseJson(session.get('traceQueue'))
  let waiting: Queued[] = Array.isArray(stored) ? stored.filter(isQueued) : []
  let sequence = waiting.reduce((most, event) => Math.max(most, event.seq), 0)
  let dropped = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = false
  const save = () => (waiting.length === 0 ? session.remove('traceQueue') : session.set('traceQueue', JSON.stringify(waiting)))
  const later = () => {
    timer ??= setTimeout(flush, gatherMs)
  }
  const taken = (events: readonly Queued[]) => {
    const gone = new Set(events.map((event) => event.eventId))
    waiting = waiting.filter((event) => !gone.has(event.eventId))
    save()
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    if (sending || waiting.length === 0) return
    sending = true
    await ready().catch(() => undefined)
    // Taken only now: while we waited the page may have been left, and everything with it.
    const batch = waiting.slice(0, batchMax)
    const ok = batch.length === 0 || (await send(batch).catch(() => false))
    sending = false
    if (!ok) return
    taken(batch)
    if (waiting.length > 0) later()
  }
  if (waiting.length > 0) later()
  return {
    add: (event: TraceEvent) => {
      if (waiting.length >= queueMax) {
        dropped += 1
        return
      }
      sequence += 1
      const content = dropped > 0 ? JSON.stringify({ dropped, content: event.content }) : event.content
      dropped = 0
      waiting.push({ ...event, content, seq: sequence })
      save()
      later()
    },
    flush,
    /** The page is going away: hand everything to the browser now. */
    leave: () => {
      clearTimeout(timer)
      timer = undefined
      for (let batch = waiting.slice(0, batchMax); batch.length > 0; batch = waiting.slice(0, batchMax)) {
        if (!sendAtOnce(batch)) return
        taken(batch)
      }
    },
  }
}

/** Plain text needs no preflight, so a beacon to the trace host's other origin is not lost. */
const bodyOf = (events: readonly Queued[]): string => JSON.stringify({ events })

async function post(address: string, events: readonly Queued[]): Promise<boolean> {
  const response = await fetch(address, {
    method: 'POST',
    body: bodyOf(events),
    headers: { 'Content-Type': 'text/plain' },
    keepalive: true,
    credentials: 'omit',
  })
  return response.ok
}

const beacon = (address: string, events: readonly Queued[]): boolean =>
  typeof navigator.sendBeacon === 'function' && navigator.sendBeacon(address, new Blob([bodyOf(events)], { type: 'text/plain' }))

/** The queue that sends to the trace host. `browserId` is waited for, so that the first events carry it too. */
export function sendingQueue(host: string, browserId: () => Promise<string>) {
  const address = `${host.replace(/\/$/, '')}/fuyh/trace`
  let id = ''
  // Named alike whichever way they leave: the trace backend knows a resend by its equal content.
  const named = (events: readonly Queued[]) => events.map((event) => (event.generateId === '' ? { ...event, generateId: id } : event))
  const queue = traceQueue(
    (events) => post(address, named(events)),
    (events) => beacon(address, named(events)),
    async () => {
      id = await browserId()
    },
  )
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') queue.leave()
  })
  window.addEventListener('pagehide', () => queue.leave())
  return queue
}
