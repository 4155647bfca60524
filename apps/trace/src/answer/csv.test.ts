import { expect, test } from 'vitest'
import { harmless } from './csv.ts'

test.each([
  ['=1+1'],
  ['+1'],
  ['-1'],
  ['@SUM(A1)'],
  ['\t=1'],
  ['\t1'],
  ['\r1'],
  ['\n=1'],
  ['   =1+1'],
  ['\u3000=1+1'],
  ['\u00A0=1+1'],
  ['\u200B=1+1'],
  ['\uFEFF=1+1'],
  ['\u202E=1+1'],
  ['＝1+1'],
  ['＋1'],
  ['－1'],
  ['＠SUM(A1)'],
  ['﹢1'],
  ['﹣1'],
  ['\u22121'],
  [' ＝HYPERLINK("https://elsewhere.example")'],
])('PS-08 %j could be run by a spreadsheet and is made text', (field) => {
  expect(harmless(field)).toBe(`'${field}`)
})

test.each([[''], ['home'], ['a=1'], ['1+1'], ['a-b'], ['me@home'], ['中文'], ['"=1"'], ["'=1"]])('%j stays as it is', (field) => {
  expect(harmless(field)).toBe(field)
})
