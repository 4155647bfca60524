import { type ReactNode, useEffect, useRef, useState } from 'react'
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

/** A pressed choice that makes room for the next ones takes the focus with it, and a screen reader out to the covered page. */
function whenFocusGoes(box: HTMLElement, act: () => void): () => void {
  const changes = new MutationObserver(() => {
    if (document.activeElement === null || document.activeElement === document.body) act()
  })
  changes.observe(box, { subtree: true, childList: true })
  return () => changes.disconnect()
}

/** What Sheet and Dialog share: a named dialog over a scrim; focus kept and given back; Escape and Back close it. */
export function Modal({ labelledBy, describedBy, role = 'dialog', place, closable, onClose, children }: ModalProps) {
  const box = useRef<HTMLDivElement>(null)
  // Asked while it is drawn: what is inside may take the focus before the effects run.
  const [opener] = useState(() => document.activeElement)
  const close = useRef(onClose)
  close.current = () => {
    if (closable) onClose()
  }
  useEffect(() => {
    // Where one sheet takes the place of another, its opener went with the former, which gave the focus back to its own.
    const before = opener?.isConnected === true ? opener : document.activeElement
    const overlay = { close: () => close.current() }
    const remove = pushOverlay(overlay)
    const onKey = (event: KeyboardEvent) => {
      if (!isTopOverlay(overlay) || box.current === null) return
      if (event.key === 'Escape') close.current()
      if (event.key === 'Tab') keepFocusInside(event, box.current)
    }
    document.addEventListener('keydown', onKey)
    const takeFocus = () => box.current?.focus({ preventScroll: true })
    if (box.current?.contains(document.activeElement) !== true) takeFocus()
    const stopKeeping = box.current === null ? undefined : whenFocusGoes(box.current, () => isTopOverlay(overlay) && takeFocus())
    return () => {
      stopKeeping?.()
      document.removeEventListener('keydown', onKey)
      remove()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [opener])
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
