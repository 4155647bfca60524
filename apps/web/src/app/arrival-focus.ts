import type { AppRouter } from './router.tsx'

/**
 * A press that leads to another screen takes the pressed button away and the focus with it: screen readers and keyboards
 * would begin somewhere. The heading of the new screen gets it, unless something there has it already (a box that asks
 * for it, an open sheet) or the person has gone on meanwhile. However late the screen comes: the title over a wait is often
 * another heading than that over the answer, and takes the focus away once more when it goes.
 */
export function keepFocus(router: AppRouter): void {
  let current = router.state.location.key
  let stop: () => void = () => undefined
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== 'idle' || location.key === current) return
    current = location.key
    stop()
    stop = focusHeading()
  })
}

/** Kept screens stand hidden in the document beside the one in front; what has the focus there has it no more. */
const isShown = (element: HTMLElement) => element.getClientRects().length > 0

function isLost(): boolean {
  const active = document.activeElement
  return active === null || active === document.body || (active instanceof HTMLElement && !isShown(active))
}

function focusHeading(): () => void {
  const look = () => {
    const heading = isLost() ? [...document.querySelectorAll('h1')].find(isShown) : undefined
    if (heading === undefined) return
    // Said once: a heading that will not take the focus would be asked again by its own change, without end.
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const changes = new MutationObserver(look)
  const stop = () => {
    changes.disconnect()
    for (const name of ['keydown', 'pointerdown']) window.removeEventListener(name, stop)
  }
  changes.observe(document.body, { subtree: true, childList: true, attributes: true })
  for (const name of ['keydown', 'pointerdown']) window.addEventListener(name, stop)
  return stop
}
