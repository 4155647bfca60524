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
  return <Steps next={flow.data.next} steps={flow.data.steps} />
}

type Step = { readonly step: ApplyStep; readonly state: 'none' | 'doing' | 'done' | 'expired' }

function Steps({ next, steps }: { next: Exclude<ApplyStep, 'home'>; steps: readonly Step[] }) {
  const t = useWords('apply')
  const go = useGo()
  const isHandedIn = next === 'result'
  const mark = ({ step, state }: Step): TimelineItem['state'] => {
    if (state === 'expired') return 'failed'
    if (step === next) return 'now'
    return state === 'done' ? 'done' : 'next'
  }
  return (
    <Page
      footer={
        <>
          <Button block onPress={() => go.to(pathOf(next))}>
            {t('next.go', { step: t(`step.${next}`) })}
          </Button>
          <Text size="small" centred>
            {t('next.free')}
          </Text>
        </>
      }
    >
      <div>
        <Text size="lead" as="h2">
          {isHandedIn ? t('next.doneHeading') : t('next.heading')}
        </Text>
        <Text size="quiet">{t('next.lead')}</Text>
      </div>
      <Card title={t('next.listTitle')}>
        <Timeline
          items={steps.map((item) => ({
            title: t(`step.${item.step}`),
            note: t(item.state === 'expired' ? 'next.state.expired' : item.step === 'home' ? 'next.free' : `stepNote.${item.step}`),
            time: item.state === 'expired' ? undefined : t(`next.state.${item.state}`),
            state: mark(item),
          }))}
        />
      </Card>
    </Page>
  )
}
