import { systemClock } from '@fyh/base/clock.ts'
import { type CivilDate, civilDateAt } from '@fyh/base/dates.ts'
import { useSyncExternalStore } from 'react'

let offsetMs = 0
const listeners = new Set<() => void>()

/** Business time as the server last told it; machine time is the phone's own. The only reader of time in the web. */
export const clock = systemClock(() => offsetMs)

/**
 * Takes the business time of an answer (header X-Business-Time). Small differences are the network's and are left
 * alone, so that countdowns do not jump.
 */
export function followServerTime(header: string | null): void {
  if (header === null || header === '') return
  const told = /^\d+$/.test(header) ? Number(header) : Date.parse(header)
  if (!Number.isFinite(told)) return
  const next = told - clock.machineNow().getTime()
  if (Math.abs(next - offsetMs) < 2000) return
  offsetMs = next
  for (const listener of listeners) listener()
}

export const today = (): CivilDate => civilDateAt(clock.now())

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The business date; a screen that shows it is drawn again when the server's date moves. */
export const useToday = (): CivilDate => useSyncExternalStore(subscribe, today)
