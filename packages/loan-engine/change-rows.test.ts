import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { explainPlan } from './explain.ts'
import { replay } from './replay.ts'
import type { Method } from './terms.ts'
import { day, extend, loanOf, move, pause, rate, rowsOf, table } from './three-month-loans-for-test.ts'

const prepay = (id: number, on: string, amount: number, effect: 'lower' | 'shorten' = 'lower'): LoanEvent => ({
  id,
  kind: 'prepay',
  on: civilDate(on),
  amount: fen(amount),
  effect,
})

describe('extension', () => {
  test.each<[Method, [string, number, number][]]>([
    [
      'flat',
      [
        ['2026-02-15', 100_000, 3000],
        ['2026-03-15', 50_000, 3000],
        ['2026-04-15', 50_000, 3000],
        ['2026-05-15', 50_000, 3000],
        ['2026-06-15', 50_000, 3000],
      ],
    ],
    [
      'equalPrincipal',
      [
        ['2026-02-15', 100_000, 3000],
        ['2026-03-15', 50_000, 2000],
        ['2026-04-15', 50_000, 1500],
        ['2026-05-15', 50_000, 1000],
        ['2026-06-15', 50_000, 500],
      ],
    ],
    [
      'interestFirst',
      [
        ['2026-02-15', 0, 3000],
        ['2026-03-15', 0, 3000],
        ['2026-04-15', 0, 3000],
        ['2026-05-15', 0, 3000],
        ['2026-06-15', 300_000, 3000],
      ],
    ],
    ['bullet', [['2026-06-15', 300_000, 15_000]]],
  ])('changePlan: a loan by %s extended by two periods spreads what is not due over those left and added', (method, rows) => {
    expect(table(loanOf(method), extend(1, '2026-02-20', 2))).toEqual(rows)
  })

  test('changePlan: due days added are counted from the pay-out, so a short month shortens only its own', () => {
    const loan = loanOf('flat', { payOutDate: civilDate('2025-11-30') })
    expect(rowsOf(loan, extend(1, '2026-01-01', 2)).map(({ dueDate }) => dueDate)).toEqual([
      '2025-12-30',
      '2026-01-30',
      '2026-02-28',
      '2026-03-30',
      '2026-04-30',
    ])
  })

  test('changePlan: principal paid ahead stays in its period, and the others share the rest', () => {
    const ahead: LoanEvent = { id: 9, kind: 'repay', on: day(31), amount: fen(103_000 + 102_000) }
    const rows = table(loanOf('equalPrincipal'), ahead, extend(1, '2026-02-25', 2))
    expect(rows.map(([, principal]) => principal)).toEqual([100_000, 100_000, 50_000, 50_000, 0])
  })

  test('changePlan: an extension during a changed rate bears it, and the rows open into balance and periods', () => {
    const rows = rowsOf(loanOf('equalPrincipal'), rate(1, '2026-02-16', 60_000), extend(2, '2026-02-20', 2))
    expect(rows.map(({ interest }) => interest)).toEqual([3000, 1000, 750, 500, 250])
    const [, second, third] = explainPlan(rows, { balance: fen(300_000), periods: 3 })
    expect(second?.principalHow).toMatchObject({ rule: 'equalShare', drawn: { balance: 200_000, periods: 4 }, prepaid: 0 })
    expect(second?.spans).toMatchObject([{ balance: 200_000, ratePpm: 60_000, amount: 1000 }])
    expect(third).toMatchObject({ explain: { balance: 150_000, ratePpm: 60_000, days: 30, basisDays: 360 }, spans: [] })
  })

  test('changePlan: nothing is extended when all is due, nor a loan whose interest waits', () => {
    expect(() => rowsOf(loanOf('flat'), extend(1, '2026-04-16', 1))).toThrow('EVENT_NOT_POSSIBLE')
    expect(() => rowsOf(loanOf('flat', { grace: { interest: 1 } }), extend(1, '2026-02-16', 1))).toThrow('EVENT_NOT_POSSIBLE')
  })
})

