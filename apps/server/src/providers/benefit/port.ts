import type { Answer, Keyed } from '../answer.ts'

/** The supplier of benefits. It never learns who the borrower is: it only knows our order key. */
export type BenefitPort = {
  /**
   * Orders an act. `ok` means accepted, not done: the outcome comes by a signed notice to `noticeUrl` (contract: equity.supplierNotice) or
   * by asking. Refusal reasons are words of the supplier's own.
   */
  order(request: BenefitOrder): Promise<Answer>
  queryOrder(request: Keyed): Promise<QueryBenefitAnswer>
}
export type BenefitOrder = Keyed & {
  /** activate: a package from now on; use: one of its rights, which brings a voucher; cancel: the whole package, for good. */
  readonly act: 'activate' | 'use' | 'cancel'
  /** The key of the activation that the act is about; the order's own for an activation. */
  readonly activationKey: string
  readonly packageCode: string
  /** The right that is used; null for the other acts. */
  readonly rightCode: string | null
  readonly noticeUrl: string
}
/** `notFound`: the supplier never got the order, so nothing was done. */
export type QueryBenefitAnswer = Answer<{
  readonly state: 'processing' | 'succeeded' | 'failed' | 'notFound'
  readonly voucher: string | null
  readonly reason: string | null
}>
