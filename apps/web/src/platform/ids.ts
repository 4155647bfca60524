import { randomText } from '@fyh/base/ids.ts'
import { clock } from './clock.ts'

/** R9.3: lengths are the specification's. */
export const newTraceId = (): string => randomText(11)
export const newTailId = (): string => randomText(11)
export const newEventId = (): string => randomText(19)
/** Names one request. The specification gives its shape and no place for it; it goes out in a header and into the server's log. */
export const newTracingId = (): string => `${randomText(11)}${clock.machineNow().getTime()}`
export const browserIdOf = (fingerprint: string): string => `${fingerprint.slice(0, 19)}${clock.machineNow().getTime()}`

/** One for each press of a button that moves money; a retry of the same press uses the same one. */
export const newIdempotencyKey = (): string => randomText(32)
