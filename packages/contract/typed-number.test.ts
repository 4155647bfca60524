import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

const endpoints: readonly Endpoint[] = Object.values(api).flatMap((slice) => Object.values(slice))

/** Numbers and days as an input method with full-width digits writes them. */
const fullWidth = (text: string) => text.replace(/[\dX]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const isTyped = (value: unknown): value is string => typeof value === 'string' && /^(?:\d{4,}X?|\d{4}-\d\d-\d\d)$/.test(value)

/** Fields of digits that no person types: a hash, and what a partner's page hands back. */
const untyped = ['sha256', 'signature', 'at']

/** Every typed number of a request example, with the path to it. */
function typedIn(value: unknown, path: readonly string[] = []): { path: readonly string[]; text: string }[] {
  if (isTyped(value)) return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (untyped.includes(key) ? [] : typedIn(inner, [...path, key])))
}

function withText(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text
  return { ...Object(value), [key]: withText(Object(value)[key], rest, text) }
}

const cases = endpoints
  .filter(({ auth }) => auth === 'guest' || auth === 'user')
  // A person does not type the messenger's codes, and a draft keeps the typed text.
  .filter(({ path }) => !path.includes('/wechat/') && !path.endsWith('/draft'))
  .flatMap(({ path, body, example }) =>
    body instanceof z.ZodType && 'body' in example
      ? typedIn(example.body).map((typed) => ({ name: `${path} ${typed.path.join('.')}`, body, example: example.body, ...typed }))
      : [],
  )

test('the table has the codes, phones, cards, identity numbers, days and areas', () => {
  const fields = new Set(cases.map(({ path }) => path.at(-1)))
  const typed = ['mobile', 'authCode', 'cardNumber', 'idNumber', 'validFrom', 'validTo', 'areaCode']
  expect(fields).toEqual(new Set([...typed, 'oldCode', 'newCode', 'password', 'newPassword']))
})

test.each(cases)('full-width digits are read as digits: $name', ({ body, example, path, text }) => {
  const read = z.parse(body, withText(example, path, ` ${fullWidth(text)}\u200b`))
  expect(read).toEqual(z.parse(body, example))
})
