import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import type { MessageKind } from '@fyh/contract/message.ts'
import type { MessageContent } from '@fyh/contract/message-params.ts'

const amountFen = fen(100_000)
const cardTail = '0009'
const lender = '示例合作银行股份有限公司'
const contractNo = 'FYH20261127000001'
const firstDueOn = civilDate('2026-12-27')
const activityId = 1
const validUntilOn = civilDate('2026-12-27')

/** One message of every kind, for tests. */
export const messageExamples: { readonly [Kind in MessageKind]: MessageContent<Kind> } = {
  welcome: { kind: 'welcome', params: {} },
  phoneChanged: { kind: 'phoneChanged', params: { mobileMask: '138****0001' } },
  payPasswordSet: { kind: 'payPasswordSet', params: {} },
  limitApproved: { kind: 'limitApproved', params: { limitFen: amountFen, ratePpm: ppm(180_000), validUntilOn: civilDate('2027-11-27') } },
  limitExpired: { kind: 'limitExpired', params: { limitFen: amountFen, validUntilOn: civilDate('2026-11-26') } },
  applicationRefused: { kind: 'applicationRefused', params: { applyAgainOn: civilDate('2026-12-27') } },
  applicationReviewing: { kind: 'applicationReviewing', params: {} },
  cardBound: { kind: 'cardBound', params: { cardTail, bankName: '示例银行' } },
  payoutRequested: { kind: 'payoutRequested', params: { amountFen, cardTail } },
  payoutDone: { kind: 'payoutDone', params: { amountFen, cardTail, firstDueOn } },
  payoutDoneLate: { kind: 'payoutDoneLate', params: { amountFen, cardTail, firstDueOn } },
  payoutFailed: { kind: 'payoutFailed', params: { amountFen, reason: 'cardRefused' } },
  paidTwice: { kind: 'paidTwice', params: { amountFen } },
  dueSoon: { kind: 'dueSoon', params: { amountFen, dueOn: firstDueOn, period: 1 } },
  debitDone: { kind: 'debitDone', params: { amountFen, cardTail } },
  debitPartly: { kind: 'debitPartly', params: { amountFen, askedFen: fen(200_000), cardTail } },
  debitFailed: { kind: 'debitFailed', params: { amountFen, cardTail, reason: 'balanceTooLow' } },
  fellOverdue: { kind: 'fellOverdue', params: { amountFen, dueOn: firstDueOn, contractNo, graceUntilOn: civilDate('2026-12-30') } },
  overdueCured: { kind: 'overdueCured', params: { contractNo } },
  loanSettled: { kind: 'loanSettled', params: { amountFen, contractNo } },
  surplusHeld: { kind: 'surplusHeld', params: { amountFen } },
  paymentReturned: { kind: 'paymentReturned', params: { amountFen, cardTail } },
  penaltyTakenBack: { kind: 'penaltyTakenBack', params: { amountFen } },
  amountWaived: { kind: 'amountWaived', params: { amountFen, contractNo } },
  waiverUndone: { kind: 'waiverUndone', params: { contractNo } },
  loanClosed: { kind: 'loanClosed', params: { contractNo } },
  benefitActivated: { kind: 'benefitActivated', params: { validUntilOn: civilDate('2026-12-26') } },
  benefitFailed: { kind: 'benefitFailed', params: { amountFen, cardTail } },
  benefitPaymentReturned: { kind: 'benefitPaymentReturned', params: { amountFen, cardTail } },
  benefitNotCharged: { kind: 'benefitNotCharged', params: { amountFen } },
  benefitRefunded: { kind: 'benefitRefunded', params: { amountFen, cardTail } },
  benefitRefundFailed: { kind: 'benefitRefundFailed', params: { amountFen, cardTail } },
  benefitExpired: { kind: 'benefitExpired', params: { validUntilOn: civilDate('2026-12-26') } },
  partnerApproved: { kind: 'partnerApproved', params: { lender, amountFen, validUntilOn: civilDate('2026-12-04') } },
  partnerRefused: { kind: 'partnerRefused', params: { lender } },
  partnerIncomplete: { kind: 'partnerIncomplete', params: { lender } },
  partnerEnded: { kind: 'partnerEnded', params: { lender } },
  partnerLapsed: { kind: 'partnerLapsed', params: { lender } },
  partnerLateApproval: { kind: 'partnerLateApproval', params: { lender } },
  ticketAnswered: { kind: 'ticketAnswered', params: { number: 'TS2026112700000001', ticketId: 1 } },
  ticketExtended: { kind: 'ticketExtended', params: { number: 'TS2026112700000001', ticketId: 1, dueOn: firstDueOn } },
  couponReceived: { kind: 'couponReceived', params: { untilOn: firstDueOn } },
  couponBack: { kind: 'couponBack', params: { untilOn: firstDueOn } },
  redPacketReceived: { kind: 'redPacketReceived', params: { amountFen, activityId, validUntilOn } },
  redPacketExpiring: { kind: 'redPacketExpiring', params: { amountFen, activityId, validUntilOn } },
  redPacketExpired: { kind: 'redPacketExpired', params: { amountFen, activityId, validUntilOn } },
  redPacketCashedOut: { kind: 'redPacketCashedOut', params: { amountFen, activityId, cardTail } },
  redPacketFailed: { kind: 'redPacketFailed', params: { amountFen, activityId, cardTail, validUntilOn } },
  redPacketTakenBack: { kind: 'redPacketTakenBack', params: { amountFen, activityId } },
}
