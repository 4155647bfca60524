import { clock } from './clock.ts'
import { local, parseJson, session } from './storage.ts'
import { bodyOf, keepLeft, leftByPage, type SentEvent, thisPage } from './trace.ts'
import { browserId } from './trace-ids.ts'

/** Events wait at most this long for company. */
const gatherMs = 1000
/** More than these are not kept; how many were dropped is told with the next one. */
const queueMax = 200
const batchMax = 50
/** A browser takes 64 KB at once from a page that may be leaving, and a send may be under way when it leaves. */
const batchBytesMax = 30_000
const retryMs = 2000
const retryMostMs = 60_000

/** `tried`: it has left once, so that from now on it is repeated as it is: the trace backend knows a resend by its equal content. */
type Entry = { event: SentEvent; tried: boolean }

/** How events leave. What an answer says is not read: either the events were taken, or they are kept for the next send. */
export type TraceWay = {
  readonly send: (events: readonly SentEvent[]) => Promise<boolean>
  /** Hands them to the browser, for a page that may be going. Undefined where it does not take them; a promise without end where nobody hears the answer. */
  readonly handOver: (events: readonly SentEvent[]) => Promise<boolean> | undefined
  /** Whether what is being sent goes on without the page. */
  readonly outlivesPage: boolean
}

/**
 * The queue of behaviour events. They leave together after a second, and at once when the page is hidden, which is the
 * last moment some phones give. What was not taken is tried again, later and later, also after a reload. What was handed over
 * without an answer goes again where the sends around it fail, and in any case with the next page: the trace backend knows it again. `ready` ends when the browser has its id; events made before it get theirs as they leave.
 */
export function traceQueue(
  { send, handOver, outlivesPage }: TraceWay,
  ready: () => Promise<unknown> = () => Promise.resolve(),
  left: readonly SentEvent[] = [],
) {
  let { waiting, handed, dropped } = restored(left)
  let inFlight: readonly Entry[] = []
  let sending = false
  /** Sends that failed one after the other. */
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Whether a page that comes next, in whichever tab, finds what is still open. */
  let isLeft = handed.length > 0
  const save = () => {
    if (waiting.length + handed.length + dropped === 0) session.remove('traceQueue')
    else session.set('traceQueue', JSON.stringify({ waiting, handed, dropped }))
    if (!isLeft) return
    const open = [...without(handed, waiting), ...waiting]
    keepLeft(eventsOf(open))
    isLeft = open.length > 0
  }
  const later = () => {
    timer ??= setTimeout(flush, failures === 0 ? gatherMs : Math.min(retryMs * 2 ** (failures - 1), retryMostMs))
  }
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  /** `sent` were taken, or not; what was handed over while the way was broken has hardly arrived. */
  const settle = (sent: readonly Entry[], ok: boolean) => {
    if (ok) {
      waiting = without(waiting, sent)
      handed = without(handed, sent)
    }
    if (!ok || failures > 0) {
      waiting = [...handed, ...without(waiting, handed)]
      handed = []
    }
    failures = ok ? 0 : failures + 1
    save()
    if (waiting.length > 0) later()
  }
  async function flush(): Promise<void> {
    stopTimer()
    if (sending || waiting.length === 0) return
    sending = true
    await ready().catch(() => undefined)
    // Taken only now: while we waited the page may have been left, and everything with it.
    inFlight = batchOf(waiting, batchMax)
    const sent = inFlight
    if (sent.length > 0) {
      const events = eventsOf(sent)
      save()
      const ok = await send(events).catch(() => false)
      inFlight = []
      settle(sent, ok)
    }
    sending = false
    if (waiting.length > 0) later()
  }
  save()
  if (waiting.length > 0) later()
  return {
    add: (event: SentEvent) => {
      if (waiting.length >= queueMax) dropped += 1 + (event.dropped ?? 0)
      else {
        waiting.push({ event: dropped > 0 ? { ...event, dropped: dropped + (event.dropped ?? 0) } : event, tried: false })
        dropped = 0
      }
      save()
      later()
    },
    flush,
    /** The page is going away: hand everything to the browser now. */
    leave: () => {
      stopTimer()
      const underWay = outlivesPage ? [] : without(inFlight, handed)
      let leaving = [...without(waiting, [...inFlight, ...handed]), ...underWay]
      for (let most = batchMax; leaving.length > 0 && most > 0; ) {
        const batch = batchOf(leaving, most)
        const answer = handOver(eventsOf(batch))
        if (answer !== undefined) {
          handed = [...handed, ...batch].slice(-queueMax)
          // While the way is broken they stay as well.
          if (failures === 0) waiting = without(waiting, batch)
          leaving = without(leaving, batch)
          void answer.catch(() => false).then((ok) => settle(batch, ok))
        } else most = Math.floor(batch.length / 2)
      }
      isLeft = true
      save()
      if (waiting.length > 0) later()
    },
  }
}

