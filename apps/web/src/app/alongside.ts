import type { QueryClient } from '@tanstack/react-query'
import { followTokenOwner } from '#platform/token-owner.ts'
import { watchKeyboard } from '#ui/keyboard.ts'
import { keepFocus } from './arrival-focus.ts'
import { watchForRelease } from './old-page.ts'
import { followOtherTabs } from './other-tabs.ts'
import type { AppRouter } from './router.tsx'
import { keepScroll } from './scroll.ts'
import { ignoreSecondTaps } from './second-tap.ts'

/** What goes on beside the screens for as long as the page is open. Nothing of it is needed to draw the first, so it comes after. */
export function runAlongside({ router, client, root }: { router: AppRouter; client: QueryClient; root: HTMLElement }): void {
  keepScroll(router)
  keepFocus(router)
  refreshWhenBack(client, root)
  followOtherTabs(router, client)
  followTokenOwner()
  ignoreSecondTaps()
  watchKeyboard()
  // By the router, which takes the entry of the closing question off the history first: a step back under way ends a reload.
  watchForRelease(() => void router.navigate(0))
}

/**
 * The frozen page that Back brings again shows amounts of then: everything known is asked for anew. Some phones show it
 * white until something of it changes, so it is painted anew as well.
 */
export function refreshWhenBack(client: QueryClient, root: HTMLElement): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    void client.invalidateQueries()
    root.style.opacity = '0.99'
    requestAnimationFrame(() => root.style.removeProperty('opacity'))
  })
}
