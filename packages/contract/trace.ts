import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { traceEvent } from './trace-event.ts'

export const trace = {
  report: endpoint({
    method: 'POST',
    path: '/fp/app/trace/report',
    auth: 'guest',
    summary: 'First report of an app trace session; answers the session id that later reports carry (R4.4)',
    body: z.looseObject({ userId: z.string().max(30), sessionId: z.string().max(40), channelCode: z.string().max(40) }),
    data: z.object({ sessionId: z.string() }),
    errors: [],
    example: { body: { userId: '', sessionId: '', channelCode: 'fyh' }, data: { sessionId: 's1' } },
  }),
}

/** Served by the trace backend, on its own host and without the /api prefix. */
export const collect = {
  trace: endpoint({
    method: 'POST',
    path: '/fuyh/trace',
    auth: 'guest',
    summary:
      "Takes one event or a batch; `seq` beside the payload tells a resend from a second event. Values that are somebody's are taken out; `refused` are events that were none",
    body: z.union([traceEvent, z.object({ events: z.array(traceEvent).min(1).max(100) })]),
    bodyBytesMax: 262_144,
    data: z.object({ stored: z.int(), refused: z.int() }),
    errors: [],
    example: {
      body: {
        action: 'pageLoad',
        content: '',
        event: 'page_load',
        eventId: 'e'.repeat(19),
        generateId: 'g',
        mobile: '',
        page: 'home',
        traceId: 't'.repeat(11),
        tailId: 't'.repeat(11),
        type: 'h5_fyh',
        userAgent: 'UA',
        userId: '',
        versionCode: '1.0.0',
      },
      data: { stored: 1, refused: 0 },
    },
  }),
}
