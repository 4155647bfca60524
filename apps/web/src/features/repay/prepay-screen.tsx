import type { QuoteMode } from '@fyh/contract/options.ts'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useScreenParams } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { AfterAttempt } from './after-attempt.tsx'
import { PrepayForm } from './prepay-form.tsx'
import { cardsLook, planLook, prepayQuoteLook } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'

/** Paying a part of the principal ahead: how much, what it does to the plan, the card, the code. */
export function PrepayScreen() {
  const t = useWords('repay')
  const id = idOf(useScreenParams(repayScreens.prepay).id)
  if (id === undefined) return <NotNow why={t('detail.notFound')} />
  return (
    <AfterAttempt key={id} loanIds={[id]}>
      {(told) => <Prepaying loanId={id} told={told} />}
    </AfterAttempt>
  )
}

function Prepaying({ loanId, told }: { loanId: number; told: string | undefined }) {
  const t = useWords('repay')
  const limits = useQuery(prepayQuoteLook(loanId))
  const cards = useQuery(cardsLook())
  const loan = useQuery(planLook(loanId))
  if (isRefusal(limits.error, 'LOAN_NOT_FOUND')) return <NotNow why={limits.error.message} />
  if (isRefusal(limits.error)) return <NotNow why={limits.error.message} loanId={loanId} mode={wayOut(limits.error)} />
  if (limits.data !== undefined && cards.data !== undefined && loan.data !== undefined) {
    if (!limits.data.payable) return <NotNow why={t('detail.runningRepayment')} loanId={loanId} />
    return <PrepayForm key={loanId} limits={limits.data} cards={cards.data.cards} debitedId={loan.data.debitCard.cardId} told={told} />
  }
  const again = () => Promise.all([limits.refetch(), cards.refetch(), loan.refetch()])
  return <Page>{limits.isError || cards.isError || loan.isError ? <Failed onRetry={again} /> : <Loading />}</Page>
}

/** Paying what is overdue first, or settling where little is left; a loan that cannot be paid has none. */
function wayOut(refusal: unknown): QuoteMode | undefined {
  if (isRefusal(refusal, 'PREPAY_OVERDUE')) return 'due'
  return isRefusal(refusal, 'PREPAY_TOO_LITTLE_LEFT') ? 'all' : undefined
}

/** Why not, and the way out: what is due first, or the whole loan where little is left. */
function NotNow({ why, loanId, mode }: { why: string; loanId?: number; mode?: QuoteMode | undefined }) {
  const t = useWords('repay')
  const go = useGo()
  const target = loanId === undefined ? to(loanScreens.records) : to(loanScreens.detail, { id: loanId })
  const onward = loanId !== undefined && mode !== undefined && (
    <Button block onPress={() => go.replace(to(repayScreens.detail, { id: loanId }, { mode }))}>
      {mode === 'due' ? t('prepay.toDue') : t('prepay.toSettle')}
    </Button>
  )
  const back = (
    <Button kind="quiet" block onPress={() => go.replace(target)}>
      {t('detail.toLoan')}
    </Button>
  )
  return (
    <Page>
      <Empty
        icon="paper"
        title={why}
        action={
          <>
            {onward}
            {back}
          </>
        }
      />
    </Page>
  )
}
