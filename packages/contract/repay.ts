import { z } from 'zod'
import { couponApplied, couponChoices, couponRefusals } from './coupon-shapes.ts'
import { endpoint } from './endpoint.ts'
import { interestAheadRules } from './lending-rules.ts'
import { quoteModes, repaymentModes } from './options.ts'
import { togetherEndpoints } from './pay-together.ts'
import { payNow, planAhead, standingRow } from './plan-shapes.ts'
import { prepayEffect, prepayEndpoints } from './prepay.ts'
import {
  authCode,
  day,
  fenAmount,
  id,
  idParam,
  interestExplained,
  moment,
  paymentParts,
  payPassword,
  penaltyPpmDay,
  penaltySpan,
  principalInterest,
  ratePpm,
} from './shapes.ts'

/** due: everything due or overdue today, else the next period; all: early settlement of the whole loan. */
const mode = z.enum(quoteModes)
const bill = principalInterest.extend({
  loanId: id,
  contractNo: z.string(),
  period: z.int(),
  periods: z.int(),
  dueDate: day,
  daysLeft: z.int(),
  overdueDays: z.int(),
  state: z.enum(['paid', 'partly', 'dueToday', 'future', 'overdue']),
  paidTotal: fenAmount,
  /** What the payment page asks for today with this instalment among it; null for one that is not payable yet, and for a paid one. */
  payNowFen: fenAmount.nullable(),
  /** The debit of the loan that is under way, which is why nothing else of it can be paid now. */
  runningRepaymentId: id.nullable(),
})
const status = z.enum(['requested', 'processing', 'succeeded', 'partly', 'failed', 'unknown', 'returned'])

