import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, type Ppm, zeroFen } from '@fyh/base/money.ts'
import { EngineError } from '@fyh/loan-engine/engine-error.ts'
import { booksOf, pricePaid } from '#lending/books/books.ts'
import { lendersOn } from '#lending/lenders/lenders.ts'
import { type History, loansAfter, paymentsOfLoans, type RunningLoan } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { benefitsOfLoans } from '../equity/equity.ts'
import type { Difference } from './difference.ts'
import { pageSize } from './reconcile.sql.ts'

/**
 * Compares what each settled loan really cost a year, with what was paid for benefits bought with it and not refunded, with the price cap that
 * its lender had on the day of the pay-out, a page at a time, and reports those above it.
 */
export async function comparePrices(tx: Db | Tx, report: (difference: Difference) => void): Promise<void> {
  const capOf = knownCaps(tx)
  for (let after: LoanKey | undefined; ; ) {
    const loans: RunningLoan[] = await loansAfter(tx, { after, limit: pageSize })
    const settled = loans.filter(({ status }) => status === 'settled')
    const payments = settled.length === 0 ? new Map<number, History>() : await paymentsOfLoans(tx, settled)
    const benefits = new Map((await benefitsOfLoans(tx, settled)).map((one) => [one.loanId, one.paidFen] as const))
    for (const loan of settled) {
      const paid = priceOf(loan, payments.get(loan.loanId) ?? [], benefits.get(loan.loanId) ?? zeroFen)
      const cap = await capOf(loan.lenderId, loan.payOutDate)
      if (paid !== undefined && cap !== undefined && paid > cap)
        report({ kind: 'aboveCap', contractNo: loan.contractNo, paidPpm: paid, capPpm: cap })
    }
    after = loans.at(-1)
    if (after === undefined) return
  }
}

function priceOf(loan: RunningLoan, payments: History, benefitsFen: Fen): Ppm | undefined {
  try {
    return pricePaid(loan, booksOf({ loan, payments, onDate: loan.bookedTo }), benefitsFen)
  } catch (error) {
    // A loan that the engine refuses is reported by the comparison of its books.
    if (error instanceof EngineError) return undefined
    throw error
  }
}

/** Caps by lender and day, each looked up once. */
function knownCaps(tx: Db | Tx): (lenderId: number, on: CivilDate) => Promise<Ppm | undefined> {
  const byDay = new Map<CivilDate, ReadonlyMap<number, Ppm>>()
  return async (lenderId, on) => {
    const known = byDay.get(on) ?? new Map((await lendersOn(tx, on)).map((lender) => [lender.lenderId, lender.priceCapPpm] as const))
    byDay.set(on, known)
    return known.get(lenderId)
  }
}
