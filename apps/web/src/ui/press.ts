import { useEffect, useRef, useState } from 'react'

/** What a press does. When it answers a promise, the press lasts until the promise ends. */
export type Press = () => unknown

/** An error that the person has seen already (a toast) carries `shown: true`; all others are reported to the browser. */
function wasShown(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'shown' in error && error.shown === true
}

/** As `reportError`, which phones before 2021 lack: the error reaches window.onerror and stops nothing. */
function report(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error)
  else
    setTimeout(() => {
      throw error
    })
}

/** What every press waits for besides its own promise. */
let afterwards: () => Promise<unknown> = () => Promise.resolve()

/** A press that leads to another screen lasts until that is there: a second tap meanwhile must not do the same again. */
export function holdPressesUntil(settled: () => Promise<unknown>): void {
  afterwards = settled
}

/**
 * Runs a press once: while its promise is pending, further presses do nothing.
 * The lock is a ref, because two taps can come before React has drawn the first.
 */
export function usePress(onPress: Press | undefined): { pending: boolean; press: () => void } {
  const locked = useRef(false)
  const mounted = useRef(true)
  const [pending, setPending] = useState(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const release = () => {
    locked.current = false
    if (mounted.current) setPending(false)
  }
  const press = () => {
    if (locked.current || onPress === undefined) return
    const result = onPress()
    if (!(result instanceof Promise)) return
    locked.current = true
    setPending(true)
    result.then(afterwards).then(release, (error: unknown) => {
      release()
      if (!wasShown(error)) report(error)
    })
  }
  return { pending, press }
}

/** Runs an act that a button and a complete code both start: a call while it runs does nothing. */
export function useOnce<A extends readonly unknown[]>(act: (...given: A) => Promise<void>): (...given: A) => Promise<void> {
  const running = useRef(false)
  return async (...given) => {
    if (running.current) return
    running.current = true
    try {
      await act(...given)
    } finally {
      running.current = false
    }
  }
}
