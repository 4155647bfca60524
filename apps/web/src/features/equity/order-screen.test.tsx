import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { equity as equityWords } from '#locales/zh-cn/equity.ts'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { ConfirmHost } from '#ui/confirm.tsx'
import { OrderScreen } from './order-screen.tsx'
import { sampleOrder } from './samples.ts'

beforeEach(() => {
  useUserStore.setState(emptyUserState, true)
  window.sessionStorage.clear()
  window.localStorage.clear()
})
afterEach(cleanup)

const sample = sampleOrder((one) => equityWords.sampleName[one])
const order = { ...sample, orderId: 7, lastDay: '2026-12-26', refundableFen: 2_990 }
const cards = [
  { cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true },
  { cardId: 2, bankCode: 'CCB', bankName: '建设银行', tail: '0019', isDefault: false },
]
const terms = { key: 'benefitTerms', version: '1.0', sha256: 'a'.repeat(64) }
const offered = { packages: [{ ...sample.package, ownOrderId: null }], cards }
const refund = { amountFen: 2_990, state: 'failed', cardTail: '0009', at: '2026-11-28T02:00:00.000Z', reason: null }

function Asking() {
  return (
    <>
      <OrderScreen />
      <ConfirmHost />
    </>
  )
}
async function open(query: string, table: Record<string, unknown> = {}) {
  const calls = answer({
    '/equity/packages': offered,
    '/equity/orders': { items: [], next: null },
    '/equity/order/7': order,
    '/agreement/current': { texts: [{ ...terms, title: '权益服务协议' }] },
    '/sms/authCode/send': { smsCodeDigits: 6, waitSeconds: 60, mobileMask: '138****4200' },
    ...table,
  })
  const shown = await openScreen(Asking, ['equity', 'blocks'], `/screen${query}`)
  return { ...shown, sent: (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body) }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const tap = async (name: string | RegExp) => fireEvent.click(await button(name))
const agreeIn = () => tap('确定')
const shownText = () => (document.body.textContent ?? '').replaceAll('\u00A0', ' ')

test('R2.49 what is on sale stands with supplier, term and price, and leads to its purchase', async () => {
  const { here } = await open('')
  await button(/生活权益包/)
  expect(shownText()).toContain('示例权益服务有限公司，30 天')
  expect(shownText()).toContain('29.90 元')
  await tap(/生活权益包/)
  expect(here()).toBe('/equityOrder?packageId=1')
})

test('R2.49 a package that is in use already leads to its order', async () => {
  const { here } = await open('', { '/equity/packages': { ...offered, packages: [{ ...sample.package, ownOrderId: 7 }] } })
  await tap(/生活权益包/)
  expect(here()).toBe('/equityOrder?id=7')
})

test('R2.49 without an order the list says so', async () => {
  await open('')
  expect(await screen.findByText('还没有权益订单')).not.toBeNull()
})

async function fillIn() {
  await tap('获取验证码')
  await screen.findByText(/已发送至 138\*{4}4200/)
  fireEvent.change(screen.getByLabelText(/短信验证码/), { target: { value: '123456' } })
}

test('R2.49 the terms are not ticked, and without them nothing is bought', async () => {
  const { sent } = await open('?packageId=1')
  const box = await screen.findByRole<HTMLInputElement>('checkbox')
  expect(box.checked).toBe(false)
  await fillIn()
  await tap('支付 29.90 元')
  expect(await screen.findByText('请先阅读并同意协议')).not.toBeNull()
  expect(sent('/equity/buy')).toEqual([])
})

test('R2.49 the code names package and card, and two taps buy once', async () => {
  const { sent, here } = await open('?packageId=1', { '/equity/buy': { orderId: 7 } })
  await fillIn()
  fireEvent.click(await screen.findByRole('checkbox'))
  const pay = await button('支付 29.90 元')
  fireEvent.click(pay)
  fireEvent.click(pay)
  await waitFor(() => expect(here()).toBe('/equityOrder?id=7'))
  expect(sent('/sms/authCode/send')).toMatchObject([{ purpose: 'benefit', packageId: 1, cardId: 1 }])
  expect(sent('/equity/buy')).toEqual([{ packageId: 1, priceFen: 2_990, cardId: 1, authCode: '123456', agreed: [terms] }])
})

test('R2.49 a wrong code is said at the code, which is empty again', async () => {
  await open('?packageId=1', { '/equity/buy': refusal('SMS_CODE_WRONG', '验证码不正确') })
  await fillIn()
  fireEvent.click(await screen.findByRole('checkbox'))
  await tap('支付 29.90 元')
  expect(await screen.findByText('验证码不正确')).not.toBeNull()
})

test.each([
  [1, '开通中'],
  [2, '开通失败'],
  [3, '生效中'],
  [4, '已到期'],
  [5, '退款中'],
  [6, '已退款'],
])('R4.2 an order of status %i says %s', async (status, name) => {
  await open('?id=7', { '/equity/order/7': { ...order, status, refundableFen: null } })
  expect(await screen.findByText(name)).not.toBeNull()
  expect(screen.queryByRole('button', { name: /^退款/ })).toBeNull()
})

test('R4.2 a right is used after a question, once', async () => {
  const { sent } = await open('?id=7', { '/equity/use': { useId: 1 } })
  await tap(/影音会员/)
  await agreeIn()
  await waitFor(() => expect(sent('/equity/use')).toEqual([{ orderId: 7, rightCode: 'video-7d' }]))
})

test('R4.2 the refund asked for is the amount shown', async () => {
  const { sent } = await open('?id=7', { '/equity/refund': { orderId: 7 } })
  await tap('退款 29.90 元')
  await agreeIn()
  await waitFor(() => expect(sent('/equity/refund')).toEqual([{ orderId: 7, amountFen: 2_990 }]))
})

test('R4.2 a refund that failed goes to another card of the borrower', async () => {
  const { sent } = await open('?id=7', {
    '/equity/order/7': { ...order, status: 5, refundableFen: null, refund },
    '/equity/refundAgain': { orderId: 7 },
  })
  await tap(/建设银行/)
  await waitFor(() => expect(sent('/equity/refundAgain')).toEqual([{ orderId: 7, cardId: 2 }]))
  expect(shownText()).toContain('29.90 元没有退到尾号')
})
