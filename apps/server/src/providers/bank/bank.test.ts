import { expect, test } from 'vitest'
import { everyAdapter, keyFor } from '../suite.ts'

everyAdapter((current) => {
  const request = (mobile: string) => ({
    key: keyFor('bind'),
    cardNumber: '6222020000000009',
    mobile,
    name: '测试',
    idNumber: '11010119900307002X',
  })

  test('the code that the bank sent gives an agreement number, a wrong one does not', async () => {
    const { providers, bankCode } = current()
    const started = await providers.bank.startBind(request('13800000061'))
    if (started.answer !== 'ok') throw new Error(`not started: ${started.answer}`)
    const code = await bankCode('13800000061')
    expect(code).toHaveLength(started.smsCodeDigits)
    const wrong = { key: keyFor('confirm'), ticket: started.ticket, code: code.replace(/./g, (digit) => String((Number(digit) + 1) % 10)) }
    expect(await providers.bank.confirmBind(wrong)).toEqual({ answer: 'refused', reason: 'wrongCode' })
    const right = { key: keyFor('confirm'), ticket: started.ticket, code }
    const confirmed = await providers.bank.confirmBind(right)
    expect(confirmed).toEqual({ answer: 'ok', channelAgreementNo: expect.any(String) })
    expect(await providers.bank.confirmBind(right)).toEqual(confirmed)
  })

  test('a card that does not match is refused as such', async () => {
    const { providers, order } = current()
    await order('bank', 'refuse')
    expect(await providers.bank.startBind(request('13800000062'))).toEqual({ answer: 'refused', reason: 'notMatched' })
  })

  test('no answer in time is unknown', async () => {
    const { providers, order } = current()
    await order('bank', 'loseAnswer')
    expect(await providers.bank.startBind(request('13800000063'))).toEqual({ answer: 'unknown' })
  })
})
