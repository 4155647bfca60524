import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { expect, test } from 'vitest'
import { bindForTest } from '../bank/bind-for-test.ts'
import { everyAdapter, keyFor, statementOf } from '../suite.ts'

const orderedOn = civilDate('2026-11-27')

everyAdapter((current) => {
  const debit = async (mobile: string) => ({
    key: keyFor('debit'),
    channelAgreementNo: await bindForTest(current(), mobile),
    amountFen: fen(91_680),
    orderedOn,
    noticeUrl: current().noticeUrl,
  })

  test('ID-05 a debit sent twice is taken once, reported by one signed call-back, and found by asking', async () => {
    const { providers, notices } = current()
    const request = await debit('13800000071')
    expect(await providers.payment.debit(request)).toEqual({ answer: 'ok' })
    expect(await providers.payment.debit(request)).toEqual({ answer: 'ok' })
    await expect.poll(() => notices(request.key)).toMatchObject([{ result: 'succeeded', takenFen: 91_680 }])
    const found = { answer: 'ok', state: 'succeeded', takenFen: 91_680, channelNo: expect.any(String), receivedOn: orderedOn, reason: null }
    expect(await providers.payment.queryDebit({ key: request.key })).toEqual(found)
  })

  test('a refused debit took nothing: asking does not find it', async () => {
    const { providers, order } = current()
    await order('payment', 'refuse')
    const request = await debit('13800000072')
    expect(await providers.payment.debit(request)).toMatchObject({ answer: 'refused' })
    expect(await providers.payment.queryDebit({ key: request.key })).toMatchObject({ state: 'notFound', takenFen: 0 })
  })

  test('a debit whose answer was lost is unknown, and asking finds it', async () => {
    const { providers, order, notices } = current()
    await order('payment', 'loseAnswer')
    const request = await debit('13800000073')
    expect(await providers.payment.debit(request)).toEqual({ answer: 'unknown' })
    await expect.poll(() => notices(request.key)).toHaveLength(1)
    expect(await providers.payment.queryDebit({ key: request.key })).toMatchObject({ state: 'succeeded', takenFen: 91_680 })
  })

  const transfer = debit

  test('ID-05 a transfer sent twice moves money once, reported by one signed call-back, and found by asking', async () => {
    const { providers, notices } = current()
    const request = await transfer('13800000077')
    expect(await providers.payment.transfer(request)).toEqual({ answer: 'ok' })
    expect(await providers.payment.transfer(request)).toEqual({ answer: 'ok' })
    await expect.poll(() => notices(request.key)).toMatchObject([{ result: 'succeeded', amountFen: 91_680 }])
    const found = { answer: 'ok', state: 'succeeded', amountFen: 91_680, reason: null }
    expect(await providers.payment.queryTransfer({ key: request.key })).toEqual(found)
    const entries = await statementOf(providers.payment, orderedOn)
    expect(entries).toContainEqual({ orderKey: request.key, kind: 'transfer', amountFen: 91_680 })
  })

  test('a transfer that the channel never got is not found', async () => {
    const { providers } = current()
    expect(await providers.payment.queryTransfer({ key: 'never-ordered' })).toMatchObject({ state: 'notFound', amountFen: 0 })
  })

  test('the statement of a day lists each order that moved money under the day it was ordered on, by key, over all pages', async () => {
    const { providers, notices, order } = current()
    const on = civilDate('2026-03-01')
    const moved = []
    for (const mobile of ['13800000074', '13800000075', '13800000076']) moved.push({ ...(await debit(mobile)), orderedOn: on })
    for (const request of moved) await providers.payment.debit(request)
    for (const { key } of moved) await expect.poll(() => notices(key)).toHaveLength(1)
    await order('payment', 'refuse')
    await providers.payment.debit({ ...(await debit('13800000074')), orderedOn: on })
    const entries = moved.map(({ key, amountFen }) => ({ orderKey: key, kind: 'debit', amountFen }))
    expect(await statementOf(providers.payment, on)).toEqual(entries.toSorted((a, b) => (a.orderKey < b.orderKey ? -1 : 1)))
    expect(await statementOf(providers.payment, civilDate('2026-03-02'))).toEqual([])
  })
})
