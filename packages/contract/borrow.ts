import { z } from 'zod'
import { agreementKeys } from './agreement.ts'
import { endpoint } from './endpoint.ts'
import { options } from './options.ts'
import { agreedTexts, authCode, day, fenAmount, id, idParam, interestExplained, moment, principalInterest, ratePpm } from './shapes.ts'

const dayCount = z.enum(['30/360', 'actual/365', 'actual/360'])
const method = z.enum(options.repayMethod)
const periods = z.union([z.literal(3), z.literal(6), z.literal(9), z.literal(12)])

/** One period of a plan as quoted: what is due when, and how its interest came about. */
export const planRow = principalInterest.omit({ penalty: true }).extend({
  period: z.int(),
  startDate: day,
  dueDate: day,
  balanceAfter: fenAmount,
  explain: interestExplained,
})
const price = z.object({ simplePpm: ratePpm, compoundPpm: ratePpm })
const costItem = z.object({
  item: z.enum(['interest', 'serviceFee', 'guaranteeFee']),
  payee: z.string(),
  /** Facts of the basis; its words are in the packs. */
  annualRatePpm: ratePpm,
  amount: fenAmount,
  annualisedPpm: ratePpm,
})
export const costSheet = z.object({
  lender: z.string(),
  lenderLicence: z.string(),
  items: z.array(costItem),
  totalCost: fenAmount,
  price,
  /** Costs that arise only if something happens. */
  contingent: z.object({
    penaltyPpmDay: z.int().meta({ description: 'Penalty a day on overdue principal, parts per million of it' }),
    graceDays: z.int(),
    earlySettlementFee: fenAmount,
  }),
  minReadSeconds: z.int(),
})
const quote = z.object({
  quoteId: id,
  lenderId: id,
  amountFen: fenAmount,
  periods,
  method,
  use: z.enum(options.loanUse),
  payOutDate: day,
  annualRatePpm: ratePpm,
  plan: z.array(planRow),
  totalInterest: fenAmount,
  totalDue: fenAmount,
  costSheet,
  texts: z.array(z.object({ key: z.enum(agreementKeys), version: z.string(), sha256: z.string(), title: z.string() })),
  signed: z.boolean(),
  expiresAt: moment,
})
const quoteExample = {
  quoteId: 1, lenderId: 1, amountFen: 1000000, periods: 12, method: 'equalInstalment', use: '01', payOutDate: '2026-11-27', annualRatePpm: 180000, plan: [],
  totalInterest: 100161, totalDue: 1100161,
  costSheet: {
    lender: '示例消费金融有限公司', lenderLicence: 'L0000', items: [], totalCost: 100161, price: { simplePpm: 180000, compoundPpm: 195618 },
    contingent: { penaltyPpmDay: 750, graceDays: 3, earlySettlementFee: 0 }, minReadSeconds: 6,
  },
  texts: [], signed: false, expiresAt: '2026-11-27T02:30:00.000Z',
}

