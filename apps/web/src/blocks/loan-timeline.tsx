import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useWords } from '#locales/i18n.ts'
import { timeOf } from '#platform/format.ts'
import { Card } from '#ui/card.tsx'
import { Timeline } from '#ui/timeline.tsx'

/** From the signature to the money in the card (or why not), as far as it has come. */
export function LoanTimeline({ steps }: { steps: DataOf<Api['loan']['detail']>['timeline'] }) {
  const t = useWords('blocks')
  return (
    <Card title={t('timeline.title')}>
      <Timeline
        items={steps.map(({ step, state, at }) => ({
          title: t(`timeline.step.${step}`),
          state: state === 'ahead' ? ('next' as const) : state,
          time: state === 'now' ? t('timeline.now') : at === null ? undefined : timeOf(at),
        }))}
      />
    </Card>
  )
}
