import { expect, expectTypeOf, test } from 'vitest'
import { fillPlaceholders, type PlaceholderNames, type PlaceholderValues, placeholderNames } from './placeholders.ts'

test('each placeholder is replaced, as often as it stands in the text', () => {
  expect(fillPlaceholders('{{from}} to {{to}}, {{from}}', { from: '5', to: 7 })).toBe('5 to 7, 5')
  expect(fillPlaceholders('{nothing} here', {})).toBe('{nothing} here')
})

test('a value is never filled again, whatever it holds', () => {
  expect(fillPlaceholders('{{name}}-{{code}}', { name: '{{code}} $& $1', code: '1234' })).toBe('{{code}} $& $1-1234')
})

test('a placeholder without a value is a bug, also where the types don’t know the text', () => {
  const text: string = '{{amount}} due'
  expect(() => fillPlaceholders(text, {})).toThrow('no value for {{amount}}')
  expect(() => fillPlaceholders('{{constructor}}', JSON.parse('{}'))).toThrow('no value for {{constructor}}')
})

test('the names in a text are found, each once', () => {
  expect(placeholderNames('{{to}} {{from}} {{to}} {other} {{ spaced }}')).toEqual(['from', 'to'])
  expect(placeholderNames('none')).toEqual([])
})

test('the types know the names in a text, and ask for a value of each', () => {
  expectTypeOf<PlaceholderNames<'{{from}} to {{to}}'>>().toEqualTypeOf<'from' | 'to'>()
  expectTypeOf<PlaceholderNames<'none'>>().toEqualTypeOf<never>()
  expectTypeOf<PlaceholderNames<string>>().toEqualTypeOf<string>()
  expectTypeOf<PlaceholderValues<'{{a}}'>>().toEqualTypeOf<Readonly<Record<'a', string | number>>>()
  // @ts-expect-error a value is missing
  expect(() => fillPlaceholders('{{a}}', {})).toThrow()
})
