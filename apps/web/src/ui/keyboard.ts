/** Waits this long after a blur: a tap on the action bar must land before the bar moves back, and focus may only move on. */
const settleMs = 150

const typing = 'input:not([type=checkbox]):not([type=radio]):not([type=file]),textarea'

const isTyping = (target: EventTarget | null): target is HTMLElement => target instanceof HTMLElement && target.matches(typing)

/**
 * Two faults of phone keyboards. While one types on a touch screen, the action bar is part of the content, so that it
 * can never lie over the box, and the box is brought into sight even where the browser tells of no resize. After the
 * last blur the scroll is set again, because some iOS webviews keep the page lifted.
 */
export function watchKeyboard(touch: boolean = matchMedia('(pointer: coarse)').matches): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onIn = (event: FocusEvent) => {
    clearTimeout(timer)
    if (!touch || !isTyping(event.target)) return
    const box = event.target
    document.documentElement.dataset.typing = ''
    timer = setTimeout(() => box.scrollIntoView?.({ block: 'nearest' }), settleMs)
  }
  const onOut = (event: FocusEvent) => {
    if (!isTyping(event.target)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      delete document.documentElement.dataset.typing
      if (touch) window.scrollTo(window.scrollX, window.scrollY)
    }, settleMs)
  }
  document.addEventListener('focusin', onIn)
  document.addEventListener('focusout', onOut)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('focusin', onIn)
    document.removeEventListener('focusout', onOut)
  }
}
