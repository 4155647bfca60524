import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal, translate } from '#app/test-screen.tsx'
import { local } from '#platform/storage.ts'
import { forgetLogin, rememberLogin } from '#platform/store.ts'
import { CashScreen } from './cash-screen.tsx'

const card = { cardId: 9, bankCode: 'ICBC', bankName: '工商银行', tail: '0019', isDefault: true }
const task = { kind: 'firstOnTimeRepayment', done: true, doneOn: '2027-02-12', dueOn: null, loanId: null }
const cardDone = { kind: 'card', done: true, doneOn: null, dueOn: null, loanId: null }
const mine = { conditions: [task, cardDone], refusal: null, packet: null, card }
const activity = {
  activityId: 7,
  title: '按时还款红包',
  rewardFen: 1_800,
  coupon: null,
  startsAt: '2027-02-01T02:00:00.000Z',
  endsAt: '2027-02-28T15:59:59.000Z',
  state: 'open',
  budgetFen: 5_000_000,
  grantedFen: 3_144_600,
  leftFen: 1_855_400,
  grantedCount: 1_747,
  validDays: 30,
  newUsersOnly: false,
  tasks: ['firstOnTimeRepayment'],
  mine,
}
const packet = {
  state: 'held',
  amountFen: 1_800,
  receivedAt: '2027-02-13T01:00:00.000Z',
  validUntil: '2027-03-15T15:59:59.000Z',
  transfer: null,
}
const transfer = {
  status: 'processing',
  bankName: '工商银行',
  cardTail: '0019',
  orderedAt: '2027-02-13T01:31:20.000Z',
  endedAt: null,
  reason: null,
}

const open = (address = '/funders/cash/7') => openScreen(CashScreen, ['campaign', 'blocks'], address, '/funders/cash/:id')
const shows = (shown: object) => answer({ '/campaign/activity/7': { ...activity, ...shown } })
/** Figures are kept on one line with their units by spaces that don't break. */
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ')
/** Dates stand in an element of their own, so the text of the page is compared. */
const says = (text: string) => waitFor(() => expect(plain(document.body.textContent)).toContain(text))
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

beforeEach(() => rememberLogin('token', { userId: 1, mobile: '138****0000', name: null }))
afterEach(() => {
  cleanup()
  forgetLogin()
  local.remove('inviteCode')
})

test('R2.42 shows amount, conditions, end to the second, what is left of the budget and the rules before anything is tapped', async () => {
  shows({})
  await open()
  for (const text of [
    '按时还款红包',
    '18.00',
    '已达成',
    '第 1 期按时还清',
    '02-12',
    '尾号 0019',
    '2027-02-28 23:59:59',
    '活动预算 50,000 元',
    '剩 18,554 元',
  ])
    await says(text)
  await says('已发 1,747 份，共 31,446 元；预算用完活动即结束')
  await says('领不领都不影响额度、利率和放款速度。')
})

test('R2.42 declining stands beside receiving and sends nothing; receiving leads to the result, and two taps receive once', async () => {
  const calls = answer({
    '/campaign/activity/7': activity,
    '/campaign/receive/7': { activityId: 7, amountFen: 1_800, validUntil: packet.validUntil },
  })
  const { here } = await open()
  await screen.findByText('暂不领取')
  fireEvent.click(button('领取 18.00 元'))
  fireEvent.click(button('领取 18.00 元'))
  await waitFor(() => expect(here()).toBe('/funders/cashReceive?activityId=7'))
  expect(calls.filter(({ path }) => path.endsWith('/receive/7'))).toHaveLength(1)
})

test('R2.42 a refusal that comes meanwhile stays on the page, which asks again what is true', async () => {
  let state = 'open'
  answer({
    '/campaign/activity/7': () => ({ ...activity, state }),
    '/campaign/receive/7': () => {
      state = 'budgetUsed'
      return refusal('ACTIVITY_BUDGET_USED', '活动预算已用完，活动已结束')
    },
  })
  const { here } = await open()
  await screen.findByText('暂不领取')
  fireEvent.click(button('领取 18.00 元'))
  expect(await screen.findByText('活动已结束')).toBeTruthy()
  expect(here()).toBe('/funders/cash/7')
  expect(screen.queryByText('暂不领取')).toBeNull()
})

