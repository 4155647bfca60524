import { expect, test } from 'vitest'
import { everyAdapter, keyFor } from '../suite.ts'

everyAdapter((current) => {
  const request = () => ({ key: keyFor('face'), name: '测试', idNumber: '11010119900307002X', image: Buffer.from('a live picture') })

  test('a matching face passes', async () => {
    expect(await current().providers.face.compare(request())).toEqual({ answer: 'ok' })
  })

  test('another face is refused as such', async () => {
    const { providers, order } = current()
    await order('face', 'refuse')
    expect(await providers.face.compare(request())).toEqual({ answer: 'refused', reason: 'notMatched' })
  })

  test('no answer in time is unknown', async () => {
    const { providers, order } = current()
    await order('face', 'loseAnswer')
    expect(await providers.face.compare(request())).toEqual({ answer: 'unknown' })
  })
})
