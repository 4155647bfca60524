import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useLayoutEffect, useState } from 'react'
import { api } from '#platform/api.ts'

export type ClearData = DataOf<Api['apply']['reveal']>

/** Long enough to compare eighteen digits with a card; what lies open on a table afterwards shows nothing. */
export const shownSeconds = 30

/**
 * What is masked, in clear for a while. It is held by this screen alone, in no cache, and goes after `shownSeconds`, with the screen, and
 * when the page is no longer in front.
 */
export function useReveal() {
  const [clear, setClear] = useState<ClearData>()
  const isShown = clear !== undefined
  // Before the data is painted: a page that leaves right then hides it too.
  useLayoutEffect(() => {
    if (!isShown) return
    const hide = () => setClear(undefined)
    const hideBehind = () => document.visibilityState === 'hidden' && hide()
    hideBehind()
    const timer = setTimeout(hide, shownSeconds * 1000)
    document.addEventListener('visibilitychange', hideBehind)
    window.addEventListener('pagehide', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hideBehind)
      window.removeEventListener('pagehide', hide)
    }
  }, [isShown])
  return { clear, toggle: async () => setClear(isShown ? undefined : await api.apply.reveal({ body: {} })) }
}
