import { civilDate } from '@fyh/base/dates.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { clock } from '#platform/clock.ts'
import { ApplyCard } from './apply-card.tsx'

type Card = Parameters<typeof ApplyCard>[0]['card']

afterEach(cleanup)

const submittedAt = '2026-11-27T02:00:00.000Z'
const refused = {
  state: 'refused',
  reasons: ['scoreLow', 'incomeLow'],
  applyAgainOn: civilDate('2026-12-27'),
  canAskHuman: true,
  isForGood: false,
} as const satisfies Card
const words = ['home', 'borrower', 'blocks', 'apply'] as const

test.each<[string, Card, string, string]>([
  ['in review', { state: 'reviewing', submittedAt, expectedSeconds: 90 }, '正在审核您的申请', '查看进度'],
  ['with a person', { state: 'humanReview', submittedAt }, '正在复核您的申请', '查看复核进度'],
  ['refused', refused, '本次申请未通过', '查看原因与办法'],
  ['refused after a person’s look', { ...refused, canAskHuman: false }, '复核后仍未通过', '查看原因'],
])('R2.2 home has words and a way of its own for an application that is %s', async (_, card, title, act) => {
  const { here } = await openScreen(() => <ApplyCard card={card} />, words)
  expect((await screen.findByRole('heading')).textContent).toBe(title)
  fireEvent.click(screen.getByRole('button', { name: act }))
  await waitFor(() => expect(here()).toBe('/applyResult'))
})

test.each([
  ['within the usual time', 60, false],
  ['after more than twice the usual time', 300, true],
])('R2.2 a review that runs %s', async (_, secondsAgo, isLate) => {
  const since = new Date(clock.now().getTime() - secondsAgo * 1_000).toISOString()
  const { here } = await openScreen(() => <ApplyCard card={{ state: 'reviewing', submittedAt: since, expectedSeconds: 90 }} />, words)
  expect(document.body.textContent?.includes('通常约')).toBe(!isLate)
  const service = screen.queryByRole('button', { name: '联系客服' })
  expect(service !== null).toBe(isLate)
  if (service === null) return
  fireEvent.click(service)
  await waitFor(() => expect(here()).toBe('/customerService'))
})

test('R2.2 a refusal is on home with its reasons and the day to come back, and one more look is asked for there', async () => {
  const calls = answer({ '/humanReview': {} })
  await openScreen(() => <ApplyCard card={refused} />, words)
  const reasons = await screen.findByRole('list', { name: '主要原因' })
  expect(Array.from(reasons.children, ({ textContent }) => textContent)).toEqual([
    '综合评估暂未达到要求',
    '收入与可借金额的比例暂不满足要求',
  ])
  expect(document.body.textContent).toContain('2026-12-27 起可再次申请')
  fireEvent.click(screen.getByRole('button', { name: '申请复核' }))
  expect(calls).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(calls.map(({ path }) => path.split('/').at(-1))).toContain('humanReview'))
})

test('R2.2 from a refusal a tap leads to the partners, which decide for themselves; none where time cures nothing', async () => {
  const { here } = await openScreen(() => <ApplyCard card={refused} />, words)
  fireEvent.click(await screen.findByRole('button', { name: '看看合作机构' }))
  expect(here()).toBe('/funders/jsd')
  cleanup()
  await openScreen(() => <ApplyCard card={{ ...refused, isForGood: true }} />, words)
  await screen.findByText('本次申请未通过')
  expect(screen.queryByRole('button', { name: '看看合作机构' })).toBeNull()
})

test('R2.2 a refusal that was looked at again has no such button, and one that time does not cure names no day', async () => {
  await openScreen(() => <ApplyCard card={{ ...refused, canAskHuman: false, reasons: ['overAge'], isForGood: true }} />, words)
  expect(await screen.findByText('超出可申请的年龄范围（18–60 周岁）')).not.toBeNull()
  expect(screen.queryByRole('button', { name: '申请复核' })).toBeNull()
  expect(document.body.textContent).toContain('再次申请也不会通过')
  expect(document.body.textContent).not.toContain('2026-12-27')
})

const noLimit: Card = {
  state: 'noLimit',
  next: 'profile',
  done: 2,
  of: 4,
  steps: [
    { step: 'identity', state: 'done' },
    { step: 'face', state: 'done' },
    { step: 'profile', state: 'doing' },
    { step: 'confirm', state: 'none' },
  ],
  idExpiresOn: null,
  hasPhotos: false,
  hasDraft: true,
}

test.each([
  ['补充资料', '/applyProfile'],
  ['确认并提交', '/applyConfirm'],
])('R2.2 each step that is missing is on home and leads to its screen: %s', async (step, path) => {
  const { here } = await openScreen(() => <ApplyCard card={noLimit} />, words)
  expect(screen.getByText('草稿已保存，可接着填写')).not.toBeNull()
  expect(screen.queryByRole('button', { name: /实名认证/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: new RegExp(step) }))
  await waitFor(() => expect(here()).toBe(path))
})

test('R2.2 photos that wait to be confirmed can be taken again from home', async () => {
  const steps = noLimit.steps.map(({ step }) => ({ step, state: step === 'identity' ? ('doing' as const) : ('none' as const) }))
  const card: Card = { ...noLimit, next: 'identity', done: 0, steps, hasPhotos: true, hasDraft: false }
  const { here } = await openScreen(() => <ApplyCard card={card} />, words)
  expect(screen.getByText('证件照已上传，信息待核对')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '核对或重新拍摄' }))
  await waitFor(() => expect(here()).toBe('/applyIdentity'))
})

test.each([
  ['doing', '您的身份证将于 2026-12-20 到期'],
  ['expired', '您的身份证已于 2026-12-20 到期，请用新证重新认证'],
] as const)('R2.2 an ID card that expires soon has other words than an expired one: %s', async (state, text) => {
  const steps = noLimit.steps.map(({ step }) => ({ step, state: step === 'identity' ? state : ('none' as const) }))
  await openScreen(() => <ApplyCard card={{ ...noLimit, next: 'identity', done: 0, steps, idExpiresOn: civilDate('2026-12-20') }} />, words)
  expect(document.body.textContent).toContain(text)
})
