import { AskReview } from '#blocks/ask-review.tsx'
import { RefusalReasons } from '#blocks/refusal-reasons.tsx'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Page } from '#ui/page.tsx'
import { ResultMoment } from '#ui/result-moment.tsx'
import type { Result } from './apply.queries.ts'

/** Refused: why, from when one may apply again, and the way to a person. */
export function RefusedResult({ result }: { result: Result }) {
  const t = useWords('apply')
  const go = useGo()
  const isFinal = result.state === 'refusedFinally'
  return (
    <Page
      back={false}
      footer={
        <Button block onPress={go.home}>
          {t('result.home')}
        </Button>
      }
    >
      <ResultMoment state="failed" title={isFinal ? t('result.finalTitle') : t('result.refusedTitle')}>
        {isFinal ? t('result.finalBody') : t('result.refusedBody')}
      </ResultMoment>
      {result.reasons.length > 0 && (
        <Card title={t('result.reasonsTitle')}>
          <RefusalReasons codes={result.reasons} />
        </Card>
      )}
      <Card rows>
        <KeyValueList>
          {result.applyAgainOn === null ? (
            <KeyValue name={t('result.again')} value={t('result.noAgain')} />
          ) : (
            <KeyValue name={t('result.againTitle')} value={result.applyAgainOn} strong short />
          )}
        </KeyValueList>
      </Card>
      {result.canAskHuman && (
        <Card>
          <AskReview />
        </Card>
      )}
    </Page>
  )
}