/** They leave now, and from now on stay as they are. */
function eventsOf(entries: readonly Entry[]): SentEvent[] {
  return entries.map((entry) => {
    if (!entry.tried && entry.event.generateId === '') entry.event = { ...entry.event, generateId: browserId() }
    entry.tried = true
    return entry.event
  })
}

const without = (entries: readonly Entry[], gone: readonly Entry[]): Entry[] => entries.filter((entry) => !gone.includes(entry))

/** The first of them, as many as may leave together. */
function batchOf(entries: readonly Entry[], most: number): readonly Entry[] {
  let bytes = 0
  const end = entries.slice(0, most).findIndex(({ event }, place) => {
    bytes += bytesOf(JSON.stringify(event)) + 1
    return place > 0 && bytes > batchBytesMax
  })
  return entries.slice(0, end === -1 ? most : end)
}

/** What pages before this one left, all of it to be sent, and what this one handed over before it had a queue. */
function restored(left: readonly SentEvent[]): { waiting: Entry[]; handed: Entry[]; dropped: number } {
  const gone = (event: SentEvent): Entry => ({ event, tried: true })
  const handed = left.map(gone)
  const ofOthers = takeLeft().map(gone)
  const stored = parseJson(session.get('traceQueue'))
  if (typeof stored !== 'object' || stored === null || !('waiting' in stored && 'handed' in stored && 'dropped' in stored))
    return { waiting: eachOnce(ofOthers), handed, dropped: 0 }
  const waiting = eachOnce([...ofOthers, ...entriesOf(stored.handed), ...entriesOf(stored.waiting)])
  return { waiting, handed, dropped: Number(stored.dropped) || 0 }
}

/** The trace backend knows what comes twice for two weeks; some of what was left may have arrived. */
const knownAgainMs = 13 * 86_400_000

/** What other pages of this browser left; from now on it is this page's. */
function takeLeft(): SentEvent[] {
  const { [thisPage]: _, ...others } = leftByPage()
  local.remove('traceLeft')
  const left = Object.values(others).flatMap((events) => (Array.isArray(events) ? events.filter(isEvent) : []))
  return left.filter(({ at }) => clock.machineNow().getTime() - at < knownAgainMs)
}

/** The first of each: one that has left stays as it was. */
function eachOnce(entries: readonly Entry[]): Entry[] {
  const seqs = new Set<number>()
  return entries.filter(({ event: { seq } }) => !seqs.has(seq) && seqs.add(seq))
}

const isEvent = (value: unknown): value is SentEvent => typeof value === 'object' && value !== null && 'seq' in value
const entriesOf = (value: unknown): Entry[] => (Array.isArray(value) ? value.filter(isEntry) : [])
const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'event' in value && isEvent(value.event) && 'tried' in value

/** Longer than the trace backend ever takes: a network that swallows packets must not hold up what comes after. */
const sendLimitMs = 20_000
/** What a browser carries on with without its page, taken together, less what it may count besides. */
const outlivingBytesMax = 60_000

/**
 * As plain text, which a text is, events need no preflight and are not lost on the way to another origin. Where the browser can carry on
 * with a request without its page, the same request serves a page that leaves; elsewhere a beacon, whose answer nobody hears.
 */
function wayTo(address: string): TraceWay {
  const outlivesPage = 'keepalive' in Request.prototype
  let bytesUnderWay = 0
  async function post(body: string, bytes: number): Promise<boolean> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), sendLimitMs)
    bytesUnderWay += bytes
    try {
      const response = await fetch(address, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'text/plain' },
        keepalive: true,
        credentials: 'omit',
        signal: limit.signal,
      })
      return response.ok
    } finally {
      clearTimeout(timer)
      bytesUnderWay -= bytes
    }
  }
  const send = (events: readonly SentEvent[]) => {
    const body = bodyOf(events)
    return post(body, bytesOf(body))
  }
  const handOver = (events: readonly SentEvent[]) => {
    if (navigator.onLine === false) return undefined
    const body = bodyOf(events)
    if (!outlivesPage) return navigator.sendBeacon?.(address, body) ? unheard : undefined
    const bytes = bytesOf(body)
    return bytesUnderWay + bytes > outlivingBytesMax ? undefined : post(body, bytes)
  }
  return { send, handOver, outlivesPage }
}

const unheard = new Promise<boolean>(() => undefined)
const bytesOf = (text: string): number => new Blob([text]).size

/** The queue that sends to the trace backend. `ready` is waited for, so that the first events carry the id of the browser, too. */
export function sendingQueue(address: string, ready: () => Promise<unknown>, left?: readonly SentEvent[]) {
  const queue = traceQueue(wayTo(address), ready, left)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') queue.leave()
  })
  window.addEventListener('pagehide', () => queue.leave())
  window.addEventListener('online', () => void queue.flush())
  return queue
}
