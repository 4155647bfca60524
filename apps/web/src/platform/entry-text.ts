import { useEffect, useState } from 'react'

/**
 * A text that belongs to this entry of the history: there again after a reload and when one comes back to the entry, gone when another
 * page takes its place. For choices of one visit that nobody needs for longer; undefined while there is none.
 */
export function useEntryText(name: string): readonly [text: string | undefined, keep: (text: string | undefined) => void] {
  const [text, keep] = useState(() => textsOfEntry()[name])
  const [entry] = useState(keyOfEntry)
  useEffect(() => {
    const write = () => {
      if (keyOfEntry() === entry && textsOfEntry()[name] !== text) writeEntry(name, text)
    }
    write()
    // A choice out of a sheet was written into the sheet's own entry, which is gone when the sheet is closed.
    window.addEventListener('popstate', write)
    return () => window.removeEventListener('popstate', write)
  }, [entry, name, text])
  return [text, keep]
}

function writeEntry(name: string, text: string | undefined): void {
  try {
    window.history.replaceState({ ...window.history.state, texts: { ...textsOfEntry(), [name]: text } }, '')
  } catch {
    // Some phones take no more than a hundred changes in half a minute. The page goes on; a reload finds what was kept before.
    return
  }
}

/** Only this file writes there. */
const textsOfEntry = (): Readonly<Record<string, string | undefined>> => window.history.state?.texts ?? {}

/** The router's name of the entry, which the entries of open sheets have too. */
const keyOfEntry = (): unknown => window.history.state?.key
