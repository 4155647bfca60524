import { assert } from '@fyh/base/assert.ts'
import { addDays, type CivilDate, today } from '@fyh/base/dates.ts'
import type { RepaymentKey } from '#lending/books/books.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { post } from '#lending/ledger/ledger.ts'
import { debitsUnderWay, isPaidOut, loansOf, moveLoan, paymentsOfLoans } from '#lending/loan/loan.ts'
import { debitsOfDay } from '#lending/repayment/repayment.ts'
import type { Tx } from '#platform/deps.ts'
import { type ThinLoan, writeClosedTo, writePenaltyDays, writeQuiet } from './close.sql.ts'
import { type ClosedDay, closeNextDay } from './close-day.ts'
import { type ClosedDays, closeQuietDays } from './close-quiet.ts'

/** About so many postings are made at once; few loans may close many quiet days in one go. */
const daysPerBatch = 4_000

type Asked = {
  readonly upTo: CivilDate
  /** Off when the borrower is about to pay by hand. */
  readonly withDebits: boolean
  /** Told of a loan whose days cannot be decided; the others of the batch go on, unless it throws. */
  readonly onFault: (loan: ThinLoan, error: unknown) => void
}

/**
 * Closes days of loans that the transaction has locked: all their quiet days up to the next event, or the one day on which something
 * happens. Everything is decided first, purely, then written by a few statements for all of them. A loan with a debit under way waits.
 * Answers how many loans have moved on, and the debits that were ordered.
 */
export async function closeTaken(tx: Tx, deps: LendingDeps, taken: readonly ThinLoan[], asked: Asked) {
  const behind = taken.filter(({ bookedTo }) => bookedTo < asked.upTo)
  const inDebit = await debitsUnderWay(tx, behind)
  const ready = behind.filter(({ loanId }) => !inDebit.has(loanId))
  const quiet = decideQuiet(ready.filter(isQuiet), asked)
  const days = await decideDays(tx, deps, { loans: ready.filter((loan) => !isQuiet(loan)), asked })
  await write(tx, deps, { quiet, days })
  const debits: RepaymentKey[] = asked.withDebits ? await debitsOfDay(tx, deps, days) : []
  return { closed: quiet.length + days.length, debits }
}

const isQuiet = ({ bookedTo, quietTo }: ThinLoan): boolean => quietTo !== null && quietTo > bookedTo

function decideQuiet(loans: readonly ThinLoan[], { upTo, onFault }: Asked): ClosedDays[] {
  const span = Math.max(1, Math.floor(daysPerBatch / Math.max(1, loans.length)))
  return loans.flatMap((loan) => {
    try {
      return [closeQuietDays(loan, earliest(upTo, loan.quietTo ?? upTo, addDays(loan.bookedTo, span)))]
    } catch (error) {
      onFault(loan, error)
      return []
    }
  })
}

async function decideDays(tx: Tx, deps: LendingDeps, { loans, asked }: { loans: readonly ThinLoan[]; asked: Asked }): Promise<ClosedDay[]> {
  if (loans.length === 0) return []
  const whole = await loansOf(tx, loans)
  const payments = await paymentsOfLoans(tx, loans)
  return loans.flatMap((thin) => {
    try {
      const loan = whole.get(thin.loanId)?.()
      assert(loan !== undefined && isPaidOut(loan), `loan ${thin.loanId} runs without a pay-out`)
      return [closeNextDay({ loan, payments: payments.get(loan.loanId) ?? [], today: today(deps.clock) })]
    } catch (error) {
      asked.onFault(thin, error)
      return []
    }
  })
}

async function write(
  tx: Tx,
  deps: LendingDeps,
  { quiet, days }: { quiet: readonly ClosedDays[]; days: readonly ClosedDay[] },
): Promise<void> {
  const all = [...quiet, ...days]
  await post(tx, ...all.flatMap(({ postings }) => postings))
  await writePenaltyDays(
    tx,
    all.flatMap(({ penalties }) => penalties),
  )
  for (const { loan, events } of days) {
    let { status } = loan
    for (const event of events) status = await moveLoan(tx, { ...loan, status }, event)
  }
  await deps.tell(tx, ...days.flatMap(({ messages }) => messages))
  await writeClosedTo(tx, quiet)
  await writeQuiet(tx, days)
}

function earliest(...days: readonly CivilDate[]): CivilDate {
  const [first] = [...days].sort()
  assert(first !== undefined, 'there is a day to choose from')
  return first
}
