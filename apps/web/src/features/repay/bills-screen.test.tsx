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
