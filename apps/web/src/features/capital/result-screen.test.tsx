import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { emptyUserState, rememberLogin, useUserStore } from '#platform/store.ts'
import { ConfirmHost } from '#ui/confirm.tsx'
import { ResultScreen } from './result-screen.tsx'
import { application, nextPartner, result, shownText } from './test-partner.ts'

beforeEach(() => {
  window.localStorage.clear()
  useUserStore.setState(emptyUserState, true)
  rememberLogin('token', { userId: 7, mobile: '138****4000', name: null })
})
afterEach(cleanup)

function Asking() {
  return (
    <>
      <ResultScreen />
      <ConfirmHost />
    </>
  )
}
const open = async (change: object = {}, table: Record<string, unknown> = {}, query = '?applicationId=77') => {
  const calls = answer({ '/capital/result': { ...result, ...change }, '/capital/click': { recorded: true }, ...table })
  const shown = await openScreen(Asking, ['capital', 'blocks'], `/screen${query}`)
  return { ...shown, sent: (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body) }
}
const as = (status: string, more: object = {}) => ({ application: { ...application, status, ...more } })

test('R2.48 waiting is a scale of usual and longest time, not a spinner, with what happened so far', async () => {
  const { here } = await open()
  expect(await screen.findByRole('heading', { name: '示例合作银行正在审批' })).not.toBeNull()
  expect(screen.getByRole('img', { name: /^已等 .*，通常 5 分钟，最长 24 小时$/ })).not.toBeNull()
  expect(shownText()).toContain('申请已提交')
  fireEvent.click(screen.getByRole('button', { name: '继续等待' }))
  await waitFor(() => expect(here()).toBe('/'))
})

test.each([
  ['filling', { fillUntil: '2026-12-04T02:00:00.000Z' }, '申请还没有提交', '请在 2026-12-04 10:00 前提交，过期后申请会结束。'],
  ['submitted', {}, '已提交给示例合作银行', '可以离开，结果会发消息。'],
  ['unknown', {}, '正在向示例合作银行核实', '同一笔借款不会放款两次，请勿重复申请。'],
  ['refused', { reason: 'riskRefused' }, '示例合作银行未通过这次申请', '该机构综合评估后未通过，没有说明更多原因。'],
  ['refused', { reason: 'a word of its own' }, '示例合作银行未通过这次申请', '该机构没有说明原因。'],
  ['unreached', { opensAt: '2026-11-27T22:00:00.000Z' }, '示例合作银行现在不办理', '2026-11-28 06:00 恢复办理。'],
  ['unreached', {}, '没有送达示例合作银行', '没有产生借款。'],
  ['lapsed', {}, '批准已过期', '没有产生借款。'],
  ['cancelled', {}, '申请已撤回', '没有产生借款。'],
  ['cancelling', {}, '正在撤回申请', '确认前不会向其他机构申请。'],
  ['declining', {}, '正在通知机构不再放款', '我们正在通知它不再放款。'],
  ['incomplete', { missingUntil: '2026-11-30T16:00:00.000Z' }, '还需要补充内容', '请在 2026-12-01 00:00 前补充'],
])('R2.48 %s %j is shown with what it means', async (status, more, title, body) => {
  await open(as(status, more))
  expect(await screen.findByRole('heading', { name: title })).not.toBeNull()
  expect(shownText()).toContain(body)
})

test.each([
  ['filling', {}, '继续填写', '/capitalForm?capitalId=4'],
  ['incomplete', {}, '去补充', '/capitalForm?capitalId=4'],
  ['approved', { approvedFen: 800_000, validUntil: '2026-11-30T16:00:00.000Z' }, '选择金额并提现', '/capitalWithdraw?applicationId=77'],
  ['taken', { loanId: 5 }, '查看借款', '/loan/detail/5'],
  ['refused', {}, '向其他放款机构借款', '/borrowMoney'],
  ['cancelled', { movingTo: 5 }, '继续向下一家申请', '/funders/jsd?capitalId=5'],
])('R2.48 %s has one next step', async (status, more, act, target) => {
  const { here } = await open(as(status, more))
  fireEvent.click(await screen.findByRole('button', { name: act }))
  await waitFor(() => expect(here()).toBe(target))
})

