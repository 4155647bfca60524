import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf, rateRange, wholeYuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Page } from '#ui/page.tsx'
import { ResultMoment } from '#ui/result-moment.tsx'
import { Steps } from '#ui/steps.tsx'
import type { Result } from './apply.queries.ts'

/** The limit, what it costs and what comes next; leaving without borrowing is as easy as borrowing. */
export function ApprovedResult({ result }: { result: Result }) {
  const t = useWords('apply')
  const go = useGo()
  const { limitFen, price, validUntil, decidedAt } = result
  return (
    <Page
      back={false}
      footer={
        <>
          <Button kind="quiet" block onPress={go.home}>
            {t('result.home')}
          </Button>
          <Button block onPress={() => go.to(to(borrowScreens.borrowMoney))}>
            {t('result.borrow')}
          </Button>
        </>
      }
    >
      <ResultMoment
        state="done"
        title={t('result.approvedTitle')}
        sign={t('base:yuanSign')}
        amount={limitFen === null ? undefined : wholeYuan(limitFen)}
      >
        {t('result.approvedBody')}
      </ResultMoment>
      <Card rows>
        <KeyValueList>
          {price !== null && <KeyValue name={t('result.rate')} value={rateRange(price)} strong short />}
          {validUntil !== null && <KeyValue name={t('result.validUntil')} value={validUntil} />}
          {decidedAt !== null && <KeyValue name={t('result.decidedAt')} value={dateTimeOf(decidedAt)} />}
        </KeyValueList>
      </Card>
      <Card title={t('result.nextTitle')}>
        <Steps
          items={[
            { title: t('result.nextAmount'), note: t('result.nextAmountNote'), state: 'now' },
            { title: t('result.nextSign'), note: t('result.nextSignNote'), state: 'next' },
            { title: t('result.nextCard'), note: t('result.nextCardNote'), state: 'next' },
          ]}
        />
      </Card>
    </Page>
  )
}
