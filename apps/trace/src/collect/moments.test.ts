import { civilDateAt } from '@fyh/base/dates.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openCivilDays, openDays } from './moments.ts'

test('a moment is of the civil day it is in Shanghai, whichever were asked for before it', () => {
  const near = fc.integer({ min: -90_000, max: 90_000 }).map((ms) => Date.parse('2026-11-28T16:00:00.000Z') + ms)
  const any = fc.integer({ min: Date.parse('1000-01-02T00:00:00.000Z'), max: Date.parse('9999-12-30T23:59:59.999Z') })
  fc.assert(
    fc.property(fc.array(fc.oneof(near, any), { minLength: 1 }), (moments) => {
      const dayOf = openCivilDays()
      for (const ms of moments) expect(dayOf(ms)).toBe(civilDateAt(new Date(ms)))
    }),
    { seed: 20261128 },
  )
  const dayOf = openCivilDays()
  const midnight = Date.parse('2026-11-28T16:00:00.000Z')
  expect([midnight - 1, midnight, midnight + 86_399_999, midnight + 86_400_000].map(dayOf)).toEqual([
    ...['2026-11-28', '2026-11-29', '2026-11-29', '2026-11-30'],
  ])
})

test('a day begins at midnight of UTC, and what is none is told', () => {
  const days = ['2026-11-28', '2026-11-28', '1999-12-31', '2026-02-29', '2026-11', '', 'today', '2028-02-29']
  expect(days.map(openDays())).toEqual([
    ...[Date.UTC(2026, 10, 28), Date.UTC(2026, 10, 28), Date.UTC(1999, 11, 31)],
    ...[Number.NaN, Number.NaN, Number.NaN, Number.NaN, Date.UTC(2028, 1, 29)],
  ])
})
