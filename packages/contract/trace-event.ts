import { z } from 'zod'

const text = (max: number) => z.string().max(max)
const id = (max: number) => text(max).regex(/^[\w-]*$/)

/**
 * Spec 3 and R3.8: one behaviour event, field for field. What travels beside them, all of it optional: `seq`, a whole number that
 * tells a resend from a second event; `at`, when it happened, in ms since 1970 by the browser's clock; `channel`, `brand` and
 * `host`. Whatever else is sent is kept by the collector as it is.
 */
export const traceEvent = z.looseObject({
  action: text(60),
  content: text(2000),
  event: text(60),
  eventId: id(40),
  generateId: id(60),
  mobile: text(20),
  page: text(200),
  traceId: id(40),
  tailId: id(40),
  type: id(40),
  userAgent: text(500),
  userId: id(30),
  versionCode: text(20).regex(/^[\w.+-]*$/),
})
export type TraceEvent = z.infer<typeof traceEvent>
