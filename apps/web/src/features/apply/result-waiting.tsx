import { useEffect, useState } from 'react'
import { cardScreens } from '#features/card/card.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { clock } from '#platform/clock.ts'
import { timeOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { ResultMoment } from '#ui/result-moment.tsx'
import { Timeline, type TimelineItem } from '#ui/timeline.tsx'
import type { Result } from './apply.queries.ts'
import { applyScreens } from './apply.screens.ts'

/** In review, by the system or by a person. The screen looks by itself and turns into the result. */
export function WaitingResult({ result }: { result: Result }) {
  const t = useWords('apply')
  const go = useGo()
  const byPerson = result.state === 'humanReview'
  const isLate = useLate(byPerson ? undefined : result)
  return (
    <Page
      back={false}
      footer={
        <>
          <Button kind="quiet" block onPress={() => go.to(to(cardScreens.addBankCard, undefined, { next: to(applyScreens.result) }))}>
            {t('result.bindMeanwhile')}
          </Button>
          <Button block onPress={go.home}>
            {t('result.home')}
          </Button>
        </>
      }
    >
      <ResultMoment state="waiting" title={byPerson ? t('result.humanTitle') : t('result.reviewingTitle')}>
        {byPerson ? t('result.humanBody') : t('result.reviewingBody', { seconds: result.expectedSeconds })}
      </ResultMoment>
      {isLate && <Note>{t('result.slowNote')}</Note>}
      <Card>
        <Timeline items={useStages(result, byPerson)} />
      </Card>
    </Page>
  )
}

function useStages(result: Result, byPerson: boolean): TimelineItem[] {
  const t = useWords('apply')
  const submitted = {
    title: t('result.stepSubmitted'),
    time: result.submittedAt === null ? undefined : timeOf(result.submittedAt),
    state: 'done' as const,
  }
  const last = { title: t('result.stepResult'), state: 'next' as const }
  if (!byPerson) return [submitted, { title: t('result.stepReviewing'), time: t('result.now'), state: 'now' }, last]
  return [
    submitted,
    { title: t('result.stepRefused'), time: result.decidedAt === null ? undefined : timeOf(result.decidedAt), state: 'done' },
    { title: t('result.stepHuman'), time: t('result.now'), state: 'now' },
    last,
  ]
}

/** Has the usual time passed? Looked at every few seconds, as the screen may stay open. */
function useLate(result: Result | undefined): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (result === undefined || result.submittedAt === null) return setLate(false)
    const end = Date.parse(result.submittedAt) + result.expectedSeconds * 1000
    const look = () => setLate(clock.now().getTime() > end)
    look()
    const timer = setInterval(look, 5000)
    return () => clearInterval(timer)
  }, [result])
  return late
}
