import { addDays, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreedTo, must } from '#platform/test-borrower.ts'
import { benefitBought, cardIdOf, codeFor, newKey, notifyOnly } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { benefitsInUse, packageOnSale, packagesOnSale } from './equity.ts'
import { benefitsOn } from './test-benefits.ts'

let server: TestServer
let on: ReturnType<typeof benefitsOn>
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
  on = benefitsOn(server)
})
afterAll(() => server.close())

describe('buying', () => {
  test('R2.49 shows what is on sale: supplier by name, price, term and each right with its worth, none chosen, and no loan is needed', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const { packages } = must(await server.call('equity', 'packages', {}, { token: borrower.token }))
    expect(packages.map(({ packageId, ownOrderId }) => ({ packageId, ownOrderId }))).toEqual([
      { packageId: 1, ownOrderId: null },
      { packageId: 2, ownOrderId: null },
    ])
    for (const { priceFen, rights, supplier } of packages) {
      expect(supplier.name).not.toBe('')
      expect(rights.reduce((sum, { count, unitFen }) => sum + count * unitFen, 0)).toBe(priceFen)
    }
  })

  test('a live product sells no example package', () => {
    const { clock } = server
    expect(packagesOnSale({ clock, config: { isLive: false } }).map(({ packageId }) => packageId)).toEqual([1, 2])
    expect(packagesOnSale({ clock, config: { isLive: true } })).toEqual([])
    expect(packageOnSale({ clock, config: { isLive: true } }, 1)).toBeUndefined()
  })

  test('R4.2 1 → 3: a debit confirmed by a code pays, the supplier activates, and the term counts from that day', async () => {
    const borrower = await on.ready()
    const { orderId } = must(await benefitBought(server, borrower))
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 1, payment: { state: 'running', paidFen: 0 }, refundableFen: null })
    await on.settle()
    const order = await on.orderOf(borrower, orderId)
    expect(order).toMatchObject({ status: 3, lastDay: addDays(today(server.clock), 29), refundableFen: 2_990, refund: null, loanId: null })
    expect(order.payment).toMatchObject({ state: 'paid', paidFen: 2_990 })
    expect(order.left).toEqual([
      { rightCode: 'video-7d', count: 2 },
      { rightCode: 'meal-25-5', count: 4 },
      { rightCode: 'ride-20-4', count: 3 },
    ])
    expect(await on.held(borrower, orderId)).toEqual(new Map(Object.entries({ channelClearing: 2_990, benefitHeld: -2_990 })))
    expect(await benefitsInUse(server.db, server.deps, borrower.userId)).toBe(1)
    expect(await on.kindsOf(borrower)).toEqual(['benefitActivated'])
    const { packages } = must(await server.call('equity', 'packages', {}, { token: borrower.token }))
    expect(packages[0]?.ownOrderId).toBe(orderId)
  })

  test('signs the terms with their version, and the supplier learns nothing of the borrower', async () => {
    const borrower = await on.ready()
    await on.bought(borrower)
    const signed = must(await server.call('agreement', 'signed', { query: {} }, { token: borrower.token }))
    const [inForce] = await agreedTo(server, 'benefit')
    expect(signed.items[0]).toMatchObject({ ...inForce, key: 'benefitTerms' })
    const asked = JSON.stringify(server.providers.benefit.order.calls)
    for (const secret of [borrower.mobile, '测试', '11010119900307']) expect(asked).not.toContain(secret)
  })

  test('equity.buy: BENEFIT_NOT_ON_SALE, and no code is sent for such a package', async () => {
    const borrower = await on.ready()
    const body = { packageId: 9, priceFen: fen(1), cardId: cardIdOf(borrower), authCode: '0000', agreed: [] }
    expect(await server.call('equity', 'buy', { body }, { token: borrower.token, key: newKey() })).toMatchObject({
      error: 'BENEFIT_NOT_ON_SALE',
    })
    const send = { purpose: 'benefit', packageId: 9, cardId: cardIdOf(borrower) } as const
    expect(await server.call('session', 'sendCode', { body: send }, { token: borrower.token })).toMatchObject({
      error: 'BENEFIT_NOT_ON_SALE',
    })
  })

  test('session.sendCode: BENEFIT_NOT_ON_SALE', async () => {
    const borrower = await on.ready()
    const send = { purpose: 'benefit', packageId: 77, cardId: cardIdOf(borrower) } as const
    expect(await server.call('session', 'sendCode', { body: send }, { token: borrower.token })).toMatchObject({
      error: 'BENEFIT_NOT_ON_SALE',
    })
  })

  test('equity.buy: BENEFIT_PRICE_CHANGED names the price, and nothing is ordered', async () => {
    const borrower = await on.ready()
    expect(await benefitBought(server, borrower, { priceFen: 1_990 })).toMatchObject({
      error: 'BENEFIT_PRICE_CHANGED',
      detail: { price: '29.90' },
    })
    expect(must(await server.call('equity', 'orders', { query: {} }, { token: borrower.token })).items).toEqual([])
  })

  test('equity.buy: CARD_NOT_FOUND for another borrower’s card', async () => {
    const [borrower, other] = [await on.ready(), await on.ready()]
    const body = { packageId: 1, priceFen: fen(2_990), cardId: cardIdOf(other), authCode: '0000', agreed: [] }
    expect(await server.call('equity', 'buy', { body }, { token: borrower.token, key: newKey() })).toMatchObject({
      error: 'CARD_NOT_FOUND',
    })
  })

  test('equity.buy: AGREEMENT_REQUIRED, equity.buy: AGREEMENT_OUTDATED', async () => {
    const borrower = await on.ready()
    const buy = async (agreed: Awaited<ReturnType<typeof agreedTo>>) => {
      const body = { packageId: 1, priceFen: fen(2_990), cardId: cardIdOf(borrower), authCode: '0000', agreed }
      return server.call('equity', 'buy', { body }, { token: borrower.token, key: newKey() })
    }
    expect(await buy([])).toMatchObject({ error: 'AGREEMENT_REQUIRED' })
    const texts = await agreedTo(server, 'benefit')
    expect(await buy(texts.map((text) => ({ ...text, sha256: '0'.repeat(64) })))).toMatchObject({ error: 'AGREEMENT_OUTDATED' })
  })

  test('equity.buy: SMS_CODE_WRONG, equity.buy: SMS_CODE_EXPIRED, equity.buy: SMS_CODE_OTHER_ORDER, equity.buy: SMS_TRIES_LIMIT', async () => {
    const borrower = await on.ready()
    const agreed = await agreedTo(server, 'benefit')
    const buy = (authCode: string, packageId = 1, priceFen = 2_990) => {
      const body = { packageId, priceFen: fen(priceFen), cardId: cardIdOf(borrower), authCode, agreed }
      return server.call('equity', 'buy', { body }, { token: borrower.token, key: newKey() })
    }
    const code = await codeFor(server, borrower, { packageId: 1 })
    const wrong = code === '0000' ? '1111' : '0000'
    expect(await buy(wrong)).toMatchObject({ error: 'SMS_CODE_WRONG' })
    expect(await buy(code, 2, 4_900)).toMatchObject({ error: 'SMS_CODE_OTHER_ORDER' })
    server.machine.pass(301_000)
    expect(await buy(code)).toMatchObject({ error: 'SMS_CODE_EXPIRED' })
    let last = ''
    for (let time = 0; time < 30 && last !== 'SMS_TRIES_LIMIT'; time += 1) {
      if (time % 4 === 0) await codeFor(server, borrower, { packageId: 1 })
      last = (await buy('999999')).error ?? ''
    }
    expect(last).toBe('SMS_TRIES_LIMIT')
    expect(must(await server.call('equity', 'orders', { query: {} }, { token: borrower.token })).items).toEqual([])
  })

  test('equity.buy: BENEFIT_OWNED, and purchases at once make one order, one debit and one activation', async () => {
    const borrower = await on.ready()
    const authCode = await codeFor(server, borrower, { packageId: 1 })
    const agreed = await agreedTo(server, 'benefit')
    const body = { packageId: 1, priceFen: fen(2_990), cardId: cardIdOf(borrower), authCode, agreed }
    const buys = await Promise.all([1, 2, 3, 4].map(() => server.call('equity', 'buy', { body }, { token: borrower.token, key: newKey() })))
    expect(buys.filter(({ code }) => code === 0)).toHaveLength(1)
    await on.settle()
    const { items } = must(await server.call('equity', 'orders', { query: {} }, { token: borrower.token }))
    expect(items.map(({ status }) => status)).toEqual([3])
    expect(await benefitBought(server, borrower)).toMatchObject({ error: 'BENEFIT_OWNED' })
    const key = newKey()
    const other = await on.ready()
    const first = must(await benefitBought(server, other, { key }))
    expect(first.orderId).toBeGreaterThan(0)
    // Its debit must not meet the outcome that the next test decides.
    await on.settle()
  })

  test('R4.2 1 → 2: a debit that fails takes nothing, and says so', async () => {
    const borrower = await on.ready()
    server.providers.payment.decide({ result: 'failed', reason: 'balanceTooLow' })
    const orderId = await on.bought(borrower)
    expect(await on.orderOf(borrower, orderId)).toMatchObject({
      status: 2,
      failReason: 'balanceTooLow',
      payment: { state: 'failed', paidFen: 0 },
      refund: null,
      refundableFen: null,
    })
    expect(await on.kindsOf(borrower)).toEqual(['benefitFailed'])
    expect(must(await benefitBought(server, borrower)).orderId).not.toBe(orderId)
    await on.settle()
  })

  test('R4.2 1 → 2: an activation that the supplier refuses sends the money back by itself, once', async () => {
    const borrower = await on.ready()
    server.providers.benefit.decide({ result: 'failed', reason: 'soldOut' })
    const orderId = await on.bought(borrower)
    expect(await on.orderOf(borrower, orderId)).toMatchObject({
      status: 2,
      failReason: 'soldOut',
      refund: { state: 'arrived', amountFen: 2_990 },
    })
    expect(await on.kindsOf(borrower)).toEqual(['benefitRefunded', 'benefitFailed'])
    expect((await on.held(borrower, orderId)).get('benefitHeld')).toBe(0)
  })

  test('an activation without a result is asked after, and given up after about a day: the money goes back and the supplier cancels', async () => {
    const borrower = await on.ready()
    server.providers.benefit.order.next({ answer: 'ok' })
    const { orderId } = must(await benefitBought(server, borrower))
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 1, payment: { state: 'paid' }, refundableFen: 2_990 })
    await server.db.updateTable('supplier_order').set({ tries: 291 }).where('order_id', '=', orderId).execute()
    const unknown = { answer: 'unknown' } as const
    server.providers.benefit.queryOrder.next(unknown)
    server.machine.pass(301_000)
    await server.jobs.send(server.db, 'equity.sweep', {})
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 2, failReason: 'noResult', refund: { state: 'arrived' } })
    expect(server.providers.benefit.order.calls.at(-1)).toMatchObject({ act: 'cancel' })
  })

  test('a part of the price activates nothing: what was taken goes back', async () => {
    const borrower = await on.ready()
    server.providers.payment.decide({ result: 'partly', takenFen: fen(1_495) })
    const { orderId } = must(await benefitBought(server, borrower))
    await server.runJobs()
    server.providers.takeNotices()
    server.machine.pass(301_000)
    await server.jobs.send(server.db, 'transfer.sweep', {})
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({
      status: 2,
      failReason: 'paidPart',
      refund: { state: 'arrived', amountFen: 1_495 },
    })
  })

  test('money that arrives after its debit had failed goes back', async () => {
    const borrower = await on.ready()
    server.providers.payment.decide({ result: 'failed', reason: 'balanceTooLow' })
    const orderId = await on.bought(borrower)
    const { order_key: key } = await server.db
      .selectFrom('transfer')
      .select('order_key')
      .where('subject_id', '=', orderId)
      .executeTakeFirstOrThrow()
    server.providers.payment.filed.push({ orderKey: key, kind: 'debit', amountFen: fen(2_990), on: today(server.clock) })
    expect(await notifyOnly(server, 'charge', { noticeId: 'late', key, result: 'succeeded', takenFen: 2_990 })).toMatchObject({ code: 0 })
    await on.settle()
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 2, refund: { state: 'arrived', amountFen: 2_990 } })
  })
})

test('equity.order: BENEFIT_NOT_FOUND for none, and for another borrower’s', async () => {
  const [borrower, other] = [await on.ready(), await on.ready()]
  const orderId = await on.bought(borrower)
  for (const [id, { token }] of [
    [orderId, other],
    [1, borrower],
  ] as const)
    expect(await server.call('equity', 'order', { params: { id } }, { token })).toMatchObject({ error: 'BENEFIT_NOT_FOUND' })
})

test('what the books say of all these orders is what the statements say', async () => {
  expect(await on.differences()).toEqual([])
})
