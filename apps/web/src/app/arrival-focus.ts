import type { AppRouter } from './router.tsx'

/** A screen whose file or first answer takes its time is waited for this long; then the focus is where the browser left it. */
const patienceMs = 5000

/**
 * A press that leads to another screen takes the pressed button away and the focus with it: screen readers and keyboards
 * would begin somewhere. The heading of the new screen gets it, unless something there has it already (a box that asks
 * for it, an open sheet) or the person has gone on meanwhile.
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

const isLost = () => document.activeElement === null || document.activeElement === document.body

/** Kept screens stand hidden in the document beside the one in front. */
const heading = () => [...document.querySelectorAll<HTMLElement>('h1')].find((one) => one.getClientRects().length > 0)

function focusHeading(): () => void {
  const former = heading()
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    for (const name of ['keydown', 'pointerdown']) window.removeEventListener(name, stop)
  }
  const timer = setTimeout(stop, patienceMs)
  for (const name of ['keydown', 'pointerdown']) window.addEventListener(name, stop)
  const step = () => {
    const next = heading()
    // Where the new place is drawn by the same screen, its heading stays and so does the focus.
    if (next === undefined || !isLost()) {
      frame = requestAnimationFrame(step)
      return
    }
    next.tabIndex = -1
    next.focus({ preventScroll: true })
    if (next !== former) stop()
    else frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return stop
}
