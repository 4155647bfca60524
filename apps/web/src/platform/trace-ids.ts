import { newEventId, newTailId, newTraceId } from './ids.ts'
import { local, type SessionKey, session } from './storage.ts'

function kept(key: Extract<SessionKey, 'traceId' | 'tailId' | 'eventId'>, make: () => string): string {
  const known = session.get(key)
  if (known !== undefined) return known
  const made = make()
  session.set(key, made)
  return made
}

/** The ids that tie calls and behaviour events of one visit together; made when first asked for. */
export function traceIds(): { traceId: string; tailId: string; eventId: string; generateId: string } {
  return {
    traceId: kept('traceId', newTraceId),
    tailId: kept('tailId', newTailId),
    eventId: kept('eventId', newEventId),
    generateId: local.get('browserId') ?? '',
  }
}

/** A new event: its id is also what calls made because of it carry. */
export function nextEventId(): string {
  const id = newEventId()
  session.set('eventId', id)
  return id
}
