import { api } from '@fyh/contract/api.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { BorrowMoneyScreen } from './borrow-money-screen.tsx'

beforeEach(() => {
  window.sessionStorage.clear()
  window.history.replaceState(null, '')
})
afterEach(cleanup)

const options = api.borrow.options.example.data
const [product] = options.products

async function noteOf(rules: object): Promise<string> {
  const products = [{ ...product, rules: { ...product?.rules, ...rules } }]
  answer({ '/loan/options': { ...options, products }, '/loan/coupons': { items: [], bestId: null } })
  await openScreen(BorrowMoneyScreen, ['borrow', 'blocks', 'option', 'lending', 'agreement', 'loan', 'coupon'])
  fireEvent.change(await screen.findByLabelText('借多少'), { target: { value: '8000' } })
  const note = await screen.findByText(/提前结清利息只算到当天/)
  return note.closest('p')?.textContent ?? ''
}

test('the price names the fee for settling early together with the days on which it is not taken, by the rules of the product', async () => {
  const fee = '另收未到期本金的 0.5%'
  const both = await noteOf({ earlySettlementFeePpm: 5000, earlySettlementFreeDays: 30 })
  expect(both).toContain(fee)
  expect(both).toContain('放款后 30 天内（含放款当天）结清不收')
  cleanup()
  const always = await noteOf({ earlySettlementFeePpm: 5000, earlySettlementFreeDays: 0 })
  expect(always).toContain(fee)
  expect(always).not.toContain('天内')
  cleanup()
  expect(await noteOf({ earlySettlementFeePpm: 0, earlySettlementFreeDays: 0 })).not.toMatch(/另收|天内/)
})
