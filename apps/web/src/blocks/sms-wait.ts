import { useEffect, useState } from 'react'
import { clock } from '#platform/clock.ts'
import { local, parseJson } from '#platform/storage.ts'
import { currentUser } from '#platform/store.ts'

/** Until when another code has to wait, in ms since 1970, and how many digits the one that was sent has. */
type Wait = { readonly until: number; readonly digits?: number | undefined }

const isWait = (value: unknown): value is Wait =>
  typeof value === 'object' && value !== null && 'until' in value && typeof value.until === 'number'

function storedWaits(): Readonly<Record<string, Wait>> {
  const stored = parseJson(local.get('smsWait'))
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, Wait] => isWait(entry[1])))
}

const secondsUntil = (until: number): number => Math.max(0, Math.ceil((until - clock.machineNow().getTime()) / 1000))

/**
 * Seconds until another code may be asked for, and how many digits the last one has. The server reports both; all tabs share them and they
 * are kept over a reload, so that coming back shows the remaining seconds and as many boxes as the code that was sent has digits.
 * @param about what the code is for, with the last digits of the phone where that can change.
 */
export function useSmsWait(about: string): {
  seconds: number
  digits: number | undefined
  wait: (seconds: number, digits?: number) => void
} {
  const name = `${currentUser()?.userId ?? ''} ${about}`
  const [seconds, setSeconds] = useState(() => secondsUntil(storedWaits()[name]?.until ?? 0))
  useEffect(() => {
    const look = () => setSeconds(secondsUntil(storedWaits()[name]?.until ?? 0))
    look()
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [name])
  const wait = (told: number, digits?: number) => {
    const before = storedWaits()
    // Waits that are over go, except that of the code in question, whose digits still count.
    const open = Object.entries(before).filter(([other, { until }]) => other === name || secondsUntil(until) > 0)
    const until = clock.machineNow().getTime() + told * 1000
    local.set('smsWait', JSON.stringify({ ...Object.fromEntries(open), [name]: { until, digits: digits ?? before[name]?.digits } }))
    setSeconds(told)
  }
  return { seconds, digits: storedWaits()[name]?.digits, wait }
}
