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
test.each([
  ['&#038;', '/?a=1&#038;b=2'],
  ['&#38;', '/?a=1&#38;b=2'],
  ['&#x26;', '/?a=1&#x26;b=2'],
  ['&#X0026;', '/?a=1&#X0026;b=2'],
  ['escaped twice', '/?a=1&amp;#038;b=2'],
  ['escaped twice, the other way round', '/?a=1&#38;amp;b=2'],
])('R2.82 %s parts an address like &amp;', (_, address) => {
  expect(plainAmpersands(address)).toBe('/?a=1&b=2')
})
test.each([
  ['&#039;', '/?name=O&#039;Neil&x=1', "O'Neil"],
  ['&#x2F; and &#x3D;', '/?name=a&#x2F;b&#x3D;c&x=1', 'a/b=c'],
  ['&#35;', '/?name=a&#35;b&x=1', 'a#b'],
  ['&#x6D4B;', '/?name=&#x6D4B;&x=1', '测'],
])('R2.82 %s inside a value is that character, and the parts behind it are kept', (_, address, name) => {
  const { searchParams } = new URL(plainAmpersands(address), 'https://h5.example.com')
  expect([searchParams.get('name'), searchParams.get('x')]).toEqual([name, '1'])
})
test('R2.82 a reference in front of the query, and one that names no character, stay: neither leads to another site', () => {
  for (const address of ['/&#47;evil.example/?a=1', '/?a=&#0;&b=1', '/?a=&#xD800;&b=1', '/?a=&#10;&b=1'])
    expect(plainAmpersands(address)).toBe(address)
})
test('RT-05 rewriting twice is rewriting once', () => {
  const piece = fc.constantFrom('&amp;', '&', 'amp;', 'a=1', '%26amp%3B', '&AMP;', '#', '?', '&#38;', '&#x26;', '#038;', '&#039;', '&#x2F;')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const once = plainAmpersands(pieces.join(''))
      expect(plainAmpersands(once)).toBe(once)
      expect(once).not.toMatch(/&amp;/i)
    }),
  )
})
