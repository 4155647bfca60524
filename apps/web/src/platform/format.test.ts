import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { expect, test } from 'vitest'
import { dateParts, dateTimeOf, dayOf, exactRate, nearDate, rate, rateRange, thousands, timeOf, wholeYuan, yuan } from './format.ts'

test('R9.4 numbers carry thousands commas and the decimals asked for', () => {
  expect(thousands(1234567.5, 2)).toBe('1,234,567.50')
  expect(thousands(1234567)).toBe('1,234,567')
  expect(thousands(-1234.5, 1)).toBe('-1,234.5')
  expect(thousands(-0.001, 2)).toBe('0.00')
  expect(thousands(999)).toBe('999')
})
test('R9.4 amounts carry commas and two decimals', () => {
  expect(yuan(fen(2_800_000))).toBe('28,000.00')
  expect(wholeYuan(fen(20_000_000))).toBe('200,000')
})
test('rates have as few decimals as they need, or two under one another', () => {
  expect(rate(ppm(180_000))).toBe('18%')
  expect(rate(ppm(72_000))).toBe('7.2%')
  expect(rate(ppm(195_618))).toBe('19.56%')
  expect(rate(ppm(200_000))).toBe('20%')
  expect(exactRate(ppm(180_000))).toBe('18.00%')
  expect(rateRange({ fromPpm: ppm(110_488), toPpm: ppm(180_064) })).toBe('11.05%–18.01%')
  expect(rateRange({ fromPpm: ppm(179_999), toPpm: ppm(180_000) })).toBe('18%')
})
test('moments are shown in Shanghai, whatever the zone of the phone', () => {
  expect(timeOf('2026-11-27T02:21:00.000Z')).toBe('10:21')
  expect(dayOf('2026-11-27T16:30:00.000Z')).toBe('2026-11-28')
  expect(dateTimeOf('2026-11-27T16:00:00.000Z')).toBe('2026-11-28 00:00')
})
test('dates come apart for sentences', () => {
  expect(dateParts(civilDate('2026-02-07'))).toEqual({ year: '2026', month: '2', day: '7' })
  expect(nearDate(civilDate('2026-12-27'), civilDate('2026-01-01'))).toBe('12-27')
  expect(nearDate(civilDate('2027-01-01'), civilDate('2026-12-31'))).toBe('2027-01-01')
})
