import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, formatYuan, minFen, mulDiv } from '@fyh/base/money.ts'
import type { Standing } from '@fyh/contract/apply-shapes.ts'
import { constants } from '@fyh/contract/options.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Product } from '#lending/lenders/lenders.ts'

type Limit = { readonly availableFen: Fen; readonly validUntil: CivilDate }
export type LimitBlocked = 'writtenOff' | 'overdue' | 'used' | 'expired'
export type Blocked = LimitBlocked | 'noLimit' | Standing

export const amountMin = fen(constants.amountMinFen)
export const amountStep = fen(constants.amountStepFen)
export const amountMax = fen(constants.amountMaxFen)

/** What decides whether somebody may borrow. */
export type Borrowing<L extends Limit = Limit> = {
  readonly limit: L | undefined
  /** A loan was written off before all of it was paid. */
  readonly hasLoss: boolean
  readonly hasOverdue: boolean
  readonly today: CivilDate
  /** An application that keeps the borrower from another one: it is being looked at, or was refused not long ago. */
  readonly application?: { readonly standing: Standing; readonly applyAgainOn: CivilDate | null } | undefined
}

/** Why nothing can be borrowed now, the first reason that holds; null when something can. */
export function blockedBy({ limit, application, ...known }: Borrowing): Blocked | null {
  const blocked = limit === undefined ? 'noLimit' : limitBlockedBy({ limit, ...known })
  return blocked === 'noLimit' || blocked === 'expired' ? (application?.standing ?? blocked) : blocked
}

/** Why nothing can be borrowed on a limit; null when something can. */
export function limitBlockedBy({
  limit,
  hasLoss,
  hasOverdue,
  today,
}: Omit<Borrowing, 'limit' | 'application'> & { limit: Limit }): LimitBlocked | null {
  if (hasLoss) return 'writtenOff'
  if (hasOverdue) return 'overdue'
  // A limit is good through its last day.
  if (limit.validUntil < today) return 'expired'
  return limit.availableFen < amountMin ? 'used' : null
}

type Amounts = Pick<Product, 'amountMinFen' | 'amountMaxFen' | 'amountStepFen'>
const allAmounts: Amounts = { amountMinFen: amountMin, amountMaxFen: amountMax, amountStepFen: amountStep }

/** Most that can be borrowed at once, of a product or at all, in whole steps. */
export function mostToBorrow(available: Fen, { amountMaxFen, amountStepFen }: Amounts = allAmounts): Fen {
  const steps = mulDiv({ value: minFen(available, amountMaxFen), times: 1, over: amountStepFen, rounding: 'down' })
  return fen(steps * amountStepFen)
}

/** The limit of a borrower who may borrow; refuses everybody else. */
export function limitToUse<L extends Limit>({ limit, ...standing }: Borrowing<L>): L {
  const blocked = blockedBy({ limit, ...standing })
  if (blocked === 'reviewing' || blocked === 'humanReview') fail('APPLICATION_IN_REVIEW')
  if (blocked === 'refused' || blocked === 'refusedFinally') {
    const date = standing.application?.applyAgainOn
    assert(date, 'a refusal that is in the way names the day from which one can apply again')
    fail('APPLY_COOLING_DOWN', { date })
  }
  if (limit === undefined) fail('LIMIT_MISSING')
  if (blocked === 'writtenOff') fail('LOAN_WRITTEN_OFF')
  if (blocked === 'overdue') fail('LOAN_OVERDUE')
  if (blocked === 'expired') fail('LIMIT_EXPIRED')
  return limit
}

/** ID-14: the rules of the amount hold on the server, whatever a page let through. */
export function checkAmount(amount: Fen, { amountMinFen, amountMaxFen, amountStepFen }: Amounts): void {
  if (amount < amountMinFen) fail('AMOUNT_TOO_SMALL', { min: formatYuan(amountMinFen, 0), minFen: amountMinFen })
  if (amount > amountMaxFen) fail('AMOUNT_TOO_LARGE', { max: formatYuan(amountMaxFen, 0), maxFen: amountMaxFen })
  if (amount % amountStepFen !== 0) fail('AMOUNT_STEP', { step: formatYuan(amountStepFen, 0), stepFen: amountStepFen })
}

export function checkLimit({ amount, availableFen }: { amount: Fen; availableFen: Fen }, product: Amounts = allAmounts): void {
  if (amount <= availableFen) return
  const most = mostToBorrow(availableFen, product)
  fail('LIMIT_NOT_ENOUGH', { available: formatYuan(most, 0), availableFen: most })
}
