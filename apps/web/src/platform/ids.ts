import { randomText } from '@fyh/base/ids.ts'
import { clock } from './clock.ts'

/** R9.3: lengths are the specification's. */
export const newTraceId = (): string => randomText(11)
export const newTailId = (): string => randomText(11)
export const newEventId = (): string => randomText(19)
/** The specification gives the tracing id its shape and names no place for it, so nothing sends one yet. */
export const newTracingId = (): string => `${randomText(11)}${clock.machineNow().getTime()}`
export const browserIdOf = (fingerprint: string): string => `${fingerprint.slice(0, 19)}${clock.machineNow().getTime()}`

/** One for each press of a button that moves money; a retry of the same press uses the same one. */
export const newIdempotencyKey = (): string => randomText(32)
