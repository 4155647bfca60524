import type { LendingDeps, PaidOutLoan } from '#lending/deps.ts'
import type { Tx } from '#platform/deps.ts'
import { benefitPackage } from './benefit-package.ts'
import { orderBenefit } from './order-benefit.ts'
import { tellNotCharged } from './refund.ts'

/**
 * Orders the package that was signed with a loan, now that the loan's money has gone out, and has its price debited from the loan's card. What
 * cannot be ordered is not charged, and the borrower learns so; the loan stays as it is.
 */
export async function orderWithLoan(tx: Tx, deps: LendingDeps, { userId, loanId, cardId, isLate, benefit }: PaidOutLoan): Promise<void> {
  if (benefit === null) return
  const one = benefitPackage.parse(benefit)
  const card = isLate ? undefined : await deps.cards.cardOf(tx, userId, cardId)
  const order = card && (await orderBenefit(tx, deps, { userId, package: one, card, loanId }))
  if (order === undefined) await tellNotCharged(tx, deps, { userId, loanId, priceFen: one.priceFen })
}
