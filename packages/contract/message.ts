import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParam, moment, nothing, pageOf, pageQuery } from './shapes.ts'

/** What a message can be about. The parameters of each kind are in message-params.ts, its words in the packs under message.kind.<kind>. */
export const messageKinds = [
  'welcome',
  'limitApproved',
  'limitExpired',
  'applicationRefused',
  'applicationReviewing',
  'cardBound',
  'phoneChanged',
  'payPasswordSet',
  'payoutRequested',
  'payoutDone',
  'payoutDoneLate',
  'payoutFailed',
  'paidTwice',
  'dueSoon',
  'debitDone',
  'debitPartly',
  'debitFailed',
  'fellOverdue',
  'overdueCured',
  'loanSettled',
  'surplusHeld',
  'paymentReturned',
  'penaltyTakenBack',
  'amountWaived',
  'waiverUndone',
  'loanClosed',
  'benefitActivated',
  'benefitFailed',
  'benefitNotCharged',
  'benefitPaymentReturned',
  'benefitRefunded',
  'benefitRefundFailed',
  'benefitExpired',
  'partnerApproved',
  'partnerRefused',
  'partnerIncomplete',
  'partnerEnded',
  'partnerLapsed',
  'partnerLateApproval',
  'ticketAnswered',
  'ticketExtended',
  'couponReceived',
  'couponBack',
  'redPacketReceived',
  'redPacketExpiring',
  'redPacketExpired',
  'redPacketCashedOut',
  'redPacketFailed',
  'redPacketTakenBack',
] as const
export type MessageKind = (typeof messageKinds)[number]
export const messageTabs = ['notice', 'system', 'activity'] as const

const item = z.object({
  messageId: id,
  kind: z.enum(messageKinds),
  tab: z.enum(messageTabs),
  /** The parameters of the kind, as they were when it was sent: an old message may lack one that was added since. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  loanId: id.nullable(),
  sentAt: moment,
  read: z.boolean(),
})

const choices = z.object({ promotions: z.boolean() })

export const message = {
  list: endpoint({
    method: 'GET',
    path: '/fp/app/message/list',
    auth: 'user',
    summary: 'Messages, newest first',
    query: pageQuery.extend({ tab: z.enum(messageTabs).optional() }),
    data: pageOf(item),
    errors: [],
    example: { query: {}, data: { items: [], next: null } },
  }),
  detail: endpoint({
    method: 'GET',
    path: '/fp/app/message/detail/:id',
    auth: 'user',
    summary: 'One message; reading it marks it read',
    params: idParam,
    data: item.extend({
      /** Whether what the message leads to no longer exists; where it leads is in message-targets.ts. */
      targetGone: z.boolean(),
    }),
    errors: ['MESSAGE_NOT_FOUND'],
    example: {
      params: { id: 1 },
      data: {
        messageId: 1,
        kind: 'welcome',
        tab: 'system',
        params: {},
        loanId: null,
        sentAt: '2026-11-27T02:00:00.000Z',
        read: true,
        targetGone: false,
      },
    },
  }),
  choices: endpoint({
    method: 'GET',
    path: '/fp/app/message/choices',
    auth: 'user',
    summary: 'Which messages the borrower wants',
    data: choices,
    errors: [],
    example: { data: { promotions: true } },
  }),
  choose: endpoint({
    method: 'POST',
    path: '/fp/app/message/choose',
    auth: 'user',
    summary: 'Turns promotions on or off: messages of the activity tab and banners. Messages about loans and money always come',
    body: choices,
    data: choices,
    errors: [],
    example: { body: { promotions: false }, data: { promotions: false } },
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/fp/app/message/readAll',
    auth: 'user',
    summary: 'Marks every message read',
    body: nothing,
    data: z.object({ unread: z.int() }),
    errors: [],
    example: { body: {}, data: { unread: 0 } },
  }),
}
