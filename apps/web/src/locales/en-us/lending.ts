import type { Same } from '../resources.ts'
import type { lending as zh } from '../zh-cn/lending.ts'

/** Products and the rules of their lenders. */
export const lending: Same<typeof zh> = {
  methodNote: {
    equalInstalment: 'The same amount every month',
    equalPrincipal: 'The same principal every month, less interest each time',
    flat: 'The same principal every month, interest always on the amount borrowed',
    interestFirst: 'Interest every month, the principal with the last payment',
    bullet: 'Principal and interest in one payment at the end',
  },
  base: { balance: 'Principal outstanding', original: 'Amount borrowed' },
  basis: {
    byMonths: '{{base}} × {{rate}} ÷ 12 a month',
    byDays: '{{base}} × {{rate}} ÷ {{year}} × days',
    onceByMonths: '{{base}} × {{rate}} ÷ 12 × {{periods}} months',
  },
  penalty: {
    how: 'Contract rate × {{percent}}% ÷ 360',
    noGrace: 'No grace period: charged from the day after the due date',
    grace: 'No late fee if you pay within the {{days}}-day grace period',
    ceiling: 'At most {{share}} of the overdue principal of a payment',
  },
  settle: {
    free: 'None',
    fee: 'Principal not yet due × {{rate}}',
    most: 'At most ¥{{amount}}',
    freeDays: 'None within {{days}} days of the payout, counting its day',
    counts: 'Settling early: interest up to that day only, and interest paid ahead counts',
    kept: 'Settling early: interest up to that day only, and interest already paid isn’t refunded',
  },
  prepay: 'Prepaying part of the principal',
  prepayFree: 'No fee',
  tail: { lastInstalment: 'The last payment absorbs the rounding', lastInterest: 'Equal payments: the last interest absorbs the rounding' },
  daysOff: {
    stay: 'Due dates don’t move for weekends or holidays',
    nextWorkingDay: 'A due date on a weekend or holiday moves to the next working day',
    onlyPublicHolidays: 'A due date on a public holiday moves to the next working day; weekends move nothing',
  },
  rules: 'Repayment rules',
  dueDay: 'Due dates',
  rounding: 'Rounding',
  order: 'Payment order',
  orderInside: 'The oldest payment first, and within it: {{steps}}',
  orderAcross: '{{steps}}; the oldest payment first',
  orderThen: ' → ',
  due: { overdue: 'Overdue', due: 'Due', advance: 'Future' },
  step: '{{due}} {{part}}',
  part: { fee: 'fees', penalty: 'late fees', interest: 'interest', principal: 'principal' },
}
