import { addDays, civilDateAt, instantAt } from '@fyh/base/dates.ts'
import type { LenderRecord } from './lender.ts'

/** When a closed lender opens next; null while it is open. The first minute of the hours belongs to them, the last moment does not. */
export function opensAt({ from, to }: LenderRecord['openingHours'], now: Date): Date | null {
  const on = civilDateAt(now)
  const opening = instantAt(on, `${from}:00`)
  if (now < opening) return opening
  const closing = to === '24:00' ? instantAt(addDays(on, 1)) : instantAt(on, `${to}:00`)
  return now < closing ? null : instantAt(addDays(on, 1), `${from}:00`)
}