test('R2.48 another amount than was asked for is said with the approval', async () => {
  await open(as('approved', { approvedFen: 800_000, validUntil: '2026-11-30T16:00:00.000Z' }))
  await waitFor(() => expect(shownText()).toContain('示例合作银行已批准 8,000 元'))
  expect(shownText()).toContain('批准的金额与申请的不同。请在 2026-12-01 00:00 前提现')
})

test('R2.48 the next partner stands beside this one with its figures, and is gone to only after the question', async () => {
  const { sent, here } = await open(
    { next: nextPartner, canMoveOn: true },
    { '/capital/next': { application: { ...application, status: 'cancelled' }, next: nextPartner } },
  )
  const table = await screen.findByRole('table', { name: '不想等，可以换一家' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['示例合作银行示例合作消费金融', '首期应还899.75905.42', '总利息797.05865.00多 67.95', '单利年化14.40%15.60%'])
  fireEvent.click(screen.getByRole('button', { name: '换一家' }))
  const question = await screen.findByRole('alertdialog')
  expect(sent('/capital/next')).toEqual([])
  expect(question.textContent).toContain('确认撤回后才能向下一家申请')
  fireEvent.click(within(question).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(here()).toBe('/funders/jsd?capitalId=5'))
  expect(sent('/capital/next')).toEqual([{ applicationId: 77 }])
})

test('R2.48 after a refusal the next partner is one tap away and asks for its own consent', async () => {
  const { here } = await open(
    { ...as('refused'), next: nextPartner, canMoveOn: true },
    { '/capital/next': { application: { ...application, status: 'refused' }, next: nextPartner } },
  )
  await waitFor(() => expect(shownText()).toContain('信息不会自动提供给下一家'))
  fireEvent.click(screen.getByRole('button', { name: '换一家' }))
  await waitFor(() => expect(here()).toBe('/funders/jsd?capitalId=5'))
})

test('R2.48 moving on from one that is still being cancelled waits on this page', async () => {
  const { here, sent } = await open(
    { next: nextPartner, canMoveOn: true },
    { '/capital/next': { application: { ...application, status: 'cancelling' }, next: nextPartner } },
  )
  fireEvent.click(await screen.findByRole('button', { name: '换一家' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent('/capital/next')).toHaveLength(1))
  expect(here()).toBe('/screen?applicationId=77')
})

test('R2.48 cancelling asks first; no leaves it as it is', async () => {
  const { sent } = await open({ canStop: true }, { '/capital/stop': { ...application, status: 'cancelling' } })
  fireEvent.click(await screen.findByRole('button', { name: '取消申请' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))
  expect(sent('/capital/stop')).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: '取消申请' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent('/capital/stop')).toEqual([{ applicationId: 77 }]))
})

test('R2.48 a return from the partner’s page is checked by the server, once, and leaves the address', async () => {
  const { sent, here } = await open({}, { '/capital/returned': application }, '?reference=R1&outcome=done&at=1&signature=s')
  await waitFor(() => expect(here()).toBe('/capitalResult?applicationId=77'))
  expect(sent('/capital/returned')).toEqual([{ reference: 'R1', outcome: 'done', at: '1', signature: 's' }])
})

test('R2.48 a return without a hand-over leads to the progress, with the server’s words', async () => {
  const { here } = await open({}, { '/capital/returned': refusal('HAND_OVER_UNKNOWN', '跳转信息无效') }, '?reference=X')
  await waitFor(() => expect(here()).toBe('/capitalResult'))
})

test('R2.48 without an application, or with another’s, the page says so', async () => {
  await open({ application: null })
  expect(await screen.findByText('没有合作机构的申请')).not.toBeNull()
  cleanup()
  await open({}, { '/capital/result': refusal('CAPITAL_APPLICATION_NOT_FOUND', '申请不存在') })
  expect(await screen.findByText('没有合作机构的申请')).not.toBeNull()
})
