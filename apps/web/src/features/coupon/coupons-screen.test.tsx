import { api } from '@fyh/contract/api.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal, translate } from '#app/test-screen.tsx'
import { CouponsScreen } from './coupons-screen.tsx'

afterEach(cleanup)

const [example] = api.coupon.list.example.data.items
const open = (items: readonly object[]) => {
  const calls = answer({ '/coupon/list': { items, next: null } })
  return openScreen(CouponsScreen, ['coupon', 'blocks']).then(() => calls)
}

test('a coupon says what it takes off, on which conditions, who pays for it and until when, and leads to where it is used', async () => {
  await open([example])
  expect(await screen.findByText('前 3 期利息减 50%')).not.toBeNull()
  const text = document.body.textContent.replaceAll('\u00A0', ' ')
  for (const part of ['借款满 1,000 元', '最多减 200 元', '由平台承担', '有效期至 2026-12-27 24:00', '可使用']) expect(text).toContain(part)
  expect(screen.getByRole('button', { name: '去借款' })).not.toBeNull()
})

test('one that an order holds says so and leads to its loan; a used one says what it took off', async () => {
  await open([{ ...example, status: 'reserved', loanId: 5 }])
  expect(await screen.findByText('使用中')).not.toBeNull()
  expect(screen.getByRole('button', { name: '查看借款' })).not.toBeNull()
  cleanup()
  await open([{ ...example, status: 'used', loanId: 5, usedAt: '2026-11-28T02:00:00.000Z', discountFen: 20_000 }])
  await waitFor(() => expect(document.body.textContent.replaceAll(/\s/g, '')).toContain('2026-11-28使用，已减200.00元'))
})

test('each tab has its own words when it is empty, and a list that fails can be asked for again', async () => {
  await open([])
  expect(await screen.findByText('暂无可用的优惠券')).not.toBeNull()
  expect(screen.getByText('活动或客服发放的优惠券会显示在这里')).not.toBeNull()
  fireEvent.click(screen.getByRole('tab', { name: '已失效' }))
  expect(await screen.findByText('没有已失效的优惠券')).not.toBeNull()
  cleanup()
  let tries = 0
  answer({
    '/coupon/list': () => {
      tries += 1
      return tries === 1 ? refusal('INTERNAL', '系统繁忙') : { items: [example], next: null }
    },
  })
  await openScreen(CouponsScreen, ['coupon', 'blocks'])
  fireEvent.click(await screen.findByRole('button', { name: /重试|重新加载|再试/ }))
  await waitFor(() => expect(screen.getByText('前 3 期利息减 50%')).not.toBeNull())
})

test.each([
  ['去借款', { use: 'borrow' }, '/borrowMoney'],
  ['去还款', { use: 'repay', rule: { kind: 'amountOff', amountFen: 2_000 } }, '/loan/record'],
  ['查看借款', { status: 'reserved', loanId: 5 }, '/loan/detail/5'],
])('%s leads to where the coupon is used', async (name, change, path) => {
  answer({ '/coupon/list': { items: [{ ...example, ...change }], next: null } })
  const { here } = await openScreen(CouponsScreen, ['coupon', 'blocks'])
  fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(here()).toBe(path))
})

test('NF-02 more coupons come after the last one shown', async () => {
  const pages = [
    { items: [example], next: 1 },
    { items: [{ ...example, couponId: 2, rule: { kind: 'interestFreeDays', days: 30, maxFen: null } }], next: null },
  ]
  answer({ '/coupon/list': () => pages.shift() })
  await openScreen(CouponsScreen, ['coupon', 'blocks'])
  fireEvent.click(await screen.findByRole('button', { name: '加载更多' }))
  expect(await screen.findByText('前 30 天免息')).not.toBeNull()
  expect(screen.getByText('前 3 期利息减 50%')).not.toBeNull()
  expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull()
})

test('NF-01 on a translated page another tab shows its own coupons, and none of the former ones', async () => {
  let asked = 0
  answer({
    '/coupon/list': () => {
      asked += 1
      return { items: [asked === 1 ? example : { ...example, status: 'expired', minFen: 777_700 }], next: null }
    },
  })
  await openScreen(CouponsScreen, ['coupon', 'blocks'])
  await screen.findByText('前 3 期利息减 50%')
  const expired = screen.getByRole('tab', { name: '已失效' })
  translate()
  fireEvent.click(expired)
  await waitFor(() => expect(document.body.textContent).toContain('7,777'))
  expect(document.body.textContent).not.toContain('1,000')
})
