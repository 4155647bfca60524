import { useEffect, useState } from 'react'
import { clock } from '#platform/clock.ts'

/** Seconds that are still to be read; `atLeast` follows the server when it has counted more. */
export function useReadingTime(minSeconds: number): { readonly seconds: number; readonly atLeast: (seconds: number) => void } {
  const [until, setUntil] = useState(() => clock.machineNow().getTime() + minSeconds * 1000)
  const [now, setNow] = useState(() => clock.machineNow().getTime())
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setInterval(() => setNow(clock.machineNow().getTime()), 250)
    return () => clearInterval(timer)
  }, [seconds])
  return {
    seconds,
    atLeast: (more) => {
      const present = clock.machineNow().getTime()
      setNow(present)
      setUntil(present + more * 1000)
    },
  }
}
