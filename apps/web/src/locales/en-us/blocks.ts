import type { Same } from '../resources.ts'
import type { blocks as zh } from '../zh-cn/blocks.ts'

export const blocks: Same<typeof zh> = {
  sms: {
    label: 'Code by text message',
    get: 'Get code',
    again: 'Send again',
    wait: 'Again in {{seconds}} s',
    sent: 'Sent to {{mobile}}, valid for 5 minutes',
    notYet: 'Get the code first',
    placeholder: 'Enter the {{digits}} digits',
  },
  agreement: {
    agreeTo: 'I have read and agree to ',
    quoted: '“{{title}}” ',
    required: 'Please read and agree to these first',
    version: 'Version {{version}}',
  },
  plan: {
    label: 'Repayment plan',
    head: { period: 'No. · due', parts: 'Principal / interest', total: 'Due / sum' },
    bar: 'Principal {{principal}} yuan, interest {{interest}} yuan',
    state: {
      paid: 'Paid',
      partly: 'Partly paid',
      dueToday: 'Due today',
      future: 'To come',
      overdue: '{{days}} days overdue',
    },
    daysLeft: '{{days}} days left',
    rowTitle: 'No. {{period}} · {{date}}',
  },
  explain: {
    total: 'Total',
    principal: 'Principal',
    interest: 'Interest',
    fee: 'Fees',
    penalty: 'Penalty',
    paid: 'Paid',
    owed: 'Still to pay',
    balanceAfter: 'Principal left afterwards',
    rule: {
      balanceByDays: 'Principal left {{balance}} × {{rate}} a year ÷ {{basis}} × {{days}} days, rounded to the fen',
      originalByDays: 'Sum borrowed {{balance}} × {{rate}} a year ÷ {{basis}} × {{days}} days, the same each period',
      instalmentMinusPrincipal: 'Last period: the constant instalment less the principal left {{balance}}',
    },
    promise: 'Nothing is charged beside what stands here.',
  },
  timeline: {
    title: 'Progress',
    now: 'Now',
    step: {
      signed: 'Contract signed',
      requested: 'Pay-out requested',
      bankProcessing: 'Bank is processing',
      paidOut: 'Paid out',
      failed: 'Pay-out failed',
      settled: 'Settled',
    },
  },
  reason: {
    balanceTooLow: 'The balance of the card is too low',
    cardRefused: 'The card could not receive the money, please use another one',
    riskRefused: 'The lender did not approve this pay-out',
    agreementEnded: 'The debit authorisation of the card has ended, please bind it again',
    notReceived: 'The request did not arrive',
    nothingTaken: 'Nothing could be debited',
    noResult: 'The bank gave no result for too long',
    other: 'No reason was given',
  },
  card: {
    choose: 'Choose a card',
    none: 'Add a bank card',
    add: 'Add another bank card',
    named: '{{bank}} ({{tail}})',
    isDefault: 'Repays by default',
  },
}
