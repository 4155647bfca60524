import { expect, test } from 'vitest'
import { everyAdapter, keyFor } from '../suite.ts'

everyAdapter((current) => {
  test.each(['front', 'back'] as const)('the %s yields its own fields and leaves the others empty', async (side) => {
    const { providers, card } = current()
    const { image, name, issuer } = await card(side)
    const read = await providers.ocr.readIdCard({ key: keyFor('ocr'), side, image })
    expect(read).toMatchObject({ answer: 'ok', fields: { name, issuer } })
  })

  test('an unreadable picture is refused as such', async () => {
    const { providers, card, order } = current()
    await order('ocr', 'refuse')
    const { image } = await card('front')
    expect(await providers.ocr.readIdCard({ key: keyFor('ocr'), side: 'front', image })).toEqual({
      answer: 'refused',
      reason: 'unreadable',
    })
  })

  test('no answer in time is unknown', async () => {
    const { providers, card, order } = current()
    await order('ocr', 'loseAnswer')
    const { image } = await card('front')
    expect(await providers.ocr.readIdCard({ key: keyFor('ocr'), side: 'front', image })).toEqual({ answer: 'unknown' })
  })
})