export const repay = {
  bills: endpoint({
    method: 'GET',
    path: '/fyh/app/repay/bills',
    auth: 'user',
    summary: 'Instalments of all open loans by due date, with what is owed now',
    query: z.object({ tab: z.enum(['due', 'paid']).default('due') }),
    data: z.object({
      today: day,
      bills: z.array(bill),
      overdueTotal: fenAmount,
      /** What the payment pages of all loans ask for today beyond what is overdue; the home page shows the same two sums. */
      dueTotal: fenAmount,
      /** Settled loans that owe again, because the bank took a payment back; they have no instalments. */
      returned: z.array(z.object({ loanId: id, contractNo: z.string(), owedFen: fenAmount })),
    }),
    errors: [],
    example: { query: {}, data: { today: '2026-12-24', bills: [], overdueTotal: 0, dueTotal: 91680, returned: [] } },
  }),
  quote: endpoint({
    method: 'GET',
    path: '/fyh/app/repay/quote/:id',
    auth: 'user',
    summary:
      'What paying today takes, in its parts; a function of loan and day alone. A settled loan is payable only for a payment the bank took back',
    params: idParam,
    query: z.object({ mode: mode.default('due'), couponId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() }),
    data: z.object({
      loanId: id,
      mode,
      onDate: day,
      parts: paymentParts,
      /** The coupon asked for, already taken off the parts; null without one. */
      coupon: couponApplied.nullable(),
      /** Interest of the plan that paying early spares, or that was paid ahead and counts. */
      savedInterest: fenAmount,
      periods: z.array(z.int()),
      runningInterest: interestExplained.nullable(),
      penaltyPpmDay,
      /** How the penalties of the periods came about, oldest period first; empty when none is charged. */
      penaltySpans: z.array(penaltySpan),
      overdueDays: z.int(),
      payable: z.boolean(),
      /** The debit that is under way, which is why nothing else can be paid now. */
      runningRepaymentId: id.nullable(),
      /** The periods the amount is made of: `owed` sums to the parts, and each opens like a row of the plan. */
      lines: z.array(standingRow.extend({ owed: paymentParts })),
      /** The fee of settling early: principal × ratePpm, half up; null when none is charged. */
      earlyFee: z.object({ principal: fenAmount, ratePpm, amount: fenAmount }).nullable(),
      /** What a part of the amount pays first, in each period. */
      order: z.array(z.enum(['fee', 'penalty', 'interest', 'principal'])),
      /** Whether interest paid for days still to come counts later, or stays paid. */
      interestAhead: z.enum(interestAheadRules),
    }),
    errors: ['LOAN_NOT_FOUND', 'LOAN_NOT_PAYABLE', 'LOAN_ALREADY_SETTLED', ...couponRefusals],
    example: {
      params: { id: 1 },
      query: { mode: 'all' },
      data: {
        loanId: 1,
        mode: 'all',
        onDate: '2026-12-27',
        parts: { principal: 1000000, interest: 15000, fee: 0, penalty: 0, total: 1015000 },
        coupon: null,
        savedInterest: 85161,
        periods: [1],
        runningInterest: null,
        penaltyPpmDay: 750,
        penaltySpans: [],
        overdueDays: 0,
        payable: true,
        runningRepaymentId: null,
        lines: [],
        earlyFee: null,
        order: ['fee', 'penalty', 'interest', 'principal'],
        interestAhead: 'counts',
      },
    },
  }),
  coupons: endpoint({
    method: 'GET',
    path: '/fyh/app/repay/coupons/:id',
    auth: 'user',
    summary: 'The borrower’s coupons for paying a loan, with what each would take off today or why it does not fit',
    params: idParam,
    query: z.object({ mode: mode.default('due') }),
    data: couponChoices,
    errors: ['LOAN_NOT_FOUND', 'LOAN_NOT_PAYABLE', 'LOAN_ALREADY_SETTLED'],
    example: { params: { id: 1 }, query: { mode: 'due' }, data: { items: [], bestId: null } },
  }),
  pay: endpoint({
    method: 'POST',
    path: '/fyh/app/repay/pay',
    auth: 'user',
    moves: 'money',
    summary: 'Debits a bound card; the amount must be the quote of today, unless a part of what is due is paid',
    body: z.object({
      loanId: id,
      mode,
      amountFen: fenAmount,
      /** A part of what is due, of the payer's choice. Else the amount is all that was shown: QUOTE_CHANGED when the sum is another by now. */
      part: z.boolean().default(false),
      /** Takes its discount off the amount; only where all that is shown is paid. */
      couponId: id.optional(),
      cardId: id,
      authCode,
      payPassword: payPassword.optional(),
    }),
    data: z.object({ repaymentId: id, status }),
    errors: [
      'LOAN_NOT_FOUND',
      'LOAN_NOT_PAYABLE',
      'LOAN_ALREADY_SETTLED',
      'REPAYMENT_RUNNING',
      'QUOTE_CHANGED',
      'AMOUNT_TOO_SMALL',
      'AMOUNT_TOO_LARGE',
      ...couponRefusals,
      'COUPON_NEEDS_WHOLE',
      'CARD_NOT_FOUND',
      'SMS_CODE_WRONG',
      'SMS_CODE_EXPIRED',
      'SMS_CODE_OTHER_ORDER',
      'SMS_TRIES_LIMIT',
      'PAYMENT_PASSWORD_REQUIRED',
      'PAYMENT_PASSWORD_WRONG',
      'PAYMENT_PASSWORD_LOCKED',
    ],
    example: {
      body: { loanId: 1, mode: 'due', amountFen: 91680, part: false, cardId: 1, authCode: '0000' },
      data: { repaymentId: 1, status: 'processing' },
    },
  }),
  result: endpoint({
    method: 'GET',
    path: '/fyh/app/repay/result/:id',
    auth: 'user',
    summary: 'A repayment from request to known outcome',
    params: idParam,
    data: z.object({
      repaymentId: id,
      loanId: id,
      contractNo: z.string(),
      mode: z.enum(repaymentModes),
      status,
      askedFen: fenAmount,
      takenFen: fenAmount,
      parts: paymentParts,
      surplusFen: fenAmount,
      reason: z.string().nullable(),
      cardTail: z.string(),
      askedAt: moment,
      /** When there is a result at the latest; null once there is one. */
      resultBy: moment.nullable(),
      /** The coupon of the payment, while it holds it or after it used it; `used` once its discount counts. */
      coupon: couponApplied.extend({ used: z.boolean() }).nullable(),
      loanStatus: z.int(),
      /** The loan was given up as lost: it ended, and not by being repaid. */
      loanWrittenOff: z.boolean(),
      owedAfter: fenAmount,
      /** What the payment page asks for today, while anything is left of what the debit was for; else null. */
      stillOwed: payNow.nullable(),
      /** The day the money counts from for the loan, once there is any. */
      countsFrom: day.nullable(),
      /** The day it became known that the channel took the money back. */
      returnedOn: day.nullable(),
      effect: prepayEffect.nullable(),
      /** Where the money went: periods, oldest first; they and the surplus sum to what was taken. */
      lines: z.array(paymentParts.extend({ period: z.int(), dueDate: day })),
      /** Inside a period, what a payment covers first. */
      order: z.array(z.enum(['fee', 'penalty', 'interest', 'principal'])),
      /** What comes next by the plan as it stands; null when nothing is owed by it any more. */
      ahead: planAhead.nullable(),
    }),
    errors: ['REPAYMENT_NOT_FOUND'],
    example: {
      params: { id: 1 },
      data: {
        repaymentId: 1,
        loanId: 1,
        contractNo: 'FY2026112700001',
        mode: 'due',
        status: 'succeeded',
        askedFen: 91680,
        takenFen: 91680,
        parts: { principal: 76680, interest: 15000, fee: 0, penalty: 0, total: 91680 },
        surplusFen: 0,
        reason: null,
        cardTail: '0009',
        askedAt: '2026-12-27T02:00:00.000Z',
        resultBy: null,
        coupon: null,
        loanStatus: 4,
        loanWrittenOff: false,
        owedAfter: 1008481,
        stillOwed: null,
        countsFrom: '2026-12-27',
        returnedOn: null,
        effect: null,
        lines: [{ period: 1, dueDate: '2026-12-27', principal: 76680, interest: 15000, fee: 0, penalty: 0, total: 91680 }],
        order: ['fee', 'penalty', 'interest', 'principal'],
        ahead: {
          periodsLeft: 11,
          nextDueDate: '2027-01-27',
          nextInstalmentFen: 91680,
          laterInstalmentFen: 91680,
          lastDueDate: '2027-11-27',
          interestLeftFen: 85161,
        },
      },
    },
  }),
  attempt: endpoint({
    method: 'POST',
    path: '/fyh/app/repay/attempt',
    auth: 'user',
    summary:
      'What became of an order to pay or prepay whose answer was lost. With a key that made nothing, nothing can be made from now on',
    body: z.object({ key: z.string().regex(/^[\x21-\x7e]{8,80}$/) }),
    /** The repayments made under this Idempotency-Key of the borrower, whatever became of them; none when there never will be any. */
    data: z.object({ repaymentIds: z.array(id) }),
    errors: ['ATTEMPT_DAILY_LIMIT'],
    example: { body: { key: '5f0c7f9e-attempt' }, data: { repaymentIds: [1] } },
  }),
  ...prepayEndpoints,
  ...togetherEndpoints,
  debitNotice: endpoint({
    method: 'POST',
    path: '/fyh/callback/payment/debit',
    auth: 'vendor',
    summary: 'The payment channel reports the result of a debit; the same notice twice, late or out of order changes nothing more',
    body: z.object({
      noticeId: z.string().max(80),
      key: z.string().max(80),
      /** returned: the channel took the money back, after it told that it had it or instead. */
      result: z.enum(['succeeded', 'partly', 'failed', 'returned']),
      takenFen: fenAmount,
      /** The day the channel received the money; the day it was asked for when left out. Money counts from it, and never later than that. */
      receivedOn: day.optional(),
      channelNo: z.string().max(80).optional(),
      reason: z.string().max(200).optional(),
    }),
    data: z.object({ received: z.literal(true) }),
    errors: ['NOTICE_UNKNOWN'],
    example: {
      body: { noticeId: 'n1', key: 'debit-1', result: 'succeeded', takenFen: 91680, receivedOn: '2026-12-27' },
      data: { received: true },
    },
  }),
}
