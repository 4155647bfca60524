import { addFen, zeroFen } from '@fyh/base/money.ts'
import { useReasonWords } from '#blocks/reason-words.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQueries } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { ResultMoment } from '#ui/result-moment.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { Text } from '#ui/text.tsx'
import { type Repayment, repaymentLook } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'
import { resultOf } from './result-address.ts'
import { hasCounted, looks } from './result-looks.ts'
import { UntilResult } from './until-result.tsx'

/** The debits of one order for several loans: what came of all, and each on its own. */
export function ResultsOfSeveral({ ids, onMissing }: { ids: readonly number[]; onMissing: () => React.ReactNode }) {
  const results = useQueries({ queries: ids.map(repaymentLook) })
  if (results.some(({ error }) => isRefusal(error, 'REPAYMENT_NOT_FOUND'))) return onMissing()
  const known = results.flatMap(({ data }) => (data === undefined ? [] : [data]))
  if (known.length === ids.length) return <Several repayments={known} />
  const again = () => Promise.all(results.map((result) => result.refetch()))
  return <Page>{results.some(({ isError }) => isError) ? <Failed onRetry={again} /> : <Loading />}</Page>
}

/** What a borrower sees first: still on its way, all done, a part of it, or nothing. */
function outcomeOf(repayments: readonly Repayment[]): 'waiting' | 'done' | 'part' | 'failed' {
  const moments = repayments.map(({ status }) => looks[status].moment)
  if (moments.includes('waiting')) return 'waiting'
  if (moments.every((moment) => moment === 'done')) return 'done'
  return moments.every((moment) => moment === 'failed') ? 'failed' : 'part'
}

function Several({ repayments }: { repayments: readonly Repayment[] }) {
  const t = useWords('repay')
  const go = useGo()
  const outcome = outcomeOf(repayments)
  const done = repayments.filter(({ status }) => status === 'succeeded').length
  const sum = addFen(zeroFen, ...repayments.map((one) => (outcome === 'waiting' ? one.askedFen : hasCounted(one) ? one.takenFen : zeroFen)))
  return (
    <Page
      back={false}
      footer={
        <>
          <Button kind="quiet" block onPress={() => go.replace(to(repayScreens.bills))}>
            {t('together.toBills')}
          </Button>
          <Button block onPress={go.home}>
            {t('result.home')}
          </Button>
        </>
      }
    >
      <ResultMoment state={outcome} title={t(`together.${outcome}`)} sign={t('base:yuanSign')} amount={yuan(sum)}>
        <Text size="quiet">
          {outcome === 'waiting' ? t('result.processingBody') : t('together.outcome', { done, count: repayments.length })}
        </Text>
        <UntilResult resultBy={latestOf(repayments)} />
      </ResultMoment>
      <Card rows title={t('together.debits', { count: repayments.length })}>
        <List label={t('together.debits', { count: repayments.length })}>
          {repayments.map((repayment) => (
            <OneOfSeveral key={repayment.repaymentId} repayment={repayment} />
          ))}
        </List>
      </Card>
    </Page>
  )
}

/** When the last of them is known at the latest. */
const latestOf = (repayments: readonly Repayment[]): string | null =>
  repayments.reduce<string | null>((latest, { resultBy }) => ((resultBy ?? '') > (latest ?? '') ? resultBy : latest), null)

const tones = { waiting: 'quiet', done: 'positive', part: 'warning', failed: 'negative' } as const satisfies Record<string, Tone>

function OneOfSeveral({ repayment }: { repayment: Repayment }) {
  const t = useWords('repay')
  const go = useGo()
  const reasonWords = useReasonWords()
  const { status, contractNo, reason, takenFen, askedFen, repaymentId } = repayment
  const { moment, words } = looks[status]
  const isPart = status === 'partly' && t('bills.partly', { amount: yuan(takenFen) })
  return (
    <ListRow
      title={contractNo}
      note={reason === null ? isPart || undefined : reasonWords(reason)}
      value={yuan(askedFen)}
      valueNote={<Tag tone={tones[moment]}>{t(`result.${words}`)}</Tag>}
      onPress={() => go.to(resultOf([repaymentId]))}
    />
  )
}