test.each([
  [
    'not begun',
    { state: 'notBegun', mine: { ...mine, refusal: 'ACTIVITY_NOT_BEGUN' } },
    '还没开始',
    '2027-02-01 10:00:00 至 2027-02-28 23:59:59',
  ],
  ['over', { state: 'over', mine: { ...mine, refusal: 'ACTIVITY_OVER' } }, '活动已结束', '2027-02-28 23:59:59 截止，没有领取不影响额度'],
  [
    'without budget',
    { state: 'budgetUsed', mine: { ...mine, refusal: 'ACTIVITY_BUDGET_USED' } },
    '活动已结束',
    '活动预算已用完，没有领取不影响额度',
  ],
  ['for new users', { mine: { ...mine, refusal: 'ACTIVITY_NEW_USERS_ONLY' } }, '仅限新用户', '2027-02-01 10:00:00 起注册的新用户可领'],
  ['blocked', { mine: { ...mine, refusal: 'ACTIVITY_ACCOUNT_BLOCKED' } }, '暂时不能领取', '您的账户暂时不能使用红包，请联系客服'],
  ['unverified', { mine: { ...mine, refusal: 'IDENTITY_REQUIRED' } }, '暂时不能领取', '完成实名认证后可以领取'],
  ['without a card', { mine: { ...mine, card: null, refusal: 'ACTIVITY_CARD_MISSING' } }, '还没有借记卡', '添加本人借记卡后可以领取'],
  [
    'not done',
    {
      mine: {
        ...mine,
        refusal: 'ACTIVITY_TASKS_OPEN',
        conditions: [{ ...task, done: false, doneOn: null, dueOn: '2027-02-12', loanId: 3 }, cardDone],
      },
    },
    '还没达成条件',
    '第 1 期 02-12 到期，按时还清后可领',
  ],
  [
    'under way',
    { mine: { ...mine, packet: { ...packet, state: 'cashingOut', transfer } } },
    '正在转账 18.00 元',
    '2027-02-13 09:31:20 提交，结果会通过消息通知您',
  ],
  [
    'arrived',
    {
      mine: {
        ...mine,
        packet: { ...packet, state: 'cashedOut', transfer: { ...transfer, status: 'succeeded', endedAt: '2027-02-13T01:33:02.000Z' } },
      },
    },
    '已到账 18.00 元',
    '2027-02-13 09:33:02 转入工商银行 (0019)',
  ],
  [
    'failed',
    { mine: { ...mine, packet: { ...packet, transfer: { ...transfer, status: 'failed', reason: 'cardFrozen' } } } },
    '转账失败，18.00 元已退回红包账户',
    '银行卡状态异常，换一张卡可再转。',
  ],
  ['expired', { mine: { ...mine, packet: { ...packet, state: 'expired' } } }, '红包已过期', '2027-03-15 23:59:59 到期，没有转出不影响额度'],
  ['taken back', { mine: { ...mine, packet: { ...packet, state: 'takenBack' } } }, '红包已收回', '领取条件已不满足，不影响额度'],
])('R2.42 one that is %s says so, what it means, and offers nothing that can’t be done', async (_, shown, title, body) => {
  shows(shown)
  await open()
  expect(await screen.findByRole('heading', { name: (name) => plain(name) === title })).toBeTruthy()
  await says(body)
  expect(screen.queryByRole('button', { name: '领取 18.00 元' })).toBeNull()
  expect(screen.queryByRole('button', { name: '转入银行卡' }) !== null).toBe(title.startsWith('转账失败'))
})

