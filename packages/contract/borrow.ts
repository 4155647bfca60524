import { z } from 'zod'
import { agreementKeys } from './agreement.ts'
import { standings } from './apply-shapes.ts'
import { borrowBenefits } from './borrow-benefits.ts'
import { borrowCoupons } from './borrow-coupons.ts'
import { quote, quoteExample } from './borrow-quote.ts'
import { couponRefusals } from './coupon-shapes.ts'
import { endpoint } from './endpoint.ts'
import { offeredProduct, periods, productExample } from './offered-product.ts'
import { options } from './options.ts'
import { agreedTexts, authCode, day, fenAmount, id, idParam, moment, payPassword } from './shapes.ts'

/** Why a lender makes no such loan now. */
const notLent = ['PRODUCT_NOT_OFFERED', 'LENDER_CLOSED', 'PRICE_ABOVE_CAP', 'APPROVAL_MISSING', 'APPROVAL_NOT_ENOUGH'] as const

/** Why a package of benefits is not bought with a loan. The loan is quoted without it. */
const benefitRefusals = ['BENEFIT_NOT_ON_SALE', 'BENEFIT_NOT_WITH_LOAN', 'BENEFIT_OWNED', 'BENEFIT_ABOVE_CAP'] as const

/** What can have become of the coupon of a quote since. */
const couponLost = ['COUPON_EXPIRED', 'COUPON_USED', 'COUPON_REVOKED', 'COUPON_IN_USE'] as const

/** Why a loan cannot be submitted again. */
const notAgain = [
  'LOAN_NOT_FOUND',
  'LOAN_NOT_FAILED',
  'LOAN_GIVEN_UP',
  'LOAN_REFUSED_BY_LENDER',
  'PAYOUT_UNCERTAIN',
  'LIMIT_MISSING',
  'LIMIT_EXPIRED',
  'LIMIT_NOT_ENOUGH',
  'LOAN_OVERDUE',
  'LOAN_WRITTEN_OFF',
] as const

