import { isDeepStrictEqual } from 'node:util'
import { assert } from '@fyh/base/assert.ts'
import { maskIdNumber, maskName } from '@fyh/base/chinese-data.ts'
import { instantAt, today } from '@fyh/base/dates.ts'
import { subFen, zeroFen } from '@fyh/base/money.ts'
import type { AgreementKey } from '@fyh/contract/agreement.ts'
import type { borrow } from '@fyh/contract/borrow.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { totalsOf } from '@fyh/loan-engine/schedule.ts'
import { fail } from '@fyh/serve/fail.ts'
import { type Coupon, couponsFor, obstacleOf } from '#lending/coupons/coupons.ts'
import type { LenderRecord, Wish } from '#lending/lenders/lenders.ts'
import { findQuote, hasNewerQuote, insertQuote, type LoanRecord, planShown, type Quote, quotesSince } from '#lending/loan/loan.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { filledText, requireInForce } from '../agreement/agreement.ts'
import { identityOf } from '../apply/apply.ts'
import type { BenefitPackage } from '../equity/equity.ts'
import { inSheet, requireBelowCap } from './benefit-for-loan.ts'
import { approvalFor, type Lent, lendingInForce, requireLendable } from './lending-checks.ts'
import { type Offer, offerOf, priceToCap } from './offer.ts'

/** How long a quote can be signed and used. */
const quoteMinutes = 30
export const quotesDailyMax = 200

type Asked = Pick<Wish, 'amountFen' | 'periods'> & {
  readonly userId: number
  readonly use: Quote['use']
  readonly language: Language
  readonly coupon?: Coupon | undefined
  readonly benefit?: BenefitPackage | undefined
}

/** Makes and keeps a quote: everything the borrower will see and sign, word for word. */
export async function makeQuote(deps: Deps, lent: Lent, asked: Asked): Promise<Quote> {
  await checkQuotesToday(deps, asked.userId)
  await approvalFor(deps.db, deps, { lent, ...asked })
  const quote = await drawUp(deps, lent, asked)
  await insertQuote(deps.db, quote, deps.clock.now())
  return quote
}

/**
 * Makes and keeps the quote on which a loan can be submitted again. While plan, costs and editions are still those that were signed, the
 * signature holds and the quote carries the very texts that were signed; else it is signed again. A package of benefits is not bought with it.
 */
export async function makeQuoteAgain(deps: Deps, lent: Lent, { loan, language }: { loan: LoanRecord; language: Language }): Promise<Quote> {
  const { userId, amountFen, periods, use, loanId } = loan
  await checkQuotesToday(deps, userId)
  await approvalFor(deps.db, deps, { lent, userId, amountFen, periods }, loanId)
  const signed = await findQuote(deps.db, loan)
  assert(signed !== undefined, `loan ${loanId} has no quote`)
  const coupon = await couponStillThere(deps, lent, { loan, chosen: signed.coupon })
  const fresh = await drawUp(deps, lent, { userId, language, amountFen, periods, use, coupon })
  const quote = {
    ...fresh,
    ...(isSameOffer(signed, fresh) && { texts: signed.texts, signedAt: signed.signedAt }),
    forLoanId: loanId,
  }
  await insertQuote(deps.db, quote, deps.clock.now())
  return quote
}

/** The coupon that a loan was signed with, as long as the borrower can use it on it; the failed pay-out freed it. */
async function couponStillThere(
  deps: Deps,
  { product }: Lent,
  { loan, chosen }: { loan: LoanRecord; chosen: Quote['coupon'] },
): Promise<Coupon | undefined> {
  if (chosen === null) return undefined
  const { userId, amountFen, periods } = loan
  const usable = await couponsFor(deps.db, { userId, use: 'borrow', now: deps.clock.now() })
  const coupon = usable.find(({ couponId, loanId }) => couponId === chosen.couponId && loanId === null)
  const to = { productId: product.productId, amountFen, periods }
  return coupon !== undefined && obstacleOf(coupon.terms, to) === null ? coupon : undefined
}

/** Each quote keeps its plan and its texts, so one borrower gets only so many a day. */
async function checkQuotesToday({ db, clock }: Deps, userId: number): Promise<void> {
  if ((await quotesSince(db, { userId, since: instantAt(today(clock)) })) >= quotesDailyMax) fail('QUOTE_DAILY_LIMIT')
}

function isSameOffer(signed: Quote, fresh: Quote): boolean {
  const offered = ({ plan, costSheet, coupon, texts }: Quote) => ({
    plan,
    costSheet,
    coupon,
    editions: texts.map(({ key, version }) => [key, version]),
  })
  return isDeepStrictEqual(offered(signed), offered(fresh))
}

