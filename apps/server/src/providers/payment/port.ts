import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import type { Answer, Keyed } from '../answer.ts'
import type { AskStatement, StatementPage } from '../statement.ts'

export type PaymentPort = {
  /**
   * Orders a debit. `ok` means accepted, not paid: the outcome comes by a signed notice to `noticeUrl` (contract: repay.debitNotice)
   * or by asking. Refusal reasons: balanceTooLow, overCardLimit, cardFrozen, agreementEnded, or a word of the channel's own.
   */
  debit(request: Debit): Promise<Answer>
  queryDebit(request: Keyed): Promise<QueryDebitAnswer>
  /**
   * Orders money to a card. `ok` means accepted, not sent: the outcome comes by a signed notice to `noticeUrl` (contract:
   * transfer.transferNotice) or by asking. Refusal reasons: cardFrozen, agreementEnded, or a word of the channel's own.
   */
  transfer(request: Transfer): Promise<Answer>
  queryTransfer(request: Keyed): Promise<QueryTransferAnswer>
  statement(asked: AskStatement): Promise<StatementPage>
}
export type Debit = Keyed & {
  readonly channelAgreementNo: string
  readonly amountFen: Fen
  /** Our business day of the order; the channel's statement files it under this day. */
  readonly orderedOn: CivilDate
  readonly noticeUrl: string
}
/** `notFound`: the channel never got the order, so nothing was taken and nothing will be. `returned`: it took `takenFen` and took it back since. */
export type QueryDebitAnswer = Answer<{
  readonly state: 'processing' | 'succeeded' | 'partly' | 'failed' | 'notFound' | 'returned'
  readonly takenFen: Fen
  readonly channelNo: string | null
  /** The day the channel received the money, where it says so. */
  readonly receivedOn?: CivilDate | null | undefined
  readonly reason: string | null
}>
export type Transfer = Keyed & {
  /** The card the money goes to. */
  readonly channelAgreementNo: string
  readonly amountFen: Fen
  /** Our business day of the order; the channel's statement files it under this day. */
  readonly orderedOn: CivilDate
  readonly noticeUrl: string
}
/** `notFound`: the channel never got the order, so nothing moved and nothing will. `returned`: the card's bank sent the money back since. */
export type QueryTransferAnswer = Answer<{
  readonly state: 'processing' | 'succeeded' | 'failed' | 'notFound' | 'returned'
  readonly amountFen: Fen
  readonly reason: string | null
}>
