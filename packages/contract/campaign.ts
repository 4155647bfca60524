import { z } from 'zod'
import { couponOffer } from './coupon-shapes.ts'
import { endpoint } from './endpoint.ts'
import { redPacketMachine } from './red-packet.machine.ts'
import { authCode, cardSummary, day, fenAmount, id, idParam, moment, nothing, pageOf, pageQuery } from './shapes.ts'

/** What an activity asks for. `friendBorrows`: the friend's first loan was paid out. */
export const activityTasks = ['firstLoan', 'firstOnTimeRepayment', 'friendRegisters', 'friendBorrows'] as const
export type ActivityTask = (typeof activityTasks)[number]

/** Movements of a borrower's red packets. `returned`: of a transfer that failed. */
export const packetEntryKinds = ['received', 'cashOut', 'returned', 'expired', 'takenBack'] as const
export type PacketEntryKind = (typeof packetEntryKinds)[number]

/** Why an activity's red packet can't be received now: the refusal that `receive` answers. */
export const activityRefusals = [
  'ACTIVITY_NOT_BEGUN',
  'ACTIVITY_OVER',
  'ACTIVITY_BUDGET_USED',
  'ACTIVITY_TAKEN',
  'ACTIVITY_ACCOUNT_BLOCKED',
  'ACTIVITY_NEW_USERS_ONLY',
  'ACTIVITY_TASKS_OPEN',
  'IDENTITY_REQUIRED',
  'ACTIVITY_CARD_MISSING',
] as const
export type ActivityRefusal = (typeof activityRefusals)[number]

const terms = z.object({
  activityId: id,
  title: z.string(),
  rewardFen: fenAmount,
  /** The coupon that is given with the red packet; null where none is. */
  coupon: couponOffer.nullable(),
  startsAt: moment,
  /** The last second in which the red packet can be received. */
  endsAt: moment,
  /** budgetUsed: too little of the budget is left for one reward, or no coupon. */
  state: z.enum(['notBegun', 'open', 'budgetUsed', 'over']),
  budgetFen: fenAmount,
  grantedFen: fenAmount,
  leftFen: fenAmount,
  grantedCount: z.int(),
  /** Days that a red packet can be transferred to a card, after the day it was received on. */
  validDays: z.int(),
  newUsersOnly: z.boolean(),
  tasks: z.array(z.enum(activityTasks)),
})

const condition = z.object({
  kind: z.enum([...activityTasks, 'card']),
  done: z.boolean(),
  /** The day it was met. */
  doneOn: day.nullable(),
  /** The instalment that has to be paid by this day; its plan is the loan's. */
  dueOn: day.nullable(),
  loanId: id.nullable(),
})

const transfer = z.object({
  status: z.enum(['processing', 'succeeded', 'failed', 'returned']),
  /** Null where the card is not bound any more. */
  bankName: z.string().nullable(),
  cardTail: z.string(),
  orderedAt: moment,
  endedAt: moment.nullable(),
  /** The channel's reason for a failure. */
  reason: z.string().nullable(),
})

const packet = z.object({
  state: z.enum(redPacketMachine.states),
  amountFen: fenAmount,
  receivedAt: moment,
  /** The last second in which it can be transferred. */
  validUntil: moment,
  /** The latest transfer to a card. */
  transfer: transfer.nullable(),
})

const mine = z.object({
  conditions: z.array(condition),
  /** What `receive` would answer now; null when the red packet can be received. */
  refusal: z.enum(activityRefusals).nullable(),
  packet: packet.nullable(),
  /** The card that receives the money unless another is chosen. */
  card: cardSummary.nullable(),
})

const activity = terms.extend({ mine: mine.nullable() })

const entry = z.object({
  entryId: id,
  kind: z.enum(packetEntryKinds),
  amountFen: fenAmount,
  at: moment,
  /** Of a transfer. */
  status: transfer.shape.status.nullable(),
  cardTail: z.string().nullable(),
  reason: z.string().nullable(),
})

