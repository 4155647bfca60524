import { expect, test } from 'vitest'
import { everyAdapter, keyFor } from '../suite.ts'

everyAdapter((current) => {
  const message = (mobile: string) => ({ key: keyFor('sms'), mobile, text: '验证码 0427', template: 'login' })

  test('a message is delivered once, however often its key is sent', async () => {
    const { providers, delivered } = current()
    const request = message('13800000051')
    expect(await providers.sms.send(request)).toEqual({ answer: 'ok' })
    expect(await providers.sms.send(request)).toEqual({ answer: 'ok' })
    expect(await delivered('13800000051')).toBe(1)
  })

  test('a refusal says why', async () => {
    const { providers, order } = current()
    await order('sms', 'refuse')
    expect(await providers.sms.send(message('13800000052'))).toEqual({ answer: 'refused', reason: expect.any(String) })
  })

  test('no answer in time is unknown, and the same key finds out', async () => {
    const { providers, order } = current()
    await order('sms', 'loseAnswer')
    const request = message('13800000053')
    expect(await providers.sms.send(request)).toEqual({ answer: 'unknown' })
    expect(await providers.sms.send(request)).toEqual({ answer: 'ok' })
  })
})
