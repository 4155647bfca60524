import { home as examples } from '@fyh/contract/home.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { borrower } from '#locales/zh-cn/borrower.ts'
import { forgetLogin, rememberLogin } from '#platform/store.ts'
import { AccountScreen } from './account-screen.tsx'

const { account: words } = borrower

afterEach(() => {
  cleanup()
  forgetLogin()
  document.head.replaceChildren()
})

const login = () => rememberLogin('T', { userId: 7, mobile: '138****0000', name: null })
const openAccount = (data: unknown = examples.account.example.data) => {
  answer({ '/user/account': data })
  return openScreen(() => <AccountScreen />, ['home', 'borrower'])
}

test('R2.3 the row of customer service names the number, where there is one, and opens its page', async () => {
  document.head.innerHTML = '<meta name="service-phone" content="400-000-0000">'
  const { here } = await openAccount()
  const row = screen.getByRole('button', { name: new RegExp(words.service) })
  expect(row.textContent).toContain('400-000-0000')
  fireEvent.click(row)
  await waitFor(() => expect(here()).toBe('/customerService'))
})

test.each([
  [words.help, '/help'],
  [words.service, '/customerService'],
  [words.settings, '/setting'],
])('R2.3 a guest reaches %s', async (row, path) => {
  const { here } = await openAccount()
  fireEvent.click(screen.getByRole('button', { name: new RegExp(row) }))
  await waitFor(() => expect(here()).toBe(path))
  expect(screen.queryByText(words.feedback)).toBeNull()
})

test.each([
  [words.records, '/loan'],
  [words.bills, '/loan/record'],
  [words.cards, '/selectBank'],
  [words.messages, '/messageCenter'],
  [words.agreements, '/userAgreement'],
  [borrower.account.coupons, '/coupons'],
  [borrower.account.benefits, '/equityOrder'],
  [borrower.account.redPackets, '/funders/cashReceive'],
  [words.help, '/help'],
  [words.service, '/customerService'],
  [words.feedback, '/feedbackRecord'],
  [words.settings, '/setting'],
])('R2.3 a borrower reaches %s', async (row, path) => {
  login()
  const { here } = await openAccount()
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${row}`) }))
  await waitFor(() => expect(here()).toBe(path))
})

test('R2.3 an account that could not be had is asked for again by the person', async () => {
  login()
  await openAccount(refusal('INTERNAL', '服务繁忙'))
  answer({ '/user/account': examples.account.example.data })
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByText('138****0000')).not.toBeNull()
})

test('R2.3 the account counts what can be used now, and says where there is none; a guest sees none of it', async () => {
  login()
  const { data } = examples.account.example
  await openAccount({ ...data, owned: { coupons: 3, benefits: 1, redPackets: 0 } })
  const row = async (name: string) => (await screen.findByRole('button', { name: new RegExp(`^${name}`) })).textContent
  expect([await row('优惠券'), await row('权益'), await row('红包')]).toEqual(['优惠券3 张可用', '权益1 份使用中', '红包暂无'])
  cleanup()
  forgetLogin()
  await openAccount()
  expect(screen.queryByRole('button', { name: /优惠券|权益|红包/ })).toBeNull()
})
