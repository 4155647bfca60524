import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '#app/test-screen.tsx'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { button, offered, open, order, shownText, tap, terms, watchKeys } from './test-equity.tsx'

beforeEach(() => {
  useUserStore.setState(emptyUserState, true)
  window.sessionStorage.clear()
  window.localStorage.clear()
})
afterEach(cleanup)

const [first] = offered.packages
const buying = (table: Record<string, unknown> = {}) => open('?packageId=1', table)
async function typeCode() {
  await tap('获取验证码')
  await screen.findByText(/已发送至 138\*{4}4200/)
  fireEvent.change(screen.getByLabelText(/短信验证码/), { target: { value: '123456' } })
}
async function fillIn() {
  fireEvent.click(await screen.findByRole('checkbox'))
  await typeCode()
}
const pay = () => tap('支付 29.90 元')

describe('what is on sale', () => {
  test('R2.49 stands with what it holds, supplier, term and price, and leads to its purchase', async () => {
    const { here } = await open('')
    await button('查看 生活权益包')
    for (const text of ['示例权益服务有限公司，30 天', '29.90', '外卖满 25 减 5 元券 × 4', '与借款无关。'])
      expect(shownText()).toContain(text)
    await tap('查看 生活权益包')
    expect(here()).toBe('/equityOrder?packageId=1')
  })

  test('R2.49 that the borrower has already leads to its order', async () => {
    const { here } = await open('', { '/equity/packages': { ...offered, packages: [{ ...first, ownOrderId: 7 }] } })
    await tap('查看订单 生活权益包')
    expect(here()).toBe('/equityOrder?id=7')
  })

  test('R2.49 the orders say where each stands and lead to it; without one the list says so', async () => {
    const { here, unmount } = await open('', { '/equity/orders': { items: [order], next: null } })
    await tap(/生活权益包.*生效中/)
    expect(here()).toBe('/equityOrder?id=7')
    unmount()
    await open('')
    expect(await screen.findByText('还没有权益订单')).not.toBeNull()
  })

  test('R2.49 more orders come after the last one shown', async () => {
    const older = { ...order, orderId: 6, package: { ...order.package, name: '出行权益包' } }
    let pages = 0
    await open('', {
      '/equity/orders': () => {
        pages += 1
        return pages === 1 ? { items: [order], next: 7 } : { items: [older], next: null }
      },
    })
    await tap('加载更多')
    expect(await button(/出行权益包/)).not.toBeNull()
    expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull()
  })

  test.each(['/equity/packages', '/equity/orders'])('R2.49 %s that could not be had is asked for again', async (path) => {
    let isDown = true
    const good = path === '/equity/packages' ? offered : { items: [order], next: null }
    await open('', { [path]: () => (isDown ? refusal('BUSY', '稍后再试') : good) })
    const retry = await button('重试')
    isDown = false
    fireEvent.click(retry)
    expect(await button(path === '/equity/packages' ? '查看 生活权益包' : /生效中/)).not.toBeNull()
  })
})

