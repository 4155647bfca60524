import { z } from 'zod'

const idForm = /^[\w-]*$/

/** The fields of R3.8, all of them texts: the most characters of each, and its form where it has one. */
export const traceFields = {
  action: { max: 60 },
  content: { max: 2000 },
  event: { max: 60 },
  eventId: { max: 40, form: idForm },
  generateId: { max: 60, form: idForm },
  mobile: { max: 20 },
  page: { max: 200 },
  traceId: { max: 40, form: idForm },
  tailId: { max: 40, form: idForm },
  type: { max: 40, form: idForm },
  userAgent: { max: 500 },
  userId: { max: 30, form: idForm },
  versionCode: { max: 20, form: /^[\w.+-]*$/ },
} as const satisfies Record<string, { readonly max: number; readonly form?: RegExp }>

type TraceField = keyof typeof traceFields

function text(name: TraceField) {
  const field: { readonly max: number; readonly form?: RegExp } = traceFields[name]
  const bounded = z.string().max(field.max)
  return field.form === undefined ? bounded : bounded.regex(field.form)
}

/**
 * Spec 3 and R3.8: one behaviour event, field for field. What travels beside them, all of it optional: `seq`, a whole number that
 * tells a resend from a second event; `at`, when it happened, in ms since 1970 by the browser's clock; `channel`, `brand` and
 * `host`. Whatever else is sent is kept by the collector as it is.
 */
export const traceEvent = z.looseObject({
  action: text('action'),
  content: text('content'),
  event: text('event'),
  eventId: text('eventId'),
  generateId: text('generateId'),
  mobile: text('mobile'),
  page: text('page'),
  traceId: text('traceId'),
  tailId: text('tailId'),
  type: text('type'),
  userAgent: text('userAgent'),
  userId: text('userId'),
  versionCode: text('versionCode'),
})
export type TraceEvent = z.infer<typeof traceEvent>
