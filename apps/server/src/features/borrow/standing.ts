import { today } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { type Limit, limitOf } from '#lending/limits/limits.ts'
import { findLoans, lossesOf } from '#lending/loan/loan.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { progressOf, standingInTheWay } from '../apply/apply.ts'
import { checkLimit, limitToUse } from './borrow-rules.ts'

/** What decides whether a borrower may borrow. */
export async function borrowerStanding(tx: Db | Tx, { clock }: Pick<Deps, 'clock'>, userId: number) {
  const overdue = await findLoans(tx, { userId, statuses: ['overdue'], limit: 1 })
  const hasLoss = (await lossesOf(tx, userId)) > 0
  const application = standingInTheWay(await progressOf(tx, { clock }, userId))
  return { limit: await limitOf(tx, userId), application, hasLoss, hasOverdue: overdue.length > 0, today: today(clock) }
}

/** Refuses a borrower who may not borrow an amount now, with what stands against it. */
export async function requireBorrower(
  tx: Db | Tx,
  deps: Pick<Deps, 'clock'>,
  { userId, amount }: { userId: number; amount: Fen },
): Promise<Limit> {
  const limit = limitToUse(await borrowerStanding(tx, deps, userId))
  checkLimit({ amount, availableFen: limit.availableFen })
  return limit
}
