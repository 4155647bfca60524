import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { BillsScreen } from './bills-screen.tsx'

afterEach(cleanup)

const bill = (period: number, total: number, more: object = {}) => ({
  loanId: 7,
  contractNo: 'FY2026112700001',
  period,
  periods: 12,
  dueDate: `2027-0${period}-27`,
  daysLeft: 30 * period,
  overdueDays: 0,
  state: 'future',
  principal: total,
  interest: 0,
  fee: 0,
  penalty: 0,
  total,
  paidTotal: 0,
  payNowFen: null,
  runningRepaymentId: null,
  ...more,
})
const open = (bills: object[], sums: object = {}) => {
  answer({ '/repay/bills': { today: '2026-12-24', bills, overdueTotal: 0, dueTotal: 0, returned: [], ...sums } })
  return openScreen(BillsScreen, ['repay', 'blocks'])
}
const row = async (name: RegExp) => (await screen.findAllByRole('button', { name }))[0] ?? document.body

test('a row that is paid now opens the payment of its amount; one that is not leads to its place in the plan', async () => {
  const bills = [bill(1, 90_256, { overdueDays: 4, state: 'overdue', payNowFen: 90_256 }), bill(6, 89_975)]
  const { here } = await open(bills, { overdueTotal: 90_256 })
  fireEvent.click(await row(/第.6/))
  expect(here()).toBe('/repayment?loanId=7&explain=6')
  cleanup()
  const again = await open(bills, { overdueTotal: 90_256 })
  fireEvent.click(await row(/902\.56/))
  expect(again.here()).toBe('/repaymentDetail/7')
})

test('a row that is paid together with another says before what is asked', async () => {
  await open([
    bill(1, 90_256, { state: 'overdue', overdueDays: 34, payNowFen: 180_231 }),
    bill(2, 89_975, { state: 'dueToday', payNowFen: 180_231 }),
  ])
  expect(await screen.findAllByText(/本次还款共.1,802\.31.元/)).toHaveLength(2)
})

test('overdue and due soon stand beside one another, as on home', async () => {
  await open([bill(1, 90_256)], { overdueTotal: 90_256, dueTotal: 68_273 })
  expect((await screen.findByText('逾期合计')).parentElement?.textContent).toContain('902.56')
  expect(screen.getByText('近期应还合计').parentElement?.textContent).toContain('682.73')
})

const due = (loanId: number, period: number, total: number, more: object = {}) =>
  bill(period, total, { loanId, contractNo: `FY-${loanId}`, payNowFen: total, ...more })

test('R2.26 bills stand by month with the total of each month, due and paid', async () => {
  await open([bill(1, 90_256), bill(2, 89_975, { dueDate: '2027-01-30' }), bill(3, 100)])
  const headings = (await screen.findAllByRole('heading', { level: 2 })).map((heading) =>
    heading.parentElement?.textContent?.replaceAll('\u00A0', ' '),
  )
  expect(headings).toEqual(['2027 年 01 月合计 1,802.31 元', '2027 年 03 月合计 1.00 元'])
  cleanup()
  answer({
    '/repay/bills': {
      today: '2026-12-24',
      bills: [bill(1, 500, { state: 'paid', paidTotal: 700 })],
      overdueTotal: 0,
      dueTotal: 0,
      returned: [],
    },
  })
  await openScreen(BillsScreen, ['repay', 'blocks'])
  fireEvent.click(await screen.findByRole('tab', { name: '已还' }))
  expect(await screen.findByText(/合计 7\.00/)).not.toBeNull()
})

test('R2.26 bills of several loans are chosen and lead to one payment of their sum; nothing is chosen beforehand', async () => {
  const { here } = await open([due(7, 1, 90_256), due(9, 1, 10_000), bill(2, 89_975, { loanId: 7 })])
  const boxes = await screen.findAllByRole('checkbox')
  expect(boxes).toHaveLength(2)
  for (const box of boxes) expect(box).toHaveProperty('checked', false)
  expect(screen.queryByRole('button', { name: /还选中的/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '全选可还账单' }))
  fireEvent.click(screen.getByRole('button', { name: /还选中的.2.期，共.1,002\.56.元/ }))
  expect(here()).toBe('/repayTogether?bills=7.1_9.1')
})

test('R2.26 one loan chosen whole is paid on its own page, where its coupons are', async () => {
  const { here } = await open([due(7, 1, 90_256), due(9, 1, 10_000)])
  fireEvent.click(await screen.findByRole('checkbox', { name: /FY-9/ }))
  fireEvent.click(screen.getByRole('button', { name: /还选中的/ }))
  expect(here()).toBe('/repaymentDetail/9')
})

test('R2.26 a later instalment is chosen together with the older ones of its loan; the older one can be paid alone', async () => {
  const { here } = await open([due(7, 1, 500, { payNowFen: 1_100 }), due(7, 2, 600, { payNowFen: 1_100 }), due(9, 1, 10_000)])
  const box = (name: RegExp) => screen.findByRole('checkbox', { name })
  fireEvent.click(await box(/FY-7.*2.期/))
  expect(await box(/FY-7.*1.期/)).toHaveProperty('checked', true)
  fireEvent.click(await box(/FY-7.*2.期/))
  expect(await box(/FY-7.*1.期/)).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('button', { name: /还选中的.1.期，共.5\.00.元/ }))
  expect(here()).toBe('/repayTogether?bills=7.1')
})

test('R2.26 where paying settles the loan, its bills are chosen whole and cost what settling takes', async () => {
  await open([due(7, 1, 500, { payNowFen: 900 }), due(7, 2, 600, { payNowFen: 900 }), due(9, 1, 100)])
  fireEvent.click(await screen.findByRole('checkbox', { name: /FY-7.*1.期/ }))
  expect(screen.getByRole('button', { name: /还选中的.2.期，共.9\.00.元/ })).not.toBeNull()
})

test('R2.26 while a debit of a loan runs its bills say so and cannot be chosen', async () => {
  await open([due(7, 1, 500, { runningRepaymentId: 5 }), due(9, 1, 100), due(11, 1, 100)])
  expect(await screen.findAllByRole('checkbox')).toHaveLength(2)
  expect(screen.getByText('扣款中')).not.toBeNull()
})

test('R2.26 a list that cannot be had is asked for again', async () => {
  let down = true
  answer({
    '/repay/bills': () =>
      down ? Promise.reject(new TypeError('no network')) : { today: '2026-12-24', bills: [], overdueTotal: 0, dueTotal: 0, returned: [] },
  })
  await openScreen(BillsScreen, ['repay', 'blocks'])
  const again = await screen.findByRole('button', { name: '重试' })
  down = false
  fireEvent.click(again)
  expect(await screen.findByText('没有待还账单')).not.toBeNull()
})
