import { addDays } from '@fyh/base/dates.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '#app/test-screen.tsx'
import { today } from '#platform/clock.ts'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { button, open, order, shownText, tap, watchKeys } from './test-equity.tsx'

beforeEach(() => {
  useUserStore.setState(emptyUserState, true)
  window.sessionStorage.clear()
  window.localStorage.clear()
})
afterEach(cleanup)

const at = '2026-11-28T02:00:00.000Z'
const refund = { amountFen: 2_990, state: 'failed', cardTail: '0009', bankName: '工商银行', askedAt: at, at, reason: 'cardClosed' }
const openOrder = (more: object, table: Record<string, unknown> = {}) =>
  open('?id=7', { '/equity/order/7': { ...order, ...more }, ...table })
const agreeIn = () => tap('确定')
const useVideo = async () => {
  await tap('去使用')
  fireEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: /影音会员/ }))
  await agreeIn()
}
const askRefund = async (amount: string) => {
  await tap('申请退款')
  await tap(`确认退款 ${amount} 元`)
}

describe('an order', () => {
  test('R2.49 in use shows supplier, price, term, what is left, what a refund brings, its number and payment', async () => {
    await openOrder({})
    await button('去使用')
    for (const text of [
      '由示例权益服务有限公司提供',
      '29.90',
      '一次付清，到期不自动续费',
      '还有 25 天',
      '一项都没有用过',
      '还剩 4 / 4 张',
      '现在可全额退 29.90 元',
      '买不买都不影响审批、额度、利率和放款速度。',
      '订单号 EQ0000000001',
      '支付，工商银行 (0009)',
    ])
      expect(shownText()).toContain(text)
    expect(screen.getByRole('link', { name: '联系供应方' }).getAttribute('href')).toBe('tel:400-000-0001')
    expect(screen.getByRole('list', { name: '期限' }).textContent).toContain(`今天 ${today().slice(5)}`)
  })

  test('R2.49 on the last day of its term says that it ends today', async () => {
    await openOrder({ lastDay: today() })
    expect(await screen.findByText('今天 23:59:59 到期')).not.toBeNull()
  })

  test('R2.49 leads to customer service, and opens the terms', async () => {
    const { here } = await openOrder({}, { '/agreement/text': { key: 'benefitTerms', version: '1.0', paragraphs: [] } })
    await tap('协议')
    expect(await screen.findByRole('dialog', { name: '权益服务协议' })).not.toBeNull()
    await tap('联系客服')
    expect(here()).toBe('/customerService')
  })

  test('R2.49 that is not there says so and leads to all benefits', async () => {
    const { here } = await open('?id=7', { '/equity/order/7': refusal('BENEFIT_NOT_FOUND', '权益订单不存在') })
    expect(await screen.findByText('找不到该订单')).not.toBeNull()
    await tap('查看全部权益')
    expect(here()).toBe('/equityOrder')
  })

  test('R2.49 that cannot be had is asked for again', async () => {
    let isDown = true
    await open('?id=7', { '/equity/order/7': () => (isDown ? refusal('BUSY', '稍后再试') : order) })
    isDown = false
    await tap('重试')
    expect(await button('去使用')).not.toBeNull()
  })
})

