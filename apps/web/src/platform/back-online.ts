import { useEffect, useRef } from 'react'

/** Acts when the phone has a network again. */
export function useBackOnline(act: () => void): void {
  const newest = useRef(act)
  newest.current = act
  useEffect(() => {
    const hear = () => newest.current()
    window.addEventListener('online', hear)
    return () => window.removeEventListener('online', hear)
  }, [])
}
