import { civilDate, instantAt } from '@fyh/base/dates.ts'
import { expect, test } from 'vitest'
import { opensAt } from './opening.ts'

const at = (time: string, day = '2026-11-27') => instantAt(civilDate(day), time)

test.each([
  ['07:59:59', at('08:00:00')],
  ['08:00:00', null],
  ['21:59:59', null],
  ['22:00:00', at('08:00:00', '2026-11-28')],
  ['23:30:00', at('08:00:00', '2026-11-28')],
])('a lender open from 08:00 to 22:00 in Beijing, asked at %s, opens at %s', (time, expected) => {
  expect(opensAt({ from: '08:00', to: '22:00' }, at(time))).toEqual(expected)
})

test('a lender open from 00:00 to 24:00 is never closed', () => {
  for (const time of ['00:00:00', '12:00:00', '23:59:59']) expect(opensAt({ from: '00:00', to: '24:00' }, at(time))).toBeNull()
})
