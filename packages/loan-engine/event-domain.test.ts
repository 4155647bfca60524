import { addDays, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import { checkDay, checkEvent } from './event-domain.ts'
import type { Effect, LoanEvent } from './events.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import { standingOf } from './standing.ts'
import type { LoanTerms } from './terms.ts'

const terms: LoanTerms = {
  principal: fen(1_000_000),
  annualRate: ppm(120_000),
  periods: 6,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2026-02-15'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
  rateCap: ppm(240_000),
}
const loanOf = (given: Partial<LoanTerms> = {}): Loan => {
  const all = { ...terms, ...given }
  return { terms: all, plan: planFor(all), rules: defaultRules }
}
const day = (n: number) => addDays(terms.payOutDate, n)

/** Values as they come from outside, which the types would not let through. */
const raw = (event: object): LoanEvent => JSON.parse(JSON.stringify(event), (_, value) => (value === 'NaN' ? Number.NaN : value))
const effect = (event: object): Effect => JSON.parse(JSON.stringify(event))
const on = day(40)
const fee = (sum: object, due: string = on) => ({ kind: 'charge', id: 1, on, part: 'fee', sum, due })

describe('events outside the domain are refused by name', () => {
  const moneyKinds = [
    { kind: 'repay' },
    { kind: 'settle' },
    { kind: 'prepay', effect: 'lower' },
    { kind: 'waiver' },
    { kind: 'waiver', of: ['penalty'] },
    { kind: 'adjustCharge', charge: 1 },
    { kind: 'draw' },
    { kind: 'refundSurplus' },
  ]
  test.each(moneyKinds)('replay: %o of nothing, less, no number, a part of a fen or more than there is money', (event) => {
    const sums = [0, -1, 'NaN', 0.5, 1e15, 1e300]
    const codes = sums.map((amount) => codeOf(() => replay(loanOf(), [raw({ ...event, on, amount })], on)))
    expect(codes).toEqual([
      'AMOUNT_NOT_POSITIVE',
      'AMOUNT_NOT_POSITIVE',
      'AMOUNT_NOT_POSITIVE',
      'AMOUNT_OUT_OF_RANGE',
      'AMOUNT_OUT_OF_RANGE',
      'AMOUNT_OUT_OF_RANGE',
    ])
  })

  test.each<[string, object, string]>([
    ['a day before the pay-out', { kind: 'writeOff', on: day(-1) }, 'DATE_BEFORE_PAY_OUT'],
    ['a day the calendar lacks', { kind: 'writeOff', on: '2026-02-30' }, 'DATE_OUT_OF_RANGE'],
    ['money for no period', { kind: 'repay', on, amount: 1, upToPeriod: 0 }, 'PERIODS_OUT_OF_RANGE'],
    ['a rate below 0', { kind: 'changeRate', on, annualRate: -1 }, 'RATE_OUT_OF_RANGE'],
    ['a part of a millionth', { kind: 'changeRate', on, annualRate: 0.5 }, 'RATE_OUT_OF_RANGE'],
    ['no rate', { kind: 'changeRate', on, annualRate: 'NaN' }, 'RATE_OUT_OF_RANGE'],
    ['a rate over the cap', { kind: 'changeRate', on, annualRate: 240_001 }, 'RATE_OVER_CAP'],
    ['a pause backwards', { kind: 'pauseInterest', on, to: day(39) }, 'DATE_OUT_OF_RANGE'],
    ['a pause to no day', { kind: 'pauseInterest', on, to: 'soon' }, 'DATE_OUT_OF_RANGE'],
    ['a due day that is none', { kind: 'moveDueDate', on, from: '2026-04-15', newDue: '2026-04-31' }, 'DATE_OUT_OF_RANGE'],
    ['a due day of the past', { kind: 'moveDueDate', on, from: '2026-04-15', newDue: day(39) }, 'DATE_OUT_OF_RANGE'],
    ['principal put off from a day of the past', { kind: 'deferPrincipal', on, from: '2026-03-15', periods: 1 }, 'DATE_OUT_OF_RANGE'],
    ['no more periods', { kind: 'extend', on, periods: 0 }, 'PERIODS_OUT_OF_RANGE'],
    ['half a period', { kind: 'extend', on, periods: 1.5 }, 'PERIODS_OUT_OF_RANGE'],
    ['more periods than any loan has', { kind: 'deferPrincipal', on, from: '2026-04-15', periods: 361 }, 'PERIODS_OUT_OF_RANGE'],
    ['a charge below 0', { kind: 'charge', id: 1, on, part: 'fee', sum: { amount: -1 }, due: on }, 'FEE_OUT_OF_RANGE'],
    ['a charge of no share', { kind: 'charge', id: 1, on, part: 'fee', sum: { rate: 'NaN', of: 'both' }, due: on }, 'FEE_OUT_OF_RANGE'],
    ['a charge due on no day', { kind: 'charge', id: 1, on, part: 'fee', sum: { amount: 1 }, due: 'later' }, 'DATE_OUT_OF_RANGE'],
    ['a charge nobody knows', { kind: 'waiveCharge', on, charge: 'none' }, 'CHARGE_UNKNOWN'],
  ])('replay: %s', (_, event, code) => {
    expect(codeOf(() => replay(loanOf(), [raw(event)], on))).toBe(code)
  })

  test('replay: to a day that is none', () => {
    for (const text of ['tomorrow', '2026-02-30']) {
      const onDate = JSON.parse(JSON.stringify(text))
      expect(codeOf(() => replay(loanOf(), [], onDate))).toBe('DATE_OUT_OF_RANGE')
    }
  })

  test('replay: the cap itself, and a pause of one day, are within', () => {
    const events = [raw({ kind: 'changeRate', on, annualRate: 240_000 }), raw({ kind: 'pauseInterest', on, to: on })]
    expect(replay(loanOf(), events, on).entries).toHaveLength(2)
  })
})

describe('the bounds themselves are within, what lies a step beyond is refused', () => {
  const { payOutDate } = terms
  const most = 1_000_000_000_000
  test.each<[string, object, object]>([
    ['the day of the pay-out', { kind: 'writeOff', on: payOutDate }, { kind: 'writeOff', on: day(-1) }],
    ['a fen', { kind: 'repay', on, amount: 1 }, { kind: 'repay', on, amount: 0 }],
    ['ten billion yuan', { kind: 'repay', on, amount: most }, { kind: 'repay', on, amount: most + 1 }],
    ['up to the first period', { kind: 'repay', on, amount: 1, upToPeriod: 1 }, { kind: 'repay', on, amount: 1, upToPeriod: 0 }],
    ['up to a period', { kind: 'repay', on, amount: 1, upToPeriod: most }, { kind: 'repay', on, amount: 1, upToPeriod: most + 1 }],
    ['no interest', { kind: 'changeRate', on, annualRate: 0 }, { kind: 'changeRate', on, annualRate: -1 }],
    ['all of it a year', { kind: 'changeRate', on, annualRate: 1_000_000 }, { kind: 'changeRate', on, annualRate: 1_000_001 }],
    ['a pause of a day', { kind: 'pauseInterest', on, to: on }, { kind: 'pauseInterest', on, to: day(39) }],
    ['a period more', { kind: 'extend', on, periods: 1 }, { kind: 'extend', on, periods: 0 }],
    ['360 periods more', { kind: 'extend', on, periods: 360 }, { kind: 'extend', on, periods: 361 }],
    ['a charge of nothing', fee({ amount: 0 }), fee({ amount: -1 })],
    ['a charge of much', fee({ amount: most }), fee({ amount: most + 1 })],
    ['no share', fee({ rate: 0, of: 'both' }), fee({ rate: -1, of: 'both' })],
    ['ten times the sum', fee({ rate: 10_000_000, of: 'both' }), fee({ rate: 10_000_001, of: 'both' })],
    ['a charge with each period', fee({ amount: 1 }, 'eachPeriod'), fee({ amount: 1 }, 'each')],
  ])('checkEvent: %s', (_, within, beyond) => {
    const told = [within, beyond].map((event) => codeOf(() => checkEvent(effect(event), { ...terms, rateCap: ppm(1_000_000) })))
    expect(told[0]).toBe('none')
    expect(told[1]).toMatch(/OUT_OF_RANGE|NOT_POSITIVE|BEFORE_PAY_OUT/)
  })

  test('checkEvent: without a cap any rate of the domain will do', () => {
    const { rateCap, ...uncapped } = terms
    expect(rateCap).toBe(240_000)
    const event = effect({ kind: 'changeRate', on, annualRate: 240_001 })
    expect(codeOf(() => checkEvent(event, uncapped))).toBe('none')
    expect(codeOf(() => checkEvent(event, terms))).toBe('RATE_OVER_CAP')
  })

  test('checkDay: the days from 1970 to 2999', () => {
    const codes = ['1969-12-31', '1970-01-01', '2999-12-31', '3000-01-01'].map((text) => codeOf(() => checkDay(JSON.parse(`"${text}"`))))
    expect(codes).toEqual(['DATE_OUT_OF_RANGE', 'none', 'none', 'DATE_OUT_OF_RANGE'])
    expect(codeOf(() => checkDay(JSON.parse('19700101')))).toBe('DATE_OUT_OF_RANGE')
  })
})

describe('what an event leaves behind', () => {
  test('standingOf: a surplus that was paid back is held no more', () => {
    const events: LoanEvent[] = [
      { kind: 'repay', on, amount: fen(2_000_000) },
      { kind: 'refundSurplus', on: day(41), amount: fen(900_000) },
    ]
    const held = (onDate: number): Fen => standingOf({ loan: loanOf(), payments: events, onDate: day(onDate) }).surplus
    expect(held(41)).toBe(held(40) - 900_000)
  })

  test('replay: a change agreed ahead of a loan that is then written off changes nothing, and nothing more is drawn on it', () => {
    const lost: LoanEvent = { kind: 'writeOff', on }
    const { accounts, entries } = replay(loanOf(), [lost, { kind: 'extend', on: day(70), periods: 3 }], day(70))
    expect(accounts).toHaveLength(6)
    expect(entries.map(({ balance }) => balance)).toEqual([0, 0])
    const draw: LoanEvent = { kind: 'draw', on: day(70), amount: fen(1) }
    expect(codeOf(() => replay(loanOf(), [lost, draw], day(70)))).toBe('EVENT_NOT_POSSIBLE')
  })

  test('replay: periods of interest only leave instalments that ask for no more than is open, whatever was paid ahead', () => {
    const recalculation = { rest: 'daily', settleUntil: 'settlementDay', onOverdue: false } as const
    for (const amount of [100_000, 400_000, 839_000]) {
      const events: LoanEvent[] = [
        { kind: 'repay', on: day(13), amount: fen(amount) },
        { kind: 'deferPrincipal', on: day(20), from: addDays(terms.payOutDate, 28), periods: 3 },
      ]
      const { accounts } = replay(loanOf({ recalculation }), events, day(20))
      expect(accounts).toHaveLength(9)
      expect(accounts.reduce((sum, { row }) => sum + row.principal, 0)).toBe(1_000_000)
      for (const { row } of accounts) expect(row.balanceAfter).toBeGreaterThanOrEqual(0)
    }
  })

  test('replay: a loan that is written off is charged off without a change of what it asked for', () => {
    const loan: Loan = { ...loanOf(), rules: { ...defaultRules, afterChargeOff: 'allDue' } }
    const events: LoanEvent[] = [
      { kind: 'writeOff', on },
      { kind: 'chargeOff', on: day(50) },
      { kind: 'repay', on: day(60), amount: fen(100) },
    ]
    expect(replay(loan, events, day(60))).toMatchObject({ surplus: 100, entries: [{ balance: 0 }, { balance: 0 }, { balance: 0 }] })
    expect(replay(loan, events, day(60)).accounts).toHaveLength(6)
  })

  test('LN-13 settlementQuote: on the balance, what was paid back beyond the surplus is part of the quote, and paying it ends the loan', () => {
    const recalculation = { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true } as const
    const loan = loanOf({ recalculation })
    const refund: LoanEvent = { kind: 'refundSurplus', on: day(10), amount: fen(700) }
    const [plain, more] = [[], [refund]].map((payments) => settlementQuote({ loan, payments, onDate: on }))
    expect(more?.total).toBe((plain?.total ?? 0) + 700)
    const events: LoanEvent[] = [refund, { kind: 'settle', on, amount: fen(more?.total ?? 0) }]
    expect(standingOf({ loan, payments: events, onDate: on })).toMatchObject({ isSettled: true, surplus: 0, principalLeft: 0 })
  })
})

function codeOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
  return 'none'
}
