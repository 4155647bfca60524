import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreedTo, bindCard, lastCodeOf, must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, newKey } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { benefitsOn } from './test-benefits.ts'

let server: TestServer
let on: ReturnType<typeof benefitsOn>
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
  on = benefitsOn(server)
})
afterAll(() => server.close())

const password = '271828'

/** A borrower who has set the payment password and chosen above which amount it is asked. */
async function withPassword(askAboveFen: number): Promise<TestBorrower> {
  const borrower = await on.ready()
  const { token, mobile, address } = borrower
  server.machine.pass(61_000)
  must(await server.call('session', 'sendCode', { body: { purpose: 'payPassword' } }, { token, address }))
  must(await server.call('settings', 'setPayPassword', { body: { password, authCode: await lastCodeOf(server, mobile) } }, borrower))
  must(await server.call('settings', 'askPayPassword', { body: { password, askAboveFen: fen(askAboveFen) } }, borrower))
  return borrower
}

/** The order of a package with its code; each call sends it once, under one key unless another is named. */
async function purchaseOf(borrower: TestBorrower) {
  const authCode = await codeFor(server, borrower, { packageId: 1 })
  const agreed = await agreedTo(server, 'benefit')
  const first = newKey()
  return (payPassword?: string, { key = first, priceFen = 2_990, code = authCode } = {}) => {
    const order = { packageId: 1, priceFen: fen(priceFen), cardId: cardIdOf(borrower), authCode: code, agreed }
    return server.call('equity', 'buy', { body: { ...order, ...(payPassword && { payPassword }) } }, { token: borrower.token, key })
  }
}
const ordersOf = async ({ token }: TestBorrower) => must(await server.call('equity', 'orders', { query: {} }, { token })).items

describe('the payment password', () => {
  test('R5.1 equity.buy: PAYMENT_PASSWORD_REQUIRED above the amount that the borrower chose; the code stays good, and the same key goes on', async () => {
    const borrower = await withPassword(2_989)
    const buy = await purchaseOf(borrower)
    expect(await buy()).toMatchObject({ error: 'PAYMENT_PASSWORD_REQUIRED', detail: { digits: 6 } })
    expect(await ordersOf(borrower)).toEqual([])
    must(await buy(password))
    await on.settle()
    expect(await ordersOf(borrower)).toHaveLength(1)
  })

  test('R5.1 up to the amount that the borrower chose none is asked', async () => {
    const buy = await purchaseOf(await withPassword(2_990))
    must(await buy())
    await on.settle()
  })

  test('R5.1 equity.buy: PAYMENT_PASSWORD_WRONG uses up no code, equity.buy: PAYMENT_PASSWORD_LOCKED at the fifth, and nothing is bought', async () => {
    const borrower = await withPassword(0)
    const buy = await purchaseOf(borrower)
    for (const left of [4, 3, 2, 1]) expect(await buy('999999')).toMatchObject({ error: 'PAYMENT_PASSWORD_WRONG', detail: { left } })
    expect((await buy('999999')).error).toBe('PAYMENT_PASSWORD_LOCKED')
    expect((await buy(password)).error).toBe('PAYMENT_PASSWORD_LOCKED')
    expect(await ordersOf(borrower)).toEqual([])
  })
})

describe('a key', () => {
  test('R2.49 that was refused orders once what is corrected under it', async () => {
    const borrower = await on.ready()
    const buy = await purchaseOf(borrower)
    expect((await buy(undefined, { priceFen: 100 })).error).toBe('BENEFIT_PRICE_CHANGED')
    expect((await buy(undefined, { code: '999999' })).error).toBe('SMS_CODE_WRONG')
    const { orderId } = must(await buy())
    expect(must(await buy()).orderId).toBe(orderId)
    await on.settle()
    expect(await ordersOf(borrower)).toHaveLength(1)
  })

  test('R2.49 equity.buy: BENEFIT_OWNED names the order that is there already', async () => {
    const borrower = await on.ready()
    const buy = await purchaseOf(borrower)
    const { orderId } = must(await buy())
    expect(await buy(undefined, { key: newKey() })).toMatchObject({ error: 'BENEFIT_OWNED', detail: { orderId } })
    await on.settle()
  })

  test('R2.49 the newest order of a package stays known when it is over, so that buying again is another act', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    const known = async () => must(await server.call('equity', 'packages', {}, { token: borrower.token })).packages[0]
    expect(await known()).toMatchObject({ ownOrderId: orderId, lastOrderId: orderId })
    must(await on.refund(borrower, orderId))
    await on.settle()
    expect(await known()).toMatchObject({ ownOrderId: null, lastOrderId: orderId })
  })
})

describe('what an order shows', () => {
  test('R2.49 of its payment and refund: bank, card and moment, and a refund to another card names that one from the start', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    const bought = await on.orderOf(borrower, orderId)
    expect(bought.payment).toMatchObject({ cardId: cardIdOf(borrower), bankName: '工商银行', at: server.clock.now().toISOString() })
    const second = await bindCard(server, borrower, 80_000 + (borrower.userId % 1_000))
    const { cards } = must(await server.call('equity', 'packages', {}, { token: borrower.token }))
    const tail = cards.find(({ cardId }) => cardId === second)?.tail
    must(await on.refund(borrower, orderId, 2_990, { cardId: second }))
    expect((await on.orderOf(borrower, orderId)).refund).toMatchObject({ state: 'waiting', cardTail: tail })
    await on.settle()
    const { refund } = await on.orderOf(borrower, orderId)
    expect(refund).toMatchObject({ state: 'arrived', cardTail: tail, amountFen: 2_990 })
    expect(refund?.bankName).not.toBeNull()
  })

  test('R2.49 in the language of the borrower: package, supplier and rights', async () => {
    const borrower = await on.ready()
    const orderId = await on.bought(borrower)
    const { package: shown } = must(
      await server.call('equity', 'order', { params: { id: orderId } }, { token: borrower.token, language: 'en-us' }),
    )
    expect(shown).toMatchObject({ name: 'Everyday package', supplier: { name: 'Example Benefits Ltd.' } })
    expect(shown.rights.map(({ name }) => name)).toEqual([
      '7 days of video streaming',
      '¥5 off a meal delivery over ¥25',
      '¥4 off a ride over ¥20',
    ])
  })
})
