import { isStatus } from '@fyh/contract/loan-status.ts'
import { useCardName } from '#blocks/card-picker.tsx'
import { LoanTimeline } from '#blocks/loan-timeline.tsx'
import { useFailureWords } from '#blocks/reason-words.ts'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Page } from '#ui/page.tsx'
import { ResultMoment } from '#ui/result-moment.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { type LoanDetail, newLoanLook } from './borrow.queries.ts'

/** From the request to the money in the card, as the lender tells it. */
export function WithdrawSuccessScreen() {
  const search = useAddressQuery()
  const id = idOf(search.get('loanId'))
  return id === undefined ? <NotFound /> : <Following id={id} />
}

function NotFound() {
  const t = useWords('borrow')
  const go = useGo()
  return (
    <Page>
      <Empty icon="paper" title={t('success.notFound')} action={<Button onPress={go.home}>{t('success.done')}</Button>} />
    </Page>
  )
}

function Following({ id }: { id: number }) {
  const loan = useQuery(newLoanLook(id))
  if (loan.data !== undefined) return <Outcome loan={loan.data} />
  if (isRefusal(loan.error, 'LOAN_NOT_FOUND')) return <NotFound />
  return <Page>{loan.isError ? <Failed onRetry={() => loan.refetch()} /> : <Loading />}</Page>
}

function Outcome({ loan }: { loan: LoanDetail }) {
  const t = useWords('borrow')
  const go = useGo()
  const cardName = useCardName()
  const failureWords = useFailureWords()
  const failed = isStatus(loan, 'failed')
  const paying = isStatus(loan, 'disbursing')
  const card = cardName(loan.card)
  const open = () => go.to(to(loanScreens.detail, { id: loan.loanId }))
  // Where it cannot be submitted again there is nothing to do about it, and the page does not say that there is.
  const [canAct, isGivenUp] = [loan.failure?.canResubmit === true, loan.failure != null && loan.failure.givenUpAt !== null]
  const title = isGivenUp
    ? t('success.givenUp')
    : failed
      ? t('success.failed')
      : paying
        ? t('success.paying', { card })
        : t('success.paid', { card })
  return (
    <Page
      back={false}
      footer={
        <>
          <Button kind="quiet" block onPress={canAct ? go.home : open}>
            {canAct ? t('success.done') : failed ? t('quote.see') : t('success.plan')}
          </Button>
          <Button block onPress={canAct ? open : go.home}>
            {canAct ? t('success.again') : t('success.done')}
          </Button>
        </>
      }
    >
      <ResultMoment
        state={failed ? 'failed' : paying ? 'waiting' : 'done'}
        title={title}
        sign={t('base:yuanSign')}
        amount={yuan(loan.amountFen)}
      >
        {paying && <Text size="quiet">{t('success.expected', { count: loan.expectedHours })}</Text>}
        {failed && (
          <>
            <Text size="quiet">{failureWords(loan.failure)}</Text>
            <Text size="quiet">{t('success.failedBody')}</Text>
          </>
        )}
      </ResultMoment>
      {/* This page is about the pay-out; that the loan will be settled one day is not part of it. */}
      <LoanTimeline steps={loan.timeline.filter(({ step, state }) => step !== 'settled' || state !== 'ahead')} />
      {!failed && <Facts loan={loan} />}
    </Page>
  )
}

function Facts({ loan }: { loan: LoanDetail }) {
  const t = useWords('borrow')
  const go = useGo()
  const first = loan.plan[0]
  return (
    <Card rows>
      <KeyValueList>
        {first !== undefined && (
          <KeyValue name={t('success.first')} value={t('firstValue', { date: first.dueDate, amount: yuan(first.total) })} />
        )}
        <KeyValue name={t('success.contractNo')} value={loan.contractNo} />
        <KeyValue
          name={t('success.texts')}
          value={t('success.textsValue', { count: loan.texts.length })}
          onPress={() => go.to(to(loanScreens.detail, { id: loan.loanId }))}
        />
      </KeyValueList>
    </Card>
  )
}
