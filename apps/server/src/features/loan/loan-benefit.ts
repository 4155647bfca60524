import { zeroFen } from '@fyh/base/money.ts'
import type { CostSheet } from '@fyh/contract/cost-sheet.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { loan } from '@fyh/contract/loan.ts'
import { isPaidOut, type LoanRecord } from '#lending/loan/loan.ts'

type Shown = NonNullable<DataOf<typeof loan.detail>['benefit']>
/** The package ordered with a loan. */
export type OrderedBenefit = Pick<Shown, 'paidFen' | 'state'> & { readonly orderId: number }

export type BenefitOfLoan = { readonly signed: CostSheet['benefit']; readonly ordered: OrderedBenefit | undefined }

/** The package signed with a loan. It is ordered when the money goes out or not at all, so one without an order then is not charged any more. */
export function benefitShown(record: LoanRecord, { signed, ordered }: BenefitOfLoan): Shown | null {
  if (signed === null) return null
  const { name, supplier, priceFen } = signed
  if (ordered !== undefined) {
    const { orderId, paidFen, state } = ordered
    return { name, supplier, priceFen, orderId, paidFen, state }
  }
  const isAhead = !isPaidOut(record) && record.status !== 'failed'
  return { name, supplier, priceFen, orderId: null, paidFen: zeroFen, state: isAhead ? 'waiting' : 'notCharged' }
}

/** The price of a loan as signed, without the package when that is not charged. */
export function priceShown({ simplePpm, compoundPpm }: LoanRecord, { signed }: BenefitOfLoan, shown: Shown | null) {
  return shown?.state === 'notCharged' && signed !== null ? signed.priceBefore : { simplePpm, compoundPpm }
}
