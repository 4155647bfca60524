import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useEffect } from 'react'
import { homeScreens } from '#features/home/home.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { Timeline, type TimelineItem } from '#ui/timeline.tsx'
import { type ApplyStep, reFlowLook } from './apply.queries.ts'
import { pathOf } from './apply-flow.ts'

/** How far the application has come and the one step to take now. Home and deep links lead here. */
export function NextScreen() {
  const go = useGo()
  const flow = useQuery(reFlowLook())
  const next = flow.data?.next
  const isDone = next === 'home' && !flow.isFetching
  useEffect(() => {
    if (isDone) go.replace(to(homeScreens.home))
  }, [isDone, go])
  if (flow.data === undefined && flow.isError)
    return (
      <Page>
        <Failed onRetry={() => flow.refetch()} />
      </Page>
    )
  if (flow.data === undefined || flow.data.next === 'home')
    return (
      <Page>
        <Loading figure={false} />
      </Page>
    )
  return <Steps next={flow.data.next} flow={flow.data} />
}

type Flow = DataOf<Api['apply']['reFlow']>
type Step = Flow['steps'][number]

function Steps({ next, flow }: { next: Exclude<ApplyStep, 'home'>; flow: Flow }) {
  const t = useWords('apply')
  const go = useGo()
  const { steps, standing } = flow
  const date = flow.applyAgainOn ?? t('base:dash')
  return (
    <Page
      footer={
        <>
          <Button block onPress={() => go.to(pathOf(next))}>
            {standing === null ? t('next.go', { step: t(`step.${next}`) }) : t(`standing.${standing}.go`)}
          </Button>
          {standing === null && (
            <Text size="small" centred>
              {t('next.free')}
            </Text>
          )}
        </>
      }
    >
      <div>
        <Text size="lead" as="h2">
          {standing === null ? t('next.heading') : t(`standing.${standing}.heading`)}
        </Text>
        <Text size="quiet">{standing === null ? t('next.lead') : t(`standing.${standing}.lead`, { date })}</Text>
      </div>
      <Card title={t('next.listTitle')}>
        <Timeline
          items={steps.map((item) => (item.step === 'result' && standing !== null ? decided(t, standing) : stage(t, item, next)))}
        />
      </Card>
    </Page>
  )
}

type Words = ReturnType<typeof useWords<'apply'>>

function stage(t: Words, { step, state }: Step, next: ApplyStep): TimelineItem {
  if (state === 'expired') return { title: t(`step.${step}`), note: t('next.state.expired'), state: 'failed' }
  return {
    title: t(`step.${step}`),
    note: step === 'home' ? t('next.free') : t(`stepNote.${step}`),
    time: t(`next.state.${state}`),
    state: step === next ? 'now' : state === 'done' ? 'done' : 'next',
  }
}

/** The last step says how the application stands. */
function decided(t: Words, standing: NonNullable<Flow['standing']>): TimelineItem {
  const isRefused = standing === 'refused' || standing === 'refusedFinally'
  return { title: t('step.result'), time: t(`standing.${standing}.state`), state: isRefused ? 'failed' : 'now' }
}
