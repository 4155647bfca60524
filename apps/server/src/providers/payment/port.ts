import type { Fen } from '@fyh/base/money.ts'
import type { Answer, Keyed } from '../answer.ts'

export type PaymentPort = {
  /**
   * Orders a debit. `ok` means accepted, not paid: the outcome comes by a signed notice to `noticeUrl` (contract: repay.debitNotice)
   * or by asking. Refusal reasons: balanceTooLow, overCardLimit, cardFrozen, agreementEnded, or a word of the channel's own.
   */
  debit(request: Debit): Promise<Answer>
  queryDebit(request: Keyed): Promise<QueryDebitAnswer>
}
export type Debit = Keyed & { readonly channelAgreementNo: string; readonly amountFen: Fen; readonly noticeUrl: string }
/** `notFound`: the channel never got the order, so nothing was taken and nothing will be. */
export type QueryDebitAnswer = Answer<{
  readonly state: 'processing' | 'succeeded' | 'partly' | 'failed' | 'notFound'
  readonly takenFen: Fen
  readonly channelNo: string | null
  readonly reason: string | null
}>
