import { expect, test } from 'vitest'
import { isPersonalKey, withoutPersonal } from './personal.ts'

const sessionToken = 'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6dE9fG2h'

function looked(text: string) {
  const kinds: string[] = []
  return { text: withoutPersonal(text, 'content', (kind) => kinds.push(kind)), kinds }
}

test.each([
  ['an id number', '11010119900307002X', 'idNumber'],
  ['an id number with a small x', 'id:11010119900307002x', 'idNumber'],
  ['an id number whose check digit is wrong', '110101199003070021', 'idNumber'],
  ['an id number whose day is wrong', '110101199013400021', 'idNumber'],
  ['an id number without its check digit', '11010119900307002', 'idNumber'],
  ['an id number in groups', '110101 19900307 002X', 'idNumber'],
  ['an id number in smaller groups', '110101 1990 0307 4514', 'idNumber'],
  ['an id number of before 1999', '110101900307002', 'idNumber'],
  ['an id number in full-width digits', '１１０１０１１９９００３０７００２Ｘ', 'idNumber'],
  ['a card of 16 digits', '6222020000000009', 'bankCard'],
  ['a card of 19 digits in groups', '6228 4800 0000 0015 008', 'bankCard'],
  ['a card with dashes', '4111-1111-1111-1111', 'bankCard'],
  ['a card without a Luhn digit', '6222020000000001', 'bankCard'],
  ['a credit card', '4111111111111111', 'bankCard'],
  ['a phone number', '13800000001', 'mobile'],
  ['a phone number within words', 'tel13800000001号', 'mobile'],
  ['a phone number in groups', '138 0000 0001', 'mobile'],
  ['a phone number with its country', '+86-13800000001', 'mobile'],
  ['a phone number after a dot', 'tel.13800000001', 'mobile'],
  ['a phone number in the name of a file', 'img.13800000001.jpg', 'mobile'],
  ['a phone number in brackets', '+86(138)00000001', 'mobile'],
  ['a phone number with what cannot be seen in it', '138\u00A00000\u200B0001', 'mobile'],
  ['a card after a dot', '卡.6222020000000009', 'bankCard'],
  ['an e-mail address of a query', 'wang%40mail.example.com', 'email'],
  ['a number under a personal key', '{"password":123456}', 'named'],
  ['half a place under its key', '{"lat":31.23}', 'named'],
  ['a phone number with its country in one', '8613800000001', 'mobile'],
  ['a phone number in full-width digits', '１３８００００００００', 'mobile'],
  ['a fixed line', '010-62000000', 'phone'],
  ['an e-mail address', 'wang.wu+1@mail.example.com', 'email'],
  ['a passport', 'E00000001', 'passport'],
  ['a passport of the newer form', 'EA0000001', 'passport'],
  ['a permit', 'H00000001', 'passport'],
  ['a place', '39.904200,116.407400', 'location'],
  ['a name under its key', '{"realName":"王五","step":1}', 'named'],
  ['an address under its key in a JSON text within one', '{"dropped":2,"content":"{\\"address\\":\\"某路 1 号\\"}"}', 'named'],
  ['a token in a query', '/loan?token=TKN123&a=1', 'named'],
  ['a session token after the word', `token ${sessionToken}`, 'token'],
  ['a session token alone', sessionToken, 'token'],
  ['a bearer token', 'Bearer eyJhbGciOi.eyJzdWIi0Q.SflKxwRJS', 'token'],
  ['a short token after the word', "token: 'a1b2c3d4e5f6a7b8'", 'token'],
  ['a phone number in base64', 'MTM4MDAwMDAwMDE=', 'mobile'],
  ['a phone number in base64 of JSON', Buffer.from('{"m":"13800000001"}').toString('base64'), 'mobile'],
  ['a phone number in base64 of a query', Buffer.from('?a=13800000001&b=2').toString('base64url'), 'mobile'],
  ['an id number in base64', Buffer.from('11010119900307002X').toString('base64'), 'idNumber'],
  ['a name after its word', '联系人：王五', 'named'],
  ['an address after its word', 'address: 某路1号院2栋', 'named'],
  ['a contact in JSON', '{"contact":"王五，某路 1 号"}', 'named'],
  ['a contact in JSON, numbered', '{"emergencyContact":"王五"}', 'named'],
])('PS-01 %s is taken out and its kind told', (_, value, kind) => {
  const { text, kinds } = looked(`before ${value} after`)
  expect(kinds).toEqual([kind])
  expect(text).toMatch(new RegExp(`^before .*\\[${kind}\\].* after$`))
  expect(text).not.toMatch(/\d{6}|[０-９]{6}|王五|某路|TKN123|wang/)
})

