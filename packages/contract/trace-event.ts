import { z } from 'zod'

const text = (max: number) => z.string().max(max)

/** Spec 3 and R3.8: one behaviour event, field for field; unknown extras are kept by the collector. */
export const traceEvent = z.looseObject({
  action: text(60),
  content: text(2000),
  event: text(60),
  eventId: text(40),
  generateId: text(60),
  mobile: text(20),
  page: text(200),
  traceId: text(40),
  tailId: text(40),
  type: text(40),
  userAgent: text(500),
  userId: text(30),
  versionCode: text(20),
})
export type TraceEvent = z.infer<typeof traceEvent>
