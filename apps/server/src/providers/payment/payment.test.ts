import { fen } from '@fyh/base/money.ts'
import { expect, test, vi } from 'vitest'
import { bindForTest } from '../bank/bind-for-test.ts'
import { everyAdapter, keyFor } from '../suite.ts'

everyAdapter((current) => {
  const debit = async (mobile: string) => ({
    key: keyFor('debit'),
    channelAgreementNo: await bindForTest(current(), mobile),
    amountFen: fen(91_680),
    noticeUrl: current().noticeUrl,
  })

  test('ID-05 a debit sent twice is taken once, told by one signed call-back, and found by asking', async () => {
    const { providers, notices } = current()
    const request = await debit('13800000071')
    expect(await providers.payment.debit(request)).toEqual({ answer: 'ok' })
    expect(await providers.payment.debit(request)).toEqual({ answer: 'ok' })
    await vi.waitFor(async () => expect(await notices(request.key)).toMatchObject([{ result: 'succeeded', takenFen: 91_680 }]), 5_000)
    const found = { answer: 'ok', state: 'succeeded', takenFen: 91_680, channelNo: expect.any(String), reason: null }
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
    await vi.waitFor(async () => expect(await notices(request.key)).toHaveLength(1), 5_000)
    expect(await providers.payment.queryDebit({ key: request.key })).toMatchObject({ state: 'succeeded', takenFen: 91_680 })
  })
})
