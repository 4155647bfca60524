import { constants } from '@fyh/contract/options.ts'
import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import type { HostKind } from '#host/port.ts'
import { clock } from './clock.ts'
import { currentHost } from './navigation.ts'
import { channelCode } from './storage.ts'
import { currentUser, useUserStore } from './store.ts'
import { nextEventId, traceIds } from './trace-ids.ts'

export type TraceNews = Pick<TraceEvent, 'action' | 'event' | 'page'> & { readonly content?: string }

/** The payload and, beside it, what tells a resend from a second event, when it happened (epoch ms), and where. */
export type SentEvent = TraceEvent & {
  readonly seq: number
  readonly at: number
  readonly channel: string
  readonly brand: string
  readonly host: HostKind
  /** How many events before this one found the queue full. */
  readonly dropped?: number
}

/** Longer ones are refused by the trace backend, event and all. */
const userAgentMax = 500

/** Spec 3, R3.8: the payload, field for field. The phone is the masked one; nothing else of the person is in it. */
export function tracePayload(news: TraceNews): TraceEvent {
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
    userAgent: navigator.userAgent.slice(0, userAgentMax),
    userId: user === undefined ? '' : String(user.userId),
    versionCode: constants.traceVersion,
  }
}

/** What tells this page from another that takes a number in the same millisecond. */
const tab = (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 1024
let lastSeq = 0

/** Rises within a page, and over reloads and tabs with the clock. */
function nextSeq(at: number): number {
  lastSeq = Math.max(lastSeq + 1, at * 1024 + tab)
  return lastSeq
}

/** As many as a browser takes at once from a page that leaves. */
const heldMax = 50
/** The sending part comes after the first screen; what happens before it is held here. */
let held: SentEvent[] = []
let take = (event: SentEvent): void => {
  if (held.length < heldMax) held.push(event)
}
let page = ''
/** The page that the newest event was about. */
export const tracedPage = (): string => page

/** One behaviour event. */
export function track(news: TraceNews): void {
  page = news.page
  const at = clock.machineNow().getTime()
  take({
    ...tracePayload(news),
    seq: nextSeq(at),
    at,
    channel: channelCode(),
    brand: useUserStore.getState().productType,
    host: currentHost().kind,
  })
}

export const bodyOf = (events: readonly SentEvent[]): string => JSON.stringify({ events })

/** R1.4: the trace backend has a host of its own; the server that hands the page out tells which. */
export async function startTrace(host: string): Promise<void> {
  const address = `${host.replace(/\/$/, '')}/fuyh/trace`
  // Left before the sending part has come.
  window.addEventListener('pagehide', () => {
    if (held.length > 0 && navigator.sendBeacon?.(address, bodyOf(held))) held = []
  })
  const [{ sendingQueue }, { ensureBrowserId }, { reportVisit }] = await Promise.all([
    import('./trace-queue.ts'),
    import('./browser-id.ts'),
    import('./visit-report.ts'),
  ])
  const queue = sendingQueue(address, ensureBrowserId)
  take = queue.add
  for (const event of held) queue.add(event)
  held = []
  // The report is of the same browser as the events around it.
  await ensureBrowserId()
  await reportVisit()
}
