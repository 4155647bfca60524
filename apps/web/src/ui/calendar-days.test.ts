import { civilDate } from '@fyh/base/dates.ts'
import { describe, expect, test } from 'vitest'
import { dayAfterKey, rangeAfter, weeksOf, within } from './calendar-days.ts'

const day = civilDate

describe('R9.5 the days of a calendar', () => {
  test('R9.5 a month stands in weeks from Monday to Sunday, without the days of its neighbours', () => {
    const weeks = weeksOf(day('2026-11-01'))
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([...Array.from({ length: 6 }, () => undefined), '2026-11-01'])
    expect(weeks[5]).toEqual(['2026-11-30', ...Array.from({ length: 6 }, () => undefined)])
    expect(weeksOf(day('2027-02-01'))).toHaveLength(4)
    expect(weeksOf(day('2028-02-01')).flat().filter(Boolean)).toHaveLength(29)
  })
  test('R9.5 arrows lead to days and weeks, Home and End within the week, Page keys to months', () => {
    const at = day('2027-01-31')
    const led = (key: string) => dayAfterKey(key, at)
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(led)).toEqual(['2027-01-30', '2027-02-01', '2027-01-24', '2027-02-07'])
    expect(['Home', 'End', 'PageUp', 'PageDown'].map(led)).toEqual(['2027-01-25', '2027-01-31', '2026-12-31', '2027-02-28'])
    expect(led('a')).toBeUndefined()
  })
  test('R9.5 a day outside the bounds becomes the nearest one inside', () => {
    const bounds = [day('2026-11-28'), day('2027-11-28')] as const
    expect(within(day('2026-11-27'), ...bounds)).toBe('2026-11-28')
    expect(within(day('2027-11-29'), ...bounds)).toBe('2027-11-28')
    expect(within(day('2027-01-01'), ...bounds)).toBe('2027-01-01')
  })
  test('R9.5 two taps make a range in either order, one day may be a range, a third tap begins anew', () => {
    const begun = rangeAfter(undefined, day('2026-12-10'))
    expect(begun).toEqual({ from: '2026-12-10', to: undefined })
    expect(rangeAfter(begun, day('2026-12-12'))).toEqual({ from: '2026-12-10', to: '2026-12-12' })
    expect(rangeAfter(begun, day('2026-12-08'))).toEqual({ from: '2026-12-08', to: '2026-12-10' })
    expect(rangeAfter(begun, day('2026-12-10'))).toEqual({ from: '2026-12-10', to: '2026-12-10' })
    expect(rangeAfter(rangeAfter(begun, day('2026-12-12')), day('2026-12-11'))).toEqual({ from: '2026-12-11', to: undefined })
  })
})
