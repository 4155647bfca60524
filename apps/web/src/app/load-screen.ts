import type { ComponentType } from 'react'
import { ensureWords } from '#locales/i18n.ts'
import type { Namespace } from '#locales/resources.ts'
import { session } from '#platform/storage.ts'
import type { TableEntry } from './screens.ts'

/** A screen whose files could not be had, also after one reload. */
export class ScreenNotLoaded extends Error {
  constructor() {
    super('the files of a screen could not be loaded')
    this.name = 'ScreenNotLoaded'
  }
}

/** Blocks are in nearly every slice; the first screens do without them, so a first visit does not fetch their words. */
const wordsOf = ({ slice, screen }: TableEntry): Namespace[] => [
  slice,
  ...(slice === 'home' ? [] : (['blocks'] as const)),
  ...(screen.words ?? []),
]

/**
 * Loads a screen with its words. After a release the old files may be gone: then the address is opened anew, once.
 * If that does not help either, the error reaches the boundary, which offers to reload; it never loops.
 */
export async function loadScreen(entry: TableEntry, openAnew: () => void): Promise<ComponentType> {
  const { screen } = entry
  try {
    const [component] = await Promise.all([screen.load(), ensureWords(wordsOf(entry))])
    if (session.get('chunkReload') === screen.path) session.remove('chunkReload')
    return component
  } catch {
    if (session.get('chunkReload') === screen.path) {
      session.remove('chunkReload')
      throw new ScreenNotLoaded()
    }
    session.set('chunkReload', screen.path)
    openAnew()
    // The page is going away; nothing may be drawn meanwhile.
    return new Promise(() => undefined)
  }
}
