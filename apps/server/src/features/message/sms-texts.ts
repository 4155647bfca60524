import { fillPlaceholders, type PlaceholderValues } from '@fyh/base/placeholders.ts'
import type { Language } from '@fyh/contract/errors.ts'
import type { MessageKind } from '@fyh/contract/message.ts'
import type { MessageContent } from '@fyh/contract/message-params.ts'
import { smsFigures } from '#platform/sms-words.ts'

/**
 * The texts of the messages that must reach a borrower who does not open the app. They name amounts, days and the last digits of the card,
 * never a name, a full number or a phone. `fellOverdueWithGrace` is the text of `fellOverdue` for a loan with grace days.
 */
export const smsTexts = {
  payoutDone: {
    'zh-cn': '您的借款 {{amount}}已到账尾号 {{cardTail}} 的银行卡，首期还款日为 {{firstDue}}。还款计划可在应用内查看。',
    'en-us': 'Your loan of {{amount}} has been paid to your card ending in {{cardTail}}. Your first payment is due on {{firstDue}}.',
  },
  payoutDoneLate: {
    'zh-cn':
      '您的借款 {{amount}}此前显示放款未成功，现经放款机构确认已到账尾号 {{cardTail}} 的银行卡，借款已生效，首期还款日为 {{firstDue}}。',
    'en-us':
      'We told you that your loan of {{amount}} couldn’t be paid out. The lender has now confirmed that it paid the money to your card ending in {{cardTail}}. Your loan is active, and your first payment is due on {{firstDue}}.',
  },
  paidTwice: {
    'zh-cn': '放款机构向您多付了 {{amount}}，这笔钱不属于您的借款，请勿使用，并请联系客服。',
    'en-us':
      'The lender paid you {{amount}} too much. This money isn’t part of your loan. Please don’t use it, and contact customer service.',
  },
  dueSoon: {
    'zh-cn': '您有一笔还款 {{amount}}将于 {{due}}到期，请确保扣款银行卡余额充足。',
    'en-us': 'Your payment of {{amount}} is due on {{due}}. Please make sure your card has enough funds.',
  },
  debitFailed: {
    'zh-cn': '您的还款 {{amount}}扣款未成功，扣款银行卡尾号 {{cardTail}}。请检查银行卡后在应用内还款。',
    'en-us':
      'We couldn’t debit your payment of {{amount}} from your card ending in {{cardTail}}. Please check the card and repay in the app.',
  },
  fellOverdue: {
    'zh-cn': '您有 {{amount}}已于 {{due}}到期，现已逾期，请尽快在应用内还款。罚息按借款合同计收。',
    'en-us':
      'Your payment of {{amount}} was due on {{due}} and is overdue. Please repay in the app soon. A late fee is charged under your loan contract.',
  },
  fellOverdueWithGrace: {
    'zh-cn':
      '您有 {{amount}}已于 {{due}}到期，现已逾期，请尽快在应用内还款：{{graceUntil}}（含）前还清不收罚息，超过后自还款日次日起计收。',
    'en-us':
      'Your payment of {{amount}} was due on {{due}} and is overdue. Please repay in the app. No late fee if you pay by {{graceUntil}}; after that, it’s charged from the day after the due date.',
  },
  paymentReturned: {
    'zh-cn': '您的还款 {{amount}}被银行退回，未能入账，扣款银行卡尾号 {{cardTail}}。请在应用内重新还款，如有疑问请联系客服。',
    'en-us':
      'Your bank returned your payment of {{amount}} from your card ending in {{cardTail}}, so it doesn’t count. Please pay again in the app. Questions? Contact customer service.',
  },
  loanSettled: {
    'zh-cn': '您的借款已结清，合同编号 {{contractNo}}，共还款 {{amount}}。感谢您的使用。',
    'en-us': 'Your loan under contract {{contractNo}} is settled. You repaid {{amount}} in total. Thank you.',
  },
} as const satisfies Partial<Record<MessageKind | 'fellOverdueWithGrace', Record<Language, string>>>

/** Whether a message of this kind also goes out as an SMS. */
export const hasSms = (kind: MessageKind): boolean => Object.hasOwn(smsTexts, kind)

/** The SMS of a message without its sender; undefined for a kind that has none. */
export function smsText(content: MessageContent, language: Language): string | undefined {
  const { yuan, day } = smsFigures[language]
  const fill = <Name extends keyof typeof smsTexts>(name: Name, values: PlaceholderValues<(typeof smsTexts)[Name]['zh-cn']>): string =>
    fillPlaceholders<string>(smsTexts[name][language], values)
  switch (content.kind) {
    case 'payoutDone':
    case 'payoutDoneLate': {
      const { amountFen, cardTail, firstDueOn } = content.params
      return fill(content.kind, { amount: yuan(amountFen), cardTail, firstDue: day(firstDueOn) })
    }
    case 'paidTwice':
      return fill('paidTwice', { amount: yuan(content.params.amountFen) })
    case 'dueSoon':
      return fill('dueSoon', { amount: yuan(content.params.amountFen), due: day(content.params.dueOn) })
    case 'debitFailed':
    case 'paymentReturned':
      return fill(content.kind, { amount: yuan(content.params.amountFen), cardTail: content.params.cardTail })
    case 'fellOverdue': {
      const { amountFen, dueOn, graceUntilOn } = content.params
      const overdue = { amount: yuan(amountFen), due: day(dueOn) }
      if (graceUntilOn === undefined) return fill('fellOverdue', overdue)
      return fill('fellOverdueWithGrace', { ...overdue, graceUntil: day(graceUntilOn) })
    }
    case 'loanSettled':
      return fill('loanSettled', { amount: yuan(content.params.amountFen), contractNo: content.params.contractNo })
    default:
      return undefined
  }
}
