import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { expect, test } from 'vitest'
import { valueDayOf, valueDaysBackMax } from './value-day.ts'

const today = civilDate('2026-06-30')
const day = (
  receivedOn: string | null,
  given: { askedOn?: string; reckonedWith?: CivilDate; payOutDate?: string; bookedTo?: CivilDate } = {},
) =>
  valueDayOf({
    receivedOn: receivedOn === null ? null : civilDate(receivedOn),
    askedOn: civilDate(given.askedOn ?? '2026-06-20'),
    reckonedWith: given.reckonedWith,
    payOutDate: civilDate(given.payOutDate ?? '2026-01-31'),
    bookedTo: given.bookedTo ?? today,
    today,
  })

test('money counts from the day it was received, and from the day it was asked for when the channel names none', () => {
  expect(day('2026-06-15')).toEqual({ on: '2026-06-15', doubt: undefined })
  expect(day(null)).toEqual({ on: '2026-06-20', doubt: undefined })
})

test('a bank that takes its time costs the borrower nothing: never later than the day it was asked for', () => {
  expect(day('2026-06-25')).toEqual({ on: '2026-06-20', doubt: undefined })
})

test('never before what had happened to the loan when it was asked for: the sum was reckoned with that', () => {
  expect(day('2026-06-15', { reckonedWith: civilDate('2026-06-18') })).toEqual({ on: '2026-06-18', doubt: undefined })
  expect(day('2026-06-15', { reckonedWith: civilDate('2026-06-10') })).toEqual({ on: '2026-06-15', doubt: undefined })
})

test('a day to come is not believed, and a person is told', () => {
  expect(day('2026-07-01')).toEqual({ on: '2026-06-20', doubt: 'inFuture' })
})

test('never before the pay-out', () => {
  expect(day('2026-06-09', { payOutDate: '2026-06-10' })).toEqual({ on: '2026-06-10', doubt: 'beforePayOut' })
})

test('sixty days back it is restated; further back it counts from the day it became known, and a person is told', () => {
  expect(day(addDays(today, -valueDaysBackMax))).toEqual({ on: '2026-05-01', doubt: undefined })
  expect(day(addDays(today, -valueDaysBackMax - 1))).toEqual({ on: today, doubt: 'tooLongAgo' })
  expect(day(null, { askedOn: '2026-03-01' })).toEqual({ on: today, doubt: 'tooLongAgo' })
})

test('never after the last day opened for the loan', () => {
  expect(day(null, { askedOn: '2026-06-20', bookedTo: civilDate('2026-06-19') })).toEqual({ on: '2026-06-19', doubt: undefined })
})
