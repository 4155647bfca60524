import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { togetherMax } from './options.ts'
import { authCode, fenAmount, id, payPassword } from './shapes.ts'

/** The instalments of one loan that are payable now, oldest first, up to one of them; and what they are owed. */
const loanBills = z.object({ loanId: id, upToPeriod: z.int().min(1).max(600), amountFen: fenAmount })

/** Bills of several loans, each loan once. */
export const billsTogether = z
  .array(loanBills)
  .min(1)
  .max(togetherMax)
  .refine((bills) => new Set(bills.map(({ loanId }) => loanId)).size === bills.length, 'each loan once')

export const togetherEndpoints = {
  payTogether: endpoint({
    method: 'POST',
    path: '/fyh/app/repay/payTogether',
    auth: 'user',
    moves: 'money',
    summary:
      'Pays bills of several loans by one code: all debits are ordered or none, one for each loan, and each has its own outcome. Takes no coupons',
    body: z.object({ bills: billsTogether, cardId: id, authCode, payPassword: payPassword.optional() }),
    data: z.object({ repayments: z.array(z.object({ loanId: id, repaymentId: id })) }),
    errors: [
      'LOAN_NOT_FOUND',
      'LOAN_NOT_PAYABLE',
      'LOAN_ALREADY_SETTLED',
      'REPAYMENT_RUNNING',
      'QUOTE_CHANGED',
      'AMOUNT_TOO_SMALL',
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
      body: { bills: [{ loanId: 1, upToPeriod: 1, amountFen: 91680 }], cardId: 1, authCode: '0000' },
      data: { repayments: [{ loanId: 1, repaymentId: 1 }] },
    },
  }),
}
