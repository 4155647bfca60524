import type { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { closeTopOverlay, followOverlays, overlayCount } from '#ui/overlay-stack.ts'

type History = ReturnType<typeof createBrowserHistory>

/** Told of each step that the browser took through the history; true when it was one over an overlay’s entry, and none for the router. */
export type HearPop = (update: Parameters<Parameters<History['listen']>[0]>[0]) => boolean

/** A step over our own entries is heard of within this time, or the browser did not take it. */
const patienceMs = 500

/**
 * UI-05: every open overlay has an entry of the history, at the address of its page, so that Back closes it and stays, also
 * on a page before which there is nothing of ours. The router never hears of these entries: they are taken off when the
 * overlay closes in another way, and before the router moves.
 */
export function keepOverlayEntries(history: History): HearPop {
  const { push, replace, go } = history
  let pageKey = history.location.key
  let waiting: (() => void)[] = []
  /** Set while the history goes back over entries of overlays; what the router asks meanwhile waits. */
  let moving: ReturnType<typeof setTimeout> | undefined
  const retreat = (steps: number) => {
    moving = setTimeout(arrived, patienceMs)
    window.history.go(-steps)
  }
  const arrived = () => {
    clearTimeout(moving)
    moving = undefined
    const acts = waiting
    waiting = []
    for (const act of acts) act()
    // After a move of the router the overlays still there belong to the page that goes away.
    if (acts.length === 0) settle()
  }
  /** Makes the history hold as many entries as overlays are open. */
  const settle = () => {
    const missing = overlayCount() - depth()
    if (moving !== undefined || missing === 0) return
    if (missing < 0) return retreat(-missing)
    for (let each = 0; each < missing; each++) window.history.pushState({ ...window.history.state, overlays: depth() + 1 }, '')
  }
  const afterRetreat = (act: () => void) => {
    if (moving === undefined && depth() === 0) return act()
    waiting.push(act)
    if (moving === undefined) retreat(depth())
  }
  const settleSoon = () => setTimeout(settle)
  const turn = (act: () => void) =>
    afterRetreat(() => {
      act()
      pageKey = history.location.key
    })
  history.push = (...target) => turn(() => push(...target))
  history.replace = (...target) => turn(() => replace(...target))
  history.go = (delta) => afterRetreat(() => go(delta))
  followOverlays({ opened: settle, closed: settleSoon })
  // Overlays may be open by now, and a reload may find the history at the entry of one that is gone.
  settleSoon()
  return ({ location }) => {
    if (moving !== undefined) arrived()
    else if (location.key !== pageKey) {
      pageKey = location.key
      return false
    } else {
      if (overlayCount() > depth()) closeTopOverlay()
      settleSoon()
    }
    return true
  }
}

/** How many entries of overlays lie between the page's own and the one where the history stands. */
const depth = (): number => window.history.state?.overlays ?? 0
