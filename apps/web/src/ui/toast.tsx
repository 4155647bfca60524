import { useSyncExternalStore } from 'react'
import styles from './toast.module.css'

const durationDefaultMs = 2000

type Shown = { text: string; id: number }
let shown: Shown | undefined
let count = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: Shown | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

/** A short message that goes away by itself (2000 ms unless told). One at a time: a new one takes the old one's place. */
export function toast(text: string, durationMs: number = durationDefaultMs): void {
  if (text === '') return
  clearTimeout(timer)
  count += 1
  set({ text, id: count })
  timer = setTimeout(closeToast, durationMs)
}

/** Called before each navigation. */
export function closeToast(): void {
  clearTimeout(timer)
  if (shown !== undefined) set(undefined)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const shownNow = () => shown
/** A page that the server drew has none. */
const noneDrawn = () => undefined

/** The live region is always in the page, so that screen readers hear what comes into it. The shell holds one. */
export function ToastHost() {
  const message = useSyncExternalStore(subscribe, shownNow, noneDrawn)
  return (
    <div className={styles.layer} role="status" aria-live="polite">
      {message !== undefined && (
        <div key={message.id} className={styles.toast}>
          {message.text}
        </div>
      )}
    </div>
  )
}
