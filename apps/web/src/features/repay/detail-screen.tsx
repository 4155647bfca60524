import { CouponPicker, useChosenCoupon } from '#blocks/coupon-picker.tsx'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { lookingWhile, useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery, useScreenParams } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValueList } from '#ui/key-value.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { AfterAttempt } from './after-attempt.tsx'
import { PayForm } from './pay-form.tsx'
import { cardsLook, type Mode, payCouponsLook, planLook, type RepayQuote, repayQuoteLook } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'

/** Paying one loan: what is due, or everything; the parts, the card, the code. */
export function RepaymentDetailScreen() {
  const search = useAddressQuery()
  const id = idOf(useScreenParams(repayScreens.detail).id)
  const mode: Mode = search.get('mode') === 'all' ? 'all' : 'due'
  if (id === undefined) return <Unpayable why={undefined} loanId={undefined} />
  return (
    <AfterAttempt key={`${id} ${mode}`} loanIds={[id]}>
      {(told) => <Paying loanId={id} mode={mode} told={told} />}
    </AfterAttempt>
  )
}

function Paying({ loanId, mode, told }: { loanId: number; mode: Mode; told: string | undefined }) {
  const t = useWords('repay')
  const go = useGo()
  const choices = useQuery(payCouponsLook(loanId, mode))
  const chosen = useChosenCoupon(choices.data)
  const quote = useQuery({
    ...repayQuoteLook(loanId, mode, chosen.coupon?.couponId),
    ...lookingWhile(({ runningRepaymentId }: RepayQuote) => runningRepaymentId !== null),
    // The quote is asked for with the coupon that is suggested, once the coupons are known or cannot be.
    enabled: !choices.isPending,
  })
  const cards = useQuery(cardsLook())
  const loan = useQuery(planLook(loanId))
  if (isRefusal(quote.error))
    return <Unpayable why={quote.error.message} loanId={isRefusal(quote.error, 'LOAN_NOT_FOUND') ? undefined : loanId} />
  const choice = (
    <Segmented
      label={t('detail.mode')}
      value={mode}
      options={[
        { value: 'due', label: t('detail.due') },
        { value: 'all', label: t('detail.all') },
      ]}
      onChange={(next) => go.replace(to(repayScreens.detail, { id: loanId }, { mode: next }))}
    />
  )
  const coupons = (
    <Card rows>
      <KeyValueList>
        <CouponPicker choices={choices.data} {...chosen} onRetry={choices.isError ? () => choices.refetch() : undefined} />
      </KeyValueList>
    </Card>
  )
  if (quote.data !== undefined && cards.data !== undefined && loan.data !== undefined) {
    if (quote.data.runningRepaymentId !== null) return <Busy repaymentId={quote.data.runningRepaymentId} />
    return (
      <PayForm
        key={`${loanId} ${mode}`}
        quote={quote.data}
        cards={cards.data.cards}
        debitedId={loan.data.debitCard.cardId}
        lender={loan.data.lender}
        told={told}
      >
        {quote.data.periods.length > 0 && (
          <>
            {choice}
            {coupons}
          </>
        )}
      </PayForm>
    )
  }
  const failed = quote.isError || cards.isError || loan.isError
  return (
    <Page>
      {choice}
      {failed ? <Failed onRetry={() => Promise.all([quote.refetch(), cards.refetch(), loan.refetch()])} /> : <Loading />}
    </Page>
  )
}

/** A debit of the loan is under way: its result comes first, and this page goes on by itself when it is known. */
function Busy({ repaymentId }: { repaymentId: number }) {
  const t = useWords('repay')
  const go = useGo()
  const toResult = () => go.replace(to(repayScreens.result, undefined, { id: repaymentId }))
  return (
    <Page>
      <Empty
        icon="paper"
        title={t('detail.runningRepayment')}
        action={
          <Button kind="quiet" onPress={toResult}>
            {t('title.result')}
          </Button>
        }
      />
    </Page>
  )
}

function Unpayable({ why, loanId }: { why: string | undefined; loanId: number | undefined }) {
  const t = useWords('repay')
  const go = useGo()
  const target = loanId === undefined ? to(loanScreens.records) : to(loanScreens.detail, { id: loanId })
  return (
    <Page>
      <Empty
        icon="paper"
        title={why ?? t('detail.notFound')}
        action={
          <Button kind="quiet" onPress={() => go.replace(target)}>
            {t('detail.toLoan')}
          </Button>
        }
      />
    </Page>
  )
}
