import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import type { SharedItem } from '@fyh/contract/capital-shapes.ts'
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
  /**
   * Applies to a partner lender. `ok` means accepted: the decision comes by a signed notice to `noticeUrl` (contract: capital.applyNotice) or by
   * asking. Refusal reasons: riskRefused, notServed, closed, or a word of the lender's own.
   */
  apply(request: Apply): Promise<Answer>
  queryApply(request: Keyed): Promise<QueryApplyAnswer>
  /**
   * Takes an application back, also an approved one, and also one that the lender has not got (yet): it is never approved under this key after
   * that. `ok` answers where it stands then. `refused` with `cannotCancel` is final: its decision has to be waited for.
   */
  cancelApply(request: Keyed): Promise<QueryApplyAnswer>
}
/** The only refusal of `cancelPayOut` and `cancelApply` that is final. */
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

/** What the borrower agreed to share, and nothing else. */
export type SharedData = Partial<Readonly<Record<Exclude<SharedItem, 'form'>, string>>> & {
  readonly form?: Readonly<Record<string, string>>
}

export type Apply = Keyed & {
  readonly amountFen: Fen
  readonly periods: number
  readonly data: SharedData
  readonly noticeUrl: string
}
/** `notFound`: the lender does not have the application. It may still be on its way. */
export type QueryApplyAnswer = Answer<{
  readonly state: 'reviewing' | 'approved' | 'refused' | 'incomplete' | 'cancelled' | 'notFound'
  /** What it approved; may differ from what was asked for. */
  readonly amountFen: Fen
  /** The longest term approved; null for the one asked for. */
  readonly periodsMax: number | null
  /** ISO 8601 instants, machine time of the lender. */
  readonly validUntil: string | null
  readonly reason: string | null
  /** Fields of the form that it asks for again. */
  readonly missing: readonly string[]
  readonly missingUntil: string | null
}>
