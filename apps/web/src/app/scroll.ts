import type { AppRouter } from './router.tsx'

/** A page that loads its list late grows late: this long the way back to the old place is tried. */
const patienceMs = 3000

/**
 * RT-07: going back finds the page where it was left, also when its list comes after a while; a new visit starts at the
 * top. A finger or a wheel of the person ends the trying.
 */
export function keepScroll(router: AppRouter): void {
  const places = new Map<string, number>()
  let stop: () => void = () => undefined
  let current = router.state.location.key
  window.history.scrollRestoration = 'manual'
  window.addEventListener('scroll', () => places.set(current, window.scrollY), { passive: true })
  router.subscribe(({ location, historyAction }) => {
    if (location.key === current) return
    current = location.key
    stop()
    const wanted = historyAction === 'POP' ? (places.get(current) ?? 0) : 0
    stop = scrollTo(wanted)
  })
}

function scrollTo(wanted: number): () => void {
  let going = true
  const stop = () => {
    going = false
    clearTimeout(timer)
    for (const name of ['touchstart', 'wheel', 'keydown']) window.removeEventListener(name, stop)
  }
  const timer = setTimeout(stop, patienceMs)
  for (const name of ['touchstart', 'wheel', 'keydown']) window.addEventListener(name, stop, { passive: true })
  const step = () => {
    if (!going) return
    const reach = document.documentElement.scrollHeight - window.innerHeight
    window.scrollTo(0, Math.min(wanted, Math.max(0, reach)))
    if (reach >= wanted) stop()
    else requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  return stop
}
