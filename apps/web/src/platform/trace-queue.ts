import { parseJson, session } from './storage.ts'
import { bodyOf, type SentEvent } from './trace.ts'

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

/** How events leave: what the answer says is not read, but a failed send keeps them for the next. */
export type TraceSender = (events: readonly SentEvent[]) => Promise<boolean>

/**
 * The queue of behaviour events. They leave together after a second, and at once when the page is hidden, which is the
 * last moment some phones give. What was not taken is tried again, later and later, also after a reload. What a beacon took is
 * sent again only where the sends around it failed: the answer to a beacon nobody hears. `ready` gives the browser id, which is
 * put into events that were made before it.
 */
export function traceQueue(
  send: TraceSender,
  sendAtOnce: (events: readonly SentEvent[]) => boolean,
  ready: () => Promise<string> = () => Promise.resolve(''),
) {
  let { waiting, handed, dropped } = restored()
  let inFlight: readonly Entry[] = []
  let sending = false
  /** Sends that failed one after the other. */
  let failures = 0
  let browserId = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const save = () =>
    waiting.length + handed.length + dropped === 0
      ? session.remove('traceQueue')
      : session.set('traceQueue', JSON.stringify({ waiting, handed, dropped }))
  const later = () => {
    timer ??= setTimeout(flush, failures === 0 ? gatherMs : Math.min(retryMs * 2 ** (failures - 1), retryMostMs))
  }
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const eventsOf = (entries: readonly Entry[]) =>
    entries.map((entry) => {
      if (!entry.tried && entry.event.generateId === '') entry.event = { ...entry.event, generateId: browserId }
      entry.tried = true
      return entry.event
    })
  const settle = (ok: boolean, handedBefore: readonly Entry[]) => {
    if (ok) waiting = without(waiting, inFlight)
    if (ok) handed = without(handed, inFlight)
    // What beacons took while the way was broken has hardly arrived: it goes again, and counts once by its identity.
    if (!ok || failures > 0) {
      waiting = [...handed, ...without(waiting, handed)]
      handed = []
    } else handed = without(handed, handedBefore)
    failures = ok ? 0 : failures + 1
    inFlight = []
    save()
  }
  async function flush(): Promise<void> {
    stopTimer()
    if (sending || waiting.length === 0) return
    sending = true
    browserId = await ready().catch(() => '')
    // Taken only now: while we waited the page may have been left, and everything with it.
    inFlight = batchOf(waiting, batchMax)
    if (inFlight.length > 0) {
      const handedBefore = handed
      const events = eventsOf(inFlight)
      save()
      settle(await send(events).catch(() => false), handedBefore)
    }
    sending = false
    if (waiting.length > 0) later()
  }
  if (waiting.length > 0) later()
  return {
    add: (event: SentEvent) => {
      if (waiting.length >= queueMax) dropped += 1
      else {
        waiting.push({ event: dropped > 0 ? { ...event, dropped } : event, tried: false })
        dropped = 0
      }
      save()
      later()
    },
    flush,
    /** The page is going away: hand everything to the browser now. */
    leave: () => {
      stopTimer()
      let left = [...without(waiting, [...inFlight, ...handed]), ...without(inFlight, handed)]
      for (let most = batchMax; left.length > 0 && most > 0; ) {
        const batch = batchOf(left, most)
        if (sendAtOnce(eventsOf(batch))) {
          handed = [...handed, ...batch].slice(-queueMax)
          // While the way is broken they stay as well.
          if (failures === 0) waiting = without(waiting, batch)
          left = without(left, batch)
        } else most = Math.floor(batch.length / 2)
      }
      save()
      if (waiting.length > 0) later()
    },
  }
}

const without = (entries: readonly Entry[], gone: readonly Entry[]): Entry[] => entries.filter((entry) => !gone.includes(entry))

/** The first of them, as many as may leave together. */
function batchOf(entries: readonly Entry[], most: number): readonly Entry[] {
  let bytes = 0
  const end = entries.slice(0, most).findIndex(({ event }, place) => {
    bytes += new Blob([JSON.stringify(event)]).size + 1
    return place > 0 && bytes > batchBytesMax
  })
  return entries.slice(0, end === -1 ? most : end)
}

/** What the page before this one in the same tab left. */
function restored(): { waiting: Entry[]; handed: Entry[]; dropped: number } {
  const stored = parseJson(session.get('traceQueue'))
  if (typeof stored !== 'object' || stored === null || !('waiting' in stored && 'handed' in stored && 'dropped' in stored))
    return { waiting: [], handed: [], dropped: 0 }
  const waiting = entriesOf(stored.waiting)
  const seqs = new Set(waiting.map(({ event }) => event.seq))
  const handed = entriesOf(stored.handed).filter(({ event }) => !seqs.has(event.seq))
  return { waiting, handed, dropped: Number(stored.dropped) || 0 }
}

const entriesOf = (value: unknown): Entry[] => (Array.isArray(value) ? value.filter(isEntry) : [])
const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'object' && 'tried' in value

/** Longer than the trace backend ever takes: a network that swallows packets must not hold up what comes after. */
const sendLimitMs = 20_000

async function post(address: string, events: readonly SentEvent[]): Promise<boolean> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), sendLimitMs)
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: bodyOf(events),
      headers: { 'Content-Type': 'text/plain' },
      keepalive: true,
      credentials: 'omit',
      signal: limit.signal,
    })
    return response.ok
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Hands events to the browser, which sends them also when the page is gone. As plain text, which a text is, they need no
 * preflight and are not lost on the way to another origin. False when the browser does not take them, or is offline.
 */
const beacon = (address: string, events: readonly SentEvent[]): boolean =>
  navigator.onLine !== false && typeof navigator.sendBeacon === 'function' && navigator.sendBeacon(address, bodyOf(events))

/** The queue that sends to the trace backend. `browserId` is waited for, so that the first events carry it too. */
export function sendingQueue(address: string, browserId: () => Promise<string>) {
  const queue = traceQueue(
    (events) => post(address, events),
    (events) => beacon(address, events),
    browserId,
  )
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') queue.leave()
  })
  window.addEventListener('pagehide', () => queue.leave())
  window.addEventListener('online', () => void queue.flush())
  return queue
}
