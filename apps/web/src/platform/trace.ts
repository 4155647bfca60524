import { constants } from '@fyh/contract/options.ts'
import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import type { HostKind } from '#host/port.ts'
import { clock } from './clock.ts'
import { currentHost } from './navigation.ts'
import { channelCode, local, parseJson } from './storage.ts'
import { currentUser, useUserStore } from './store.ts'
import { browserId, nextEventId, traceIds } from './trace-ids.ts'

export type TraceNews = Pick<TraceEvent, 'action' | 'event' | 'page'> & { readonly content?: string }

/** The payload and, beside it, what tells a resend from a second event, when it happened (epoch ms), and where. */
export type SentEvent = TraceEvent & {
  readonly seq: number
  readonly at: number
  readonly channel: string
  readonly brand: string
  readonly host: HostKind
  /** How many events around this one found no room. */
  dropped?: number
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
const held: SentEvent[] = []
let take = (event: SentEvent): void => {
  const last = held[heldMax - 1]
  if (last === undefined) held.push(event)
  else last.dropped = (last.dropped ?? 0) + 1
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

const leftMax = 200
export const thisPage = `${clock.machineNow().getTime()}-${tab}`

/** Events of a page by its name, as JSON. A page that is gone is told by nothing from one that is hidden: the trace backend knows what comes twice. */
export const leftByPage = (): Record<string, unknown> => Object.assign({}, parseJson(local.get('traceLeft')))

/** Keeps what this page has not heard to be taken for the next page of this browser, in whichever tab. */
export function keepLeft(events: readonly SentEvent[]): void {
  const pages = leftByPage()
  delete pages[thisPage]
  if (events.length > 0) pages[thisPage] = events.slice(-leftMax)
  if (Object.keys(pages).length > 0) local.set('traceLeft', JSON.stringify(pages))
  else local.remove('traceLeft')
}

/** R1.4: the trace backend has a host of its own; the server that hands the page out tells which. */
export async function startTrace(host: string): Promise<void> {
  const address = `${host.replace(/\/$/, '')}/fuyh/trace`
  /** What was given to the browser before there was a queue. */
  const left: SentEvent[] = []
  const leaveEarly = () => {
    if (held.length === 0) return
    for (const event of held) event.generateId ||= browserId()
    keepLeft([...left, ...held])
    if (navigator.onLine !== false && navigator.sendBeacon?.(address, bodyOf(held))) left.push(...held.splice(0))
  }
  window.addEventListener('pagehide', leaveEarly)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leaveEarly()
  })
  const [{ sendingQueue }, { ensureBrowserId }, { reportVisit }] = await sendingPart(leaveEarly)
  const queue = sendingQueue(address, ensureBrowserId, left)
  take = queue.add
  for (const event of held.splice(0)) queue.add(event)
  // The report is of the same browser as the events around it.
  await ensureBrowserId()
  await reportVisit()
}

const againMs = 5_000

/** Asked for again and again, and at once when the line is back. A browser may remember that it failed; then what is held leaves without it. */
async function sendingPart(leaveWithout: () => void) {
  for (;;) {
    try {
      return await Promise.all([import('./trace-queue.ts'), import('./browser-id.ts'), import('./visit-report.ts')])
    } catch {
      leaveWithout()
      await new Promise((resolve) => {
        setTimeout(resolve, againMs)
        window.addEventListener('online', resolve, { once: true })
      })
    }
  }
}
