import { expect, test } from 'vitest'
import { amountText } from './amount-text.ts'

const from = (text: string, before = '') => amountText({ text, before })

test.each([
  ['100', '100'],
  [' 1,000 ', '1000'],
  ['¥1,000.00', '1000.00'],
  ['￥５００', '500'],
  ['１，０００．５０', '1000.50'],
  ['12 000', '12000'],
  ['1,000元', '1000'],
  ['CNY 800', '800'],
  ['800 RMB', '800'],
  ['\u202d1,000\u202c', '1000'],
  ['0012', '12'],
  ['00', '0'],
  ['.5', '0.5'],
  ['1000.55', '1000.55'],
  ['1000.', '1000.'],
  ['', ''],
  ['  ', ''],
])('%j means %j', (text, plain) => {
  expect(from(text)).toBe(plain)
})

test.each([
  '-3',
  '−100',
  '(100)',
  '1e5',
  '0x10',
  '1-2',
  '12.345',
  '1.2.3',
  '1.000,50',
  '1,5',
  '1,00',
  '1,0000',
  '10²',
  '①',
  '٣',
  '$5',
  '5%',
  '1万',
  '😀',
  '100😀',
  '¥',
])('%j is another amount in no reading: it stays as it is', (text) => {
  expect(from(text)).toBe(text)
})

test('commas that came by themselves may stand anywhere after an edit; one that was put in belongs between thousands', () => {
  expect(from('1,92934', '1234')).toBe('192934')
  expect(from('1,23', '1234')).toBe('123')
  expect(from('1,5', '1234567')).toBe('15')
  expect(amountText({ text: '1,5', before: '1234567', inserted: '1,5' })).toBe('1,5')
  expect(amountText({ text: '1,500', before: '1234567', inserted: '1,500' })).toBe('1500')
  expect(amountText({ text: '1,5000', before: '1,5', inserted: '000' })).toBe('1,5000')
  expect(from('1,500', '1,50')).toBe('1500')
})

test('a text that is no amount is kept to a bound, and does not become one by that', () => {
  const long = from(`1000${' '.repeat(100)}x`)
  expect(long).toHaveLength(41)
  expect(from(long, long)).toBe(long)
})
