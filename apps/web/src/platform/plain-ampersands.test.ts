import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainAmpersands } from './plain-ampersands.ts'

test('RT-05 R2.82 escaped ampersands become plain in query and hash', () => {
  expect(plainAmpersands('/?a=1&amp;channel=wx&amp;redirectUrl=%2Floan')).toBe('/?a=1&channel=wx&redirectUrl=%2Floan')
  expect(plainAmpersands('/#/x?a=1&amp;b=2')).toBe('/#/x?a=1&b=2')
})
test('RT-05 doubly escaped ones are unescaped until none is left', () => {
  expect(plainAmpersands('/?a=1&amp;amp;b=2')).toBe('/?a=1&b=2')
  expect(plainAmpersands('/?a=1&amp;amp;amp;b=2')).toBe('/?a=1&b=2')
})
test('RT-05 encoded values are data and stay', () => {
  expect(plainAmpersands('/?a=x%26amp%3By')).toBe('/?a=x%26amp%3By')
})
test('RT-05 rewriting twice is rewriting once', () => {
  const piece = fc.constantFrom('&amp;', '&', 'amp;', 'a=1', '%26amp%3B', '&AMP;', '#', '?')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const once = plainAmpersands(pieces.join(''))
      expect(plainAmpersands(once)).toBe(once)
      expect(once).not.toMatch(/&amp;/i)
    }),
  )
})
