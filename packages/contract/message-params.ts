import { z } from 'zod'
import type { MessageKind } from './message.ts'
import { day, fenAmount, id, ratePpm } from './shapes.ts'

const contractNo = z.string()
/** Last four digits of the card number. */
const cardTail = z.string().max(4)
const amountFen = fenAmount
/** The activity whose page a message about a red packet leads to. */
const activityId = id

/**
 * Every kind of message with its parameters. The name of a parameter ends in its unit: `…Fen` amounts, `…Ppm` rates a year, `…On` days of
 * the calendar. The words are in the packs under message.kind.<kind>, of those that also go out as an SMS in sms-texts.ts.
 */
export const messageParams = {
  welcome: z.object({}),
  /** `ratePpm`: the highest price of what is offered then; absent where nothing is. */
  limitApproved: z.object({ limitFen: fenAmount, ratePpm: ratePpm.optional(), validUntilOn: day }),
  limitExpired: z.object({ limitFen: fenAmount, validUntilOn: day }),
  applicationRefused: z.object({ applyAgainOn: day }),
  applicationReviewing: z.object({}),
  phoneChanged: z.object({ mobileMask: z.string() }),
  payPasswordSet: z.object({}),
  cardBound: z.object({ cardTail, bankName: z.string() }),
  payoutRequested: z.object({ amountFen, cardTail }),
  payoutDone: z.object({ amountFen, cardTail, firstDueOn: day }),
  payoutDoneLate: z.object({ amountFen, cardTail, firstDueOn: day }),
  payoutFailed: z.object({ amountFen, reason: z.string() }),
  paidTwice: z.object({ amountFen }),
  dueSoon: z.object({ amountFen, dueOn: day, period: z.int() }),
  debitDone: z.object({ amountFen, cardTail }),
  debitPartly: z.object({ amountFen, askedFen: fenAmount, cardTail }),
  debitFailed: z.object({ amountFen, cardTail, reason: z.string() }),
  /** `graceUntilOn`: the last day on which paying costs no penalty; absent for a loan without grace days. */
  fellOverdue: z.object({ amountFen, dueOn: day, contractNo, graceUntilOn: day.optional() }),
  overdueCured: z.object({ contractNo }),
  loanSettled: z.object({ amountFen, contractNo }),
  surplusHeld: z.object({ amountFen }),
  paymentReturned: z.object({ amountFen, cardTail }),
  penaltyTakenBack: z.object({ amountFen }),
  amountWaived: z.object({ amountFen, contractNo }),
  waiverUndone: z.object({ contractNo }),
  loanClosed: z.object({ contractNo }),
  benefitActivated: z.object({ validUntilOn: day }),
  /** `amountFen`: what is sent back; nothing was taken where it is 0. */
  benefitFailed: z.object({ amountFen, cardTail }),
  /** A package signed with a loan; `amountFen`: its price, which is not taken. */
  benefitPaymentReturned: z.object({ amountFen, cardTail }),
  benefitNotCharged: z.object({ amountFen }),
  benefitRefunded: z.object({ amountFen, cardTail }),
  benefitRefundFailed: z.object({ amountFen, cardTail }),
  benefitExpired: z.object({ validUntilOn: day }),
  /** `lender`: the partner; `validUntilOn`: the day on which its approval ends. */
  partnerApproved: z.object({ lender: z.string(), amountFen, validUntilOn: day }),
  partnerRefused: z.object({ lender: z.string() }),
  partnerIncomplete: z.object({ lender: z.string() }),
  partnerEnded: z.object({ lender: z.string() }),
  partnerLapsed: z.object({ lender: z.string() }),
  partnerLateApproval: z.object({ lender: z.string() }),
  ticketAnswered: z.object({ number: z.string(), ticketId: id }),
  ticketExtended: z.object({ number: z.string(), ticketId: id, dueOn: day }),
  /** `untilOn`: the last day on which the coupon can be used. */
  couponReceived: z.object({ untilOn: day }),
  couponBack: z.object({ untilOn: day }),
  redPacketReceived: z.object({ amountFen, activityId, validUntilOn: day }),
  redPacketExpiring: z.object({ amountFen, activityId, validUntilOn: day }),
  redPacketExpired: z.object({ amountFen, activityId, validUntilOn: day }),
  redPacketCashedOut: z.object({ amountFen, activityId, cardTail }),
  redPacketFailed: z.object({ amountFen, activityId, cardTail, validUntilOn: day }),
  redPacketTakenBack: z.object({ amountFen, activityId }),
} as const satisfies Record<MessageKind, z.ZodObject>

export type MessageParams<Kind extends MessageKind> = Readonly<z.output<(typeof messageParams)[Kind]>>

/** A kind together with its own parameters; of several kinds, one of the pairs. */
export type MessageContent<Kind extends MessageKind = MessageKind> = {
  [One in Kind]: { readonly kind: One; readonly params: MessageParams<One> }
}[Kind]

/**
 * Returns the content of a stored message, or undefined where the row's parameters aren't those of its kind, as an earlier version may have
 * written them.
 */
export function contentOf(kind: MessageKind, params: unknown): MessageContent | undefined {
  const parsed = messageParams[kind].safeParse(params)
  // The compiler can't pair a kind with the output of that kind's own schema; the line above has.
  return parsed.success ? ({ kind, params: parsed.data } as MessageContent) : undefined
}
