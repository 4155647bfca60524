/** Waits this long after a blur: a tap on the action bar must land before the bar moves back, and focus may only move on. */
const settleMs = 150

/** A keyboard is up after this long; until then its coming is looked for even where no resize tells of it. */
const risingMs = 1000

const typing = 'input:not([type=checkbox]):not([type=radio]):not([type=file]),textarea'

const isTyping = (target: EventTarget | null): target is HTMLElement => target instanceof HTMLElement && target.matches(typing)

/**
 * Two faults of phone keyboards. While one types on a touch screen, the action bar is part of the content, so that it
 * can never lie over the box, and the box is brought into sight when the keyboard has taken its place, even where the
 * browser tells of no resize. After the last blur the scroll is set again, because some iOS webviews keep the page lifted.
 */
export function watchKeyboard(touch: boolean = matchMedia('(pointer: coarse)').matches): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopFollowing: () => void = () => undefined
  const onIn = (event: FocusEvent) => {
    clearTimeout(timer)
    stopFollowing()
    if (!touch || !isTyping(event.target)) return
    const box = event.target
    document.documentElement.dataset.typing = ''
    const bringIntoSight = () => box.scrollIntoView?.({ block: 'nearest' })
    timer = setTimeout(bringIntoSight, settleMs)
    stopFollowing = whenHeightChanges(bringIntoSight)
  }
  const onOut = (event: FocusEvent) => {
    if (!isTyping(event.target)) return
    clearTimeout(timer)
    stopFollowing()
    timer = setTimeout(() => {
      delete document.documentElement.dataset.typing
      if (touch) window.scrollTo(window.scrollX, window.scrollY)
    }, settleMs)
  }
  document.addEventListener('focusin', onIn)
  document.addEventListener('focusout', onOut)
  return () => {
    clearTimeout(timer)
    stopFollowing()
    document.removeEventListener('focusin', onIn)
    document.removeEventListener('focusout', onOut)
  }
}

function whenHeightChanges(act: () => void): () => void {
  let height = window.innerHeight
  const look = () => {
    if (window.innerHeight === height) return
    height = window.innerHeight
    act()
  }
  const looking = setInterval(look, settleMs)
  const end = setTimeout(() => clearInterval(looking), risingMs)
  window.addEventListener('resize', look)
  return () => {
    clearInterval(looking)
    clearTimeout(end)
    window.removeEventListener('resize', look)
  }
}