test('R2.42 a guest sees terms without a standing, and logs in to receive', async () => {
  forgetLogin()
  const calls = shows({ mine: null })
  const { here } = await open()
  fireEvent.click(await screen.findByRole('button', { name: '登录后领取' }))
  expect(here()).toBe('/funders/cashReceive?activityId=7')
  expect(screen.queryByText('未达成')).toBeNull()
  expect(calls.some(({ path }) => path.includes('/receive/'))).toBe(false)
})

test('R2.42 a guest’s invite code is kept for the login; a logged-in borrower’s is not', async () => {
  shows({})
  await open('/funders/cash/7?invite=AbCdEf1234')
  await screen.findByText('按时还款红包')
  expect(local.get('inviteCode')).toBeUndefined()
  cleanup()
  forgetLogin()
  shows({ mine: null })
  await open('/funders/cash/7?invite=AbCdEf1234')
  await waitFor(() => expect(local.get('inviteCode')).toBe('AbCdEf1234'))
})

test('R2.42 an activity that asks for a friend shows the borrower’s own link and how many registered', async () => {
  answer({
    '/campaign/activity/7': {
      ...activity,
      tasks: ['friendRegisters'],
      mine: {
        ...mine,
        refusal: 'ACTIVITY_TASKS_OPEN',
        conditions: [{ ...task, kind: 'friendRegisters', done: false, doneOn: null }, cardDone],
      },
    },
    '/campaign/invite': { code: 'AbCdEf1234', registered: 2 },
  })
  await open()
  await says('/funders/cash/7?invite=AbCdEf1234')
  await says('已有 2 位好友注册')
})

test('R2.42 an address that names no activity, and an answer that doesn’t come, have words and a way on', async () => {
  answer({ '/campaign/activity/7': refusal('ACTIVITY_NOT_FOUND', '活动不存在') })
  await open()
  expect(await screen.findByRole('button', { name: '返回首页' })).toBeTruthy()
  cleanup()
  answer({ '/campaign/activity/7': refusal('INTERNAL', '服务繁忙') })
  await open()
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
  cleanup()
  await open('/funders/cash/none')
  expect(await screen.findByText('活动不存在')).toBeTruthy()
})

const coupon = {
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
const openWithCoupon = () => openScreen(CashScreen, ['campaign', 'coupon', 'blocks'], '/funders/cash/7', '/funders/cash/:id')

test('R2.42 an activity with a coupon says what it takes off, on which conditions, until when and how many are left, before anything is tapped', async () => {
  shows({ coupon })
  await openWithCoupon()
  for (const text of [
    '同时领取优惠券',
    '剩 42 张',
    '还款立减 8 元',
    '应还满 100 元',
    '由放款机构承担',
    '今天领取，有效期至 2027-04-13 24:00',
    '预算或优惠券用完活动即结束',
    '优惠券可在借款或还款时使用',
    '红包收回时，优惠券仍归您',
  ])
    await says(text)
  expect(document.body.textContent).not.toContain('不是抵扣券')
  cleanup()
  shows({ coupon: { ...coupon, left: 0 }, state: 'budgetUsed', mine: { ...mine, refusal: 'ACTIVITY_BUDGET_USED' } })
  await openWithCoupon()
  await says('活动预算或优惠券已用完，没有领取不影响额度')
  expect(document.body.textContent).not.toContain('今天领取')
})

test('R2.42 once received, the coupon leads to the borrower’s own', async () => {
  shows({ coupon, mine: { ...mine, refusal: 'ACTIVITY_TAKEN', packet } })
  const { here } = await openWithCoupon()
  await says('优惠券已发放')
  expect(document.body.textContent).not.toContain('剩 42 张')
  fireEvent.click(button('查看优惠券'))
  await waitFor(() => expect(here()).toBe('/coupons'))
})

test('NF-01 R2.42 a translated page opens the transfer all the same', async () => {
  answer({ '/campaign/activity/7': { ...activity, mine: { ...mine, packet } }, '/card/list': { holder: '测*', cards: [card] } })
  await open()
  const transferButton = await screen.findByRole('button', { name: '转入银行卡' })
  translate()
  fireEvent.click(transferButton)
  expect(await screen.findByRole('dialog')).toBeTruthy()
})
