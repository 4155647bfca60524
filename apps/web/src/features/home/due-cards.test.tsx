import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { session } from '#platform/storage.ts'
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
  failedDebit: null,
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
  loans: { disbursing: 0, failed: 0, open: 1, settled: 0, writtenOff: 0, list: [] },
  isFrozen: false,
  owned: { coupons: 0, benefits: 0, redPackets: 0 },
  unread: 0,
  announcements: [],
}
let shown = home
const Shown = () => <BorrowerHome home={shown} />
/** The warning was read before, but where a test is about it. */
const open = (change: Partial<Home>, { isRead = true } = {}) => {
  answer({})
  const late = (change.due ?? []).filter(({ overdueDays }) => overdueDays > 0).map(({ loanId, period }) => `${loanId}.${period}`)
  if (isRead) session.set('overdueRead', late.join(' '))
  else session.remove('overdueRead')
  shown = { ...home, ...change }
  return openScreen(Shown, ['home', 'borrower', 'blocks', 'repay', 'apply'])
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

const failedDebit = { repaymentId: 9, cardTail: '0009', askedFen: fen(10_000), takenFen: fen(0), reason: 'balanceTooLow' }

test.each([
  ['today', due(7, 10_000, { daysLeft: 0, failedDebit })],
  ['overdue', overdue(7, 10_000, { failedDebit })],
])('R2.2 a debit that failed is on home with its reason, the payment and another card: %s', async (_, one) => {
  const { here } = await open({ due: [one], dueTotalFen: fen(10_000), overdueTotalFen: fen(10_000) })
  expect(document.body.textContent).toMatch(/尾号\s0009\s扣款\s100\.00\s元未成功：银行卡余额不足/)
  expect(screen.getByRole('button', { name: /^(立即)?还款$/ })).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '更换银行卡' }))
  await waitFor(() => expect(here()).toBe('/selectBank'))
})

test('R2.2 a partial debit names both sums, and an earlier failed debit isn’t shown while nothing is due', async () => {
  await open({ due: [due(7, 6_000, { daysLeft: 0, failedDebit: { ...failedDebit, takenFen: fen(4_000) } })], dueTotalFen: fen(6_000) })
  expect(document.body.textContent).toMatch(/应扣\s100\.00\s元，只扣到\s40\.00\s元/)
  cleanup()
  await open({ due: [due(7, 6_000, { failedDebit })], dueTotalFen: fen(6_000) })
  expect(document.body.textContent).not.toContain('扣款')
})

test('R2.2 the instalment leads to its loan', async () => {
  const { here } = await open({ due: [due(7, 6_000)], dueTotalFen: fen(6_000) })
  fireEvent.click(screen.getByRole('button', { name: '查看这笔借款' }))
  await waitFor(() => expect(here()).toBe('/loan/detail/7'))
})

test('R2.2 what being overdue leads to comes by itself, stays for three seconds, and then comes on request alone', async () => {
  const late = { due: [overdue(7, 10_000)], overdueTotalFen: fen(10_000), penaltyTomorrowFen: fen(45) }
  await open(late, { isRead: false })
  const warning = await screen.findByRole('dialog')
  for (const text of ['不会再次自动扣款', '不能再借款', '不向征信机构报送']) expect(warning.textContent).toContain(text)
  expect(warning.textContent).toMatch(/明天再增加\s0\.45\s元/)
  const act = () => screen.getByRole<HTMLButtonElement>('button', { name: /我知道了/ })
  expect([act().textContent, act().disabled]).toEqual(['我知道了（3 秒）', true])
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).not.toBeNull()
  await waitFor(() => expect([act().textContent, act().disabled]).toEqual(['我知道了', false]), { timeout: 10_000 })
  fireEvent.click(act())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  cleanup()
  await openScreen(Shown, ['home', 'borrower', 'blocks'])
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '接下来会怎样' }))
  fireEvent.click(await screen.findByRole('button', { name: '我知道了' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