describe('statuses', () => {
  const arrived = { ...refund, state: 'arrived', reason: null }
  test.each([
    [
      '1 while the debit runs',
      { status: 1, payment: { ...order.payment, state: 'running', at: null } },
      '付款处理中',
      '从工商银行 (0009)扣款',
    ],
    ['1 once paid', { status: 1, refundableFen: 2_990 }, '开通中', '已付款项自动退回付款的银行卡'],
    [
      '2 without a payment',
      { status: 2, payment: { ...order.payment, state: 'failed', reason: 'balanceTooLow' } },
      '没有扣款成功，订单已取消',
      '余额不足',
    ],
    ['2 with its money back', { status: 2, failReason: 'soldOut', refund: arrived }, '开通失败，29.90 元已退回', '供应方已售完'],
    [
      '2 with a payment that the bank took back',
      { status: 2, payment: { ...order.payment, state: 'returned' } },
      '付款已被银行退回',
      '0009',
    ],
    ['4', { status: 4, lastDay: '2026-12-26' }, '已到期', '2026-12-26 23:59:59 到期，没有自动续费'],
    ['5 at the supplier', { status: 5, refund: { ...refund, state: 'waiting' } }, '退款处理中 29.90 元', '正在由供应方取消剩余权益'],
    ['5 at the bank', { status: 5, refund: { ...refund, state: 'sent' } }, '退款处理中 29.90 元', '已提交银行，退到工商银行 (0009)'],
    ['5 that did not arrive', { status: 5, refund }, '退款没有成功', '银行卡已注销'],
    ['6', { status: 6, refund: arrived }, '已退款 29.90 元', '2026-11-28 10:00:00 退到工商银行 (0009)'],
  ])('R4.2 %s: what happened and where the money is', async (_, more, title, body) => {
    await openOrder({ refundableFen: null, ...more })
    expect(await screen.findByRole('heading', { name: new RegExp(title.replaceAll(' ', '\\s')) })).not.toBeNull()
    expect(shownText()).toContain(body)
    expect(screen.queryByRole('button', { name: '去使用' })).toBeNull()
  })

  test.each([
    [2, '重新购买'],
    [4, '再次购买'],
    [6, '再次购买'],
  ])('R4.2 an order of status %i can be bought again', async (status, name) => {
    const { here } = await openOrder({ status, refundableFen: null, refund: status === 4 ? null : arrived })
    await button(name)
    // What can't be used any more isn't shown as left.
    expect(shownText()).not.toContain('还剩')
    await tap(name)
    expect(here()).toBe('/equityOrder?packageId=1')
  })
})

describe('using a right', () => {
  test('R2.49 asks which and once more, says what a refund would then bring, and uses it once', async () => {
    const { sent } = await openOrder({}, { '/equity/use': { useId: 1 } })
    await tap('去使用')
    fireEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: /影音会员/ }))
    expect(await screen.findByText(/使用后可退金额变为/)).not.toBeNull()
    expect(shownText()).toContain('使用后可退金额变为 25.90 元')
    await agreeIn()
    await waitFor(() => expect(sent('/equity/use')).toEqual([{ orderId: 7, rightCode: 'video-7d' }]))
  })

  test('R2.49 the voucher stands on the page and can be copied; one that was not given says so', async () => {
    const use = { rightCode: 'video-7d', at }
    await openOrder({
      uses: [
        { ...use, useId: 1, state: 'done', voucher: 'AB12-CD34' },
        { ...use, useId: 2, state: 'failed', voucher: null },
      ],
    })
    expect(await screen.findByText('AB12-CD34')).not.toBeNull()
    expect(await button('复制券码 AB12-CD34')).not.toBeNull()
    expect(shownText()).toContain('没有领到，张数已恢复')
  })

  test.each([
    ['BENEFIT_RIGHT_USED_UP', '该项权益已用完'],
    ['BENEFIT_NOT_IN_USE', '该权益当前不可使用，请刷新查看状态'],
  ])('R2.49 %s is said, and the order is looked at again', async (code, words) => {
    const { sent } = await openOrder({}, { '/equity/use': refusal(code, words) })
    await useVideo()
    expect(await screen.findByText(words)).not.toBeNull()
    await waitFor(() => expect(sent('/equity/order/7').length).toBeGreaterThan(1))
  })

  test('R2.49 one whose answer is lost is tried again under its key, the next one under another', async () => {
    let isLost = true
    let uses: object[] = [{ useId: 9, rightCode: 'ride-20-4', state: 'running', voucher: null, at }]
    await open('?id=7', { '/equity/order/7': () => ({ ...order, uses }), '/equity/use': { useId: 1 } })
    const keys = watchKeys('/equity/use', () => isLost)
    await useVideo()
    // The client itself has tried once more.
    await waitFor(() => expect(keys).toHaveLength(2), { timeout: 5_000 })
    await waitFor(async () => expect((await button('去使用')).ariaBusy).toBeNull())
    isLost = false
    await useVideo()
    await waitFor(() => expect(keys).toHaveLength(3))
    expect(new Set(keys).size).toBe(1)
    uses = [...uses, { useId: 1, rightCode: 'video-7d', state: 'running', voucher: null, at }]
    await waitFor(() => expect(screen.getAllByText('领取中')).toHaveLength(2), { timeout: 5_000 })
    await useVideo()
    await waitFor(() => expect(keys).toHaveLength(4))
    expect(keys[3]).not.toBe(keys[0])
  })
})

