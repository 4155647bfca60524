import { messageTargets } from '@fyh/contract/message-targets.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { DetailScreen } from './detail-screen.tsx'
import { targetOf } from './message-target.ts'

afterEach(cleanup)

type Kind = keyof typeof messageTargets

const open = (kind: Kind, targetGone = false) => {
  const message = { messageId: 1, kind, tab: 'notice', params: {}, loanId: 7, sentAt: '2026-12-29T02:00:00.000Z', read: true, targetGone }
  answer({ '/message/detail/1': message })
  return openScreen(DetailScreen, ['message', 'blocks'], '/screen?id=1')
}

test.each<[Kind, string, string]>([
  ['welcome', '去完成申请', '/applyNext'],
  ['limitApproved', '查看额度与费用', '/borrowMoney'],
  ['applicationRefused', '查看申请结果', '/applyResult'],
  ['cardBound', '查看银行卡', '/selectBank'],
  ['payoutDone', '查看这笔借款', '/loan/detail/7'],
  ['debitFailed', '去还款', '/repaymentDetail/7'],
  ['fellOverdue', '去还款', '/repaymentDetail/7'],
])('R2.33 a message of kind %s has one way on, "%s", to %s', async (kind, act, path) => {
  const { here } = await open(kind)
  fireEvent.click(await screen.findByRole('button', { name: act }))
  await waitFor(() => expect(here()).toBe(path))
})

/** Where each target is, by its address; the screens behind are those of the table. */
const places: Readonly<Record<(typeof messageTargets)[Kind], string>> = {
  apply: '/applyNext',
  applyResult: '/applyResult',
  benefit: '/equityOrder',
  borrow: '/borrowMoney',
  capital: '/capitalResult',
  cards: '/selectBank',
  coupons: '/coupons',
  loan: '/loan/detail/7',
  pay: '/repaymentDetail/7',
  redPacket: '/funders/cash/3',
  settings: '/setting',
  ticket: '/feedbackDetail?id=4',
}
const targets = Object.entries(messageTargets) as readonly [Kind, keyof typeof places][]

test.each(targets)('R2.33 every kind leads to a place: %s to %s', (kind, target) => {
  expect(targetOf({ kind, loanId: 7, params: { activityId: 3, ticketId: 4 } })).toEqual({ name: target, path: places[target] })
})

test('R2.33 where the target is gone the message says so and leads nowhere', async () => {
  await open('payoutDone', true)
  expect(await screen.findByText('相关内容已不存在')).not.toBeNull()
  expect(screen.queryByRole('button', { name: '查看这笔借款' })).toBeNull()
})

test('R2.33 a message that was deleted leads back to the list', async () => {
  answer({ '/message/detail/1': refusal('MESSAGE_NOT_FOUND', '消息不存在') })
  const { here } = await openScreen(DetailScreen, ['message', 'blocks'], '/screen?id=1')
  fireEvent.click(await screen.findByRole('button', { name: '返回消息列表' }))
  await waitFor(() => expect(here()).toBe('/messageCenter'))
})

test('an old message without the loan it needs has no way on', () => {
  expect(targetOf({ kind: 'debitFailed', loanId: null, params: {} })).toBeUndefined()
})
