import { agreementKeys } from '@fyh/contract/agreement.ts'
import { costSheet } from '@fyh/contract/cost-sheet.ts'
import { couponApplied } from '@fyh/contract/coupon-shapes.ts'
import { options } from '@fyh/contract/options.ts'
import { day, fenAmount, ratePpm } from '@fyh/contract/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#platform/deps.ts'
import { planSchema } from './loan-record.ts'

const textSchema = z.object({
  key: z.enum(agreementKeys),
  version: z.string(),
  language: z.enum(['zh-cn', 'en-us']),
  title: z.string(),
  paragraphs: z.array(z.object({ kind: z.enum(['heading', 'text', 'row']), text: z.string() })),
  sha256: z.string(),
})

/** The edition of a package. What else is in it belongs to the slice of benefits. */
const packageQuoted = z.looseObject({ packageId: z.int() })

const quoteSchema = z
  .object({
    user_id: z.int(),
    quote_id: z.int(),
    lender_id: z.int(),
    lender_edition: z.int(),
    product_id: z.int(),
    product_edition: z.int(),
    amount_fen: fenAmount,
    periods: z.union([z.literal(3), z.literal(6), z.literal(9), z.literal(12)]),
    method: z.enum(options.repayMethod),
    loan_use: z.enum(options.loanUse),
    pay_out_date: day,
    annual_rate_ppm: ratePpm,
    simple_ppm: ratePpm,
    compound_ppm: ratePpm,
    plan: planSchema,
    cost_sheet: costSheet,
    texts: z.array(textSchema),
    coupon: couponApplied.nullable(),
    benefit: packageQuoted.nullable(),
    expires_at: z.date(),
    cost_sheet_shown_at: z.date(),
    signed_at: z.date().nullable(),
    used_loan_id: z.int().nullable(),
    for_loan_id: z.int().nullable(),
  })
  .transform((row) => ({
    userId: row.user_id,
    quoteId: row.quote_id,
    lenderId: row.lender_id,
    lenderEdition: row.lender_edition,
    productId: row.product_id,
    productEdition: row.product_edition,
    amountFen: row.amount_fen,
    periods: row.periods,
    method: row.method,
    use: row.loan_use,
    payOutDate: row.pay_out_date,
    annualRatePpm: row.annual_rate_ppm,
    simplePpm: row.simple_ppm,
    compoundPpm: row.compound_ppm,
    plan: row.plan,
    costSheet: row.cost_sheet,
    texts: row.texts,
    /** The coupon chosen with it and what it takes off the plan, which is kept as it is without it. */
    coupon: row.coupon,
    /** The package of benefits bought with it, as its slice published it; what it costs is in the cost sheet. */
    benefit: row.benefit,
    expiresAt: row.expires_at,
    costSheetShownAt: row.cost_sheet_shown_at,
    signedAt: row.signed_at,
    usedLoanId: row.used_loan_id,
    forLoanId: row.for_loan_id,
  }))
export type Quote = z.output<typeof quoteSchema>
type QuoteKey = { readonly userId: number; readonly quoteId: number }

export async function insertQuote(tx: Db | Tx, quote: Quote, quotedAt: Date): Promise<void> {
  await tx
    .insertInto('loan_quote')
    .values({
      user_id: quote.userId,
      quote_id: quote.quoteId,
      lender_id: quote.lenderId,
      lender_edition: quote.lenderEdition,
      product_id: quote.productId,
      product_edition: quote.productEdition,
      amount_fen: quote.amountFen,
      periods: quote.periods,
      method: quote.method,
      loan_use: quote.use,
      pay_out_date: quote.payOutDate,
      annual_rate_ppm: quote.annualRatePpm,
      simple_ppm: quote.simplePpm,
      compound_ppm: quote.compoundPpm,
      plan: JSON.stringify(quote.plan),
      cost_sheet: JSON.stringify(quote.costSheet),
      texts: JSON.stringify(quote.texts),
      coupon: quote.coupon === null ? null : JSON.stringify(quote.coupon),
      benefit: quote.benefit === null ? null : JSON.stringify(quote.benefit),
      quoted_at: quotedAt,
      expires_at: quote.expiresAt,
      cost_sheet_shown_at: quote.costSheetShownAt,
      signed_at: quote.signedAt,
      for_loan_id: quote.forLoanId,
    })
    .execute()
}

/** Quotes that a borrower was made from that moment on. */
export async function quotesSince(tx: Db | Tx, { userId, since }: { userId: number; since: Date }): Promise<number> {
  const { count } = await tx
    .selectFrom('loan_quote')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('quoted_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

const forgottenAtOnce = 1_000

/** Deletes unused quotes that expired before that moment and returns their number. Signed texts are kept with the signatures. */
export async function forgetUnusedQuotes(db: Db, expiredBefore: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from loan_quote where (user_id, quote_id) in (
      select q.user_id, q.quote_id from loan_quote q
      where q.used_loan_id is null and q.expires_at < ${expiredBefore}
        and not exists (select 1 from loan l where l.user_id = q.user_id and l.quote_id = q.quote_id)
        and not exists (select 1 from payout p where p.user_id = q.user_id and p.quote_id = q.quote_id)
      limit ${forgottenAtOnce})`.execute(db)
  return Number(numAffectedRows)
}

export async function findQuote(tx: Db | Tx, { userId, quoteId }: QuoteKey, lock?: 'update'): Promise<Quote | undefined> {
  const query = tx.selectFrom('loan_quote').selectAll().where('user_id', '=', userId).where('quote_id', '=', quoteId)
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst()
  return row && quoteSchema.parse(row)
}

/** Ids rise, so a higher one for the same loan, or for a new one, is a later choice of the borrower. */
export async function hasNewerQuote(tx: Db | Tx, { userId, quoteId, forLoanId }: QuoteKey & Pick<Quote, 'forLoanId'>): Promise<boolean> {
  const row = await tx
    .selectFrom('loan_quote')
    .select('quote_id')
    .where('user_id', '=', userId)
    .where('quote_id', '>', quoteId)
    .where('for_loan_id', 'is not distinct from', forLoanId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The first signature counts: signing the same again moves nothing. */
export async function markSigned(tx: Tx, { userId, quoteId }: QuoteKey, at: Date): Promise<void> {
  await tx
    .updateTable('loan_quote')
    .set({ signed_at: at })
    .where('user_id', '=', userId)
    .where('quote_id', '=', quoteId)
    .where('signed_at', 'is', null)
    .execute()
}

export async function markUsed(tx: Tx, { userId, quoteId }: QuoteKey, loanId: number): Promise<void> {
  await tx.updateTable('loan_quote').set({ used_loan_id: loanId }).where('user_id', '=', userId).where('quote_id', '=', quoteId).execute()
}