async function drawUp(deps: Deps, lent: Lent, asked: Asked): Promise<Quote> {
  const { userId, amountFen, periods, use, language, coupon, benefit } = asked
  const { lender, product, annualRatePpm } = lent
  const payOutDate = today(deps.clock)
  const wish = { amountFen, periods, annualRatePpm, payOutDate }
  const plain = offerOf(lent, wish, { coupon })
  requireLendable({ lender, pricePpm: priceToCap(plain.costSheet) }, deps)
  const offer = benefit === undefined ? plain : offerOf(lent, wish, { coupon, benefit: inSheet(benefit, language) })
  requireBelowCap(offer.costSheet, lender)
  const terms = { quoteId: deps.ids(), amountFen, periods, method: product.method, use, payOutDate, annualRatePpm }
  return {
    userId,
    lenderId: lender.lenderId,
    lenderEdition: lender.edition,
    productId: product.productId,
    productEdition: product.edition,
    ...terms,
    simplePpm: offer.price.simple,
    compoundPpm: offer.price.compound,
    plan: [...offer.plan],
    costSheet: offer.costSheet,
    coupon: offer.coupon,
    benefit: benefit ?? null,
    texts: await textsOf(deps, asked, { ...terms, lent, offer }),
    expiresAt: new Date(deps.clock.now().getTime() + quoteMinutes * 60_000),
    costSheetShownAt: deps.clock.machineNow(),
    signedAt: null,
    usedLoanId: null,
    forLoanId: null,
  }
}

type Named = Pick<Quote, 'quoteId' | 'amountFen' | 'periods' | 'method' | 'use' | 'payOutDate' | 'annualRatePpm'> & {
  lent: Lent
  offer: Offer
}

/** The texts to sign, filled with the figures. The borrower stands in them masked, as everywhere outside the sealed columns. */
async function textsOf(deps: Deps, { userId, language }: Asked, { lent, offer, ...terms }: Named): Promise<Quote['texts']> {
  const identity = await identityOf(deps.db, deps, userId)
  assert(identity !== undefined, `borrower ${userId} has a limit without an identity`)
  const figures = {
    ...terms,
    plan: planShown(offer.plan, { amountFen: terms.amountFen, plan: offer.plan }),
    totalInterest: offer.totalInterest,
    totalDue: offer.totalDue,
    costSheet: offer.costSheet,
    borrower: { name: maskName(identity.name), idNumber: maskIdNumber(identity.idNumber) },
  }
  const keys: readonly AgreementKey[] = [
    ...lent.lender.agreementKeys,
    ...(offer.costSheet.benefit === null ? [] : ['benefitTerms' as const]),
  ]
  return keys.map((key) => {
    const { version, title, paragraphs, sha256, language: written } = filledText(deps, key, language, figures)
    return { key, version, language: written, title, paragraphs: [...paragraphs], sha256 }
  })
}

/** A quote as the contract shows it. */
export function quoteShown(
  quote: Quote,
  { bankCodes, payOutHours }: Pick<LenderRecord, 'bankCodes' | 'payOutHours'>,
): DataOf<typeof borrow.quote> {
  const totals = totalsOf(quote.plan)
  const off = quote.coupon?.discountFen ?? zeroFen
  return {
    quoteId: quote.quoteId,
    lenderId: quote.lenderId,
    productId: quote.productId,
    bankCodes,
    payOutHours,
    amountFen: quote.amountFen,
    periods: quote.periods,
    method: quote.method,
    use: quote.use,
    payOutDate: quote.payOutDate,
    annualRatePpm: quote.annualRatePpm,
    plan: planShown(quote.plan, quote),
    totalInterest: subFen(totals.interest, off),
    totalDue: subFen(totals.total, off),
    costSheet: quote.costSheet,
    texts: quote.texts.map(({ key, version, sha256, title }) => ({ key, version, sha256, title })),
    signed: quote.signedAt !== null,
    expiresAt: quote.expiresAt.toISOString(),
    forLoanId: quote.forLoanId,
    benefitPackageId: quote.benefit?.packageId ?? null,
  }
}

/**
 * The quote of a borrower as long as it can be used: RT-10, one of an amount chosen before is refused, and so is one whose texts have a
 * newer edition in force, and one whose lender or product has.
 */
export async function quoteInForce(
  tx: Db | Tx,
  deps: Pick<Deps, 'clock'>,
  key: { userId: number; quoteId: number },
  lock?: 'update',
): Promise<{ quote: Quote; lent: Lent }> {
  const quote = await findQuote(tx, key, lock)
  if (quote === undefined) fail('QUOTE_NOT_FOUND')
  if (quote.usedLoanId !== null && lock === 'update') fail('QUOTE_USED', { loanId: quote.usedLoanId })
  if (await hasNewerQuote(tx, quote)) fail('QUOTE_OUTDATED')
  if (deps.clock.now() >= quote.expiresAt) fail('QUOTE_EXPIRED')
  requireInForce(deps, quote.texts)
  return { quote, lent: await lendingInForce(tx, deps, quote) }
}
