import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { type Result, resultLook } from './apply.queries.ts'
import { applyScreens } from './apply.screens.ts'
import { ApprovedResult } from './result-approved.tsx'
import { RefusedResult } from './result-refused.tsx'
import { WaitingResult } from './result-waiting.tsx'

/** A limit is good through its last day; after it another one has to be applied for. */
function ExpiredLimit({ result: { validUntil } }: { result: Result }) {
  const t = useWords('apply')
  const go = useGo()
  return (
    <Page>
      <Empty
        icon="paper"
        title={t('result.expiredTitle')}
        action={<Button onPress={() => go.replace(to(applyScreens.next))}>{t('result.expiredAction')}</Button>}
      >
        {t('result.expiredBody', { date: validUntil ?? t('base:dash') })}
      </Empty>
    </Page>
  )
}

/** What became of the application, and what one can do now. */
export function ResultScreen() {
  const t = useWords('apply')
  const go = useGo()
  const result = useQuery(resultLook())
  if (result.data === undefined) return <Page>{result.isError ? <Failed onRetry={() => result.refetch()} /> : <Loading />}</Page>
  switch (result.data.state) {
    case 'none':
      return (
        <Page>
          <Empty
            icon="paper"
            title={t('result.noneTitle')}
            action={<Button onPress={() => go.replace(to(applyScreens.next))}>{t('result.noneAction')}</Button>}
          >
            {t('result.noneBody')}
          </Empty>
        </Page>
      )
    case 'reviewing':
    case 'humanReview':
      return <WaitingResult result={result.data} />
    case 'approved':
      return result.data.limitExpired ? <ExpiredLimit result={result.data} /> : <ApprovedResult result={result.data} />
    case 'refused':
    case 'refusedFinally':
      return <RefusedResult result={result.data} />
    default:
      return result.data.state satisfies never
  }
}
