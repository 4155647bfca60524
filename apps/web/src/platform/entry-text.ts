import { useState } from 'react'

/**
 * A text that belongs to this entry of the history: there again after a reload and when one comes back to the entry, gone when another
 * page takes its place. For choices of one visit that nobody needs for longer; undefined while there is none.
 */
export function useEntryText(name: string): readonly [text: string | undefined, keep: (text: string | undefined) => void] {
  const [text, setText] = useState(() => textsOfEntry()[name])
  const keep = (next: string | undefined) => {
    setText(next)
    try {
      window.history.replaceState({ ...window.history.state, texts: { ...textsOfEntry(), [name]: next } }, '')
    } catch {
      // Some phones take no more than a hundred changes in half a minute. The page goes on; a reload finds what was kept before.
      return
    }
  }
  return [text, keep]
}

/** Only this file writes there. */
const textsOfEntry = (): Readonly<Record<string, string | undefined>> => window.history.state?.texts ?? {}
