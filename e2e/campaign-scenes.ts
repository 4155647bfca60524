import { campaign } from '@fyh/contract/campaign.ts'
import type { Data, Scene } from './scenes.ts'

type Answer = (data: Data) => Data

const terms = campaign.activity.example.data
const receivedAt = '2027-02-13T01:30:00.000Z'
const orderedAt = '2027-02-13T01:31:20.000Z'
const endedAt = '2027-02-13T01:33:02.000Z'
const card: Data = { cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0019', isDefault: true }
const task = (kind: string, more: Data = {}): Data => ({ kind, done: false, doneOn: null, dueOn: null, loanId: null, ...more })
const met = [task('firstOnTimeRepayment', { done: true, doneOn: '2027-02-12' }), task('card', { done: true })]
const ready: Data = { conditions: met, refusal: null, packet: null, card }

const coupon: Data = {
  use: 'repay',
  rule: { kind: 'amountOff', amountFen: 800 },
  minFen: 10_000,
  productIds: null,
  periods: null,
  perLoanMax: 3,
  bearer: 'lender',
  lenders: null,
  expiresAt: '2027-04-13T16:00:00.000Z',
  left: 42,
}

/** The activity as the contract's example has it, with a standing of the borrower. */
const standing =
  (mine: Data = {}, more: Data = {}): Answer =>
  () => ({ ...terms, ...more, mine: { ...ready, ...mine } })
const packet = (state: string, more: Data = {}): Data => ({
  state,
  amountFen: 1800,
  receivedAt,
  validUntil: '2027-03-15T15:59:59.000Z',
  transfer: null,
  ...more,
})
const transfer = (status: string, more: Data = {}): Data => ({
  status,
  bankName: '工商银行',
  cardTail: '0019',
  orderedAt,
  endedAt: status === 'processing' ? null : endedAt,
  reason: null,
  ...more,
})

const cash = (name: string, answer: Answer | 'broken' | 'late' | undefined, more: Partial<Scene> = {}): Scene => ({
  name: `cash-${name}`,
  screen: '/funders/cash/:id',
  as: 'active',
  path: '/funders/cash/1',
  ...(answer !== undefined && { answers: { '/campaign/activity/1': answer } }),
  ...more,
})
const taken = (state: string, more: Data = {}) => standing({ refusal: 'ACTIVITY_TAKEN', packet: packet(state, more) })
const due = [task('firstOnTimeRepayment', { dueOn: '2027-02-12', loanId: 1 }), task('card', { done: true })]

const activity: readonly Scene[] = [
  cash('ready', standing()),
  cash('coupon', standing({}, { coupon })),
  cash('coupons-used', standing({ refusal: 'ACTIVITY_BUDGET_USED' }, { coupon: { ...coupon, left: 0 }, state: 'budgetUsed' })),
  cash('coupon-received', standing({ refusal: 'ACTIVITY_TAKEN', packet: packet('held') }, { coupon })),
  cash('guest', undefined, { as: 'guest' }),
  cash('not-begun', standing({ refusal: 'ACTIVITY_NOT_BEGUN' }, { state: 'notBegun', grantedFen: 0, grantedCount: 0, leftFen: 5_000_000 })),
  cash('tasks-open', standing({ conditions: due, refusal: 'ACTIVITY_TASKS_OPEN' })),
  cash('new-users', standing({ refusal: 'ACTIVITY_NEW_USERS_ONLY' }, { newUsersOnly: true })),
  cash('budget-used', standing({ refusal: 'ACTIVITY_BUDGET_USED' }, { state: 'budgetUsed', leftFen: 0, grantedFen: 5_000_000 })),
  cash('over', standing({ refusal: 'ACTIVITY_OVER' }, { state: 'over' })),
  cash('verify', standing({ refusal: 'IDENTITY_REQUIRED', card: null, conditions: [met[0], task('card')] })),
  cash('card-missing', standing({ refusal: 'ACTIVITY_CARD_MISSING', card: null, conditions: [met[0], task('card')] })),
  cash('blocked', standing({ refusal: 'ACTIVITY_ACCOUNT_BLOCKED' })),
  cash('held', taken('held')),
  cash('cashing-out', taken('cashingOut', { transfer: transfer('processing') })),
  cash('cashed-out', taken('cashedOut', { transfer: transfer('succeeded') })),
  cash('failed', taken('held', { transfer: transfer('failed', { reason: 'cardFrozen' }) })),
  cash('expired', taken('expired')),
  cash('taken-back', taken('takenBack')),
  cash('invite', undefined, { path: '/funders/cash/3' }),
  cash('unknown', undefined, { path: '/funders/cash/99' }),
  cash('broken', 'broken'),
  cash('transfer', taken('held'), {
    over: true,
    act: ({ page, words }) => page.getByRole('button', { name: words.campaign.transfer, exact: true }).click(),
  }),
]

const received = (name: string, more: Partial<Scene>): Scene => ({
  name: `cash-receive-${name}`,
  screen: '/funders/cashReceive',
  as: 'active',
  path: '/funders/cashReceive?activityId=1',
  ...more,
})
const ofOne = (answer: Answer) => ({ answers: { '/campaign/activity/1': answer } })
const receiving: readonly Scene[] = [
  received('overview', { path: '/funders/cashReceive' }),
  received('none', {
    path: '/funders/cashReceive',
    answers: { '/campaign/overview': (data) => ({ ...data, balanceFen: 0, activities: [] }) },
  }),
  received('broken', { path: '/funders/cashReceive', answers: { '/campaign/overview': 'broken' } }),
  received('ready', ofOne(standing())),
  received('done', ofOne(taken('held'))),
  received('new-users', ofOne(standing({ refusal: 'ACTIVITY_NEW_USERS_ONLY' }, { newUsersOnly: true }))),
  received('failed', ofOne(taken('held', { transfer: transfer('failed', { reason: 'cardClosed' }) }))),
]

const entry = (entryId: number, kind: string, more: Data = {}): Data => ({
  ...{ entryId, kind, amountFen: 1800, at: orderedAt, status: null, cardTail: null, reason: null },
  ...more,
})
const entries: readonly Data[] = [
  entry(5, 'cashOut', { status: 'processing', cardTail: '0019' }),
  entry(4, 'returned', { cardTail: '0019', reason: 'cardFrozen' }),
  entry(3, 'cashOut', { status: 'failed', cardTail: '0019' }),
  entry(2, 'received'),
]
const recorded = (name: string, more: Partial<Scene>): Scene => ({
  name: `cash-records-${name}`,
  screen: '/funders/cashReceiveRecord/:activityId',
  as: 'active',
  path: '/funders/cashReceiveRecord/1',
  ...more,
})
const records: readonly Scene[] = [
  recorded('all', { answers: { '/campaign/records/1**': () => ({ items: entries, next: '2' }) } }),
  recorded('gone', { answers: { '/campaign/records/1**': () => ({ items: [entry(6, 'takenBack'), entry(1, 'expired')], next: null }) } }),
  recorded('empty', {}),
  recorded('unknown', { path: '/funders/cashReceiveRecord/99' }),
  recorded('broken', { answers: { '/campaign/records/1**': 'broken' } }),
]

/** Red packets in every state. What needs a bank's answer or another day is shown by changing the server's answer. */
export const campaignScenes: readonly Scene[] = [...activity, ...receiving, ...records]
