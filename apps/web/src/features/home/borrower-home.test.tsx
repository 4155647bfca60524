import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { home } from '@fyh/contract/home.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { BorrowerHome } from './borrower-home.tsx'

const nobody = home.fyhHome.data.parse(home.fyhHome.example.data)

const words = ['home', 'borrower', 'blocks'] as const

afterEach(cleanup)

test.each([
  [{ failed: 1 }, '放款未成功 1'],
  [{ disbursing: 1 }, '放款中 1'],
  [{ open: 2, failed: 1 }, '还款中 2'],
  [{}, '暂无借款'],
])('R2.2 home never says that there is no loan beside the notice of one (%o)', async (loans, value) => {
  await openScreen(() => <BorrowerHome home={{ ...nobody, loans: { ...nobody.loans, ...loans } }} />, words)
  expect(screen.getByRole('button', { name: /借款记录/ }).textContent).toContain(value)
})

test('R2.2 a limit says from which price to which the borrower can borrow, and no price while nothing is offered', async () => {
  const limit = {
    state: 'limit',
    availableFen: fen(100_000),
    totalFen: fen(100_000),
    validUntil: nobody.today,
    cost: null,
    blocked: null,
    idExpiresOn: null,
  } as const
  const price = { fromPpm: ppm(110_488), toPpm: ppm(180_064) }
  await openScreen(() => <BorrowerHome home={{ ...nobody, card: { ...limit, price } }} />, words)
  expect(document.body.textContent).toContain('年化利率（单利）11.05%–18.01%')
  cleanup()
  await openScreen(() => <BorrowerHome home={{ ...nobody, card: { ...limit, price: null } }} />, words)
  expect(document.body.textContent).toContain('总额度')
  expect(document.body.textContent).not.toContain('年化')
})

const cost = {
  principal: fen(1_000_000),
  lender: '示例消费金融有限公司',
  terms: [
    { periods: 3, instalment: fen(340_000), interest: fen(20_033), compoundPpm: ppm(154_000) },
    { periods: 12, instalment: fen(89_975), interest: fen(79_705), compoundPpm: ppm(153_900) },
  ],
}
const withLimit = (change: object) => ({
  ...nobody,
  card: {
    state: 'limit' as const,
    availableFen: fen(100_000),
    totalFen: fen(100_000),
    validUntil: nobody.today,
    price: null,
    cost,
    blocked: null,
    idExpiresOn: null,
    ...change,
  },
})

test('R2.2 home says what 10,000 cost by number of periods before anything is asked for', async () => {
  const { here } = await openScreen(() => <BorrowerHome home={withLimit({})} />, words)
  const card = () => screen.getByRole('region', { name: '借 10,000 元要花多少' }).textContent
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '12 期' }).checked).toBe(true)
  for (const text of ['899.75', '797.05', '15.39%', '示例消费金融有限公司']) expect(card()).toContain(text)
  fireEvent.click(screen.getByRole('radio', { name: '3 期' }))
  for (const text of ['3,400.00', '200.33', '15.4%']) expect(card()).toContain(text)
  fireEvent.click(screen.getByRole('button', { name: '怎么算的' }))
  await waitFor(() => expect(here()).toBe('/product'))
})

test.each([
  ['nothing is offered', { cost: null }],
  ['borrowing is blocked', { blocked: 'overdue' }],
])('R2.2 no cost is shown while %s', async (_, change) => {
  await openScreen(() => <BorrowerHome home={withLimit(change)} />, words)
  expect(screen.queryByText(/要花多少/)).toBeNull()
})

test.each([
  ['优惠券', '/coupons'],
  ['权益', '/equityOrder'],
  ['红包', '/funders/cashReceive'],
  ['产品说明', '/product'],
  ['帮助', '/help'],
  ['客服', '/customerService'],
  ['投诉', '/feedback?kind=complaint'],
  ['公告', '/noticeList'],
])('R2.2 home leads to %s', async (name, path) => {
  const { here } = await openScreen(() => <BorrowerHome home={nobody} />, words)
  fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(here()).toBe(path))
})

test('R2.2 what can be used now is counted beside its entry, and nothing is where there is none', async () => {
  await openScreen(() => <BorrowerHome home={{ ...nobody, owned: { coupons: 2, benefits: 0, redPackets: 1 } }} />, words)
  const shown = (name: string) => screen.getByRole('button', { name: new RegExp(name) }).textContent
  expect(['优惠券', '权益', '红包'].map(shown)).toEqual(['2优惠券', '权益', '1红包'])
  expect(screen.getByRole('img', { name: '2 个可用' })).not.toBeNull()
})

const loan = { amountFen: fen(300_000), periods: 12, paidPeriods: 3, borrowedAt: '2026-11-27T02:00:00.000Z' }

test('R2.2 every loan is a row with its state that leads to it; those under way have a notice each', async () => {
  const list = [
    { ...loan, loanId: 1, state: 'disbursing' as const },
    { ...loan, loanId: 2, state: 'failed' as const },
    { ...loan, loanId: 3, state: 'disbursing' as const },
    { ...loan, loanId: 4, state: 'open' as const },
    { ...loan, loanId: 5, state: 'overdue' as const },
  ]
  const { here } = await openScreen(() => <BorrowerHome home={{ ...nobody, loans: { ...nobody.loans, list } }} />, words)
  const rows = Array.from(screen.getByRole('list', { name: '我的借款' }).children, ({ textContent }) => textContent)
  expect(rows.map((row) => row?.replace(/\s/g, ' ').replace('借款 3,000.00 元', ''))).toEqual([
    '12 期放款中',
    '12 期放款未成功',
    '12 期放款中',
    '12 期，已还 3 期还款中',
    '12 期，已还 3 期已逾期',
  ])
  expect(screen.getAllByRole('button', { name: '查看进度' })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: '查看原因与办法' }))
  await waitFor(() => expect(here()).toBe('/loan/detail/2'))
})

test('R2.2 a frozen account says so and leads to customer service; nothing offers to borrow', async () => {
  const { here } = await openScreen(() => <BorrowerHome home={{ ...withLimit({ blocked: 'frozen' }), isFrozen: true }} />, words)
  expect(document.body.textContent).toContain('账户状态异常')
  expect(screen.queryByRole('button', { name: '去借钱' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '联系客服' }))
  await waitFor(() => expect(here()).toBe('/customerService'))
})

test.each([
  ['2026-11-26', '身份证已于 2026-11-26 到期'],
  ['2026-12-20', '身份证将于 2026-12-20 到期'],
])('R2.2 an identity card that ends on %s is told beside the limit', async (day, text) => {
  await openScreen(() => <BorrowerHome home={withLimit({ idExpiresOn: civilDate(day) })} />, words)
  expect(document.body.textContent).toContain(text)
})
