import type { CivilDate } from '@fyh/base/dates.ts'
import type { Product } from '#lending/lenders/lenders.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Tx } from '#platform/deps.ts'
import type { Quote } from './quote.sql.ts'
import { numberOf } from './status-numbers.ts'

/** True when the number was free. Numbers are unique over all borrowers. */
export async function takeContractNumber(tx: Tx, taken: { contractNo: string; userId: number; loanId: number }): Promise<boolean> {
  const row = await tx
    .insertInto('contract_number')
    .values({ contract_no: taken.contractNo, user_id: taken.userId, loan_id: taken.loanId })
    .onConflict((conflict) => conflict.column('contract_no').doNothing())
    .returning('contract_no')
    .executeTakeFirst()
  return row !== undefined
}

type NewLoan = {
  readonly quote: Quote
  readonly loanId: number
  readonly contractNo: string
  readonly cardId: number
  /** Its settings stay with the loan. */
  readonly product: Pick<Product, 'dayCount' | 'tail' | 'daysOff' | 'rules'>
  readonly borrowedAt: Date
  /** The channel of the visit that borrowed. */
  readonly channelCode: string
}

export async function insertLoan(tx: Tx, { quote, loanId, contractNo, cardId, product, borrowedAt, channelCode }: NewLoan): Promise<void> {
  await tx
    .insertInto('loan')
    .values({
      user_id: quote.userId,
      loan_id: loanId,
      quote_id: quote.quoteId,
      contract_no: contractNo,
      lender_id: quote.lenderId,
      lender_edition: quote.lenderEdition,
      product_id: quote.productId,
      product_edition: quote.productEdition,
      card_id: cardId,
      debit_card_id: cardId,
      status: numberOf('disbursing'),
      amount_fen: quote.amountFen,
      periods: quote.periods,
      method: quote.method,
      loan_use: quote.use,
      annual_rate_ppm: quote.annualRatePpm,
      simple_ppm: quote.simplePpm,
      compound_ppm: quote.compoundPpm,
      day_count: product.dayCount,
      tail: product.tail,
      days_off: product.daysOff,
      rules: JSON.stringify(product.rules),
      plan: JSON.stringify(quote.plan),
      borrowed_at: borrowedAt,
      channel_code: channelCode,
    })
    .execute()
}

/** Puts a loan on the terms of a quote; the amount, the term and the method are the same. */
export async function writeTerms(
  tx: Tx,
  { loanId, quote, cardId, product }: Omit<NewLoan, 'contractNo' | 'borrowedAt' | 'channelCode'>,
): Promise<void> {
  await tx
    .updateTable('loan')
    .set({
      quote_id: quote.quoteId,
      lender_id: quote.lenderId,
      lender_edition: quote.lenderEdition,
      product_id: quote.productId,
      product_edition: quote.productEdition,
      card_id: cardId,
      debit_card_id: cardId,
      annual_rate_ppm: quote.annualRatePpm,
      simple_ppm: quote.simplePpm,
      compound_ppm: quote.compoundPpm,
      day_count: product.dayCount,
      tail: product.tail,
      days_off: product.daysOff,
      rules: JSON.stringify(product.rules),
      plan: JSON.stringify(quote.plan),
    })
    .where('user_id', '=', quote.userId)
    .where('loan_id', '=', loanId)
    .execute()
}

/** The first time counts. */
export async function markGivenUp(tx: Tx, { userId, loanId }: LoanKey, at: Date): Promise<void> {
  await tx
    .updateTable('loan')
    .set({ given_up_at: at })
    .where('user_id', '=', userId)
    .where('loan_id', '=', loanId)
    .where('given_up_at', 'is', null)
    .execute()
}

/** From the pay-out on the plan is the one that counts from its day. */
export async function writePaidOut(
  tx: Tx,
  { userId, loanId }: LoanKey,
  { plan, payOutDate, paidOutAt }: { plan: object; payOutDate: CivilDate; paidOutAt: Date },
): Promise<void> {
  await tx
    .updateTable('loan')
    .set({
      plan: JSON.stringify(plan),
      pay_out_date: payOutDate,
      booked_to: payOutDate,
      paid_out_at: paidOutAt,
      fail_reason: null,
      given_up_at: null,
    })
    .where('user_id', '=', userId)
    .where('loan_id', '=', loanId)
    .execute()
}

export async function writeFailReason(tx: Tx, { userId, loanId }: LoanKey, reason: string | null): Promise<void> {
  await tx.updateTable('loan').set({ fail_reason: reason }).where('user_id', '=', userId).where('loan_id', '=', loanId).execute()
}