const exampleTerms = {
  activityId: 1,
  title: '按时还款红包',
  rewardFen: 1800,
  coupon: null,
  startsAt: '2027-02-01T02:00:00.000Z',
  endsAt: '2027-02-28T15:59:59.000Z',
  state: 'open',
  budgetFen: 5000000,
  grantedFen: 3144600,
  leftFen: 1855400,
  grantedCount: 1747,
  validDays: 30,
  newUsersOnly: false,
  tasks: ['firstOnTimeRepayment'],
} as const

export const campaign = {
  activity: endpoint({
    method: 'GET',
    path: '/fyh/app/campaign/activity/:id',
    auth: 'guest',
    summary: 'An activity: its terms, what is left of its budget, and where a logged-in borrower stands',
    params: idParam,
    data: activity,
    errors: ['ACTIVITY_NOT_FOUND'],
    example: { params: { id: 1 }, data: { ...exampleTerms, mine: null } },
  }),
  overview: endpoint({
    method: 'GET',
    path: '/fyh/app/campaign/overview',
    auth: 'user',
    summary: 'The balance of red packets, and the activities that are running or of which the borrower has a red packet',
    data: z.object({ balanceFen: fenAmount, activities: z.array(activity) }),
    errors: [],
    example: { data: { balanceFen: 1800, activities: [] } },
  }),
  receive: endpoint({
    method: 'POST',
    path: '/fyh/app/campaign/receive/:id',
    auth: 'user',
    moves: 'money',
    summary: 'Receives the reward of an activity, once for each borrower: the red packet into the balance, and its coupon if it gives one',
    params: idParam,
    body: nothing,
    data: z.object({ activityId: id, amountFen: fenAmount, validUntil: moment }),
    errors: ['ACTIVITY_NOT_FOUND', ...activityRefusals],
    example: {
      params: { id: 1 },
      body: {},
      data: { activityId: 1, amountFen: 1800, validUntil: '2027-03-15T15:59:59.000Z' },
    },
  }),
  cashOut: endpoint({
    method: 'POST',
    path: '/fyh/app/campaign/cashOut/:id',
    auth: 'user',
    moves: 'money',
    summary: 'Transfers the red packet of an activity to a bound card',
    params: idParam,
    body: z.object({ cardId: id, authCode }),
    data: z.object({ activityId: id, amountFen: fenAmount }),
    errors: [
      'ACTIVITY_NOT_FOUND',
      'RED_PACKET_NOT_FOUND',
      'RED_PACKET_EXPIRED',
      'RED_PACKET_TAKEN_BACK',
      'RED_PACKET_CASHED_OUT',
      'ACTIVITY_ACCOUNT_BLOCKED',
      'CARD_NOT_FOUND',
      'SMS_CODE_WRONG',
      'SMS_CODE_EXPIRED',
      'SMS_CODE_OTHER_ORDER',
      'SMS_TRIES_LIMIT',
    ],
    example: { params: { id: 1 }, body: { cardId: 1, authCode: '0000' }, data: { activityId: 1, amountFen: 1800 } },
  }),
  records: endpoint({
    method: 'GET',
    path: '/fyh/app/campaign/records/:id',
    auth: 'user',
    summary: 'What came into and went out of the balance of red packets for an activity, newest first',
    params: idParam,
    query: pageQuery,
    data: pageOf(entry),
    errors: ['ACTIVITY_NOT_FOUND'],
    example: { params: { id: 1 }, query: {}, data: { items: [], next: null } },
  }),
  invite: endpoint({
    method: 'POST',
    path: '/fyh/app/campaign/invite',
    auth: 'user',
    summary: 'The borrower’s invite code, made at the first request, and how many friends registered with it',
    body: nothing,
    data: z.object({ code: z.string(), registered: z.int() }),
    errors: [],
    example: { body: {}, data: { code: 'k3Vn8QpZ2w', registered: 1 } },
  }),
}
