import { randomText } from '@fyh/base/ids.ts'
import { constants } from '@fyh/contract/options.ts'
import type { trace } from '@fyh/contract/trace.ts'
import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import type { Deps, Guest, SliceHandlers } from '#platform/deps.ts'
import type { Forwarder } from './forwarder.ts'

/** R4.4: the first report makes the id of the session; a later one keeps the id it came with. */
export function traceHandlers({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, { forward }: Forwarder): SliceHandlers<typeof trace> {
  return {
    report: async ({ body, ctx }) => {
      const sessionId = /^[\w-]{1,40}$/.test(body.sessionId) ? body.sessionId : randomText(19)
      // A number of this node's own tells a second sending from a second report, whichever node took it.
      const extras = { seq: ids(), at: clock.machineNow().getTime(), channel: body.channelCode }
      forward({ ...eventOf({ ...body, sessionId }, ctx), ...extras })
      return { sessionId }
    },
  }
}

/** Spec 3: the report as an event. Whoever reports is named by ids alone. */
function eventOf(
  report: Readonly<Record<string, unknown>> & { userId: string; sessionId: string; channelCode: string },
  ctx: Guest,
): TraceEvent {
  const text = (name: string, most: number) => {
    const value = report[name]
    return typeof value === 'string' ? value.slice(0, most) : ''
  }
  return {
    action: text('action', 60) || 'appReport',
    content: JSON.stringify({ sessionId: report.sessionId, channelCode: report.channelCode, host: text('host', 20) }).slice(0, 2_000),
    event: text('event', 60) || 'app_report',
    eventId: ctx.visit?.eventId || randomText(19),
    generateId: ctx.visit?.generateId ?? '',
    mobile: '',
    page: text('page', 200),
    traceId: ctx.visit?.traceId ?? '',
    tailId: ctx.visit?.tailId ?? '',
    type: constants.traceType,
    userAgent: ctx.device,
    userId: report.userId,
    versionCode: constants.traceVersion,
  }
}
