import type { CivilDate } from '@fyh/base/dates.ts'
import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { dateParts, isInYearOf } from '#platform/format.ts'

/** Returns a due date in words, with its year where that is not today's. */
export function useDueOn(): (date: CivilDate) => string {
  const t = useWords('borrower')
  const today = useToday()
  return (date) => t(isInYearOf(date, today) ? 'due.on' : 'due.onOfYear', { ...dateParts(date), date })
}
