import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import type { LoanTerms, Method } from './terms.ts'
import { day, extend, loanOf, move, pause, rate, rowsOf, table } from './three-month-loans-for-test.ts'

describe('an extension', () => {
  test('changePlan: what is due on its very day takes part in it, also on the last of all', () => {
    expect(rowsOf(loanOf('flat'), extend(1, '2026-02-15', 1)).map(({ principal }) => principal)).toEqual([75_000, 75_000, 75_000, 75_000])
    expect(rowsOf(loanOf('flat'), extend(1, '2026-04-15', 1)).map(({ principal }) => principal)).toEqual([100_000, 100_000, 50_000, 50_000])
  })

  test('changePlan: a loan that is paid before its end has nothing left to extend', () => {
    const all: LoanEvent = { id: 1, kind: 'repay', on: day(5), amount: fen(309_000) }
    expect(() => rowsOf(loanOf('flat'), all, extend(2, '2026-02-10', 1))).toThrow('EVENT_NOT_POSSIBLE')
  })

  test.each<[string, Method, LoanTerms['period'], number[]]>([
    ['months', 'flat', undefined, [1, 2, 3, 4, 5]],
    ['every second month', 'flat', { unit: 'month', every: 2 }, [2, 4, 6, 8, 10]],
    ['weeks', 'flat', { unit: 'week', every: 1 }, [0, 0, 0, 0, 0]],
    ['every second month, by equal instalments', 'equalInstalment', { unit: 'month', every: 2 }, [2, 4, 6, 8, 10]],
    ['weeks, by equal instalments', 'equalInstalment', { unit: 'week', every: 1 }, [0, 0, 0, 0, 0]],
    ['months, paid at the end', 'bullet', undefined, [5]],
    ['every second month, paid at the end', 'bullet', { unit: 'month', every: 2 }, [10]],
    ['weeks, paid at the end', 'bullet', { unit: 'week', every: 1 }, [0]],
  ])('changePlan: periods of %s count their months from the pay-out, days and weeks are none', (_, method, period, months) => {
    const loan = loanOf(method, { ...(period && { period }) })
    expect(rowsOf(loan, extend(1, '2026-01-20', 2)).map(({ month }) => month)).toEqual(months)
  })

  test('changePlan: of a loan paid at the end, whose end was moved, counts the days that run, however often', () => {
    // 15 January to 25 June are 160 days of 30/360: 300,000 × 12 % × 160 ÷ 360.
    const events = [move(1, '2026-04-15', '2026-04-25'), extend(2, '2026-02-20', 1), extend(3, '2026-02-21', 1)]
    expect(table(loanOf('bullet'), ...events)).toEqual([['2026-06-25', 300_000, 16_000]])
  })

  test('changePlan: periods added count from the due day that was moved last', () => {
    const dueDates = (loan: Loan, ...events: LoanEvent[]) => rowsOf(loan, ...events).map(({ dueDate }) => dueDate)
    expect(dueDates(loanOf('flat'), move(1, '2026-03-15', '2026-03-25'), extend(2, '2026-02-20', 1))).toEqual([
      '2026-02-15',
      '2026-03-25',
      '2026-04-25',
      '2026-05-25',
    ])
    const atTheEnd = [extend(1, '2026-01-16', 1), move(2, '2026-05-15', '2026-05-25'), extend(3, '2026-02-20', 1)]
    expect(dueDates(loanOf('bullet'), ...atTheEnd)).toEqual(['2026-06-25'])
  })

  test('changePlan: of a loan paid at the end counts whole months, so 31 January to the end of May is four', () => {
    const loan = loanOf('bullet', { payOutDate: civilDate('2026-01-31'), periods: 3 })
    expect(table(loan, extend(1, '2026-02-20', 1))).toEqual([['2026-05-31', 300_000, 12_000]])
    const toJune = rowsOf(loan, extend(1, '2026-02-20', 2))[0]
    expect(toJune).toMatchObject({ dueDate: '2026-06-30', interest: 15_000, explain: { days: 150 } })
  })
})

