import { type CivilDate, today } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { LendingDeps } from '#lending/deps.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import { askDebit, debitOfLastDay } from '#lending/repayment/repayment.ts'
import type { Tx } from '#platform/deps.ts'
import { type Place, type ThinLoan, takeLoan, takeLoans } from './close.sql.ts'
import { closeTaken } from './close-batch.ts'

/** Loans of one transaction. */
const loansPerBatchMax = 2_000
/** While one batch is decided here, the database writes the other. */
const batchesAtOnce = 2
/** When so many loans cannot be closed, something is wrong with all of them. */
const faultsMax = 1_000

/**
 * Closes every business day up to `upTo` for every running loan, each loan day by day in order: interest of the day, what falls due,
 * reminders, the automatic debit, overdue, penalty. A day is closed once for a loan, on however many nodes this runs, and what a crash
 * cuts off is closed by the next round. A loan whose debit is under way waits for the result, so that what it brings counts on its day.
 */
export async function closeDays(deps: LendingDeps, upTo: CivilDate, { loansPerBatch = loansPerBatchMax } = {}): Promise<void> {
  const faulty: number[] = []
  const pass = (lock: 'skip' | 'wait') => passOver(deps, { upTo, lock, faulty, loansPerBatch })
  while ((await pass('skip')) > 0);
  // What another node had in hand is closed by it, or by us once it let go.
  while ((await pass('wait')) > 0);
}

/** Closes the days of one loan, each with its debit, until it is up to date or a debit has to be waited for. */
export async function openDays(deps: LendingDeps, key: LoanKey, upTo = today(deps.clock)): Promise<void> {
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
 * Within a transaction of the caller's: brings a locked loan up to a day, as far as no debit stands in between. Something is about to
 * change what is owed, so the day's own debit is left to the caller: the job `repay.openDays` makes it once that is known.
 */
export async function openDaysWithin(tx: Tx, deps: LendingDeps, { upTo, ...key }: LoanKey & { readonly upTo: CivilDate }): Promise<void> {
  while ((await closeOne(tx, deps, { key, upTo, withDebits: false })).closed > 0);
}

async function closeOne(
  tx: Tx,
  deps: LendingDeps,
  { key, ...asked }: { readonly key: LoanKey; readonly upTo: CivilDate; readonly withDebits: boolean },
): ReturnType<typeof closeTaken> {
  const loan = await takeLoan(tx, key)
  if (loan === undefined) return { closed: 0, debits: [] }
  return closeTaken(tx, deps, [loan], { ...asked, onFault: rethrow })
}

function rethrow(_: ThinLoan, error: unknown): never {
  throw error
}

type Pass = {
  readonly upTo: CivilDate
  readonly lock: 'skip' | 'wait'
  readonly faulty: number[]
  readonly loansPerBatch: number
}

/** Where a pass is. Batches are taken one after the other, each beginning where the last one ended, and closed side by side. */
type Progress = { after: Place | undefined; isOver: boolean; turn: Promise<unknown> }

/** Once over all loans that are behind, a batch a transaction. Answers how many moved on. */
async function passOver(deps: LendingDeps, pass: Pass): Promise<number> {
  const progress: Progress = { after: undefined, isOver: false, turn: Promise.resolve() }
  const first = await closeBatch(deps, pass, progress)
  const others = await Promise.allSettled(
    Array.from({ length: progress.isOver ? 0 : batchesAtOnce }, () => closeRest(deps, pass, progress)),
  )
  return others.reduce((moved, outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return moved + outcome.value
  }, first)
}

async function closeRest(deps: LendingDeps, pass: Pass, progress: Progress): Promise<number> {
  let moved = 0
  while (!progress.isOver) moved += await closeBatch(deps, pass, progress)
  return moved
}

async function closeBatch(deps: LendingDeps, pass: Pass, progress: Progress): Promise<number> {
  const { upTo, faulty } = pass
  let taken: readonly ThinLoan[] = []
  try {
    return await transaction(deps.db, async (tx) => {
      taken = await takeInTurn(tx, pass, progress)
      const onFault = (loan: ThinLoan, error: unknown) => noteFault(deps, { faulty, loan, error })
      return (await closeTaken(tx, deps, taken, { upTo, withDebits: true, onFault })).closed
    })
  } catch (error) {
    if (taken.length === 0) {
      // Nodes that wait for loans of each other's: the database lets one of them go on, and the other takes its turn again.
      if (isDeadlock(error)) return 0
      progress.isOver = true
      throw error
    }
    deps.log.error({ err: error, loans: taken.length }, 'a batch of loans could not be closed and is closed one by one')
    return closeOneByOne(deps, { loans: taken, upTo, faulty })
  }
}

const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'

function takeInTurn(tx: Tx, { upTo, lock, faulty, loansPerBatch }: Pass, progress: Progress): Promise<readonly ThinLoan[]> {
  const take = async () => {
    if (progress.isOver) return []
    const taken = await takeLoans(tx, { upTo, after: progress.after, limit: loansPerBatch, except: faulty, lock })
    progress.after = taken.at(-1)
    progress.isOver = taken.length < loansPerBatch
    return taken
  }
  const taken = progress.turn.then(take)
  // A turn that failed is over, too.
  progress.turn = taken.catch(() => undefined)
  return taken
}

/** One loan that cannot be closed must not keep every other borrower's day from ending; the next round tries it again. */
async function closeOneByOne(
  deps: LendingDeps,
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

function noteFault({ log }: LendingDeps, { faulty, loan, error }: Fault): void {
  log.error({ err: error, loanId: loan.loanId }, 'the day of a loan could not be closed')
  faulty.push(loan.loanId)
  if (faulty.length > faultsMax) throw new Error(`${faulty.length} loans could not be closed`)
}