export const borrow = {
  options: endpoint({
    method: 'GET',
    path: '/fyh/app/loan/options',
    auth: 'user',
    summary: 'What may be borrowed now and on which terms; the web computes its preview from these with the loan engine',
    data: z.object({
      today: day,
      availableFen: fenAmount,
      uses: z.array(z.enum(options.loanUse)),
      /** The default first. Empty without a limit. */
      products: z.array(offeredProduct),
      blocked: z.enum(['writtenOff', 'overdue', 'used', 'expired', 'noLimit', ...standings]).nullable(),
      /** After a refusal: the day from which one may apply again. */
      applyAgainOn: day.nullable(),
    }),
    errors: [],
    example: {
      data: {
        today: '2026-11-27',
        availableFen: 2800000,
        uses: ['01'],
        products: [productExample],
        blocked: null,
        applyAgainOn: null,
      },
    },
  }),
  quote: endpoint({
    method: 'POST',
    path: '/fyh/app/loan/quote',
    auth: 'user',
    summary: 'A binding quote with plan, price, cost sheet and the texts to sign; a newer quote makes older ones outdated',
    body: z.object({
      productId: id,
      amountFen: fenAmount,
      periods,
      use: z.enum(options.loanUse),
      /** A coupon of the borrower; the quote is without one when left out. */
      couponId: id.optional(),
      /** A package of benefits bought with the loan; none when left out. */
      benefitPackageId: id.optional(),
    }),
    data: quote,
    errors: [
      'APPLICATION_IN_REVIEW',
      'APPLY_COOLING_DOWN',
      'LIMIT_MISSING',
      'LIMIT_EXPIRED',
      'LIMIT_NOT_ENOUGH',
      'LOAN_OVERDUE',
      'LOAN_WRITTEN_OFF',
      'AMOUNT_TOO_SMALL',
      'AMOUNT_TOO_LARGE',
      'AMOUNT_STEP',
      'QUOTE_DAILY_LIMIT',
      ...notLent,
      ...couponRefusals,
      ...benefitRefusals,
    ],
    example: { body: { productId: 101, amountFen: 1000000, periods: 12, use: '01' }, data: quoteExample },
  }),
  ...borrowCoupons,
  ...borrowBenefits,
  quoted: endpoint({
    method: 'GET',
    path: '/fyh/app/loan/quote/:id',
    auth: 'user',
    summary: 'A quote again, after a reload or from the card page',
    params: idParam,
    data: quote,
    errors: ['QUOTE_NOT_FOUND', 'QUOTE_USED', 'QUOTE_EXPIRED', 'QUOTE_OUTDATED', 'AGREEMENT_OUTDATED'],
    example: { params: { id: 1 }, data: quoteExample },
  }),
  quoteText: endpoint({
    method: 'GET',
    path: '/fyh/app/loan/quote/:id/text',
    auth: 'user',
    summary: 'One text of the quote, filled with its figures; its hash is the one that is signed',
    params: idParam,
    query: z.object({ key: z.enum(agreementKeys) }),
    data: z.object({
      key: z.enum(agreementKeys),
      version: z.string(),
      sha256: z.string(),
      title: z.string(),
      paragraphs: z.array(z.object({ kind: z.enum(['heading', 'text', 'row']), text: z.string() })),
    }),
    errors: ['QUOTE_NOT_FOUND', 'AGREEMENT_NOT_FOUND'],
    example: {
      params: { id: 1 },
      query: { key: 'loanContract' },
      data: { key: 'loanContract', version: '1.0', sha256: '0'.repeat(64), title: '借款合同', paragraphs: [] },
    },
  }),
  sign: endpoint({
    method: 'POST',
    path: '/fyh/app/loan/sign',
    auth: 'user',
    summary: 'Signs the cost sheet and the texts of a quote; stores version, hash, time, address and device',
    body: z.object({ quoteId: id, agreed: agreedTexts }),
    data: z.object({ signed: z.literal(true) }),
    errors: [
      'QUOTE_NOT_FOUND',
      'QUOTE_EXPIRED',
      'QUOTE_OUTDATED',
      'AGREEMENT_REQUIRED',
      'AGREEMENT_OUTDATED',
      'COST_SHEET_NOT_READ',
      ...couponLost,
    ],
    example: { body: { quoteId: 1, agreed: [] }, data: { signed: true } },
  }),
  borrow: endpoint({
    method: 'POST',
    path: '/fyh/app/loan/borrow',
    auth: 'user',
    moves: 'money',
    summary: 'Makes the loan of a signed quote and asks the lender to pay it out to a bound card',
    body: z.object({ quoteId: id, cardId: id, authCode, payPassword: payPassword.optional() }),
    data: z.object({ loanId: id, contractNo: z.string(), status: z.int() }),
    errors: [
      'QUOTE_NOT_FOUND',
      'QUOTE_EXPIRED',
      'QUOTE_OUTDATED',
      'QUOTE_USED',
      'QUOTE_NOT_SIGNED',
      'AGREEMENT_OUTDATED',
      ...couponLost,
      'CARD_NOT_FOUND',
      'CARD_BANK_NOT_SERVED',
      'LENDER_CLOSED',
      'PRICE_ABOVE_CAP',
      'APPROVAL_MISSING',
      'APPROVAL_NOT_ENOUGH',
      'LIMIT_MISSING',
      'LIMIT_EXPIRED',
      'LIMIT_NOT_ENOUGH',
      'LOAN_OVERDUE',
      'LOAN_WRITTEN_OFF',
      'SMS_CODE_WRONG',
      'SMS_CODE_EXPIRED',
      'SMS_CODE_OTHER_ORDER',
      'SMS_TRIES_LIMIT',
      'PAYMENT_PASSWORD_REQUIRED',
      'PAYMENT_PASSWORD_WRONG',
      'PAYMENT_PASSWORD_LOCKED',
    ],
    example: { body: { quoteId: 1, cardId: 1, authCode: '0000' }, data: { loanId: 1, contractNo: 'FY2026112700001', status: 1 } },
  }),
  reLoan: endpoint({
    method: 'POST',
    path: '/fyh/app/apply/reLoan/:id',
    auth: 'user',
    moves: 'money',
    summary: 'Resubmits a loan whose pay-out failed, to the chosen card and on the signed quote from reQuote',
    params: idParam,
    body: z.object({ quoteId: id, cardId: id, authCode, payPassword: payPassword.optional() }),
    data: z.object({ loanId: id, status: z.int() }),
    errors: [
      ...notAgain,
      'QUOTE_NOT_FOUND',
      'QUOTE_EXPIRED',
      'QUOTE_OUTDATED',
      'QUOTE_USED',
      'QUOTE_NOT_SIGNED',
      'AGREEMENT_OUTDATED',
      ...couponLost,
      'CARD_NOT_FOUND',
      'CARD_BANK_NOT_SERVED',
      'LENDER_CLOSED',
      'PRICE_ABOVE_CAP',
      'SMS_CODE_WRONG',
      'SMS_CODE_EXPIRED',
      'SMS_CODE_OTHER_ORDER',
      'SMS_TRIES_LIMIT',
      'PAYMENT_PASSWORD_REQUIRED',
      'PAYMENT_PASSWORD_WRONG',
      'PAYMENT_PASSWORD_LOCKED',
    ],
    example: { params: { id: 1 }, body: { quoteId: 2, cardId: 1, authCode: '0000' }, data: { loanId: 1, status: 1 } },
  }),
  reQuote: endpoint({
    method: 'POST',
    path: '/fyh/app/loan/reQuote/:id',
    auth: 'user',
    summary:
      'Quotes a loan whose pay-out failed, so that it can be resubmitted: the same amount, term and method at the price and dates of today. The quote counts as signed while it matches the signed contract',
    params: idParam,
    data: quote,
    errors: [...notAgain, ...notLent, 'QUOTE_DAILY_LIMIT'],
    example: { params: { id: 1 }, data: { ...quoteExample, quoteId: 2, forLoanId: 1 } },
  }),
  giveUp: endpoint({
    method: 'POST',
    path: '/fyh/app/loan/giveUp/:id',
    auth: 'user',
    summary: 'Gives up a loan whose pay-out failed; its limit was released at the failure. Repeating it changes nothing',
    params: idParam,
    data: z.object({ givenUp: z.literal(true) }),
    errors: ['LOAN_NOT_FOUND', 'LOAN_NOT_FAILED', 'PAYOUT_UNCERTAIN'],
    example: { params: { id: 1 }, data: { givenUp: true } },
  }),
  payoutNotice: endpoint({
    method: 'POST',
    path: '/fyh/callback/lender/payOut',
    auth: 'vendor',
    summary:
      'A lender reports the result of a pay-out, signed with its own secret; the same notice twice, late or out of order changes nothing more',
    body: z.object({
      noticeId: z.string().max(80),
      /** The reporting lender: the signature and the loan must both be this lender's. */
      lenderId: id,
      key: z.string().max(80),
      result: z.enum(['paid', 'refused']),
      amountFen: fenAmount,
      reason: z.string().max(200).optional(),
      paidAt: moment.optional(),
    }),
    data: z.object({ received: z.literal(true) }),
    errors: ['NOTICE_UNKNOWN'],
    example: { body: { noticeId: 'n1', lenderId: 1, key: 'payout-1', result: 'paid', amountFen: 1000000 }, data: { received: true } },
  }),
}
