import { type CivilDate, today } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { type LoanKey, type Place, type ThinLoan, takeLoan, takeLoans } from './close.sql.ts'
import { closeTaken } from './close-batch.ts'
import { debitOfLastDay } from './day-debit.ts'
import { askDebit } from './debit.ts'

/** Loans of one transaction. */
const loansPerBatch = 2_000
/** When so many loans cannot be closed, something is wrong with all of them. */
const faultsMax = 1_000

/**
 * Closes every business day up to `upTo` for every running loan, each loan day by day in order: interest of the day, what falls due,
 * reminders, the automatic debit, overdue, penalty. A day is closed once for a loan, on however many nodes this runs, and what a crash
 * cuts off is closed by the next round. A loan whose debit is under way waits for the result, so that what it brings counts on its day.
 */
export async function closeDays(deps: Deps, upTo: CivilDate): Promise<void> {
  const faulty: number[] = []
  const pass = (lock: 'skip' | 'wait') => passOver(deps, { upTo, lock, faulty })
  while ((await pass('skip')) > 0);
  // What another node had in hand is closed by it, or by us once it let go.
  while ((await pass('wait')) > 0);
}

/** Closes the days of one loan, each with its debit, until it is up to date or a debit has to be waited for. */
export async function openDays(deps: Deps, key: LoanKey, upTo = today(deps.clock)): Promise<void> {
  for (;;) {
    const { closed, debits } = await transaction(deps.db, async (tx) => {
      const done = await closeOne(tx, deps, { key, upTo, withDebits: true })
      if (done.closed > 0) return done
      const debit = await debitOfLastDay(tx, deps, key)
      return { closed: 0, debits: debit === undefined ? [] : [debit] }
    })
    // Most refusals are known at once, and then the next day can be closed.
    for (const debit of debits) await askDebit(deps, debit)
    if (closed === 0 && debits.length === 0) return
  }
}

/**
 * Within a transaction of the caller's: brings a locked loan up to today, as far as no debit stands in between. The borrower is about to
 * pay by hand, so the day's own debit is left until what came of that is known.
 */
export async function openDaysWithin(tx: Tx, deps: Deps, key: LoanKey): Promise<void> {
  while ((await closeOne(tx, deps, { key, upTo: today(deps.clock), withDebits: false })).closed > 0);
}

async function closeOne(
  tx: Tx,
  deps: Deps,
  { key, ...asked }: { readonly key: LoanKey; readonly upTo: CivilDate; readonly withDebits: boolean },
): ReturnType<typeof closeTaken> {
  const loan = await takeLoan(tx, key)
  if (loan === undefined) return { closed: 0, debits: [] }
  return closeTaken(tx, deps, [loan], { ...asked, onFault: rethrow })
}

function rethrow(_: ThinLoan, error: unknown): never {
  throw error
}

type Pass = { readonly upTo: CivilDate; readonly lock: 'skip' | 'wait'; readonly faulty: number[] }

/** Once over all loans that are behind, a batch a transaction. Answers how many moved on. */
async function passOver(deps: Deps, { upTo, lock, faulty }: Pass): Promise<number> {
  let after: Place | undefined
  let moved = 0
  for (;;) {
    const taken: ThinLoan[] = []
    try {
      moved += await transaction(deps.db, async (tx) => {
        taken.push(...(await takeLoans(tx, { upTo, after, limit: loansPerBatch, except: faulty, lock })))
        const onFault = (loan: ThinLoan, error: unknown) => noteFault(deps, { faulty, loan, error })
        return (await closeTaken(tx, deps, taken, { upTo, withDebits: true, onFault })).closed
      })
    } catch (error) {
      if (taken.length === 0) throw error
      deps.log.error({ err: error, loans: taken.length }, 'a batch of loans could not be closed and is closed one by one')
      moved += await closeOneByOne(deps, { loans: taken, upTo, faulty })
    }
    after = taken.at(-1)
    if (taken.length < loansPerBatch) return moved
  }
}

/** One loan that cannot be closed must not keep every other borrower's day from ending; the next round tries it again. */
async function closeOneByOne(
  deps: Deps,
  { loans, upTo, faulty }: { readonly loans: readonly ThinLoan[]; readonly upTo: CivilDate; readonly faulty: number[] },
): Promise<number> {
  let moved = 0
  for (const loan of loans) {
    try {
      moved += await transaction(deps.db, async (tx) => (await closeOne(tx, deps, { key: loan, upTo, withDebits: true })).closed)
    } catch (error) {
      noteFault(deps, { faulty, loan, error })
    }
  }
  return moved
}

type Fault = { readonly faulty: number[]; readonly loan: ThinLoan; readonly error: unknown }

function noteFault({ log }: Deps, { faulty, loan, error }: Fault): void {
  log.error({ err: error, loanId: loan.loanId }, 'the day of a loan could not be closed')
  faulty.push(loan.loanId)
  if (faulty.length > faultsMax) throw new Error(`${faulty.length} loans could not be closed`)
}
