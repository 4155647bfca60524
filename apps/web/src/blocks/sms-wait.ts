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

const digitsOf = (about: string) => `${about} digits`

/**
 * Seconds until another code may be asked for, and how many digits the last one has. The server reports both; they are kept over a reload, so that coming
 * back shows the remaining seconds and as many boxes as the code that was sent has digits.
 * @param about what the code is for, with the last digits of the phone where that can change.
 */
export function useSmsWait(about: string): {
  seconds: number
  digits: number | undefined
  wait: (seconds: number, digits?: number) => void
} {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const until = storedWaits()[about] ?? 0
    setSeconds(secondsUntil(until))
    const timer = setInterval(() => setSeconds(secondsUntil(storedWaits()[about] ?? 0)), 500)
    return () => clearInterval(timer)
  }, [about])
  const wait = (told: number, digits?: number) => {
    const until = clock.machineNow().getTime() + told * 1000
    const sent = digits === undefined ? {} : { [digitsOf(about)]: digits }
    session.set('smsWait', JSON.stringify({ ...storedWaits(), [about]: until, ...sent }))
    setSeconds(told)
  }
  return { seconds, digits: storedWaits()[digitsOf(about)], wait }
}
