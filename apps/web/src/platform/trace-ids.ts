import { browserIdOf, newEventId, newTailId, newTraceId } from './ids.ts'
import { local, type SessionKey, session } from './storage.ts'

function kept(key: Extract<SessionKey, 'traceId' | 'tailId' | 'eventId'>, make: () => string): string {
  const known = session.get(key)
  if (known !== undefined) return known
  const made = make()
  session.set(key, made)
  return made
}

/**
 * The ids that tie calls and behaviour events of one visit together; made when first asked for. That of the browser is '' in a first visit
 * until it is made.
 */
export function traceIds(): { traceId: string; tailId: string; eventId: string; generateId: string } {
  return {
    traceId: kept('traceId', newTraceId),
    tailId: kept('tailId', newTailId),
    eventId: kept('eventId', newEventId),
    generateId: local.get('browserId') ?? '',
  }
}

/**
 * R9.3: who this browser is to behaviour tracking: 19 characters of its fingerprint and the time, made once and kept. Who cannot wait for
 * the fingerprint, because the page is being left, gets an id of the same shape made by chance; the first one that is stored stays.
 */
export function browserId(fingerprint = newEventId()): string {
  const known = local.get('browserId')
  if (known !== undefined && known !== '') return known
  const made = browserIdOf(fingerprint)
  local.set('browserId', made)
  return made
}

/** A new event: its id is also what calls made because of it carry. */
export function nextEventId(): string {
  const id = newEventId()
  session.set('eventId', id)
  return id
}
