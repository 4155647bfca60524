import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { planAhead, standingRow } from './plan-shapes.ts'
import { authCode, day, fenAmount, fenEitherWay, id, idParam, paymentParts, payPassword } from './shapes.ts'

/** shorten: the instalment stays and the last periods fall away; lower: the periods stay and the instalment falls. */
export const prepayEffect = z.enum(['shorten', 'lower'])

const outcome = z.object({
  effect: prepayEffect,
  /** The periods not yet due, as they stand once the prepayment is in. */
  plan: z.array(standingRow),
  /**
   * Interest of the plan as it is that need not be paid any more. Below zero where a lower instalment levels out a plan shortened before
   * and so costs more than the prepayment saves.
   */
  savedInterest: fenEitherWay,
  ahead: planAhead,
})

/** Prepaying principal, part of the slice repay. */
export const prepayEndpoints = {
  prepayQuote: endpoint({
    method: 'GET',
    path: '/fyh/app/repay/prepayQuote/:id',
    auth: 'user',
    summary: 'What prepaying principal takes today and does to the plan, both ways; a function of loan, day and the principal alone',
    params: idParam,
    /** The principal to prepay; the least that can be when left out. */
    query: z.object({ principalFen: z.coerce.number().pipe(fenAmount).optional() }),
    data: z.object({
      loanId: id,
      onDate: day,
      principalFen: fenAmount,
      minFen: fenAmount,
      stepFen: fenAmount,
      maxFen: fenAmount,
      /**
       * What is debited: the principal, interest of the running period to the day, and what is due today. Interest paid ahead beyond what
       * its period then costs is below zero, and principal so much more.
       */
      parts: paymentParts,
      lines: z.array(standingRow.extend({ owed: paymentParts })),
      now: planAhead,
      outcomes: z.array(outcome),
      payable: z.boolean(),
    }),
    errors: [
      'LOAN_NOT_FOUND',
      'LOAN_NOT_PAYABLE',
      'LOAN_ALREADY_SETTLED',
      'PREPAY_OVERDUE',
      'PREPAY_TOO_LITTLE_LEFT',
      'AMOUNT_TOO_SMALL',
      'AMOUNT_TOO_LARGE',
      'AMOUNT_STEP',
    ],
    example: {
      params: { id: 1 },
      query: { principalFen: 200000 },
      data: {
        loanId: 1,
        onDate: '2027-01-12',
        principalFen: 200000,
        minFen: 10000,
        stepFen: 10000,
        maxFen: 920000,
        parts: { principal: 200000, interest: 7148, fee: 0, penalty: 0, total: 207148 },
        lines: [],
        now: {
          periodsLeft: 11,
          nextDueDate: '2027-01-27',
          nextInstalmentFen: 91680,
          laterInstalmentFen: 91680,
          lastDueDate: '2027-11-27',
          interestLeftFen: 85161,
        },
        outcomes: [],
        payable: true,
      },
    },
  }),
  prepay: endpoint({
    method: 'POST',
    path: '/fyh/app/repay/prepay',
    auth: 'user',
    moves: 'money',
    summary: 'Debits a bound card for a prepayment; the total must be the quote of today. A debit that takes less prepays what it took',
    body: z.object({
      loanId: id,
      principalFen: fenAmount,
      totalFen: fenAmount,
      effect: prepayEffect,
      cardId: id,
      authCode,
      payPassword: payPassword.optional(),
    }),
    data: z.object({ repaymentId: id, status: z.literal('requested') }),
    errors: [
      'LOAN_NOT_FOUND',
      'LOAN_NOT_PAYABLE',
      'LOAN_ALREADY_SETTLED',
      'PREPAY_OVERDUE',
      'PREPAY_TOO_LITTLE_LEFT',
      'AMOUNT_TOO_SMALL',
      'AMOUNT_TOO_LARGE',
      'AMOUNT_STEP',
      'QUOTE_CHANGED',
      'REPAYMENT_RUNNING',
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
      body: { loanId: 1, principalFen: 200000, totalFen: 207148, effect: 'lower', cardId: 1, authCode: '0000' },
      data: { repaymentId: 1, status: 'requested' },
    },
  }),
}
