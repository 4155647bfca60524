import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { classes } from './classes.ts'
import styles from './modal.module.css'
import { isTopOverlay, pushOverlay } from './overlay-stack.ts'

type ModalProps = {
  labelledBy: string
  describedBy?: string | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  place: 'bottom' | 'middle'
  /** False while something must not be interrupted, e.g. a payment being sent. */
  closable: boolean
  onClose: () => void
  children: ReactNode
}

const focusable =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]:not([tabindex="-1"])'

/** Keeps Tab inside, as the page below is covered. */
function keepFocusInside(event: KeyboardEvent, box: HTMLElement): void {
  const all = [...box.querySelectorAll<HTMLElement>(focusable)].filter((element) => element.offsetParent !== null)
  const first = all[0]
  const last = all[all.length - 1]
  const active = document.activeElement
  if (first === undefined || last === undefined) {
    event.preventDefault()
    return
  }
  const outside = !box.contains(active) || active === box
  if (event.shiftKey && (outside || active === first)) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && (outside || active === last)) {
    event.preventDefault()
    first.focus()
  }
}

/** What Sheet and Dialog share: a named dialog over a scrim; focus kept and given back; Escape and Back close it. */
export function Modal({ labelledBy, describedBy, role = 'dialog', place, closable, onClose, children }: ModalProps) {
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = () => {
    if (closable) onClose()
  }
  useEffect(() => {
    const before = document.activeElement
    const overlay = { close: () => close.current() }
    const remove = pushOverlay(overlay)
    const onKey = (event: KeyboardEvent) => {
      if (!isTopOverlay(overlay) || box.current === null) return
      if (event.key === 'Escape') close.current()
      if (event.key === 'Tab') keepFocusInside(event, box.current)
    }
    document.addEventListener('keydown', onKey)
    if (box.current !== null && !box.current.contains(document.activeElement)) box.current.focus({ preventScroll: true })
    return () => {
      document.removeEventListener('keydown', onKey)
      remove()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return createPortal(
    <div className={classes(styles.layer, styles[place])}>
      <div className={styles.scrim} onClick={() => close.current()} aria-hidden="true" />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is one of the two kinds of dialog */}
      <div
        ref={box}
        className={styles.box}
        role={role}
        aria-modal="true"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        tabIndex={-1}
      >
        {children}
      </div>
    </div>,
    document.body,
  )
}
