import type { ComponentType } from 'react'
import { ensureWords } from '#locales/i18n.ts'
import type { Namespace } from '#locales/resources.ts'
import type { Screen } from '#platform/screen.ts'
import { session } from '#platform/storage.ts'
import { loadKeeping } from './front.ts'
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
  ...(screen.load === 'later' ? (['later'] as const) : []),
  ...(slice === 'home' ? [] : (['blocks'] as const)),
  ...(screen.words ?? []),
]

const componentOf = async ({ load }: Screen): Promise<ComponentType> =>
  load === 'later' ? (await import('./later-screen.tsx')).LaterScreen : load()

/** Loads a screen with its words. */
export const loadScreen = (entry: TableEntry, openAnew: () => void): Promise<ComponentType> =>
  orOpenAnew({ name: entry.screen.path, openAnew }, async () => {
    const keeping = entry.screen.meta.keepAlive ? loadKeeping() : undefined
    const [component] = await Promise.all([componentOf(entry.screen), ensureWords(wordsOf(entry)), keeping])
    return component
  })

/**
 * After a release the old files may be gone: then the address is opened anew, once for what is missing. If that does not
 * help either, the error reaches the boundary, which offers to reload; it never loops.
 */
export async function orOpenAnew<T>(missing: { name: string; openAnew: () => void }, load: () => Promise<T>): Promise<T> {
  const { name, openAnew } = missing
  try {
    const loaded = await load()
    if (session.get('chunkReload') === name) session.remove('chunkReload')
    return loaded
  } catch {
    // Without a network the browser would put its own page in place of this one.
    if (!navigator.onLine) throw new ScreenNotLoaded()
    if (session.get('chunkReload') === name) {
      session.remove('chunkReload')
      throw new ScreenNotLoaded()
    }
    session.set('chunkReload', name)
    openAnew()
    // The page is going away; nothing may be drawn meanwhile.
    return new Promise(() => undefined)
  }
}
