import { expect, test } from 'vitest'
import { everyAdapter, keyFor } from '../suite.ts'

everyAdapter((current) => {
  const order = (act: 'activate' | 'use' | 'cancel', rightCode: string | null = null) => {
    const key = keyFor(act)
    return {
      key,
      act,
      activationKey: act === 'activate' ? key : 'activation',
      packageCode: 'life-30',
      rightCode,
      noticeUrl: `${current().noticeUrl}/benefit`,
    }
  }

  test('ID-05 an activation sent twice is done once, reported by one signed call-back, and found by asking', async () => {
    const { providers, notices } = current()
    const request = order('activate')
    expect(await providers.benefit.order(request)).toEqual({ answer: 'ok' })
    expect(await providers.benefit.order(request)).toEqual({ answer: 'ok' })
    await expect.poll(() => notices(request.key)).toMatchObject([{ result: 'succeeded' }])
    expect(await providers.benefit.queryOrder({ key: request.key })).toEqual({
      answer: 'ok',
      state: 'succeeded',
      voucher: null,
      reason: null,
    })
  })

  test('a use of a right brings a voucher, the same by notice and by asking', async () => {
    const { providers, notices } = current()
    const request = order('use', 'video-7d')
    expect(await providers.benefit.order(request)).toEqual({ answer: 'ok' })
    await expect.poll(() => notices(request.key)).toMatchObject([{ result: 'succeeded', voucher: expect.any(String) }])
    const [notice] = await notices(request.key)
    expect(await providers.benefit.queryOrder({ key: request.key })).toMatchObject({ state: 'succeeded', voucher: notice?.voucher })
  })

  test('a refused order did nothing, and one that was never sent is not found', async () => {
    const { providers, order: orderFailure } = current()
    await orderFailure('benefit', 'refuse')
    const request = order('activate')
    expect(await providers.benefit.order(request)).toMatchObject({ answer: 'refused' })
    expect(await providers.benefit.queryOrder({ key: request.key })).toMatchObject({ state: 'notFound' })
  })

  test('an order whose answer was lost is unknown, and asking finds it', async () => {
    const { providers, order: orderFailure, notices } = current()
    await orderFailure('benefit', 'loseAnswer')
    const request = order('cancel')
    expect(await providers.benefit.order(request)).toEqual({ answer: 'unknown' })
    await expect.poll(() => notices(request.key)).toHaveLength(1)
    expect(await providers.benefit.queryOrder({ key: request.key })).toMatchObject({ state: 'succeeded' })
  })
})
