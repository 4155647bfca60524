import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { dayOf, nearDate, timeOf } from '#platform/format.ts'
import { Card } from '#ui/card.tsx'
import { Timeline, type TimelineItem } from '#ui/timeline.tsx'
import { type Application, isUnderWay, type PartnerResult } from './capital.queries.ts'

type Props = { readonly application: Application; readonly steps: PartnerResult['steps'] }

/** What happened with the application, oldest first; the last entry is now while something is still to come. */
export function Progress({ application, steps }: Props) {
  const t = useWords('capital')
  const today = useToday()
  if (steps.length === 0) return null
  const failed: readonly string[] = ['refused', 'unreached', 'lapsed']
  const items = steps.map(({ event, at }, place): TimelineItem => {
    const isLast = place === steps.length - 1
    const day = dayOf(at)
    return {
      title: t(`step.${event}`, { lender: application.name }),
      time: day === today ? timeOf(at) : `${nearDate(day, today)} ${timeOf(at)}`,
      state: isLast && isUnderWay(application) ? 'now' : failed.includes(event) ? 'failed' : 'done',
    }
  })
  return (
    <Card title={t('result.progress')}>
      <Timeline items={items} />
    </Card>
  )
}
