import { lazy, Suspense, useMemo, useState } from 'react'
import { askedOf, isOpenRow } from '#blocks/period-sheet.tsx'
import { currentLanguage, htmlLanguage, useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { yuan } from '#platform/format.ts'
import type { CalendarMark } from '#ui/calendar.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Text } from '#ui/text.tsx'
import type { LoanDetail } from './repay.queries.ts'

const Calendar = lazy(async () => ({ default: (await import('#ui/calendar.tsx')).Calendar }))

type Row = LoanDetail['plan'][number]

/** The due days of a plan in a calendar; a marked day tells its instalment. */
export function DueCalendar({ plan, onClose }: { plan: readonly Row[]; onClose: () => void }) {
  const t = useWords('repay')
  const today = useToday()
  const first = plan[0]
  const last = plan[plan.length - 1]
  const next = plan.find(isOpenRow) ?? last
  const [day, setDay] = useState(next?.dueDate)
  const picked = plan.find((row) => row.dueDate === day)
  const marks = useMemo(
    () => new Map(plan.map((row): [string, CalendarMark] => [row.dueDate, { tone: toneOf(row), label: yuan(askedOf(row)) }])),
    [plan],
  )
  if (first === undefined || last === undefined || next === undefined) return null
  return (
    <Sheet open title={t('calendar.title')} onClose={onClose}>
      <Suspense fallback={<SkeletonCard lines={8} />}>
        <Calendar
          marks={marks}
          from={first.startDate}
          to={last.dueDate}
          today={today}
          choice={{
            kind: 'day',
            value: day,
            onChange: setDay,
          }}
          language={htmlLanguage[currentLanguage()]}
          words={{ previousMonth: t('calendar.previousMonth'), nextMonth: t('calendar.nextMonth'), today: t('calendar.today') }}
        />
      </Suspense>
      <Text size="quiet" centred figures>
        {picked === undefined
          ? t('calendar.noneThatDay')
          : t('calendar.picked', {
              period: picked.period,
              date: picked.dueDate,
              amount: yuan(askedOf(picked)),
              state: t(`calendar.state.${picked.state}`),
            })}
      </Text>
    </Sheet>
  )
}

function toneOf({ state }: Row): CalendarMark['tone'] {
  if (state === 'paid') return 'positive'
  return state === 'overdue' || state === 'writtenOff' ? 'negative' : 'plain'
}