describe('a refund', () => {
  test('R2.49 goes to the card that paid, for the amount shown, once', async () => {
    const { sent } = await openOrder({}, { '/equity/refund': { orderId: 7 } })
    await tap('申请退款')
    expect(await screen.findByText('一项都没有用过，退还全部价款。')).not.toBeNull()
    const confirm = await button('确认退款 29.90 元')
    fireEvent.click(confirm)
    fireEvent.click(confirm)
    await waitFor(() => expect(sent('/equity/refund')).toEqual([{ orderId: 7, amountFen: 2_990, cardId: 1 }]))
  })

  test('R2.49 shows what it is the sum of once something was used, and goes to another card that the borrower chooses', async () => {
    const left = order.left.map((one) => (one.rightCode === 'video-7d' ? { ...one, count: 1 } : one))
    const { sent } = await openOrder({ left, refundableFen: 2_590 }, { '/equity/refund': { orderId: 7 } })
    await tap('申请退款')
    await button('确认退款 25.90 元')
    expect(shownText()).toContain('影音会员 7 天券 × 1')
    await tap(/退到/)
    await tap(/建设银行/)
    await tap('确认退款 25.90 元')
    await waitFor(() => expect(sent('/equity/refund')).toEqual([{ orderId: 7, amountFen: 2_590, cardId: 2 }]))
  })

  test('R2.49 without a card asks for one and sends nothing', async () => {
    const { sent, here } = await openOrder({}, { '/equity/packages': { packages: [], cards: [] } })
    await askRefund('29.90')
    expect(await screen.findByText('请选择收款的银行卡')).not.toBeNull()
    expect(sent('/equity/refund')).toEqual([])
    await tap(/退到/)
    await waitFor(() => expect(here()).toContain('/addBankCard?next='))
  })

  test.each([
    ['BENEFIT_REFUND_CHANGED', '可退金额已变为 25.90 元，请重新确认'],
    ['BENEFIT_USE_RUNNING', '有一项权益正在领取，请在结果出来后再申请退款'],
    ['BENEFIT_NOT_REFUNDABLE', '该订单当前不能退款，请刷新查看状态'],
    ['CARD_NOT_FOUND', '银行卡不存在'],
  ])('R2.49 %s is said beside the amount, and the next try has a key of its own', async (code, words) => {
    const { sent } = await openOrder({}, { '/equity/refund': refusal(code, words) })
    const keys = watchKeys('/equity/refund')
    await askRefund('29.90')
    expect(await screen.findByText(words)).not.toBeNull()
    await waitFor(() => expect(sent('/equity/order/7').length).toBeGreaterThan(1))
    await tap('确认退款 29.90 元')
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(keys[1]).not.toBe(keys[0])
  })

  test('R2.49 whose answer is lost says so, and trying again sends the same key', async () => {
    await openOrder({}, { '/equity/refund': { orderId: 7 } })
    let isLost = true
    const keys = watchKeys('/equity/refund', () => isLost)
    await askRefund('29.90')
    expect(await screen.findByText('未收到结果。重试不会重复退款。')).not.toBeNull()
    isLost = false
    await tap('确认退款 29.90 元')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(new Set(keys).size).toBe(1)
  })

  test('R2.49 that did not arrive is sent to another card, which is suggested', async () => {
    const { sent } = await openOrder({ status: 5, refundableFen: null, refund }, { '/equity/refundAgain': { orderId: 7 } })
    await tap('换卡退款')
    await tap('确认退款 29.90 元')
    await waitFor(() => expect(sent('/equity/refundAgain')).toEqual([{ orderId: 7, cardId: 2 }]))
  })

  test('R2.49 of cards that could not be had asks for them again', async () => {
    let isDown = true
    await openOrder({}, { '/equity/packages': () => (isDown ? refusal('BUSY', '稍后再试') : { packages: [], cards: [] }) })
    await tap('申请退款')
    const dialog = await screen.findByRole('dialog')
    const retry = await within(dialog).findByRole('button', { name: '重试' })
    isDown = false
    fireEvent.click(retry)
    expect(await button('确认退款 29.90 元')).not.toBeNull()
  })

  test('R2.49 is not offered once all is used up', async () => {
    await openOrder({ refundableFen: null, left: order.left.map((one) => ({ ...one, count: 0 })), lastDay: addDays(today(), 3) })
    expect(await screen.findByText('已全部用完，没有可退的金额')).not.toBeNull()
    expect(screen.queryByRole('button', { name: '申请退款' })).toBeNull()
  })
})
