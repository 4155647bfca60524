import { constants } from '@fyh/contract/options.ts'
import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import { currentUser } from './store.ts'
import { nextEventId, traceIds } from './trace-ids.ts'

export type TraceNews = Pick<TraceEvent, 'action' | 'event' | 'page'> & { readonly content?: string }

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
    userAgent: navigator.userAgent,
    userId: user === undefined ? '' : String(user.userId),
    versionCode: constants.traceVersion,
  }
}

/** The sending part comes after the first screen; what happens before it is held here. */
let held: TraceEvent[] = []
let take: (event: TraceEvent) => void = (event) => held.push(event)

/** One behaviour event. */
export const track = (news: TraceNews): void => take(tracePayload(news))

/** R1.4: the trace backend has a host of its own; the server that hands the page out tells which. */
export async function startTrace(host: string): Promise<void> {
  const [{ sendingQueue }, { ensureBrowserId }, { reportVisit }] = await Promise.all([
    import('./trace-queue.ts'),
    import('./browser-id.ts'),
    import('./visit-report.ts'),
  ])
  const queue = sendingQueue(host, ensureBrowserId)
  take = queue.add
  for (const event of held) queue.add(event)
  held = []
  await reportVisit()
}