test('several values in one text are each taken out, the words around them stay', () => {
  const { text, kinds } = looked('13800000001 hat 6222020000000009, 110101199003070021; a@b.example')
  expect(text).toBe('[mobile] hat [bankCard], [idNumber]; [email]')
  expect(kinds.toSorted()).toEqual(['bankCard', 'email', 'idNumber', 'mobile'])
})

test.each([
  ['an id of ours of today', '754974720000123'],
  ['an id of ours of 2028, with 16 digits', '1034567890123456'],
  ['an id of ours of 2034', '2834567890123456'],
  ['two ids of ours', 'loan 754974720000123 user 754974720000124'],
  ['a moment in ms', '1764312345678'],
  ['a moment in seconds', '1764312345'],
  ['a moment in µs', '1764312345678901'],
  ['a moment in ns', '1764312345678901234'],
  ['a moment as digits', '20261128103055'],
  ['a moment as digits with ms', '20261128103055123'],
  ['an order number of a day', '202611281030550012'],
  ['four sums', '5000 6000 7000 8001'],
  ['a moment as text', '2026-11-28T10:30:55.123Z'],
  ['a day', '2026-11-28'],
  ['a sum in fen', '20000000'],
  ['a sum in yuan', '200,000.00'],
  ['a long fraction', '0.13812345678901234'],
  ['a share', '13.812345678'],
  ['a version', '@scope/react@19.3.1'],
  ['a line of a stack', 'render@https://fyh.example/assets/index-13a4.js:1:13812'],
  ['a browser', 'Mozilla/5.0 (Linux; Android 14; V2304A Build/UP1A.231005.007) Chrome/120.0.6099.144 Mobile Safari/537.36'],
  ['an address of a machine', '127.0.0.1:8080'],
  ['a browser id of ours', '0a1b2c3d4e5f6a7b8c91764312345678'],
  ['a trace id of ours', 'aB3dE6gH9jK'],
  ['a mask', '{"mobile":"138****0001"}'],
  ['an empty value under a personal key', '{"realName":""}'],
  ['times of a form', '{"ms":12345,"fields":3}'],
  ['a hash', 'a3f1c0b2d4e5968778695a4b3c2d1e0fa3f1c0b2d4e5968778695a4b3c2d1e0f'],
  ['a rule of letters', 'x'.repeat(43)],
  ['the word token', 'the token has expired, please log in again 2026'],
  ['digits in base64 that name nobody', Buffer.from('order 2026112810').toString('base64')],
  ['a picture in base64', Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108', 'hex').toString('base64')],
  ['a fault', 'TypeError: undefined is not a function'],
])('%s is nobody’s and stays', (_, text) => {
  expect(looked(text)).toEqual({ text, kinds: [] })
})

test('keys that name what is somebody’s are known in any spelling, others are not', () => {
  expect(
    [
      'contact',
      'contact1',
      'emergency_contact',
      'homeAddress',
      'employer',
      'sessionToken',
      'nickName',
      'name',
      'realName',
      'REAL_NAME',
      'customerName',
      'id-card',
      'Mobile',
      'X-User-Token',
    ].filter((key) => !isPersonalKey(key)),
  ).toEqual([])
  expect(['page', 'event', 'seq', 'addressed', 'phoneType', 'tokens'].filter(isPersonalKey)).toEqual([])
})
