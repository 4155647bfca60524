import { type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import type { Recalculation } from './recalculation.ts'
import { replay } from './replay.ts'
import { defaultRules, type LoanRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import type { LoanTerms } from './terms.ts'

const daily: Recalculation = { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true }
/** 400.00 at 1 % a month in four instalments of 102.51, 102.51, 102.51 and 102.52. */
const fourMonths: LoanTerms = {
  principal: fen(40_000),
  annualRate: ppm(120_000),
  periods: 4,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2026-01-15'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
  recalculation: daily,
}

type Day = readonly [on: string, rows: string, interest: number]
type Story = {
  readonly terms?: Partial<LoanTerms>
  readonly rules?: Partial<LoanRules>
  readonly events?: readonly LoanEvent[]
  readonly open: number
  readonly days: readonly Day[]
}
const on = (text: string): CivilDate => civilDate(text)
const paid = (day: string, amount: number): LoanEvent => ({ kind: 'repay', id: day, on: on(day), amount: fen(amount) })
const withoutPenalty = { penalty: { ...defaultRules.penalty, percentOfRate: 0 } }
const untilDue = { terms: { recalculation: { ...daily, settleUntil: 'nextDueDay' } } } as const

const stories: Record<string, Story> = {
  // 4.00 a month of 400.00: 5 of February's 28 days 0.71, 5 of March's 31 days 0.65. The last two periods owe their interest with the third.
  'nothing paid, instalments rounded up to 200.00 so that three are enough': {
    terms: { instalmentMultiple: { of: fen(20_000), rounding: 'up' } },
    open: 40_000,
    days: [
      ['2026-02-20', '19600+400 19761+239 639+6 0+0', 471],
      ['2026-03-20', '19600+400 19600+400 800+71 0+0', 865],
      ['2026-05-15', '19600+400 19600+400 800+800 0+0', 1600],
    ],
  },
  // 297.48 left bear 2.97 a month; 14 of February's 28 days 1.49, half of April 1.49. April's own is paid, so March's instalment owes it.
  'the last instalment paid on the first day, nothing after': {
    rules: { excess: 'lastPeriod' },
    events: [paid('2026-01-15', 10_252)],
    open: 29_748,
    days: [
      ['2026-01-15', '9954+297 10053+198 9742+97 10251+0', 0],
      ['2026-03-01', '9954+297 10003+248 9792+98 10251+0', 446],
      ['2026-04-30', '9954+297 9954+297 9841+446 10251+0', 1040],
      ['2026-05-15', '9954+297 9954+297 9841+594 10251+0', 1188],
    ],
  },
  // 194.96 left bear 1.95 a month: 14 of 28 days 0.97, 17 of March's 31 days 1.07. What March and April bear the second instalment owes.
  'the last two instalments paid on the first day, nothing after': {
    rules: { excess: 'lastPeriod' },
    events: [paid('2026-01-15', 20_504)],
    open: 19_496,
    days: [
      ['2026-02-15', '10056+195 9442+94 10251+0 10251+0', 195],
      ['2026-03-01', '10056+195 9442+145 10251+0 10251+0', 292],
      ['2026-04-01', '10056+195 9442+302 10251+0 10251+0', 497],
      ['2026-05-15', '10056+195 9442+585 10251+0 10251+0', 780],
    ],
  },
  // 194.96 to 1 March, then 94.61 after 0.70 of penalty and 1.95 of interest: 0.97 + 0.47 of February, 17 of 31 days 0.52, half of April 0.47.
  'the last two paid on the first day, the first one two weeks late': {
    rules: { excess: 'lastPeriod' },
    events: [paid('2026-01-15', 20_504), paid('2026-03-01', 10_300)],
    open: 9461,
    days: [
      ['2026-03-01', '10056+195 9442+145 10251+0 10251+0', 97],
      ['2026-04-01', '10056+195 9442+197 10251+0 10251+0', 197],
      ['2026-04-30', '10056+195 9442+287 10251+0 10251+0', 287],
      ['2026-05-15', '10056+195 9442+335 10251+0 10251+0', 335],
    ],
  },
  // Of 400.00 5 of February's 28 days 0.71, of the 24.96 then left 23 days 0.21; to 15 May two months 0.50, owed once, with the second.
  'the last two paid ahead, the rest late by more than is owed, settled by whole periods': {
    ...untilDue,
    rules: { excess: 'lastPeriod' },
    events: [paid('2026-02-20', 38_000), paid('2026-05-10', 9000)],
    open: 0,
    days: [
      ['2026-02-20', '9851+400 9647+92 10251+0 10251+0', 21],
      ['2026-05-10', '9851+400 9647+142 10251+0 10251+0', 0],
    ],
  },
  // 0.02 a month of 4.29, whole months where settling owes them.
  'so small that the first instalment holds it all, settled by whole periods': {
    terms: { ...untilDue.terms, principal: fen(429), annualRate: ppm(60_000), instalmentMultiple: { of: fen(1000), rounding: 'up' } },
    open: 429,
    days: [
      ['2026-02-15', '429+2 0+0 0+0 0+0', 2],
      ['2026-03-31', '429+5 0+0 0+0 0+0', 6],
      ['2026-05-15', '429+8 0+0 0+0 0+0', 8],
    ],
  },
  // To 28 February 1 month and 13 of 28 days, 5.86; March 4.00 and 18 of 28 days of 4.00 more; then 8.00 a month.
  'the first due day later, as much again drawn, settled by whole periods': {
    ...untilDue,
    events: [
      { kind: 'moveDueDate', id: 1, on: on('2026-01-15'), from: on('2026-02-15'), newDue: on('2026-02-28') },
      { kind: 'draw', id: 2, on: on('2026-03-10'), amount: fen(40_000) },
    ],
    open: 80_000,
    days: [
      ['2026-03-28', '9665+586 23258+657 23444+471 23633+236', 1243],
      ['2026-06-28', '9665+586 23258+657 23115+800 23962+800', 2843],
    ],
  },
  // Of 4.00 a month 21 of 31 days are 2.71. The drawing lies in the second period now: of its 28 days 5 on 400.00 are 0.71, 23 on 800.00 6.57.
  'the first due day earlier than a drawing in its period': {
    terms: { periods: 2 },
    events: [
      { kind: 'draw', id: 1, on: on('2026-02-10'), amount: fen(40_000) },
      { kind: 'moveDueDate', id: 2, on: on('2026-02-05'), from: on('2026-02-15'), newDue: on('2026-02-05') },
    ],
    open: 80_000,
    days: [['2026-03-05', '20029+271 59971+729', 1000]],
  },
  // 4.00 a month: 4 of 31 days before the pause 0.52, 23 of 28 days after it 3.29.
  'the first due day earlier than the end of a pause': {
    terms: { periods: 2 },
    events: [
      { kind: 'pauseInterest', id: 1, on: on('2026-01-20'), to: on('2026-02-10') },
      { kind: 'moveDueDate', id: 2, on: on('2026-01-25'), from: on('2026-02-15'), newDue: on('2026-02-05') },
    ],
    open: 40_000,
    days: [['2026-03-05', '20248+52 19752+329', 381]],
  },
  // To 28 February 1 month and 13 of 28 days, 5.86 for 44 days: 33 of them outside the pause 4.39.
  'the first due day later than the end of a pause': {
    terms: { periods: 2 },
    events: [
      { kind: 'pauseInterest', id: 1, on: on('2026-02-10'), to: on('2026-02-20') },
      { kind: 'moveDueDate', id: 2, on: on('2026-02-12'), from: on('2026-02-15'), newDue: on('2026-02-28') },
    ],
    open: 40_000,
    days: [['2026-02-28', '19861+439 20139+201', 439]],
  },
  // Of 50.00 paid 4.00 is interest. 5.86 a 44 days: 36 days on 400.00 are 4.79, 8 days on 354.00 0.94; so 1.73 are open.
  'an overdue instalment that gets a later day, once part of it is paid': {
    terms: { periods: 2 },
    rules: { penalty: { ...defaultRules.penalty, percentOfRate: 0 } },
    events: [
      paid('2026-02-20', 5000),
      { kind: 'moveDueDate', id: 2, on: on('2026-02-22'), from: on('2026-02-15'), newDue: on('2026-02-28') },
    ],
    open: 35_400,
    days: [['2026-02-28', '19727+573 20273+203', 173]],
  },
  // 101.35 of principal and 1.16 for 9 of 31 days are paid; 298.65 bear 2.12 for the other 22 days and 2.99 a month, four months long.
  'the first instalment paid ahead, its principal then put off, nothing after': {
    events: [paid('2026-01-24', 10_251), { kind: 'deferPrincipal', id: 2, on: on('2026-02-01'), from: on('2026-02-15'), periods: 1 }],
    open: 29_865,
    days: [['2026-06-15', '10135+116 9740+511 9952+299 10173+598 0+0', 1408]],
  },
  // Three instalments of 136.01 after two months of 4.00 each.
  'a first period without principal by agreement, whose principal is put off': {
    terms: { grace: { principal: 1 } },
    events: [{ kind: 'deferPrincipal', id: 1, on: on('2026-02-01'), from: on('2026-02-15'), periods: 1 }],
    open: 40_000,
    days: [
      ['2026-02-15', '0+400 0+400 13201+400 13333+268 13466+135', 400],
      ['2026-06-15', '0+400 0+400 13201+400 13201+400 13598+400', 2000],
    ],
  },
  'the first principal put off twice': {
    events: [1, 2].map((id) => ({ kind: 'deferPrincipal', id, on: on('2026-02-01'), from: on('2026-02-15'), periods: 1 })),
    open: 40_000,
    days: [['2026-02-15', '0+400 0+400 9851+400 9950+301 10049+202 10150+102', 400]],
  },
  // 1.29 for 9 of 28 days; 225.29 left bear 1.50 for 20 of April's 30 days and 1.53 for 21 of 31 days of May, 2.25 for all of it.
  'no principal at first, the second instalment and more paid ahead in a pause, the principal then put off': {
    terms: { grace: { principal: 1 } },
    rules: withoutPenalty,
    events: [
      paid('2026-03-11', 18_000),
      { kind: 'pauseInterest', id: 2, on: on('2026-02-25'), to: on('2026-04-25') },
      { kind: 'deferPrincipal', id: 3, on: on('2026-03-15'), from: on('2026-03-15'), periods: 1 },
    ],
    open: 22_529,
    days: [
      ['2026-06-05', '0+400 13472+129 13601+0 12927+303 0+0', 303],
      ['2026-06-15', '0+400 13472+129 13601+0 12927+375 0+0', 375],
    ],
  },
  // 102.00 bear 1.02 a month and 0.66 for 18 of February's 28 days, more than the 0.51 that the second period still asks of its principal.
  'all but the first instalment and little of the second paid on the first day, nothing after': {
    rules: { excess: 'lastPeriod', ...withoutPenalty },
    events: [paid('2026-01-15', 29_800)],
    open: 10_200,
    days: [
      ['2026-03-05', '10149+102 9349+66 10251+0 10251+0', 168],
      ['2026-03-15', '10149+102 9349+102 10251+0 10251+0', 204],
      ['2026-05-15', '10149+102 9349+306 10251+0 10251+0', 408],
    ],
  },
  // 400.00 bear 0.65 for 5 of 31 days, 190.65 then 0.31 for 5 more and 40.65 0.21 for the next 16; 400.00 drawn anew 1.94 for 15 of 31 days.
  'settled with interest in the last period, then as much again drawn, so that an earlier one has room for it': {
    events: [
      paid('2026-01-20', 21_000),
      paid('2026-01-25', 15_000),
      paid('2026-02-10', 4116),
      { kind: 'draw', id: 4, on: on('2026-03-15'), amount: fen(40_000) },
    ],
    open: 40_000,
    days: [
      ['2026-03-15', '10186+65 10251+0 30101+451 29462+201', 0],
      ['2026-03-30', '10186+65 10251+0 30101+451 29462+201', 194],
      ['2026-05-15', '10186+65 10251+0 30101+451 29462+400', 800],
    ],
  },
  // 3.35 for 26 of 31 days; of the second period's 28 days 18 are outside the pause.
  'a pause beyond the end of a plan that is then extended': {
    terms: { periods: 1 },
    events: [
      { kind: 'pauseInterest', id: 1, on: on('2026-02-11'), to: on('2026-02-25') },
      { kind: 'extend', id: 2, on: on('2026-02-12'), periods: 1 },
    ],
    open: 40_000,
    days: [['2026-03-15', '19965+335 20035+257', 592]],
  },
  // Of February's 28 days 9 at 12 % a year are 1.29, the tenth at 6 % 0.07, then 18 of 800.00 2.57; January's 4.00.
  'as much again drawn on the day from which the rate is halved': {
    events: [
      { kind: 'draw', id: 1, on: on('2026-02-25'), amount: fen(40_000) },
      { kind: 'changeRate', id: 2, on: on('2026-02-25'), annualRate: ppm(60_000) },
    ],
    open: 80_000,
    days: [['2026-03-15', '9851+400 23262+393 23421+234 23466+117', 793]],
  },
  // 12.00 a quarter; of the 92 days to 31 July 9 at 12 % a year are 1.17 and the tenth at 6 % 0.07.
  'by quarters from the end of a month, the rate halved on the tenth day of the second': {
    terms: { period: { unit: 'month', every: 3 }, payOutDate: on('2026-01-31'), tail: 'evened' },
    events: [{ kind: 'changeRate', id: 1, on: on('2026-05-10'), annualRate: ppm(60_000) }],
    open: 40_000,
    days: [['2026-05-10', '9561+1200 9936+531 10159+308 10344+155', 1324]],
  },
  // To 28 February 5.86; of the 28 days to 28 March 9 at 12 % a year are 1.29 and the tenth at 6 % 0.07.
  'the first due day later, the rate halved in the second period': {
    terms: { tail: 'evened' },
    events: [
      { kind: 'moveDueDate', id: 1, on: on('2026-01-15'), from: on('2026-02-15'), newDue: on('2026-02-28') },
      { kind: 'changeRate', id: 2, on: on('2026-03-10'), annualRate: ppm(60_000) },
    ],
    open: 40_000,
    days: [['2026-03-10', '9665+586 9996+233 10127+102 10212+51', 722]],
  },
  // 30 days of 365 are 3.95; 16 more 2.10, then 10 days of 366 of 600.00 1.97.
  'by the days of unlike years, half as much again drawn on the last of one': {
    terms: { dayCount: 'actual/actual', tail: 'evened', payOutDate: on('2027-11-15') },
    events: [{ kind: 'draw', id: 1, on: on('2027-12-31'), amount: fen(20_000) }],
    open: 60_000,
    days: [['2028-01-10', '9856+395 16528+489 16675+342 16941+161', 802]],
  },
}

describe('LN-08 LN-13 400.00 at 1 % a month: what its periods ask for, and the principal and interest that settle it', () => {
  test.each(Object.entries(stories))('%s', (_, { terms, rules, events = [], open, days }) => {
    const agreed = { ...fourMonths, ...terms }
    const loan = { terms: agreed, plan: planFor(agreed), rules: { ...defaultRules, ...rules } }
    const found = days.map(([day]) => {
      const { accounts } = replay(loan, events, on(day))
      return [day, accounts.map(({ row }) => `${row.principal}+${row.interest}`).join(' '), quoteOf(loan, events, day).interest]
    })
    expect(found).toEqual(days)
    expect(quoteOf(loan, events, days[days.length - 1]?.[0] ?? '').principal).toBe(open)
  })
})

function quoteOf(loan: Loan, payments: readonly LoanEvent[], day: string) {
  return settlementQuote({ loan, payments, onDate: on(day) })
}
