/** Two taps of one double tap come within this time; nobody means what appeared under the finger after so little. */
const doubleTapMs = 300
/** And within this distance, in CSS pixels; the next key of a keyboard is further away. */
const slip = 32

/**
 * The second tap of a double tap does nothing on what the first one brought under the finger: a sheet, the next screen, another part of a
 * page that scrolled. Taps on what is still there, or elsewhere, go on as they are, and so do keys and programs, whose clicks count none.
 * Of a mouse the system says itself which clicks are one double click; phones count each tap as the first.
 */
export function ignoreSecondTaps(): void {
  let last: Tap | undefined
  let isMouse = false
  const hear = (event: MouseEvent) => {
    const { detail, timeStamp: at, clientX: x, clientY: y } = event
    if (detail === 0) return
    const tap = { at, x, y, pressed: pressedAt(event.target) }
    if (last !== undefined && (detail > 1 || !isMouse) && isSecond(tap, last)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      last = { ...last, at }
    } else if (event.type === 'click') last = tap
  }
  window.addEventListener('pointerdown', ({ pointerType }) => (isMouse = pointerType === 'mouse'), { capture: true })
  // The press itself would open a keyboard over what has just appeared.
  for (const type of ['mousedown', 'click'] as const) window.addEventListener(type, hear, { capture: true })
}

const pressables = 'a,button,input,select,textarea,summary,[role]'

/** What a tap on the element presses; a label presses its box. */
function pressedAt(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  return target.closest('label')?.control ?? target.closest(pressables) ?? target
}

type Tap = { readonly at: number; readonly x: number; readonly y: number; readonly pressed: Element | null }

/** Right after the first and beside it, on something else than it pressed, which is no longer where it was. */
const isSecond = ({ at, x, y, pressed }: Tap, first: Tap): boolean =>
  at - first.at < doubleTapMs &&
  Math.hypot(x - first.x, y - first.y) < slip &&
  pressed !== first.pressed &&
  pressedAt(document.elementFromPoint(first.x, first.y)) !== first.pressed
