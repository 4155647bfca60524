import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal, translate } from '#app/test-screen.tsx'
import { ReceiveScreen } from './receive-screen.tsx'
import { RecordsScreen } from './records-screen.tsx'

const packet = {
  state: 'held',
  amountFen: 1_800,
  receivedAt: '2027-02-13T01:00:00.000Z',
  validUntil: '2027-03-15T15:59:59.000Z',
  transfer: null,
}
const mine = {
  conditions: [{ kind: 'firstLoan', done: true, doneOn: '2027-02-12', dueOn: null, loanId: null }],
  refusal: null,
  packet: null,
  card: null,
}
const activity = {
  activityId: 7,
  title: '新人首借红包',
  rewardFen: 1_800,
  coupon: null,
  startsAt: '2027-02-01T02:00:00.000Z',
  endsAt: '2027-02-28T15:59:59.000Z',
  state: 'open',
  budgetFen: 5_000_000,
  grantedFen: 0,
  leftFen: 5_000_000,
  grantedCount: 0,
  validDays: 30,
  newUsersOnly: true,
  tasks: ['firstLoan'],
  mine,
}

const open = (address: string) => openScreen(ReceiveScreen, ['campaign', 'blocks'], address, '/funders/cashReceive')
const openRecords = (address = '/funders/cashReceiveRecord/7') =>
  openScreen(RecordsScreen, ['campaign', 'blocks'], address, '/funders/cashReceiveRecord/:activityId')

afterEach(cleanup)

test('R2.43 shows amount and condition, and after the receipt the amount, until when it is valid, and both ways on', async () => {
  answer({ '/campaign/activity/7': activity })
  await open('/funders/cashReceive?activityId=7')
  expect(await screen.findByText('首笔借款到账')).toBeTruthy()
  expect(screen.getByRole('button', { name: '暂不领取' })).toBeTruthy()
  cleanup()
  answer({ '/campaign/activity/7': { ...activity, mine: { ...mine, refusal: 'ACTIVITY_TAKEN', packet } } })
  await open('/funders/cashReceive?activityId=7')
  expect(await screen.findByText('已领取')).toBeTruthy()
  expect(document.body.textContent).toContain('有效期至 2027-03-15 23:59:59')
  expect(screen.getByRole('button', { name: '转入银行卡' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '以后再转' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^领取/ })).toBeNull()
})

test('R2.43 one that is for new users only can’t be received here either', async () => {
  answer({ '/campaign/activity/7': { ...activity, mine: { ...mine, refusal: 'ACTIVITY_NEW_USERS_ONLY' } } })
  await open('/funders/cashReceive?activityId=7')
  expect(await screen.findByText('仅限新用户')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '领取 18.00 元' })).toBeNull()
})

test('R2.43 without an activity it shows the balance and every activity, or that there is none, or a way to try again', async () => {
  answer({ '/campaign/overview': { balanceFen: 1_800, activities: [{ ...activity, mine: { ...mine, packet } }] } })
  const { here } = await open('/funders/cashReceive')
  expect(await screen.findByText('已领取，可转入银行卡')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /新人首借红包/ }))
  await waitFor(() => expect(here()).toBe('/funders/cash/7'))
  cleanup()
  answer({ '/campaign/overview': { balanceFen: 0, activities: [] } })
  await open('/funders/cashReceive')
  expect(await screen.findByText('目前没有活动')).toBeTruthy()
  cleanup()
  answer({ '/campaign/overview': refusal('INTERNAL', '服务繁忙') })
  await open('/funders/cashReceive')
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
})

const entry = { entryId: 3, kind: 'received', amountFen: 1_800, at: '2027-02-13T01:00:00.000Z', status: null, cardTail: null, reason: null }

test('R2.44 lists what came in and went out, with time, card, state and reason, page after page', async () => {
  let asked = 0
  answer({
    '/campaign/records/7': () => {
      asked += 1
      if (asked > 1) return { items: [{ ...entry, entryId: 1 }], next: null }
      const items = [
        { ...entry, entryId: 3, kind: 'returned', cardTail: '0019', reason: 'cardFrozen' },
        { ...entry, entryId: 2, kind: 'cashOut', status: 'failed', cardTail: '0019' },
      ]
      return { items, next: 2 }
    },
  })
  await openRecords()
  expect(await screen.findByText('转账失败退回')).toBeTruthy()
  expect(screen.getByText('+18.00')).toBeTruthy()
  expect(screen.getByText('−18.00')).toBeTruthy()
  expect(screen.getByText('转账失败')).toBeTruthy()
  expect(screen.getByText('银行卡状态异常，换一张卡可再转。')).toBeTruthy()
  translate()
  fireEvent.click(screen.getByRole('button', { name: /加载更多/ }))
  expect(await screen.findByText('领取红包')).toBeTruthy()
})

test.each([
  ['nothing yet', { items: [], next: null }, '还没有红包记录'],
  ['an unknown activity', refusal('ACTIVITY_NOT_FOUND', '活动不存在'), '活动不存在'],
  ['an answer that did not come', refusal('INTERNAL', '服务繁忙'), '重试'],
])('R2.44 with %s it says so', async (_, records, shown) => {
  answer({ '/campaign/records/7': records })
  await openRecords()
  expect(await screen.findByText(shown)).toBeTruthy()
})
