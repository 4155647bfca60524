import { isStatus } from '@fyh/contract/loan-status.ts'
import { reached } from '#platform/reached.ts'

/** Hands a loan on as it is; the first look that finds it paid out tells so. */
export function seenPaidOut<Loan extends { readonly loanId: number; readonly status: number }>(loan: Loan): Loan {
  if (!isStatus(loan, 'disbursing', 'failed')) reached('paidOut', loan.loanId)
  return loan
}