describe('a due day moved', () => {
  test.each<[Method, [string, number, number][]]>([
    [
      'flat',
      [
        ['2026-02-15', 100_000, 3000],
        ['2026-03-25', 100_000, 4000],
        ['2026-04-25', 100_000, 3000],
      ],
    ],
    [
      'equalPrincipal',
      [
        ['2026-02-15', 100_000, 3000],
        ['2026-03-25', 100_000, 2667],
        ['2026-04-25', 100_000, 1000],
      ],
    ],
    [
      'interestFirst',
      [
        ['2026-02-15', 0, 3000],
        ['2026-03-25', 0, 4000],
        ['2026-04-25', 300_000, 3000],
      ],
    ],
  ])('changePlan: of a loan by %s carries the later ones with it, and interest counts the days that run', (method, rows) => {
    expect(table(loanOf(method), move(1, '2026-03-15', '2026-03-25'))).toEqual(rows)
  })

  test('changePlan: of a loan paid at the end moves the end, and an extension counts from it', () => {
    const moved = move(1, '2026-04-15', '2026-04-25')
    expect(table(loanOf('bullet'), moved)).toEqual([['2026-04-25', 300_000, 10_000]])
    expect(table(loanOf('bullet'), moved, extend(2, '2026-02-20', 1))).toEqual([['2026-05-25', 300_000, 13_000]])
    expect(() => rowsOf(loanOf('bullet'), move(1, '2026-03-15', '2026-03-25'))).toThrow('EVENT_NOT_POSSIBLE')
    expect(() => rowsOf(loanOf('flat'), move(1, '2026-03-15', '2026-02-15'))).toThrow('EVENT_NOT_POSSIBLE')
  })
})

