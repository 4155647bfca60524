import { useEffect, useState } from 'react'
import { clock } from '#platform/clock.ts'
import { parseJson, session } from '#platform/storage.ts'

type Waits = Record<string, number>

function storedWaits(): Waits {
  const stored = parseJson(session.get('smsWait'))
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
}

const secondsUntil = (until: number): number => Math.max(0, Math.ceil((until - clock.machineNow().getTime()) / 1000))

/**
 * Seconds until another code may be asked for. The server tells them; they are kept over a reload, so that coming back
 * shows what is left and not a fresh minute.
 * @param about what the code is for, with the last digits of the phone where that can change.
 */
export function useSmsWait(about: string): { seconds: number; wait: (seconds: number) => void } {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const until = storedWaits()[about] ?? 0
    setSeconds(secondsUntil(until))
    const timer = setInterval(() => setSeconds(secondsUntil(storedWaits()[about] ?? 0)), 500)
    return () => clearInterval(timer)
  }, [about])
  const wait = (told: number) => {
    const until = clock.machineNow().getTime() + told * 1000
    session.set('smsWait', JSON.stringify({ ...storedWaits(), [about]: until }))
    setSeconds(told)
  }
  return { seconds, wait }
}
