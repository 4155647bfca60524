import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, zeroFen } from '@fyh/base/money.ts'
import type { LoanStatus } from '@fyh/contract/loan-status.ts'
import { EngineError } from '@fyh/loan-engine/engine-error.ts'
import type { Standing } from '@fyh/loan-engine/standing.ts'
import { booksOf } from '#lending/books/books.ts'
import { type Account, accounts, standingByLedger } from '#lending/ledger/ledger.ts'
import { debitsUnderWay, type History, isOpen, loansAfter, paymentsOfLoans, type RunningLoan } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import { excessOf } from '#lending/payout/payout.ts'
import type { Tx } from '#platform/deps.ts'
import type { Difference, Figure } from './difference.ts'
import { accountSums, balancesByLoan, type Claims, claimsByLoan, limitsAfter, pageSize, unbalancedOf } from './reconcile.sql.ts'

type Tell = (difference: Difference) => void
type Balances = ReadonlyMap<Account, Fen>

/** Every loan whose money went out: its ledger and status against its plan and events, a page at a time. Answers how many. */
export async function compareLoans(tx: Tx, today: CivilDate, tell: Tell): Promise<number> {
  let count = 0
  for (let after: LoanKey | undefined; ; ) {
    const loans: RunningLoan[] = await loansAfter(tx, { after, limit: pageSize })
    if (loans.length === 0) return count
    count += loans.length
    await comparePage(tx, loans, today, tell)
    after = loans.at(-1)
  }
}

async function comparePage(tx: Tx, loans: readonly RunningLoan[], today: CivilDate, tell: Tell): Promise<void> {
  const balances = await balancesByLoan(tx, loans)
  const payments = await paymentsOfLoans(tx, loans)
  const claims = await claimsByLoan(tx, loans)
  const excess = await excessOf(tx, loans)
  for (const { loanId, key, sum } of await unbalancedOf(tx, loans)) {
    const contractNo = loans.find((loan) => loan.loanId === loanId)?.contractNo ?? ''
    tell({ kind: 'postingOutOfBalance', contractNo, key, sum })
  }
  const inDebit = await debitsUnderWay(tx, loans)
  // The day before may still be closing; one before that is not any more.
  const closedTo = addDays(today, -1)
  for (const loan of loans) {
    const { contractNo, status, bookedTo } = loan
    if (isOpen(status) && bookedTo < closedTo && !inDebit.has(loan.loanId)) tell({ kind: 'daysNotClosed', contractNo, bookedTo })
    const held = balances.get(loan.loanId) ?? new Map()
    wrongSides(loan, held, tell)
    const known = { payments: payments.get(loan.loanId) ?? [], claims: claims.get(loan.loanId) ?? noClaims }
    compareFigures(loan, { held, ...known, excess: excess.get(loan.loanId) ?? zeroFen }, tell)
  }
}

function wrongSides({ contractNo }: RunningLoan, held: Balances, tell: Tell): void {
  for (const [account, amount] of held) {
    const { side, mayCross } = accounts[account]
    if (!mayCross && (side === 'debit' ? amount < 0 : amount > 0)) tell({ kind: 'wrongSide', contractNo, account, amount })
  }
}

type Known = { readonly held: Balances; readonly payments: History; readonly claims: Claims; readonly excess: Fen }

function compareFigures(loan: RunningLoan, { held, ...known }: Known, tell: Tell): void {
  const { contractNo, status } = loan
  const { owed, owedTotal, surplusHeld } = standingByLedger(held)
  if (status === 'settled' && owedTotal !== 0) tell({ kind: 'settledButOwes', contractNo, amount: owedTotal })
  const engine = engineFigures(loan, known)
  if ('why' in engine) {
    tell({ kind: 'notToReplay', contractNo, why: engine.why })
    return
  }
  if (status !== engine.status) tell({ kind: 'statusDiffers', contractNo, is: status, must: engine.status })
  const of = (account: Account) => held.get(account) ?? zeroFen
  const [returned, excess] = [of('returnedReceivable'), of('excessPayoutReceivable')]
  const ledger: Record<Figure, Fen> = { ...owed, returned, excess, surplus: surplusHeld }
  for (const figure of figures)
    if (ledger[figure] !== engine[figure])
      tell({ kind: 'figureDiffers', contractNo, figure, ledger: ledger[figure], engine: engine[figure] })
}

const figures = ['principal', 'interest', 'fee', 'penalty', 'returned', 'excess', 'surplus'] as const satisfies readonly Figure[]
const noClaims: Claims = { owed: zeroFen, surplus: zeroFen }

/** What plan and events say at the end of the last day that was opened for the loan. */
function engineFigures(
  loan: RunningLoan,
  { payments, claims, excess }: Omit<Known, 'held'>,
): (Record<Figure, Fen> & { readonly status: LoanStatus }) | { readonly why: string } {
  try {
    const { standing, owed } = booksOf({ loan, payments, onDate: loan.bookedTo })
    const { principal, penalty } = standing.owed
    const surplus = addFen(standing.surplus, claims.surplus)
    const status = statusOf(loan, standing)
    return { status, principal, interest: owed.interest, fee: owed.fee, penalty, returned: claims.owed, excess, surplus }
  } catch (error) {
    // One loan that the engine refuses must not keep the others from being looked at.
    if (error instanceof EngineError) return { why: error.message }
    throw error
  }
}

/** A settled loan stays so; what it owes by the ledger is told by itself. */
function statusOf({ status, payOutDate, bookedTo }: RunningLoan, { isSettled, overdueDays }: Standing): LoanStatus {
  if (isSettled || status === 'settled') return 'settled'
  if (overdueDays > 0) return 'overdue'
  return bookedTo > payOutDate ? 'repaying' : 'disbursed'
}

/** Sums over all loans: the ledger as a whole, and every borrower's limit in use. Answers each account's sum. */
export async function compareSums(tx: Tx, tell: Tell): Promise<ReadonlyMap<Account, number>> {
  const sums = await accountSums(tx)
  const sum = [...sums.values()].reduce((a, b) => a + b, 0)
  if (sum !== 0) tell({ kind: 'ledgerOutOfBalance', sum })
  for (let after = 0; ; ) {
    const limits = await limitsAfter(tx, after)
    for (const { userId, used, open } of limits) if (used !== open) tell({ kind: 'limitDiffers', userId, used, open })
    const last = limits.at(-1)
    if (last === undefined) return sums
    after = last.userId
  }
}
