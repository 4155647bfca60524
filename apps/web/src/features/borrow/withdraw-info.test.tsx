import { api } from '@fyh/contract/api.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { WithdrawScreen } from './withdraw-screen.tsx'

beforeEach(() => {
  window.sessionStorage.clear()
  useUserStore.setState(emptyUserState, true)
})
afterEach(cleanup)

const quote = {
  ...api.borrow.quote.example.data,
  bankCodes: ['ICBC'],
  quoteId: 9,
  amountFen: 1_234_500,
  periods: 6,
  use: '03',
  signed: true,
}
const card = { cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true }
const table = { '/loan/quote/9': quote, '/card/list': { holder: '测*', cards: [card] }, '/loan/borrow': { loanId: 1 } }
const open = () => openScreen(WithdrawScreen, ['borrow', 'blocks', 'lending', 'option'], '/withdraw/1?quoteId=9', '/withdraw/:capitalId')
const type = (code: string) => fireEvent.change(screen.getByLabelText(/验证码/), { target: { value: code } })

test('R3.6 withdrawInfo is what is about to be paid out: amount, term and use of the signed quote; empty once it is borrowed', async () => {
  answer(table)
  const { here } = await open()
  await screen.findByText('收款银行卡')
  const { withdrawInfo } = useUserStore.getState()
  expect(withdrawInfo).toEqual({ ...emptyUserState.withdrawInfo, preMoney: '12345', period: 6, use: '03', isReaded: true })
  expect(JSON.parse(window.localStorage.getItem('app-user') ?? '{}').withdrawInfo).toEqual(withdrawInfo)
  type('1234')
  await waitFor(() => expect(here()).toBe('/withdrawSuccess?loanId=1'))
  expect(useUserStore.getState().withdrawInfo).toEqual(emptyUserState.withdrawInfo)
})

test('R5.1 R2.34 the payment password is asked for after the code, and one order goes out under one key with both', async () => {
  let asked = 0
  const calls = answer({
    ...table,
    '/loan/borrow': (body: unknown) => {
      asked += 1
      const hasPassword = typeof body === 'object' && body !== null && 'payPassword' in body
      return hasPassword ? { loanId: 1 } : refusal('PAYMENT_PASSWORD_REQUIRED', '请输入支付密码', { digits: 6 })
    },
  })
  const { here } = await open()
  await screen.findByText('收款银行卡')
  type('1234')
  fireEvent.change(await screen.findByLabelText('支付密码，6 位数字'), { target: { value: '271828' } })
  await waitFor(() => expect(here()).toBe('/withdrawSuccess?loanId=1'))
  expect(asked).toBe(2)
  expect(calls.filter(({ path }) => path.endsWith('/loan/borrow')).map(({ body }) => body)).toEqual([
    { quoteId: 9, cardId: 1, authCode: '1234' },
    { quoteId: 9, cardId: 1, authCode: '1234', payPassword: '271828' },
  ])
})
