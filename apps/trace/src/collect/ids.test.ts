import { expect, test } from 'vitest'
import { idWithoutPersonal } from './ids.ts'

function read(id: string) {
  const kinds: string[] = []
  return { id: idWithoutPersonal('eventId', id, (kind) => kinds.push(kind)), kinds }
}

test.each([
  ['a phone number', '13800000001', 'mobile'],
  ['a phone number with its country', '8613800000001', 'mobile'],
  ['a phone number after a word', 'u_13800000001', 'mobile'],
  ['a fixed line', '010-62000000', 'phone'],
  ['an id number', '11010119900307002X', 'idNumber'],
  ['an id number of before 1999', '110101900307002', 'idNumber'],
  ['an id number of before 1999 after a word', 'id110101900307002', 'idNumber'],
  ['a card', '6222020000000009', 'bankCard'],
  ['a passport', 'E00000001', 'passport'],
  ['a passport of the newer form', 'EA0000001', 'passport'],
])('an id that is %s is none', (_, id, kind) => {
  expect(read(id)).toEqual({ id: '', kinds: [kind] })
})

test.each([
  '',
  'aB3dE6gH9jKlMnOpQ42',
  '0a1b2c3d4e5f6a7b8c91764312345678',
  '0123456789012345678',
  '754974720000123',
  '999999999999999',
  '1034567890123456',
  '2834567890123456',
])('an id of ours, %s, is nobody’s and stays', (id) => {
  expect(read(id)).toEqual({ id, kinds: [] })
})