/** Days of a pause cut a period before they come; then its first day moves. */
describe('a due day moved beside a pause', () => {
  const spansOf = (rows: ReturnType<typeof rowsOf>, k: number) => rows[k]?.redrawn?.spans.map(({ from, to, amount }) => [from, to, amount])

  test('changePlan: days before the new start belong to the period before, and the cut falls away', () => {
    const rows = rowsOf(loanOf('flat'), pause(1, '2026-01-18', '2026-02-24'), move(2, '2026-02-15', '2026-02-24'))
    // 39 days of 30/360 are 39.00, of which 2 of 40 days are borne; the next month is whole.
    expect(spansOf(rows, 0)).toEqual([
      ['2026-01-15', '2026-01-17', 195],
      ['2026-01-17', '2026-02-24', 0],
    ])
    expect(spansOf(rows, 1)).toEqual([['2026-02-24', '2026-03-24', 3000]])
    expect(rows.map(({ interest }) => interest)).toEqual([195, 3000, 3000])
  })

  test('changePlan: a period that begins later bears the days from then on, and those it gains at its end', () => {
    const pauses = [pause(1, '2026-01-18', '2026-02-20'), pause(2, '2026-01-19', '2026-02-26')]
    const rows = rowsOf(loanOf('flat'), ...pauses, move(3, '2026-02-15', '2026-02-17'))
    // The last 19 of 28 days of a month at 30.00.
    expect(spansOf(rows, 1)).toEqual([
      ['2026-02-17', '2026-02-20', 0],
      ['2026-02-20', '2026-02-26', 0],
      ['2026-02-26', '2026-03-17', 2036],
    ])
  })

  test('changePlan: is refused for a loan whose interest waits, for a day on which nothing is due, and before its period', () => {
    expect(() => rowsOf(loanOf('flat', { grace: { interest: 1 } }), move(1, '2026-03-15', '2026-03-25'))).toThrow('EVENT_NOT_POSSIBLE')
    expect(() => rowsOf(loanOf('flat'), move(1, '2026-03-16', '2026-03-25'))).toThrow('EVENT_NOT_POSSIBLE')
    expect(() => rowsOf(loanOf('flat'), move(1, '2026-03-15', '2026-02-15'))).toThrow('EVENT_NOT_POSSIBLE')
    expect(rowsOf(loanOf('flat'), move(1, '2026-03-15', '2026-02-16'))[1]).toMatchObject({ dueDate: '2026-02-16', interest: 100 })
  })
})

describe('a rate after a prepayment of equal instalments', () => {
  const loan = loanOf('equalInstalment', { annualRate: ppm(0) })
  const prepaid: LoanEvent = { id: 1, kind: 'prepay', on: civilDate('2026-02-15'), amount: fen(200_000), effect: 'lower' }

  test('changePlan: from a due day on draws that instalment anew, too, which bears one day at the new rate', () => {
    // 100,000 in two months at 1 % are 50,751 a month; 10.00 ÷ 28 for the due day itself; the second month is 1 % of 50,249.
    expect(table(loan, prepaid, rate(2, '2026-03-15', 120_000))).toEqual([
      ['2026-02-15', 100_000, 0],
      ['2026-03-15', 149_751, 36],
      ['2026-04-15', 50_249, 502],
    ])
  })

  test('changePlan: once nothing is to come changes nothing', () => {
    expect(rowsOf(loan, prepaid, rate(2, '2026-04-16', 120_000))).toEqual(rowsOf(loan, prepaid))
  })
})

describe('principal spread anew', () => {
  /** 1,836.29 yuan are left over two months when the rate falls to zero; so much of the last month was paid ahead. */
  function afterFall(paidAhead: number) {
    const loan = loanOf('equalInstalment', { annualRate: ppm(360_000) })
    const first = 116_371 + 8_282
    const events: LoanEvent[] = [
      { id: 1, kind: 'prepay', on: day(5), amount: fen(30_000), effect: 'lower' },
      { id: 2, kind: 'repay', on: day(31), amount: fen(first + 2_795 + paidAhead - 30_000) },
      rate(3, '2026-02-20', 0),
    ]
    return replay({ ...loan, rules: { ...defaultRules, excess: 'lastPeriod' } }, events, day(80)).accounts.map(({ row }) => row)
  }

  test('changePlan: without interest two months share what is left, the last one taking the odd fen', () => {
    expect(afterFall(2_552).map(({ principal }) => principal)).toEqual([116_371, 91_815, 91_814])
  })

  test('changePlan: what was met of the last month is left to it, and the month before gives way', () => {
    expect(afterFall(92_552).map(({ principal }) => principal)).toEqual([116_371, 183_629 - 92_552, 92_552])
  })

  test('changePlan: the rows say by which rule they came, and the first of them what was spread over how many', () => {
    const [, second, third] = afterFall(2_552)
    expect([second, third].map((row) => row?.explain.principalRule)).toEqual(['instalmentMinusInterest', 'rest'])
    expect(second?.redrawn?.drawn).toEqual({ balance: 183_629, periods: 2 })
    expect(third?.redrawn?.drawn).toBeUndefined()
    const flat = rowsOf(loanOf('flat'), extend(1, '2026-02-15', 1))
    expect(flat.map(({ explain }) => explain.principalRule)).toEqual(['equalShare', 'equalShare', 'equalShare', 'rest'])
    expect(flat.map(({ redrawn }) => redrawn?.drawn)).toEqual([{ balance: 300_000, periods: 4 }, undefined, undefined, undefined])
  })
})
