import { type CivilDate, today } from '@fyh/base/dates.ts'
import type { RunningLoan } from '#lending/loan/loan.ts'
import type { Deps } from '#platform/deps.ts'

/** The day under which the books take in what becomes known now: the last one opened, or today for a settled loan, which opens no more. */
export function knownOn({ clock }: Pick<Deps, 'clock'>, { status, bookedTo }: RunningLoan): CivilDate {
  return status === 'settled' ? today(clock) : bookedTo
}
