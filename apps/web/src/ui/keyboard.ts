/** Waits this long after a blur: a tap on the action bar must land before the bar moves back, and focus may only move on. */
const settleMs = 150

/** A keyboard is up after this long; until then its coming is looked for even where no resize tells of it. */
const risingMs = 1000

/** Inputs that bring up the phone's keyboard. Number keys of our own (`inputmode=none`) do not. */
const textBox = `${['checkbox', 'radio', 'file', 'button', 'submit', 'range'].reduce((all, type) => `${all}:not([type=${type}])`, 'input')}:not([inputmode=none]):not([readonly]),textarea:not([readonly])`

const isTextBox = (target: EventTarget | null): target is HTMLElement => target instanceof HTMLElement && target.matches(textBox)

/**
 * Two faults of phone keyboards. While one types on a touch screen, the action bar is part of the content, so that it
 * can never lie over the box, and the box is brought into sight when the keyboard has taken its place, even where the
 * browser reports no resize. Typing ends when the focus goes to anything else, and when the box is removed or hidden, of which
 * browsers send no event. The scroll is set again then, because some iOS webviews keep the page lifted.
 */
export function watchKeyboard(touch: boolean = matchMedia('(pointer: coarse)').matches): () => void {
  if (!touch) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopFollowing: () => void = () => undefined
  const stop = () => {
    clearTimeout(timer)
    stopFollowing()
  }
  const begin = (box: HTMLElement) => {
    stop()
    document.documentElement.dataset.typing = ''
    const bringIntoSight = () => box.scrollIntoView?.({ block: 'nearest' })
    timer = setTimeout(bringIntoSight, settleMs)
    const following = [whenHeightChanges(bringIntoSight), whenLost(box, end)]
    stopFollowing = () => {
      for (const stopOne of following) stopOne()
    }
  }
  const end = () => {
    if (document.documentElement.dataset.typing === undefined) return
    stop()
    timer = setTimeout(() => {
      delete document.documentElement.dataset.typing
      window.scrollTo(window.scrollX, window.scrollY)
    }, settleMs)
  }
  const onIn = ({ target }: FocusEvent) => (isTextBox(target) ? begin(target) : end())
  document.addEventListener('focusin', onIn)
  document.addEventListener('focusout', end)
  return () => {
    stop()
    document.removeEventListener('focusin', onIn)
    document.removeEventListener('focusout', end)
  }
}

/** Looks whether the box still has the focus and is shown. A screen that stays in the document is hidden by its style. */
function whenLost(box: HTMLElement, act: () => void): () => void {
  const looking = setInterval(() => {
    if (document.activeElement !== box || box.checkVisibility?.() === false) act()
  }, settleMs)
  return () => clearInterval(looking)
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
