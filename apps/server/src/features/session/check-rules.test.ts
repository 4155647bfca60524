import { expect, test } from 'vitest'
import { unusualSign } from './check-rules.ts'

const most = { sends: 5, phones: 3, wrongCodes: 3 }
const usual = { sends: 0, phones: 1, wrongCodes: 0, ownerIsHere: false }

test.each([
  ['the first code of a network', {}, undefined],
  ['the last code that needs no check', { sends: 4 }, undefined],
  ['one more than that', { sends: 5 }, 'sends'],
  ['as many phones as a family has', { phones: 3 }, undefined],
  ['one more phone', { phones: 4 }, 'phones'],
  ['two wrong codes for the phone', { wrongCodes: 2 }, undefined],
  ['three wrong codes for the phone', { wrongCodes: 3 }, 'wrongCodes'],
  ['anything in a network in which the owner is logged in', { sends: 20, phones: 9, wrongCodes: 9, ownerIsHere: true }, undefined],
] as const)('R2.8 %s', (_, signs, sign) => {
  expect(unusualSign({ ...usual, ...signs }, most)).toBe(sign)
})
