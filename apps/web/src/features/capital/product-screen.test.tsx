import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, translate } from '#app/test-screen.tsx'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { ProductScreen } from './product-screen.tsx'

const rules = {
  dayCount: '30/360',
  tail: 'lastInstalment',
  daysOff: 'stay',
  allocationOrder: ['fee', 'penalty', 'interest', 'principal'],
  penalty: { percentOfRate: 150, graceDays: 3, ceilingPpm: 1_000_000 },
  earlySettlementFeePpm: 0,
  earlySettlementFreeDays: 0,
  interestAhead: 'counts',
}
const row = {
  ...{ period: 1, month: 1, startDate: '2026-11-27', dueDate: '2026-12-27', principal: 77_975, interest: 12_000, fee: 0, total: 89_975 },
  ...{ balanceAfter: 922_025, spans: [] },
  explain: { balance: 1_000_000, ratePpm: 144_000, days: 30, basisDays: 360, rule: 'balanceByDays' },
  principalHow: {
    ...{ rule: 'instalmentMinusInterest', instalment: 89_975, drawn: { balance: 1_000_000, periods: 12 } },
    ...{ prepaid: 0, interest: 12_000, isMonthly: true },
  },
}
const loan = (which: string, simplePpm: number, more: object = {}) => ({
  ...{ which, lender: '示例消费金融有限公司', productId: 101, method: 'equalInstalment', annualRatePpm: simplePpm },
  ...{ price: { simplePpm, compoundPpm: 153_894 }, plan: [row], totalInterest: 79_705, totalDue: 1_079_705 },
  ...more,
})
const product = (productId: number, more: object = {}) => ({
  ...{ productId, method: 'equalInstalment', periods: [12, 6], minFen: 50_000, maxFen: 20_000_000 },
  ...{ rate: { fromPpm: 72_000, toPpm: 239_000 }, ownRatePpm: null, rules },
  penalty: { fromPpmDay: 300, toPpmDay: 996, ownPpmDay: null },
  ...more,
})
const guest = {
  ...{ today: '2026-11-27', limitMaxFen: 20_000_000, minFen: 50_000, stepFen: 10_000, periods: [12, 6] },
  ...{ price: { fromPpm: 54_000, toPpm: 239_000 }, ownPrice: null, ages: { min: 18, max: 60 }, next: 'login' },
  worked: { principal: 1_000_000, periods: 12, loans: [loan('lowest', 60_000), loan('highest', 239_000)] },
  lenders: [
    {
      ...{ lenderId: 1, name: '示例消费金融有限公司', licence: 'L0000', type: 'consumerFinance', opensAt: null, payOutHours: 2 },
      ...{ openingHours: { from: '00:00', to: '24:00' }, price: { fromPpm: 72_000, toPpm: 239_000 }, ownPrice: null },
      products: [product(101)],
    },
    {
      ...{ lenderId: 3, name: '示例小额贷款有限公司', licence: 'S0000', type: 'smallLoan', opensAt: null, payOutHours: 1 },
      ...{ openingHours: { from: '07:00', to: '23:30' }, price: { fromPpm: 130_000, toPpm: 190_000 }, ownPrice: null },
      products: [
        product(301, {
          method: 'flat',
          rules: { ...rules, earlySettlementFeePpm: 5_000, earlySettlementFreeDays: 30, penalty: { ...rules.penalty, graceDays: 0 } },
        }),
      ],
    },
  ],
}
const borrower = {
  ...guest,
  ...{ ownPrice: { fromPpm: 87_600, toPpm: 144_000 }, next: 'borrow' },
  worked: { ...guest.worked, loans: [loan('lowest', 60_000), loan('own', 144_000), loan('highest', 239_000)] },
  lenders: [
    { ...guest.lenders[0], products: [product(101, { ownRatePpm: 144_000, penalty: { fromPpmDay: 300, toPpmDay: 996, ownPpmDay: 600 } })] },
    ...guest.lenders.slice(1),
  ],
}

beforeEach(() => {
  window.localStorage.clear()
  useUserStore.setState(emptyUserState, true)
})
afterEach(cleanup)

const open = (page: unknown) => {
  const calls = answer({ '/capital/product': page })
  return openScreen(ProductScreen, ['capital', 'product', 'lending', 'option', 'blocks'], '/screen').then((shown) => ({ ...shown, calls }))
}
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((one) => one.textContent)

test('R2.39 a guest sees limit, range, the cheapest and the dearest loan, and no price of their own', async () => {
  await open(guest)
  expect(await screen.findByText('200,000')).not.toBeNull()
  expect(screen.getByRole('img', { name: '年化利率从 5.4% 到 23.9%' })).not.toBeNull()
  const rows = cellsOf(screen.getByRole('table', { name: '借 10,000 元 · 12 期' }))
  expect(rows).toEqual([expect.any(String), '最低 6%等额本息899.75797.0515.39%', '最高 23.9%等额本息899.75797.0515.39%'])
  expect(screen.queryByText(/您的价格/)).toBeNull()
})

