import { session } from './storage.ts'
import { currentUser } from './store.ts'

type Box = 'loginPhone' | 'cardPhone' | 'idName' | 'feedback'

/**
 * A phone, a name corrected or feedback outlives a reload of the form it is typed into, in the storage of the tab. Whoever is logged in finds what
 * they typed themselves, and nobody else's.
 */
export function typedText(box: Box): string {
  const typed = session.get(box) ?? ''
  const by = whoTypes()
  return typed.startsWith(by) ? typed.slice(by.length) : ''
}

/** An empty one, or one that was sent, leaves nothing. */
export function keepTyped(box: Box, text: string): void {
  if (text === '') session.remove(box)
  else session.set(box, `${whoTypes()}${text}`)
}

const whoTypes = (): string => `${currentUser()?.userId ?? ''}:`
