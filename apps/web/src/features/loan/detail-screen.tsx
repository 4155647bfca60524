import { useEffect } from 'react'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useScreenParams } from '#platform/screen.ts'
import { useUserStore } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { type LoanDetail, loanLook } from './loan.queries.ts'
import { loanScreens } from './loan.screens.ts'
import { LoanActions } from './loan-actions.tsx'
import { LoanFacts } from './loan-facts.tsx'
import { LoanState } from './loan-state.tsx'

export function DetailScreen() {
  const id = idOf(useScreenParams(loanScreens.detail).id)
  return id === undefined ? <NotFound /> : <Detail id={id} />
}

function Detail({ id }: { id: number }) {
  const loan = useQuery(loanLook(id))
  useOpenedLoan(loan.data)
  if (loan.data !== undefined)
    return (
      <Page footer={<LoanActions loan={loan.data} />}>
        <LoanState loan={loan.data} />
        <LoanFacts loan={loan.data} />
      </Page>
    )
  if (isRefusal(loan.error, 'LOAN_NOT_FOUND')) return <NotFound />
  return <Page>{loan.isError ? <Failed onRetry={() => loan.refetch()} /> : <Loading />}</Page>
}

/** R3.4 loanItem: the loan that was opened last, for the other pages of the product. */
function useOpenedLoan(loan: LoanDetail | undefined) {
  const { loanId, contractNo, status } = loan ?? {}
  useEffect(() => {
    if (loanId !== undefined) useUserStore.setState({ loanItem: { loanId, contractNo, status } })
  }, [loanId, contractNo, status])
}

function NotFound() {
  const t = useWords('loan')
  const go = useGo()
  const records = (
    <Button kind="quiet" onPress={() => go.replace(to(loanScreens.records))}>
      {t('toRecords')}
    </Button>
  )
  return (
    <Page>
      <Empty icon="paper" title={t('notFound')} action={records} />
    </Page>
  )
}
