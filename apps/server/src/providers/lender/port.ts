import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import type { Answer, Keyed } from '../answer.ts'
import type { AskStatement, StatementPage } from '../statement.ts'

export type LenderPort = {
  /**
   * Orders a loan to be paid out to the card behind the agreement number. `ok` means accepted: the outcome comes by a signed notice to
   * `noticeUrl` (contract: borrow.payoutNotice) or by asking. Refusal reasons: riskRefused, noFunds, cardRefused, overCardLimit, or a word of the lender's own.
   */
  payOut(request: PayOut): Promise<Answer>
  queryPayOut(request: Keyed): Promise<QueryPayOutAnswer>
  /**
   * Asks that nothing be paid out under a key any more, also when the lender has not got the order (yet). `ok` answers where the order stands
   * after that: `refused` with the reason `cancelled` when it will never be paid out, `paid` or `processing` when it is too late.
   * `refused` with the reason `cannotCancel`: this lender never cancels orders. Any other reason, for example `busy`, is temporary: the order
   * may still be paid out, and the caller asks again.
   */
  cancelPayOut(request: Keyed): Promise<QueryPayOutAnswer>
  statement(asked: AskStatement): Promise<StatementPage>
}
/** The only refusal of `cancelPayOut` that is final. */
export const cannotCancel = 'cannotCancel'

export type PayOut = Keyed & {
  readonly contractNo: string
  readonly amountFen: Fen
  readonly channelAgreementNo: string
  /** Our business day of the order; the lender's statement files it under this day. */
  readonly orderedOn: CivilDate
  readonly noticeUrl: string
}
/** `notFound`: the lender does not have the order. It may still be on its way. */
export type QueryPayOutAnswer = Answer<{
  readonly state: 'processing' | 'paid' | 'refused' | 'notFound'
  readonly amountFen: Fen
  /** ISO 8601 instant of the pay-out, machine time of the lender. */
  readonly paidAt: string | null
  readonly reason: string | null
}>
