import type { LoanStatus } from '@fyh/contract/loan.machine.ts'
import { reached } from '#platform/reached.ts'

/** Disbursing, and failed. */
const notPaidOut: readonly number[] = [1, 3] satisfies LoanStatus[]

/** Hands a loan on as it is; the first look that finds it paid out tells so. */
export function seenPaidOut<Loan extends { readonly loanId: number; readonly status: number }>(loan: Loan): Loan {
  if (!notPaidOut.includes(loan.status)) reached('paidOut', loan.loanId)
  return loan
}
