import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDays, openInstants, openMoments } from './moments.ts'

test('an instant is written as it is read, whichever were written and read before it', () => {
  const momentOf = openMoments()
  const msOf = openInstants()
  const near = fc.integer({ min: -90_000, max: 90_000 }).map((ms) => Date.parse('2026-11-28T00:00:00.000Z') + ms)
  const any = fc.integer({ min: Date.parse('1000-01-02T00:00:00.000Z'), max: Date.parse('9999-12-30T23:59:59.999Z') })
  fc.assert(
    fc.property(fc.array(fc.oneof(near, any), { minLength: 1 }), (moments) => {
      for (const ms of [...moments, ...moments.slice(-1)]) {
        const { at } = momentOf(ms)
        expect(at).toBe(new Date(ms).toISOString())
        expect(msOf(at)).toBe(ms)
      }
    }),
    { seed: 20261128 },
  )
})

test.each([
  ...[
    '',
    'at noon',
    '2026-11-28',
    '2026-11-28T02:00:00Z',
    '2026-11-28T02:00:00.000',
    '2026-11-28 02:00:00.000Z',
    '2026-11-28T02:00:00.000+',
  ],
  ...[
    '2026-02-30T02:00:00.000Z',
    '2026-13-01T02:00:00.000Z',
    '2026-11-28T24:00:00.000Z',
    '2026-11-28T02:60:00.000Z',
    '2026-11-28T02:00:60.000Z',
  ],
  ...[
    '2O26-11-28T02:00:00.000Z',
    '2026-11-28T02:00:00.0a0Z',
    '2026-11-28T02:00:00.00aZ',
    '2026-11-28T 2:00:00.000Z',
    '2026/11/28T02:00:00.000Z',
  ],
  ...['2026-11-28T02:00:00.000Z ', '+02026-11-28T02:00:00.00Z', '2026-11-28T02-00:00.000Z', '2026-11-28T02:00:00,000Z'],
])('"%s" is no instant, before one that is and after it', (text) => {
  const msOf = openInstants()
  const right = '2026-11-28T02:00:00.000Z'
  expect([msOf(text), msOf(right), msOf(text), msOf(right)]).toEqual([Number.NaN, Date.parse(right), Number.NaN, Date.parse(right)])
})

test('a day begins at midnight of UTC, and what is none is told', () => {
  const days = ['2026-11-28', '2026-11-28', '1999-12-31', '2026-02-29', '2026-11', '', 'today', '2028-02-29']
  expect(days.map(openDays())).toEqual([
    ...[Date.UTC(2026, 10, 28), Date.UTC(2026, 10, 28), Date.UTC(1999, 11, 31)],
    ...[Number.NaN, Number.NaN, Number.NaN, Number.NaN, Date.UTC(2028, 1, 29)],
  ])
})
