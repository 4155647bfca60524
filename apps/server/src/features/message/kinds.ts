import { fen, formatYuan } from '@fyh/base/money.ts'
import type { MessageKind } from '@fyh/contract/message.ts'
import type { MessageParams, MessageTab } from './message.sql.ts'

export const tabOfKind: Readonly<Record<MessageKind, MessageTab>> = {
  welcome: 'system',
  limitApproved: 'notice',
  limitExpired: 'notice',
  applicationRefused: 'notice',
  applicationReviewing: 'notice',
  cardBound: 'system',
  payoutRequested: 'notice',
  payoutDone: 'notice',
  payoutDoneLate: 'notice',
  payoutFailed: 'notice',
  paidTwice: 'notice',
  dueSoon: 'notice',
  debitDone: 'notice',
  debitPartly: 'notice',
  debitFailed: 'notice',
  fellOverdue: 'notice',
  overdueCured: 'notice',
  loanSettled: 'notice',
  surplusHeld: 'notice',
  paymentReturned: 'notice',
  penaltyTakenBack: 'notice',
  amountWaived: 'notice',
  waiverUndone: 'notice',
  loanClosed: 'notice',
}

/**
 * The text message of the kinds that must reach a borrower who does not open the app. It names amounts and dates as far as the
 * message has them, and never a name, a card or a phone.
 */
export function smsText(kind: MessageKind, params: MessageParams): string | undefined {
  const amount = yuanOf(params)
  const on = dateOf(params)
  switch (kind) {
    case 'payoutDone':
      return `您的借款${amount}已到账，请在应用内查看还款计划。`
    case 'payoutDoneLate':
      return `您的借款${amount}此前显示放款未成功，现经放款机构确认已到账，借款已生效，请在应用内查看还款计划。`
    case 'paidTwice':
      return `放款机构向您多付了${amount}，这笔钱不属于您的借款，请勿使用，并请联系客服。`
    case 'dueSoon':
      return `您有一笔还款${amount}将于${on}到期，请提前在扣款银行卡中备足金额。`
    case 'debitFailed':
      return `您的还款${amount}扣款未成功，请检查银行卡后重试。`
    case 'fellOverdue':
      return `您的借款已逾期${amount}，请尽快在应用内还款：宽限期内还清不收罚息，超过后自还款日次日起计收。如有困难，请联系客服。`
    case 'paymentReturned':
      return `您的还款${amount}被银行退回，未能入账，请在应用内重新还款。如有疑问，请联系客服。`
    case 'loanSettled':
      return '您的借款已结清，感谢您的使用。'
    default:
      return undefined
  }
}

/** The first amount among the figures, a total before its parts. */
function yuanOf(params: MessageParams): string {
  const amount = [
    params.totalFen,
    params.amountFen,
    ...Object.entries(params).flatMap(([name, value]) => (name.endsWith('Fen') ? [value] : [])),
  ].find((value) => typeof value === 'number')
  return typeof amount === 'number' ? ` ${formatYuan(fen(amount))} 元` : ''
}

function dateOf(params: MessageParams): string {
  const date = Object.entries(params).find(([name]) => name.endsWith('On'))?.[1]
  const [, month, day] = /^\d{4}-(\d{2})-(\d{2})$/.exec(String(date)) ?? []
  return month === undefined || day === undefined ? '近日' : ` ${Number(month)} 月 ${Number(day)} 日`
}
