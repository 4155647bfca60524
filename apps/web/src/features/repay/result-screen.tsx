import { isStatus } from '@fyh/contract/loan-status.ts'
import { useCouponWords } from '#blocks/coupon-words.ts'
import { usePartWords } from '#blocks/period-sheet.tsx'
import { useReasonWords } from '#blocks/reason-words.ts'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { dateTimeOf, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { ResultMoment } from '#ui/result-moment.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { LeftToPay } from './left-to-pay.tsx'
import { type Repayment, repaymentLook } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'
import { resultIds } from './result-address.ts'
import { hasCounted, looks } from './result-looks.ts'
import { ResultsOfSeveral } from './results-of-several.tsx'
import { UntilResult } from './until-result.tsx'
import { WhereItWent } from './where-it-went.tsx'

export function RepaymentResultScreen() {
  const search = useAddressQuery()
  const ids = resultIds(search)
  const [id] = ids
  if (id === undefined) return <NotFound />
  return ids.length === 1 ? <Following id={id} /> : <ResultsOfSeveral ids={ids} onMissing={() => <NotFound />} />
}

function NotFound() {
  const t = useWords('repay')
  const go = useGo()
  return (
    <Page>
      <Empty icon="paper" title={t('result.notFound')} action={<Button onPress={go.home}>{t('result.home')}</Button>} />
    </Page>
  )
}

function Following({ id }: { id: number }) {
  const repayment = useQuery(repaymentLook(id))
  if (repayment.data !== undefined) return <Outcome repayment={repayment.data} />
  if (isRefusal(repayment.error, 'REPAYMENT_NOT_FOUND')) return <NotFound />
  return <Page>{repayment.isError ? <Failed onRetry={() => repayment.refetch()} /> : <Loading />}</Page>
}

function Outcome({ repayment }: { repayment: Repayment }) {
  const t = useWords('repay')
  const { moment, words } = looks[repayment.status]
  const amount = hasCounted(repayment) || repayment.status === 'returned' ? repayment.takenFen : repayment.askedFen
  return (
    <Page about={repayment.loanId} back={false} footer={<NextActs repayment={repayment} />}>
      <ResultMoment state={moment} title={t(`result.${words}`)} sign={t('base:yuanSign')} amount={yuan(amount)}>
        <WhatNow repayment={repayment} />
      </ResultMoment>
      <Facts repayment={repayment} />
    </Page>
  )
}

function WhatNow({ repayment }: { repayment: Repayment }) {
  const t = useWords('repay')
  const partWords = usePartWords()
  const { moment, words } = looks[repayment.status]
  const counted = hasCounted(repayment)
  if (moment === 'waiting')
    return (
      <>
        <Text size="quiet">{words === 'unknown' ? t('result.unknownBody') : t('result.processingBody')}</Text>
        <UntilResult resultBy={repayment.resultBy} />
      </>
    )
  return (
    <>
      {repayment.status === 'returned' && <Text size="quiet">{t('result.returnedBody')}</Text>}
      {counted && repayment.mode !== 'returned' && (
        <Text size="quiet" figures>
          {partWords(repayment.parts)}
        </Text>
      )}
      {counted && repayment.mode === 'prepay' && <PlanNow repayment={repayment} />}
      <LeftToPay repayment={repayment} />
      {counted && repayment.mode !== 'returned' && <WhereItWent repayment={repayment} />}
    </>
  )
}

/** What a prepayment has done to the plan. */
function PlanNow({ repayment: { effect, ahead, parts } }: { repayment: Repayment }) {
  const t = useWords('repay')
  if (ahead === null) return null
  const later = yuan(ahead.laterInstalmentFen ?? ahead.nextInstalmentFen)
  const words =
    parts.principal === 0
      ? t('prepay.noChange')
      : effect === 'shorten'
        ? t('prepay.doneShorten', { periods: ahead.periodsLeft, date: ahead.lastDueDate })
        : t('prepay.doneLower', { amount: later })
  return (
    <Text size="quiet" figures>
      {words}
    </Text>
  )
}

function Facts({ repayment }: { repayment: Repayment }) {
  const t = useWords('repay')
  const reasonWords = useReasonWords()
  const coupons = useWords('coupon')
  const words = useCouponWords()
  const { reason, surplusFen, coupon } = repayment
  return (
    <>
      {surplusFen > 0 && <Note>{t('result.surplus', { amount: yuan(surplusFen) })}</Note>}
      <Card rows>
        <KeyValueList>
          <KeyValue name={t('result.asked')} value={yuan(repayment.askedFen)} />
          {looks[repayment.status].moment !== 'waiting' && <KeyValue name={t('result.taken')} value={yuan(repayment.takenFen)} />}
          {coupon !== null && (
            <KeyValue name={coupons('pick')} value={coupons('minus', { amount: yuan(coupon.discountFen) })} note={words.title(coupon)} />
          )}
          {reason !== null && <KeyValue name={t('result.reason')} value={reasonWords(reason)} />}
          {repayment.countsFrom !== null && repayment.returnedOn === null && (
            <KeyValue name={t('result.countsFrom')} value={repayment.countsFrom} />
          )}
          {repayment.returnedOn !== null && <KeyValue name={t('result.returnedOn')} value={repayment.returnedOn} />}
          <KeyValue name={t('result.card')} value={t('result.cardTail', { tail: repayment.cardTail })} />
          <KeyValue name={t('result.at')} value={dateTimeOf(repayment.askedAt)} />
        </KeyValueList>
      </Card>
    </>
  )
}

/** Whether the debit brought less than it was for, and paying again still makes sense. */
function fellShort({ status, mode, stillOwed }: Repayment): boolean {
  if (status === 'returned') return true
  return (status === 'failed' || status === 'partly') && (mode === 'prepay' || mode === 'returned' || stillOwed !== null)
}

function NextActs({ repayment }: { repayment: Repayment }) {
  const t = useWords('repay')
  const go = useGo()
  const plan = () => go.replace(to(repayScreens.plan, undefined, { loanId: repayment.loanId }))
  const { loanId, mode } = repayment
  const again = () =>
    go.replace(
      mode === 'prepay'
        ? to(repayScreens.prepay, { id: loanId })
        : to(repayScreens.detail, { id: loanId }, { mode: mode === 'all' ? 'all' : 'due' }),
    )
  const settled = isStatus({ status: repayment.loanStatus }, 'settled') && repayment.owedAfter === 0
  const isShort = !settled && fellShort(repayment)
  return (
    <>
      <Button kind="quiet" block onPress={plan}>
        {t('result.plan')}
      </Button>
      <Button kind={settled || isShort ? 'quiet' : 'action'} block onPress={go.home}>
        {t('result.home')}
      </Button>
      {isShort && (
        <Button block onPress={again}>
          {repayment.status === 'failed' ? t('result.changeCard') : t('result.again')}
        </Button>
      )}
      {settled && (
        <Button block onPress={() => go.replace(to(borrowScreens.borrowMoney))}>
          {t('result.borrowAgain')}
        </Button>
      )}
    </>
  )
}
