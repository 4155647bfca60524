import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { BorrowerHome, type Home } from './borrower-home.tsx'

afterEach(cleanup)

type Due = Home['due'][number]
const due = (loanId: number, total: number, more: Partial<Due> = {}): Due => ({
  loanId,
  period: 1,
  dueDate: civilDate('2026-12-27'),
  daysLeft: 3,
  overdueDays: 0,
  principal: fen(total),
  interest: fen(0),
  fee: fen(0),
  penalty: fen(0),
  total: fen(total),
  cardTail: '0009',
  debit: 'byHand',
  payNowFen: fen(total),
  ...more,
})
const overdue = (loanId: number, total: number, more: Partial<Due> = {}) => due(loanId, total, { overdueDays: 5, daysLeft: -5, ...more })

const home: Home = {
  today: civilDate('2026-12-24'),
  card: { state: 'reviewing', submittedAt: '2026-12-24T02:00:00.000Z', expectedSeconds: 60 },
  due: [],
  overdueTotalFen: fen(0),
  dueTotalFen: fen(0),
  returned: [],
  penaltyTomorrowFen: fen(0),
  loans: { disbursing: 0, failed: 0, open: 1, settled: 0, writtenOff: 0, failedLoanId: null, disbursingLoanId: null },
  unread: 0,
  announcements: [],
}
let shown = home
const Shown = () => <BorrowerHome home={shown} />
const open = (change: Partial<Home>) => {
  answer({})
  shown = { ...home, ...change }
  return openScreen(Shown, ['home', 'blocks', 'repay', 'apply'])
}
const row = (name: RegExp) => screen.getByRole('button', { name })

test('one loan: the amount beside the button is the one that it opens', async () => {
  const { here } = await open({ due: [due(1, 86_868)], dueTotalFen: fen(86_868) })
  expect(await screen.findByText('868.68')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '还款' }))
  expect(here()).toBe('/repaymentDetail/1')
})

test('two loans: the sum that bills show too, and each loan with its own', async () => {
  const { here } = await open({ due: [due(1, 86_868), due(2, 68_273)], dueTotalFen: fen(155_141) })
  expect(await screen.findByText('1,551.41')).not.toBeNull()
  expect(row(/868\.68/)).not.toBeNull()
  fireEvent.click(row(/682\.73/))
  expect(here()).toBe('/repaymentDetail/2')
})

test('a loan that settling today takes less for than its due day does says so in its row, with both amounts; the others say nothing', async () => {
  const { here } = await open({ due: [due(1, 715_534, { payNowFen: fen(700_000) }), due(2, 68_273)], dueTotalFen: fen(768_273) })
  const cheaper = await screen.findByRole('button', { name: /7,000\.00/ })
  expect(cheaper.textContent).toContain('到期应还 7,155.34 元，所示为今天结清的金额')
  expect(row(/682\.73/).textContent).not.toContain('结清')
  fireEvent.click(cheaper)
  expect(here()).toBe('/repaymentDetail/1')
})

test('an overdue loan of which more is due today names the sum on the button; the instalment beside it does, too', async () => {
  const both = { payNowFen: fen(180_231) }
  await open({ due: [overdue(1, 90_256, both), due(1, 89_975, { ...both, period: 2, daysLeft: 0 })], dueTotalFen: fen(89_975) })
  expect(await screen.findByText('902.56')).not.toBeNull()
  expect(screen.getByRole('button', { name: '立即还款 1,802.31 元' })).not.toBeNull()
  expect(screen.getByRole('button', { name: '还款 1,802.31 元' })).not.toBeNull()
  expect(screen.queryByRole('button', { name: /^(立即)?还款$/ })).toBeNull()
})

test('two overdue loans: no button beside their sum, each row opens its own amount', async () => {
  const { here } = await open({ due: [overdue(1, 90_256), overdue(2, 50_000)] })
  expect(await screen.findByText('1,402.56')).not.toBeNull()
  expect(screen.queryByRole('button', { name: /立即还款/ })).toBeNull()
  fireEvent.click(row(/500\.00/))
  expect(here()).toBe('/repaymentDetail/2')
})

test('overdue principal in its grace days speaks of them, a late fee of tomorrow, and overdue interest of neither', async () => {
  const said = async (more: Partial<Due>, penaltyTomorrow: number) => {
    await open({ due: [overdue(1, 6_523, more)], overdueTotalFen: fen(6_523), penaltyTomorrowFen: fen(penaltyTomorrow) })
    await screen.findAllByText(/65\.23/)
    const text = document.body.textContent
    cleanup()
    return text
  }
  expect(await said({ principal: fen(6_000) }, 0)).toContain('宽限期内还清不收罚息')
  expect(await said({ principal: fen(6_000), penalty: fen(90) }, 45)).toMatch(/明天再增加\s0\.45\s元/)
  expect(await said({ principal: fen(0), interest: fen(6_523) }, 0)).not.toMatch(/宽限期|明天/)
})

test('R2.2 who is overdue finds customer service at the card', async () => {
  const { here } = await open({ due: [overdue(7, 10_000)], overdueTotalFen: fen(10_000) })
  fireEvent.click(screen.getByRole('button', { name: '还款有困难？联系客服' }))
  await waitFor(() => expect(here()).toBe('/customerService'))
})
