import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { home } from '@fyh/contract/home.ts'
import { newestRepayments } from '#lending/books/books.ts'
import { findLoans, isLost, type LoanNow, type LoanRecord } from '#lending/loan/loan.ts'
import type { Db } from '#platform/deps.ts'

type Home = DataOf<typeof home.fyhHome>
type Row = Home['loans']['list'][number]

/** Rows at most; the records have the others. */
const rowsMax = 6

/** Returns the loans that home lists, newest first: those to be paid out or submitted again, and those being repaid. */
export async function loansShown(db: Db, { userId, open }: { userId: number; open: readonly LoanNow[] }): Promise<Row[]> {
  const waiting = await findLoans(db, { userId, statuses: ['disbursing', 'failed'], limit: rowsMax })
  const rows = [
    // One that was given up waits for nothing.
    ...waiting.filter(({ givenUpAt }) => givenUpAt === null).map((loan) => rowOf(loan, 0)),
    ...open.map(({ loan, standing }) =>
      rowOf(loan, standing.periods.filter((period) => period.state === 'paid' && !isLost(period)).length),
    ),
  ]
  return rows.toSorted((one, other) => (one.borrowedAt < other.borrowedAt ? 1 : -1)).slice(0, rowsMax)
}

function rowOf({ loanId, status, amountFen, periods, borrowedAt }: LoanRecord, paidPeriods: number): Row {
  const state = status === 'disbursing' || status === 'failed' || status === 'overdue' ? status : 'open'
  return { loanId, state, amountFen, periods, paidPeriods, borrowedAt: borrowedAt.toISOString() }
}

/** Returns the last debit of each loan, where it is over and took nothing or only a part. */
export async function failedDebits(db: Db, { userId, open }: { userId: number; open: readonly LoanNow[] }) {
  const newest = await newestRepayments(db, { userId, loanIds: open.map(({ loan }) => loan.loanId) })
  return (loanId: number): Home['due'][number]['failedDebit'] => {
    const debit = newest.get(loanId)
    if (debit === undefined || (debit.status !== 'failed' && debit.status !== 'partly')) return null
    const { repaymentId, cardTail, askedFen, takenFen, reason } = debit
    return { repaymentId, cardTail, askedFen, takenFen, reason }
  }
}
