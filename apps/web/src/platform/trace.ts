import { constants } from '@fyh/contract/options.ts'
import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import { local, parseJson, session } from './storage.ts'
import { currentUser } from './store.ts'
import { nextEventId, traceIds } from './trace-ids.ts'

/** Events wait at most this long for company. */
const gatherMs = 1000
/** More than these are not kept; how many were dropped is told with the next ones. */
const queueMax = 100
const batchMax = 50

type Queued = TraceEvent & { seq: number }
export type TraceNews = Pick<TraceEvent, 'action' | 'event' | 'page'> & { readonly content?: string }

/** How events leave: the answer is not read, but a failed send keeps them for the next. */
export type TraceSender = (events: readonly Queued[]) => Promise<boolean>

const isQueued = (value: unknown): value is Queued => typeof value === 'object' && value !== null && 'eventId' in value && 'seq' in value

/** Spec 3, R3.8: the payload, field for field. The phone is the masked one; nothing else of the person is in it. */
function payload(news: TraceNews): TraceEvent {
  const { traceId, tailId, generateId } = traceIds()
  const user = currentUser()
  return {
    action: news.action,
    content: news.content ?? '',
    event: news.event,
    eventId: nextEventId(),
    generateId,
    mobile: user?.mobile ?? '',
    page: news.page,
    traceId,
    tailId,
    type: constants.traceType,
    userAgent: navigator.userAgent,
    userId: user === undefined ? '' : String(user.userId),
    versionCode: constants.traceVersion,
  }
}

/**
 * The queue of behaviour events. They leave together after a second, and at once when the page is hidden, which is the
 * last moment some phones give. What was not taken is tried again at the next visit; a resend has the same eventId.
 */
export function traceQueue(send: TraceSender, sendAtOnce: (events: readonly Queued[]) => boolean) {
  const stored = parseJson(session.get('traceQueue'))
  let waiting: Queued[] = Array.isArray(stored) ? stored.filter(isQueued) : []
  let sequence = waiting.reduce((most, event) => Math.max(most, event.seq), 0)
  let dropped = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = false
  const save = () => (waiting.length === 0 ? session.remove('traceQueue') : session.set('traceQueue', JSON.stringify(waiting)))
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
    const batch = waiting.slice(0, batchMax)
    const ok = await send(batch).catch(() => false)
    sending = false
    if (!ok) return
    taken(batch)
    if (waiting.length > 0) timer = setTimeout(flush, gatherMs)
  }
  return {
    add: (news: TraceNews) => {
      if (waiting.length >= queueMax) {
        dropped += 1
        return
      }
      sequence += 1
      const content = dropped > 0 ? JSON.stringify({ dropped, content: news.content ?? '' }) : news.content
      dropped = 0
      waiting.push({ ...payload({ ...news, ...(content !== undefined && { content }) }), seq: sequence })
      save()
      timer ??= setTimeout(flush, gatherMs)
    },
    flush,
    /** The page is going away: hand everything to the browser now. */
    leave: () => {
      clearTimeout(timer)
      timer = undefined
      const batch = waiting.slice(0, batchMax)
      if (batch.length > 0 && sendAtOnce(batch)) taken(batch)
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

/** R1.4: the trace backend has a host of its own; the page is told which by the server that hands it out. */
export function traceAddress(host: string): string {
  return `${host.replace(/\/$/, '')}/fuyh/trace`
}

let queue: ReturnType<typeof traceQueue> | undefined

/** Starts tracking. `whenKnown` resolves when the browser id is known, so that the first events carry it. */
export function startTrace(host: string, whenKnown: () => Promise<string>): void {
  const address = traceAddress(host)
  queue = traceQueue(
    async (events) => {
      const generateId = (await whenKnown()) || (local.get('browserId') ?? '')
      return post(
        address,
        events.map((event) => (event.generateId === '' ? { ...event, generateId } : event)),
      )
    },
    (events) => beacon(address, events),
  )
  const trace = queue
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') trace.leave()
  })
  window.addEventListener('pagehide', () => trace.leave())
}

/** One event. Before startTrace (tests, a page that forbids it) it goes nowhere. */
export const track = (news: TraceNews): void => queue?.add(news)
