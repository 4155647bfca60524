import { session } from './storage.ts'
import { currentUser } from './store.ts'

type Form = 'loginPhone' | 'cardPhone'

/**
 * A phone number outlives a reload of the form it is typed into, in the storage of the tab. Whoever is logged in finds what they typed
 * themselves, and nobody else's.
 */
export function typedPhone(form: Form): string {
  const typed = session.get(form) ?? ''
  const by = whoTypes()
  return typed.startsWith(by) ? typed.slice(by.length) : ''
}

/** An empty one, or one that was sent, leaves nothing. */
export function keepTypedPhone(form: Form, phone: string): void {
  if (phone === '') session.remove(form)
  else session.set(form, `${whoTypes()}${phone}`)
}

const whoTypes = (): string => `${currentUser()?.userId ?? ''}:`