test('R2.39 a borrower’s own price is a row and a mark, and the fees are counted by it', async () => {
  await open(borrower)
  expect(await screen.findByText('您的价格 8.76%–14.4%')).not.toBeNull()
  expect(screen.getByRole('img', { name: '年化利率从 5.4% 到 23.9%，您的是 14.4%' })).not.toBeNull()
  const fees = cellsOf(screen.getByRole('table', { name: '全部费用' }))
  expect(fees[1]).toBe('利息放款机构剩余本金 × 14.40% ÷ 12 / 月')
  expect(fees.at(-1)).toContain('逾期本金 × 0.060% / 天')
})

test('R2.39 every fee is a row, zeros included, by the rules of the product that is chosen', async () => {
  await open(guest)
  const rows = async () => cellsOf(await screen.findByRole('table', { name: '全部费用' }))
  expect(await rows()).toEqual([
    '项目收取方怎么收',
    '利息放款机构剩余本金 × 7.2%–23.9% ÷ 12 / 月',
    '服务费、担保费—0.00',
    '提前还部分本金—0.00',
    '提前结清手续费—0.00',
    '逾期罚息只在逾期时产生放款机构逾期本金 × 0.030%–0.100% / 天宽限期 3 天，期内还清不收罚息每期罚息最多为该期逾期本金的 100%',
  ])
  fireEvent.click(screen.getByRole('button', { name: /^看哪种产品/ }))
  fireEvent.click(await screen.findByRole('button', { name: /等本等息/ }))
  expect(await rows()).toContain('提前结清手续费放款机构未到期本金 × 0.5%放款后 30 天内（含放款当天）结清不收')
})

test('R2.39 another term asks for its loans, and a row opens its plan and how the rate comes about', async () => {
  const { calls } = await open(guest)
  fireEvent.click(await screen.findByRole('radio', { name: '6期' }))
  expect(await screen.findByText('200,000')).not.toBeNull()
  expect(calls.filter(({ path }) => path.endsWith('/capital/product'))).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: /最高 23.9%/ }))
  const sheet = screen.getByRole('dialog')
  expect(within(sheet).getByText('10,797.05')).not.toBeNull()
  fireEvent.click(within(sheet).getByRole('button', { name: /单利年化/ }))
  expect(screen.getByRole('dialog', { name: '年化利率怎么算的' })).not.toBeNull()
})

test('R2.39 a lender opens into license, hours, products and rules', async () => {
  await open(guest)
  fireEvent.click(await screen.findByRole('button', { name: /示例小额贷款有限公司/ }))
  const sheet = screen.getByRole('dialog', { name: '示例小额贷款有限公司' })
  for (const text of ['S0000', '07:00–23:30', '预计 1 小时内', '500–200,000 元，6 / 12 期'])
    expect(within(sheet).getByText(text)).not.toBeNull()
})

test.each([
  ['login', '登录并申请额度', '/login?redirectUrl=%2FapplyNext'],
  ['apply', '去申请额度', '/applyNext'],
  ['borrow', '去借钱', '/borrowMoney'],
])('R2.39 applying leads where the person stands: %s', async (next, act, target) => {
  const { here } = await open({ ...guest, next })
  fireEvent.click(await screen.findByRole('button', { name: act }))
  expect(here()).toBe(target)
})

test('R2.39 off the shelf nothing can be applied for, and the page says what becomes of loans', async () => {
  const { here } = await open({ ...guest, price: null, lenders: [], periods: [] })
  expect(await screen.findByText('产品已下架，已有的借款仍按合同还款。')).not.toBeNull()
  expect(screen.queryByText('登录并申请额度')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '返回首页' }))
  expect(here()).toBe('/home')
})

test('R2.39 a failed load can be tried again', async () => {
  let tries = 0
  await open(() => {
    tries += 1
    if (tries === 1) return { refused: { code: 1, msg: '', error: 'INTERNAL' } }
    return guest
  })
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByText('200,000')).not.toBeNull()
})

test.each([
  ['合作机构', '/funders/jsd'],
  ['联系客服', '/customerService'],
  ['投诉与建议', '/feedback?kind=complaint'],
])('R2.39 partners and whom to ask are a tap away: %s', async (name, target) => {
  const { here } = await open(guest)
  fireEvent.click(await screen.findByRole('button', { name }))
  expect(here()).toBe(target)
})

test('NF-01 R2.39 on a translated page another term shows its own figures, and none of the former ones', async () => {
  const other = {
    ...guest.worked,
    periods: 6,
    loans: [loan('lowest', 61_000, { totalInterest: 41_234, plan: [{ ...row, total: 171_111 }] })],
  }
  let asked = 0
  answer({
    '/capital/product': () => {
      asked += 1
      return asked === 1 ? guest : { ...guest, worked: other }
    },
  })
  await openScreen(ProductScreen, ['capital', 'product', 'lending', 'option', 'blocks'], '/screen')
  const term = await screen.findByRole('radio', { name: '6期' })
  translate()
  fireEvent.click(term)
  const table = await screen.findByRole('table', { name: '借 10,000 元 · 6 期' })
  expect(table.textContent).toContain('412.34')
  expect(table.textContent).not.toContain('797.05')
})