describe('a purchase', () => {
  test('R2.49 shows each right with its worth, and the terms are not ticked: without them nothing is bought', async () => {
    const { sent } = await buying()
    expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false)
    expect(shownText()).toContain('4 张，每张 3.30 元')
    await typeCode()
    await pay()
    expect(await screen.findByText('请先阅读并同意协议')).not.toBeNull()
    expect(sent('/equity/buy')).toEqual([])
  })

  test('R2.49 is confirmed by a code that names package and card, and two taps buy once', async () => {
    const { sent, here } = await buying({ '/equity/buy': { orderId: 7 } })
    await fillIn()
    const press = await button('支付 29.90 元')
    fireEvent.click(press)
    fireEvent.click(press)
    await waitFor(() => expect(here()).toBe('/equityOrder?id=7'))
    expect(sent('/sms/authCode/send')).toMatchObject([{ purpose: 'benefit', packageId: 1, cardId: 1 }])
    expect(sent('/equity/buy')).toEqual([{ packageId: 1, priceFen: 2_990, cardId: 1, authCode: '123456', agreed: [terms] }])
  })

  test('R2.49 without a card asks for one', async () => {
    const { sent } = await buying({ '/equity/packages': { ...offered, cards: [] } })
    await tap('获取验证码')
    expect(await screen.findByText('请选择付款的银行卡')).not.toBeNull()
    expect(sent('/sms/authCode/send')).toEqual([])
  })

  test('R5.1 asks for the payment password where the server wants one, and goes on with it', async () => {
    const { sent, here } = await buying({
      '/equity/buy': (body: object) =>
        'payPassword' in body ? { orderId: 7 } : refusal('PAYMENT_PASSWORD_REQUIRED', '请输入支付密码', { digits: 6 }),
    })
    await fillIn()
    await pay()
    const dialog = await screen.findByRole('dialog')
    for (const digit of '271828') fireEvent.click(await button(digit))
    await waitFor(() => expect(here()).toBe('/equityOrder?id=7'))
    expect(dialog.isConnected).toBe(false)
    expect(sent('/equity/buy').at(-1)).toMatchObject({ payPassword: '271828', authCode: '123456' })
  })

  test('R2.49 a wrong code is said at the code, which is empty again', async () => {
    await buying({ '/equity/buy': refusal('SMS_CODE_WRONG', '验证码不正确') })
    await fillIn()
    await pay()
    expect(await screen.findByText('验证码不正确')).not.toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>(/短信验证码/).value).toBe('')
  })

  test('R2.49 BENEFIT_PRICE_CHANGED says the price, shows it, and the corrected order has a key of its own', async () => {
    let priceFen = 2_990
    const { sent } = await buying({
      '/equity/packages': () => ({ ...offered, packages: [{ ...first, priceFen }] }),
      '/equity/buy': refusal('BENEFIT_PRICE_CHANGED', '该权益包的价格已变为 31.90 元，请重新确认'),
    })
    const keys = watchKeys('/equity/buy')
    await fillIn()
    priceFen = 3_190
    await pay()
    expect(await screen.findByText('该权益包的价格已变为 31.90 元，请重新确认')).not.toBeNull()
    await button('支付 31.90 元')
    fireEvent.change(screen.getByLabelText(/短信验证码/), { target: { value: '654321' } })
    await tap('支付 31.90 元')
    await waitFor(() => expect(sent('/equity/buy')).toHaveLength(2))
    expect(sent('/equity/buy')[1]).toMatchObject({ priceFen: 3_190 })
    expect(keys[1]).not.toBe(keys[0])
  })

  test('R2.49 BENEFIT_OWNED leads to the order that is there', async () => {
    const { here } = await buying({ '/equity/buy': refusal('BENEFIT_OWNED', '您已有一份该权益包', { orderId: 8 }) })
    await fillIn()
    await pay()
    await waitFor(() => expect(here()).toBe('/equityOrder?id=8'))
  })

  test('R2.49 BENEFIT_NOT_ON_SALE shows what else there is', async () => {
    let packages: object[] = offered.packages
    const { here } = await buying({
      '/equity/packages': () => ({ ...offered, packages }),
      '/equity/buy': refusal('BENEFIT_NOT_ON_SALE', '该权益包已停售，请返回查看其他权益'),
    })
    await fillIn()
    packages = []
    await pay()
    expect(await screen.findByText('该权益包已停售')).not.toBeNull()
    await tap('查看全部权益')
    expect(here()).toBe('/equityOrder')
  })

  test('R2.49 AGREEMENT_OUTDATED takes the tick off', async () => {
    await buying({ '/equity/buy': refusal('AGREEMENT_OUTDATED', '协议已更新，请重新阅读') })
    await fillIn()
    await pay()
    expect(await screen.findByText('协议已更新，请重新阅读')).not.toBeNull()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  })

  test('R2.49 whose answer is lost says so, and trying again sends the same key', async () => {
    const { here } = await buying({ '/equity/buy': { orderId: 7 } })
    let isLost = true
    const keys = watchKeys('/equity/buy', () => isLost)
    await fillIn()
    await pay()
    expect(await screen.findByText('未收到结果。重试不会重复扣款。')).not.toBeNull()
    isLost = false
    await pay()
    await waitFor(() => expect(here()).toBe('/equityOrder?id=7'))
    expect(new Set(keys).size).toBe(1)
  })

  test('R2.49 of a package that the borrower has leads to its order', async () => {
    const { here } = await buying({ '/equity/packages': { ...offered, packages: [{ ...first, ownOrderId: 7 }] } })
    expect(await screen.findByText('您已有这份权益包')).not.toBeNull()
    await tap('查看订单')
    expect(here()).toBe('/equityOrder?id=7')
  })

  test('R2.49 that could not be had is asked for again', async () => {
    let isDown = true
    await buying({ '/equity/packages': () => (isDown ? refusal('BUSY', '稍后再试') : offered) })
    const retry = await button('重试')
    isDown = false
    fireEvent.click(retry)
    expect(await button('支付 29.90 元')).not.toBeNull()
  })
})
