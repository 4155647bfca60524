import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { type LoanDetail, useReLoan } from './loan.queries.ts'

/** The acts that are open in each status, and no others. */
export function LoanActions({ loan }: { loan: LoanDetail }) {
  const t = useWords('loan')
  const go = useGo()
  if (loan.status === 3) return <SubmitAgain loan={loan} />
  if (loan.returnedOwedFen > 0) return loan.runningRepaymentId === null ? <PayReturned loanId={loan.loanId} /> : null
  if (loan.writtenOff !== null) return null
  if (loan.status === 5)
    return (
      <Button block onPress={() => go.to(to(borrowScreens.borrowMoney))}>
        {t('borrowAgain')}
      </Button>
    )
  if (loan.status === 1 || loan.runningRepaymentId !== null) return null
  return (
    <>
      {loan.status !== 6 && (
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

function SubmitAgain({ loan }: { loan: LoanDetail }) {
  const t = useWords('loan')
  const reLoan = useReLoan()
  const submit = async () => {
    const { key, done } = moneyKeyOf(`reLoan ${loan.loanId}`)
    await reLoan.mutateAsync({ loanId: loan.loanId, idempotencyKey: key })
    done()
    toast(t('reLoanDone'))
  }
  return (
    <>
      <Text size="small" centred>
        {t('reLoanNote')}
      </Text>
      <Button block onPress={submit}>
        {t('reLoan')}
      </Button>
    </>
  )
}
