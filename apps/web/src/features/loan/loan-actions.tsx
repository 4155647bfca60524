import { isStatus } from '@fyh/contract/loan-status.ts'
import { GiveUpLoan } from '#blocks/give-up-loan.tsx'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Text } from '#ui/text.tsx'
import type { LoanDetail } from './loan.queries.ts'

/** The acts that are open in each status, and no others. */
export function LoanActions({ loan }: { loan: LoanDetail }) {
  const t = useWords('loan')
  const go = useGo()
  if (loan.failure !== null) return <AfterFailure loanId={loan.loanId} failure={loan.failure} />
  if (loan.returnedOwedFen > 0) return loan.runningRepaymentId === null ? <PayReturned loanId={loan.loanId} /> : null
  if (loan.writtenOff !== null) return null
  if (isStatus(loan, 'settled')) return <BorrowAgain />
  if (isStatus(loan, 'disbursing') || loan.runningRepaymentId !== null) return null
  return (
    <>
      {loan.payNow !== null && (
        <Text size="small" centred figures>
          {t('payNow', { due: yuan(loan.payNow.totalFen), settle: yuan(loan.payNow.settleFen) })}
        </Text>
      )}
      {!isStatus(loan, 'overdue') && (
        <Button kind="text" onPress={() => go.to(to(repayScreens.prepay, { id: loan.loanId }))}>
          {t('prepay')}
        </Button>
      )}
      <Button kind="quiet" block onPress={() => go.to(to(repayScreens.detail, { id: loan.loanId }, { mode: 'all' }))}>
        {t('settle')}
      </Button>
      <Button block onPress={() => go.to(to(repayScreens.detail, { id: loan.loanId }))}>
        {t('repay')}
      </Button>
    </>
  )
}

/** A settled loan stays settled; what the bank took back is paid as one sum. */
function PayReturned({ loanId }: { loanId: number }) {
  const t = useWords('loan')
  const go = useGo()
  return (
    <Button block onPress={() => go.to(to(repayScreens.detail, { id: loanId }, { mode: 'all' }))}>
      {t('payReturned')}
    </Button>
  )
}

/** A pay-out that failed: another try on the terms of today, where that can help, or an end of it. */
function AfterFailure({ loanId, failure }: { loanId: number; failure: NonNullable<LoanDetail['failure']> }) {
  const t = useWords('loan')
  const go = useGo()
  const submit = async () => {
    const { quoteId } = await api.borrow.reQuote({ params: { id: loanId } })
    go.to(to(borrowScreens.sign, undefined, { quoteId, loanId }))
  }
  if (failure.givenUpAt !== null) return <BorrowAgain />
  // No action is offered while the outcome of the pay-out is being checked with the lender.
  if (!failure.canResubmit && failure.cause !== 'lender') return null
  return (
    <>
      <GiveUpLoan loanId={loanId} />
      {failure.canResubmit && (
        <Button block onPress={submit}>
          {t(failure.cause === 'later' ? 'reLoan' : 'reLoanOtherCard')}
        </Button>
      )}
    </>
  )
}

function BorrowAgain() {
  const t = useWords('loan')
  const go = useGo()
  return (
    <Button block onPress={() => go.to(to(borrowScreens.borrowMoney))}>
      {t('borrowAgain')}
    </Button>
  )
}
