import { expect, test } from 'vitest'
import { banks } from './banks.ts'
import { issuerOf } from './bins.ts'

test('no issuer number belongs to two banks or to two kinds of card', () => {
  const bins = banks.flatMap(({ debit, credit }) => [...debit, ...credit])
  expect(bins.filter((bin, index) => bins.indexOf(bin) !== index)).toEqual([])
  expect(bins.filter((bin) => !/^\d{3,10}$/.test(bin))).toEqual([])
})

test('at least twenty banks, each with debit and credit cards, limits and a code of its own', () => {
  expect(banks.length).toBeGreaterThanOrEqual(20)
  expect(new Set(banks.map(({ bankCode }) => bankCode)).size).toBe(banks.length)
  for (const { debit, credit, singleMaxFen, dayMaxFen } of banks) {
    expect(Math.min(debit.length, credit.length, singleMaxFen)).toBeGreaterThan(0)
    expect(dayMaxFen).toBeGreaterThanOrEqual(singleMaxFen)
  }
})

test('every issuer number finds its own bank, whatever other numbers begin alike', () => {
  for (const { bankCode, debit, credit } of banks) {
    for (const bin of debit) expect(issuerOf(bin.padEnd(19, '0'))).toMatchObject({ bankCode, kind: 'debit' })
    for (const bin of credit) expect(issuerOf(bin.padEnd(16, '0'))).toMatchObject({ bankCode, kind: 'credit' })
  }
})

test.each([
  ['6222020000000009', 'ICBC', 'debit'],
  ['6228480000000015008', 'ABC', 'debit'],
  ['603367000000000008', 'HZCB', 'debit'],
  ['6217000000000000000', 'CCB', 'debit'],
  ['6225750000000000', 'CMB', 'credit'],
])('%s is of %s, %s', (cardNumber, bankCode, kind) => {
  expect(issuerOf(cardNumber)).toMatchObject({ bankCode, kind })
})

test('a card of an unknown issuer has no bank', () => {
  expect(issuerOf('1234567890123456')).toBeUndefined()
})
