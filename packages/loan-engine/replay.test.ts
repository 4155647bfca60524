import { addDays, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { figuresOn, type Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { addParts, noParts, partNames, totalOf } from './parts.ts'
import { replay } from './replay.ts'
import { defaultRules, type LoanRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import { standingOf } from './standing.ts'
import type { LoanTerms } from './terms.ts'

const payOutDate = civilDate('2026-01-15')
const day = (n: number) => addDays(payOutDate, n)

function loanOf(given: Partial<LoanTerms> = {}, rules: Partial<LoanRules> = {}): Loan {
  const terms: LoanTerms = {
    principal: fen(1_000_000),
    annualRate: ppm(180_000),
    periods: 12,
    method: 'equalInstalment',
    dayCount: '30/360',
    payOutDate,
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
    ...given,
  }
  return { terms, plan: planFor(terms), rules: { ...defaultRules, ...rules } }
}

const onBalance = { recalculation: { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true } } as const

describe('events', () => {
  const loan = loanOf()
  const pay = (id: number, n: number, amount: number): LoanEvent => ({ id, kind: 'repay', on: day(n), amount: fen(amount) })

  test('LN-17 replay: the same notice twice counts once', () => {
    const once = replay(loan, [pay(1, 31, 91_680)], day(40))
    expect(replay(loan, [pay(1, 31, 91_680), pay(1, 31, 91_680)], day(40))).toEqual(once)
    expect(once.accounts[0]).toMatchObject({ closedOn: day(31) })
  })

  test('LN-17 replay: money that turns out to have come on the due day takes the penalty of five days with it; revoked, they are back', () => {
    const dueDate = civilDate('2026-02-15')
    const fiveLater = addDays(dueDate, 5)
    const report: LoanEvent = { id: 'notice', kind: 'repay', on: dueDate, amount: fen(91_680) }
    const late = standingOf({ loan, payments: [], onDate: fiveLater })
    expect([late.overdueDays, late.owed.penalty]).toEqual([5, 288])
    const told = standingOf({ loan, payments: [report], onDate: fiveLater })
    expect([told.overdueDays, told.owed.penalty, told.periods[0]?.state]).toEqual([0, 0, 'paid'])
    const revoked: LoanEvent = { kind: 'reverse', on: fiveLater, event: 'notice' }
    expect(standingOf({ loan, payments: [report, revoked], onDate: fiveLater })).toEqual(late)
  })

  test('LN-14 replay: an amount paid in part leaves the term open and counts no period as paid', () => {
    const standing = standingOf({ loan, payments: [pay(1, 31, 50_000)], onDate: civilDate('2026-02-15') })
    expect(standing).toMatchObject({ paidPeriods: 0, principalLeft: 965_000, dueNowTotal: 41_680 })
    expect(standing.periods[0]?.paid).toEqual({ ...noParts, interest: 15_000, principal: 35_000 })
  })

  test('replay: what lies before the pay-out or is no amount is refused', () => {
    expect(() => replay(loan, [pay(1, -1, 1)], day(0))).toThrow('DATE_BEFORE_PAY_OUT')
    expect(() => replay(loan, [pay(1, 1, 0)], day(2))).toThrow('AMOUNT_NOT_POSITIVE')
    expect(() => replay(loan, [], day(-1))).toThrow('DATE_BEFORE_PAY_OUT')
  })

  test('replay: an event of a later day is not known yet, but a rate agreed ahead shows in the plan', () => {
    const cut: LoanEvent = { id: 9, kind: 'changeRate', on: day(100), annualRate: ppm(0) }
    const now = replay(loan, [pay(1, 50, 100), cut], day(10))
    expect(now.outcomes).toEqual([])
    expect(now.accounts[0]?.row.interest).toBe(15_000)
    expect(now.accounts[11]?.row.interest).toBe(0)
    expect(now.accounts.reduce((sum, { row }) => sum + row.principal, 0)).toBe(1_000_000)
  })

  test('replay: extended by three periods the loan ends three months later and still repays every fen', () => {
    const { accounts } = replay(loan, [{ id: 1, kind: 'extend', on: day(20), periods: 3 }], day(20))
    expect(accounts).toHaveLength(15)
    expect(accounts[14]?.row.dueDate).toBe('2027-04-15')
    expect(accounts.reduce((sum, { row }) => sum + row.principal, 0)).toBe(1_000_000)
    expect(accounts[14]?.row.balanceAfter).toBe(0)
  })
})

describe('allocation by class', () => {
  const perClass = (...parts: readonly string[]) => parts
  const order = (['overdue', 'due', 'advance'] as const).flatMap((due) =>
    (['penalty', 'fee', 'principal', 'interest'] as const).map((part) => `${due}:${part}` as const),
  )
  const paidBy = (rules: Partial<LoanRules>, amount: number, on = day(10)) =>
    replay(loanOf({ periods: 3 }, { allocationOrder: order, ...rules }), [{ id: 1, kind: 'repay', on, amount: fen(amount) }], on)
  const lines = (rules: Partial<LoanRules>, amount: number, on = day(10)) =>
    paidBy(rules, amount, on).outcomes[0]?.allocation.lines.map(({ period, parts }) =>
      perClass(String(period), String(parts.principal), String(parts.interest)),
    )

  test('replay: money in advance goes to the next period, the last one, or all in equal shares, principal before interest as ordered', () => {
    const plan = loanOf({ periods: 3 }).plan.map(({ principal, interest }) => [principal, interest])
    expect(plan).toEqual([
      [328_383, 15_000],
      [333_309, 10_074],
      [338_308, 5_075],
    ])
    expect(lines({}, 330_000)).toEqual([['1', '328383', '1617']])
    expect(lines({ excess: 'lastPeriod' }, 330_000)).toEqual([['3', '330000', '0']])
    expect(lines({ excess: 'reAmortise' }, 300_000)).toEqual([
      ['1', '100000', '0'],
      ['2', '100000', '0'],
      ['3', '100000', '0'],
    ])
  })

  test("replay: an excess that is held pays nothing in advance and stays the borrower's", () => {
    expect(paidBy({ excess: 'hold' }, 330_000)).toMatchObject({
      surplus: 330_000,
      outcomes: [{ allocation: { lines: [], surplus: 330_000 } }],
    })
  })

  test('replay: vertical covers one part of all overdue periods before the next part; horizontal a period before the next', () => {
    const late = day(70)
    const parts = (direction: 'horizontal' | 'vertical') => {
      const interestFirst = order.map((step) =>
        step.endsWith('principal') ? step.replace('principal', 'interest') : step.replace('interest', 'principal'),
      ) as typeof order
      return lines(
        { allocationOrder: interestFirst, allocationDirection: direction, penalty: { ...defaultRules.penalty, percentOfRate: 0 } },
        25_074,
        late,
      )
    }
    expect(parts('vertical')).toEqual([
      ['1', '0', '15000'],
      ['2', '0', '10074'],
    ])
    expect(parts('horizontal')).toEqual([['1', '10074', '15000']])
  })

  test('replay: in an order of two classes a fee is due on its own day, whatever its period', () => {
    const two = (['due', 'advance'] as const).flatMap((due) =>
      (['principal', 'interest', 'penalty', 'fee'] as const).map((part) => `${due}:${part}` as const),
    )
    const fees = [10, 11].map(
      (n): LoanEvent => ({ id: `fee ${n}`, kind: 'charge', part: 'fee', on: day(0), due: day(n), sum: { amount: fen(1000) } }),
    )
    const loan = loanOf({ periods: 3 }, { allocationOrder: two })
    const { charges, accounts } = replay(loan, [...fees, { id: 1, kind: 'repay', on: day(10), amount: fen(1500) }], day(10))
    expect(charges.map(({ paid }) => paid)).toEqual([1000, 0])
    expect(accounts[0]?.paid).toEqual({ ...noParts, fee: 1000, principal: 500 })
  })

  test('replay: an order that lacks a part of a class is refused', () => {
    expect(() => paidBy({ allocationOrder: order.slice(1) }, 1)).toThrow('ALLOCATION_ORDER_INVALID')
    expect(() => paidBy({ allocationOrder: [...order.slice(1), 'due:fee'] }, 1)).toThrow('ALLOCATION_ORDER_INVALID')
  })
})

describe('any history', () => {
  const anyEvent = fc.record({
    kind: fc.constantFrom('repay', 'repay', 'repay', 'waiver', 'fee', 'penalty', 'settle', 'writeOff', 'chargeOff'),
    n: fc.integer({ min: 0, max: 420 }),
    amount: fc.integer({ min: 1, max: 300_000 }),
  })
  const anyHistory = fc.record({
    recalculated: fc.boolean(),
    periods: fc.constantFrom(3, 6, 12),
    events: fc.uniqueArray(anyEvent, { maxLength: 10, selector: ({ n }) => n }),
  })
  type History = { recalculated: boolean; periods: number; events: readonly { kind: string; n: number; amount: number }[] }

  const told = ({ recalculated, periods, events }: History) => ({
    loan: loanOf({ periods, ...(recalculated && onBalance) }),
    events: events.map(({ kind, n, amount }, id): LoanEvent => {
      const on = day(n)
      switch (kind) {
        case 'fee':
        case 'penalty':
          return { id, kind: 'charge', part: kind, on, due: day(n + 7), sum: { amount: fen(amount % 5000) } }
        case 'repay':
        case 'waiver':
        case 'settle':
          return { id, kind, on, amount: fen(amount) }
        default:
          return { id, kind: kind === 'writeOff' ? 'writeOff' : 'chargeOff', on }
      }
    }),
  })
  const last = day(500)

  test('LN-17 replay: the order in which events become known, twice or once, changes nothing', () => {
    fc.assert(
      fc.property(anyHistory, fc.infiniteStream(fc.nat()), (history, order) => {
        const { loan, events } = told(history)
        const shuffled = events
          .map((event) => ({ event, key: order.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event)
        expect(replay(loan, [...shuffled, ...shuffled.slice(0, 3)], last)).toEqual(replay(loan, events, last))
      }),
      { numRuns: 150 },
    )
  })

  test('replay: what is reversed leaves no trace', () => {
    fc.assert(
      fc.property(anyHistory, anyEvent, (history, extra) => {
        const { loan, events } = told(history)
        const [undone] = told({ ...history, events: [extra] }).events
        if (undone === undefined) return
        const wrong: LoanEvent = { ...undone, id: 'wrong' }
        const reversal: LoanEvent = { kind: 'reverse', on: last, event: 'wrong' }
        expect(replay(loan, [wrong, ...events, reversal], last)).toEqual(replay(loan, events, last))
      }),
      { numRuns: 150 },
    )
  })

  test('replay: in every part charged = paid + waived + written off + owed, nothing is negative, and every fen received is booked or held', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { loan, events } = told(history)
        const { accounts, entries, surplus } = replay(loan, events, last)
        for (const account of accounts) {
          const { charged, owed } = figuresOn(account, loan, last)
          const met = addParts(account.paid, account.waived, account.writtenOff, owed)
          for (const part of partNames) {
            expect(met[part]).toBe(charged[part])
            expect(Math.min(owed[part], account.paid[part], account.waived[part], account.writtenOff[part])).toBeGreaterThanOrEqual(0)
          }
          expect(account.paidEarly + account.paidLate).toBeLessThanOrEqual(totalOf(account.paid))
        }
        const received = events.reduce((sum, event) => sum + ('amount' in event ? event.amount : 0), 0)
        expect(totalOf(addParts(...accounts.map(({ paid }) => paid))) + surplus).toBe(received)
        expect(accounts.reduce((sum, { row }) => sum + row.principal, 0)).toBe(loan.terms.principal)
        for (const { balance } of entries) expect(balance).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 200 },
    )
  })

  test('replay: a payment split in two on its day leaves the same accounts', () => {
    fc.assert(
      fc.property(anyHistory, fc.integer({ min: 1, max: 99 }), (history, share) => {
        const { loan, events } = told({ ...history, recalculated: false, events: history.events.filter(({ kind }) => kind !== 'settle') })
        const split = events.flatMap((event): LoanEvent[] => {
          if (event.kind !== 'repay' || event.amount < 2) return [event]
          const first = Math.max(1, Math.floor((event.amount * share) / 100))
          return [
            { ...event, amount: fen(first) },
            { ...event, id: `rest of ${event.id}`, amount: fen(event.amount - first) },
          ]
        })
        const whole = replay(loan, events, last)
        const parts = replay(loan, split, last)
        expect(parts.accounts.map(({ paid, paidEarly, paidLate }) => [paid, paidEarly, paidLate])).toEqual(
          whole.accounts.map(({ paid, paidEarly, paidLate }) => [paid, paidEarly, paidLate]),
        )
        expect(parts.surplus).toBe(whole.surplus)
      }),
      { numRuns: 150 },
    )
  })

  test('LN-13 replay: on any day after anything, the quote paid leaves nothing open, with interest by the plan or on the balance', () => {
    fc.assert(
      fc.property(anyHistory, fc.integer({ min: 0, max: 500 }), (history, n) => {
        const { loan, events } = told(history)
        const on = day(n)
        const { total } = settlementQuote({ loan, payments: events, onDate: on })
        const amount: Fen = total
        if (amount === 0) return
        const after = replay(loan, [...events.filter((event) => event.on <= on), { id: 'quote', kind: 'settle', on, amount }], on)
        expect(after.accounts.every(({ closedOn }) => closedOn !== undefined)).toBe(true)
        expect(after.outcomes[after.outcomes.length - 1]).toMatchObject({ settled: true, allocation: { surplus: 0 } })
      }),
      { numRuns: 200 },
    )
  })
})
