import type { ReactNode } from 'react'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { type Quote, quoteLook } from './borrow.queries.ts'
import { borrowScreens } from './borrow.screens.ts'

/** Lets a screen see its quote when it is still the one that binds; says what to do when it is not. */
export function QuoteGate({ id, children }: { id: number | undefined; children: (quote: Quote) => ReactNode }) {
  return id === undefined ? <Gone /> : <Looked id={id}>{children}</Looked>
}

function Looked({ id, children }: { id: number; children: (quote: Quote) => ReactNode }) {
  const quote = useQuery(quoteLook(id))
  if (isRefusal(quote.error)) {
    const { loanId } = quote.error.detail
    return typeof loanId === 'number' ? <Used loanId={loanId} /> : <Gone why={quote.error.message} />
  }
  if (quote.data !== undefined) return children(quote.data)
  return <Page>{quote.isError ? <Failed onRetry={() => quote.refetch()} /> : <Loading />}</Page>
}

/** A page from before the loan was made, or one whose answer was lost: the way leads to the loan, and to no second one. */
function Used({ loanId }: { loanId: number }) {
  const t = useWords('borrow')
  const go = useGo()
  const see = <Button onPress={() => go.replace(to(borrowScreens.withdrawSuccess, undefined, { loanId }))}>{t('quote.see')}</Button>
  return (
    <Page>
      <Empty icon="check" title={t('quote.used')} action={see} />
    </Page>
  )
}

function Gone({ why }: { why?: string }) {
  const t = useWords('borrow')
  const go = useGo()
  const loanId = idOf(useAddressQuery().get('loanId'))
  const again =
    loanId === undefined ? (
      <Button onPress={() => go.replace(to(borrowScreens.borrowMoney))}>{t('quote.again')}</Button>
    ) : (
      <Button onPress={() => go.replace(to(loanScreens.detail, { id: loanId }))}>{t('quote.see')}</Button>
    )
  return (
    <Page>
      <Empty icon="paper" title={t('quote.gone')} action={again}>
        {why}
      </Empty>
    </Page>
  )
}