export const borrow = {
  options: endpoint({
    method: 'GET',
    path: '/fyh/app/loan/options',
    auth: 'user',
    summary: 'What may be borrowed now and on which terms; the web computes its preview from these with the loan engine',
    data: z.object({
      today: day,
      availableFen: fenAmount,
      minFen: fenAmount,
      stepFen: fenAmount,
      maxFen: fenAmount,
      annualRatePpm: ratePpm,
      dayCount,
      periods: z.array(periods),
      methods: z.array(method),
      uses: z.array(z.enum(options.loanUse)),
      penaltyPpmDay: z.int(),
      graceDays: z.int(),
      blocked: z.enum(['overdue', 'used', 'expired', 'noLimit']).nullable(),
    }),
    errors: [],
    example: {
      data: {
        today: '2026-11-27', availableFen: 2800000, minFen: 50000, stepFen: 10000, maxFen: 2800000, annualRatePpm: 180000, dayCount: '30/360',
        periods: [12, 9, 6, 3], methods: ['equalInstalment'], uses: ['01'], penaltyPpmDay: 750, graceDays: 3, blocked: null,
      },
    },
  }),
  quote: endpoint({
    method: 'POST',
    path: '/fyh/app/loan/quote',
    auth: 'user',
    summary: 'A binding quote with plan, price, cost sheet and the texts to sign; a newer quote makes older ones outdated',
    body: z.object({ amountFen: fenAmount, periods, method, use: z.enum(options.loanUse) }),
    data: quote,
    errors: ['LIMIT_MISSING', 'LIMIT_EXPIRED', 'LIMIT_NOT_ENOUGH', 'LOAN_OVERDUE', 'AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE', 'AMOUNT_STEP'],
    example: { body: { amountFen: 1000000, periods: 12, method: 'equalInstalment', use: '01' }, data: quoteExample },
  }),
  quoted: endpoint({
    method: 'GET',
    path: '/fyh/app/loan/quote/:id',
    auth: 'user',
    summary: 'A quote again, after a reload or from the card page',
    params: idParam,
    data: quote,
    errors: ['QUOTE_NOT_FOUND', 'QUOTE_EXPIRED', 'QUOTE_OUTDATED'],
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
      key: z.enum(agreementKeys), version: z.string(), sha256: z.string(), title: z.string(),
      paragraphs: z.array(z.object({ kind: z.enum(['heading', 'text', 'row']), text: z.string() })),
    }),
    errors: ['QUOTE_NOT_FOUND', 'AGREEMENT_NOT_FOUND'],
    example: { params: { id: 1 }, query: { key: 'loanContract' }, data: { key: 'loanContract', version: '1.0', sha256: '0'.repeat(64), title: '借款合同', paragraphs: [] } },
  }),
  sign: endpoint({
    method: 'POST',
    path: '/fyh/app/loan/sign',
    auth: 'user',
    summary: 'Signs the cost sheet and the texts of a quote; stores version, hash, time, address and device',
    body: z.object({ quoteId: id, agreed: agreedTexts }),
    data: z.object({ signed: z.literal(true) }),
    errors: ['QUOTE_NOT_FOUND', 'QUOTE_EXPIRED', 'QUOTE_OUTDATED', 'AGREEMENT_REQUIRED', 'AGREEMENT_OUTDATED', 'COST_SHEET_NOT_READ'],
    example: { body: { quoteId: 1, agreed: [] }, data: { signed: true } },
  }),
  borrow: endpoint({
    method: 'POST',
    path: '/fyh/app/loan/borrow',
    auth: 'user',
    moves: 'money',
    summary: 'Makes the loan of a signed quote and asks the lender to pay it out to a bound card',
    body: z.object({ quoteId: id, cardId: id, authCode }),
    data: z.object({ loanId: id, contractNo: z.string(), status: z.int() }),
    errors: ['QUOTE_NOT_FOUND', 'QUOTE_EXPIRED', 'QUOTE_OUTDATED', 'QUOTE_USED', 'QUOTE_NOT_SIGNED', 'CARD_NOT_FOUND', 'LIMIT_MISSING', 'LIMIT_EXPIRED', 'LIMIT_NOT_ENOUGH', 'LOAN_OVERDUE', 'SMS_CODE_WRONG', 'SMS_CODE_EXPIRED'],
    example: { body: { quoteId: 1, cardId: 1, authCode: '0000' }, data: { loanId: 1, contractNo: 'FY2026112700001', status: 1 } },
  }),
  reLoan: endpoint({
    method: 'POST',
    path: '/fyh/app/apply/reLoan/:id',
    auth: 'user',
    moves: 'money',
    summary: 'Hands a loan whose pay-out failed to the lender again, on the terms signed',
    params: idParam,
    data: z.object({ loanId: id, status: z.int() }),
    errors: ['LOAN_NOT_FOUND', 'LOAN_NOT_FAILED', 'LIMIT_EXPIRED', 'LIMIT_NOT_ENOUGH', 'LOAN_OVERDUE', 'QUOTE_EXPIRED'],
    example: { params: { id: 1 }, data: { loanId: 1, status: 1 } },
  }),
  payoutNotice: endpoint({
    method: 'POST',
    path: '/fyh/callback/lender/payOut',
    auth: 'vendor',
    summary: 'The lender tells the result of a pay-out; the same notice twice, late or out of order changes nothing more',
    body: z.object({
      noticeId: z.string().max(80),
      key: z.string().max(80),
      result: z.enum(['paid', 'refused']),
      amountFen: fenAmount,
      reason: z.string().max(200).optional(),
      paidAt: moment.optional(),
    }),
    data: z.object({ received: z.literal(true) }),
    errors: ['NOTICE_UNKNOWN'],
    example: { body: { noticeId: 'n1', key: 'payout-1', result: 'paid', amountFen: 1000000 }, data: { received: true } },
  }),
}
