import { api } from '@fyh/contract/api.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { clock } from '#platform/clock.ts'
import { WithdrawScreen } from './withdraw-screen.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const inHalfAnHour = () => new Date(clock.now().getTime() + 30 * 60_000).toISOString()
const quote = (more: object = {}) => ({
  ...api.borrow.quoted.example.data,
  ...{ quoteId: 9, lenderId: 4, signed: true, payOutHours: 24, expiresAt: inHalfAnHour(), ...more },
})
const cards = { holder: '测*', cards: [{ cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true }] }
const open = async (answers: unknown, address = '/withdraw/4?quoteId=9') => {
  const calls = answer({ '/loan/quote/9': answers, '/card/list': cards })
  const shown = await openScreen(WithdrawScreen, ['borrow', 'blocks', 'lending', 'option'], address, '/withdraw/:capitalId')
  return { ...shown, calls }
}
const rowOf = (name: string) => screen.getByText(name).parentElement?.textContent

test('R2.34 the arrival time is the lender’s own hours, and the deadline of the quote is named', async () => {
  await open(quote({ expiresAt: '2199-01-01T02:30:00.000Z' }))
  await screen.findByText('到账时间')
  expect(rowOf('到账时间')).toContain('预计 24 小时内')
  expect(rowOf('提现截止')).toContain('10:30 前')
})

test('R2.34 what the money costs stands above the code: the sum of all payments, its parts, price and lender', async () => {
  await open(quote())
  await screen.findByText('这笔钱要花多少')
  expect(screen.getByText('11,001.61')).not.toBeNull()
  expect(screen.getByText('本金 10,000.00 · 利息 1,001.61 · 其他费用 0.00')).not.toBeNull()
  expect(rowOf('放款机构')).toContain('许可证 L0000')
})

test('R2.34 an address that names another lender than the quote becomes that of the quote', async () => {
  const { here } = await open(quote(), '/withdraw/1?quoteId=9')
  await waitFor(() => expect(here()).toBe('/withdraw/4?quoteId=9'))
})

test('R2.34 when the deadline passes the quote is asked for again, and the page says that it has ended', async () => {
  let isOver = false
  const expiresAt = new Date(clock.now().getTime() + 500).toISOString()
  await open(() => (isOver ? refusal('QUOTE_EXPIRED', '试算已过期，请重新试算') : quote({ expiresAt })))
  await screen.findByText('提现截止')
  isOver = true
  expect(await screen.findByText('试算已过期，请重新试算', {}, { timeout: 6_000 })).not.toBeNull()
  expect(screen.queryByRole('button', { name: '确认提现' })).toBeNull()
})
