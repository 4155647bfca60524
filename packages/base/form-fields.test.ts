import { expect, test } from 'vitest'
import { type FormField, formFaults, normalField } from './form-fields.ts'

const label = { 'zh-cn': '字段', 'en-us': 'Field' }
const text: FormField = { name: 'a', type: 'text', label, required: true, lengthMin: 2, lengthMax: 4, pattern: '[\\p{L}]+' }
const number: FormField = { name: 'a', type: 'number', label, required: true, min: 5, max: 10 }
const option: FormField = { name: 'a', type: 'option', label, required: true, options: [{ value: '1', label }] }
const mobile: FormField = { name: 'a', type: 'mobile', label, required: false }

test.each([
  [text, '', 'required'],
  [text, '   ', 'required'],
  [text, '测', 'tooShort'],
  [text, '测测测测测', 'tooLong'],
  [text, '测1', 'pattern'],
  [text, '测试x1', 'pattern'],
  [text, ' 测试 ', undefined],
  [text, '𠀀𠀀𠀀𠀀', undefined],
  [{ ...text, pattern: 'ab|cd' }, 'abx', 'pattern'],
  [number, 'x', 'number'],
  [number, '-5', 'number'],
  [number, '5.5', 'number'],
  [number, '1e1', 'number'],
  [number, '4', 'tooSmall'],
  [number, '11', 'tooLarge'],
  [number, '１０', undefined],
  [option, '2', 'option'],
  [option, '1', undefined],
  [mobile, '', undefined],
  [mobile, '12345', 'mobile'],
  [mobile, '138 0000 4000', undefined],
] as const)('R5.2 a value of a form is held to the first rule it breaks: %o, %s', (field, value, fault) => {
  expect(formFaults([field], { a: value })).toEqual(fault === undefined ? [] : [{ field: 'a', fault }])
})

test('R5.2 a name of every object is no value', () => {
  expect(formFaults([{ ...text, name: 'constructor' }], {})).toEqual([{ field: 'constructor', fault: 'required' }])
})

test('a value is kept without spaces around it', () => {
  expect(normalField(text, ' 测试 ')).toBe('测试')
})
