import type { Fen } from '@fyh/base/money.ts'
import type { Answer, Keyed } from '../answer.ts'

export type LenderPort = {
  /**
   * Orders a loan to be paid out to the card behind the agreement number. `ok` means accepted: the outcome comes by a signed notice to
   * `noticeUrl` (contract: borrow.payoutNotice) or by asking. Refusal reasons: riskRefused, noFunds, cardRefused, or a word of the lender's own.
   */
  payOut(request: PayOut): Promise<Answer>
  queryPayOut(request: Keyed): Promise<QueryPayOutAnswer>
}
export type PayOut = Keyed & {
  readonly contractNo: string
  readonly amountFen: Fen
  readonly channelAgreementNo: string
  readonly noticeUrl: string
}
/** `notFound`: the lender never got the order, so nothing was paid out and nothing will be. */
export type QueryPayOutAnswer = Answer<{
  readonly state: 'processing' | 'paid' | 'refused' | 'notFound'
  readonly amountFen: Fen
  /** ISO 8601 instant of the pay-out, machine time of the lender. */
  readonly paidAt: string | null
  readonly reason: string | null
}>
