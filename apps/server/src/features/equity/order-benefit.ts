import type { LendingDeps } from '#lending/deps.ts'
import { orderTransfer } from '#lending/transfers/transfers.ts'
import type { Tx } from '#platform/deps.ts'
import type { BenefitPackage } from './benefit-package.ts'
import { type BenefitOrderKey, insertOrder } from './equity.sql.ts'

type Wanted = {
  readonly userId: number
  readonly package: BenefitPackage
  readonly card: { readonly cardId: number; readonly tail: string }
  /** The loan it is bought with; null when it is bought by itself. */
  readonly loanId: number | null
}

/** Writes an order down and has its price debited. Undefined when the borrower has one of this package that is not over. */
export async function orderBenefit(tx: Tx, deps: LendingDeps, wanted: Wanted): Promise<BenefitOrderKey | undefined> {
  const key = { userId: wanted.userId, orderId: deps.ids() }
  if (!(await insertOrder(tx, { ...key, ...wanted, boughtAt: deps.clock.now() }))) return undefined
  await orderTransfer(tx, deps, {
    userId: wanted.userId,
    purpose: 'benefit',
    subject: { kind: 'benefit', id: key.orderId },
    amountFen: wanted.package.priceFen,
    cardId: wanted.card.cardId,
  })
  return key
}