describe('a prepayment beside other changes', () => {
  test('prepay: after the rate changed it redraws at the new rate, by equal principal', () => {
    expect(table(loanOf('equalPrincipal'), rate(1, '2026-01-16', 60_000), prepay(2, '2026-02-15', 201_500))).toEqual([
      ['2026-02-15', 100_000, 1500],
      ['2026-03-15', 150_000, 500],
      ['2026-04-15', 50_000, 250],
    ])
  })

  test('prepay: after the rate became zero the instalments that ran are redrawn without interest, lower or fewer', () => {
    const free = rate(1, '2026-01-16', 0)
    expect(table(loanOf('equalInstalment'), free, prepay(2, '2026-02-15', 200_000))).toEqual([
      ['2026-02-15', 100_000, 0],
      ['2026-03-15', 150_000, 0],
      ['2026-04-15', 50_000, 0],
    ])
    expect(table(loanOf('equalInstalment'), free, prepay(2, '2026-02-15', 200_000, 'shorten'))).toEqual([
      ['2026-02-15', 100_000, 0],
      ['2026-03-15', 200_000, 0],
    ])
  })

  test('changePlan: after a prepayment a rate, a pause, an extension and a moved day take effect, by equal instalments', () => {
    const loan = loanOf('equalInstalment', { annualRate: ppm(0) })
    const paid = prepay(1, '2026-02-15', 200_000)
    expect(table(loan, paid, rate(2, '2026-02-16', 120_000))).toEqual([
      ['2026-02-15', 100_000, 0],
      ['2026-03-15', 149_751, 1000],
      ['2026-04-15', 50_249, 502],
    ])
    expect(
      table(loan, paid, rate(2, '2026-02-16', 120_000), pause(3, '2026-03-16', '2026-04-15')).map(([, , interest]) => interest),
    ).toEqual([0, 1000, 0])
    expect(table(loan, paid, extend(2, '2026-02-20', 1)).map(([, principal]) => principal)).toEqual([100_000, 133_333, 33_333, 33_334])
    const moved: LoanEvent = { id: 4, kind: 'moveDueDate', on: day(40), from: civilDate('2026-03-15'), newDue: civilDate('2026-03-25') }
    expect(table(loan, paid, moved).map(([dueDate]) => dueDate)).toEqual(['2026-02-15', '2026-03-25', '2026-04-25'])
  })

  test('prepay: a flat loan after the rate changed keeps its share of the sum paid out, at the new rate', () => {
    // Half of the 200,000 left is prepaid, so interest is on half of the 300,000: 0.5 % of 150,000.
    expect(table(loanOf('flat'), rate(1, '2026-01-16', 60_000), prepay(2, '2026-02-15', 201_500))).toEqual([
      ['2026-02-15', 100_000, 1500],
      ['2026-03-15', 150_000, 750],
      ['2026-04-15', 50_000, 750],
    ])
  })

  test('prepay: days of a pause that are still to come stay free, and the periods after it bear the rate again', () => {
    // 2 of 31 days of 30.00 are due with the first 100,000; then 100,000 are prepaid and half of the sum bears interest.
    expect(table(loanOf('flat'), pause(1, '2026-01-18', '2026-03-15'), prepay(2, '2026-02-15', 200_194))).toEqual([
      ['2026-02-15', 100_000, 194],
      ['2026-03-15', 150_000, 0],
      ['2026-04-15', 50_000, 1500],
    ])
  })

  test('prepay: months that begin on the last day of a shorter one are 30 days, as agreed, also after the rate changed', () => {
    const loan = loanOf('equalInstalment', { payOutDate: civilDate('2026-01-31') })
    const rows = rowsOf(loan, rate(1, '2026-02-01', 240_000), prepay(2, '2026-02-28', 200_000))
    expect(rows.map(({ dueDate, explain }) => [dueDate, explain.days])).toEqual([
      ['2026-02-28', 30],
      ['2026-03-31', 30],
      ['2026-04-30', 30],
    ])
    const [, second] = rows
    // 2 % of what is left after the prepayment, for the whole month.
    expect(second?.interest).toBe(Math.round(((second?.balanceBefore ?? 0) - (second?.redrawn?.prepaid ?? 0)) * 0.02))
  })

  test('prepay: after the rate changed inside a period, fewer instalments stay the one in force, and what is due is as it was', () => {
    const loan = loanOf('equalInstalment', { periods: 6 })
    const dearer = rate(1, '2026-03-02', 240_000)
    const before = rowsOf(loan, dearer)
    const after = rowsOf(loan, dearer, prepay(2, '2026-03-10', 152_000, 'shorten'))
    expect(after[0]).toEqual(before[0])
    expect(before[2]?.total).toBe(before[3]?.total)
    expect([after[2]?.total, after[3]?.total]).toEqual([before[2]?.total, before[3]?.total])
    const onDueDay = rowsOf(loan, rate(1, '2026-02-01', 240_000), prepay(2, '2026-02-15', 152_000))
    expect(onDueDay[0]).toEqual(rowsOf(loan, rate(1, '2026-02-01', 240_000))[0])
  })

  test('changePlan: rows that a prepayment drew after a change go on as rows when the rate changes again', () => {
    const again = [rate(1, '2026-01-16', 0), prepay(2, '2026-02-15', 200_000), rate(3, '2026-02-16', 120_000)]
    // 100,000 in two months at 1 % are 50,751 a month.
    expect(table(loanOf('equalInstalment'), ...again)).toEqual([
      ['2026-02-15', 100_000, 0],
      ['2026-03-15', 149_751, 1000],
      ['2026-04-15', 50_249, 502],
    ])
  })

  test('prepay: of a changed plan that is all due pays what is due and changes no row', () => {
    const dearer = rate(1, '2026-01-16', 240_000)
    const late = (loan: Loan, ...events: LoanEvent[]) => replay(loan, events, day(95)).accounts.map(({ row }) => row)
    for (const loan of [loanOf('equalInstalment'), loanOf('flat')])
      expect(late(loan, dearer, prepay(2, '2026-04-20', 10_000))).toEqual(late(loan, dearer))
  })

  test('changePlan: a rate from a due day on is borne by that day of the period it ends', () => {
    // 30 of 31 days of 30.00 and one of 60.00.
    expect(table(loanOf('flat'), rate(1, '2026-02-15', 240_000)).map(([, , interest]) => interest)).toEqual([2903 + 194, 6000, 6000])
  })

  test('prepay: is refused beside a drawing or principal put off', () => {
    const draw: LoanEvent = { id: 1, kind: 'draw', on: day(5), amount: fen(10_000) }
    expect(() => rowsOf(loanOf('equalInstalment'), draw, prepay(2, '2026-02-15', 200_000))).toThrow('EVENT_NOT_POSSIBLE')
    const beside = [draw, rate(3, '2026-02-01', 60_000)]
    expect(() => rowsOf(loanOf('equalInstalment'), ...beside, prepay(2, '2026-02-15', 200_000))).toThrow('EVENT_NOT_POSSIBLE')
    expect(() => rowsOf(loanOf('equalInstalment'), prepay(2, '2026-01-16', 100_000), draw)).toThrow('EVENT_NOT_POSSIBLE')
    expect(() => rowsOf(loanOf('flat'), draw)).toThrow('EVENT_NOT_POSSIBLE')
  })
})
