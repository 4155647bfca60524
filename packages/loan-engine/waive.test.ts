import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import type { PartName } from './parts.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

const payOutDate = civilDate('2026-01-15')
const day = (n: number) => addDays(payOutDate, n)
const terms: LoanTerms = {
  principal: fen(300_000),
  annualRate: ppm(120_000),
  periods: 3,
  method: 'flat',
  dayCount: '30/360',
  payOutDate,
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
}
/** Three periods of 1,000.00 and 30.00. */
const loan: Loan = { terms, plan: planFor(terms), rules: { ...defaultRules, allocationOrder: ['principal', 'interest', 'penalty', 'fee'] } }
const waiver = (amount: number, ...of: PartName[]): LoanEvent => ({ kind: 'waiver', on: day(5), amount: fen(amount), of })
const after = (...events: LoanEvent[]) => replay(loan, events, day(5))

describe('waive', () => {
  test.each<[string, LoanEvent, [number, number, number][]]>([
    ['a fen', waiver(1, 'interest'), [[1, 1, 0]]],
    [
      'one part: the oldest period first',
      waiver(5000, 'interest'),
      [
        [1, 3000, 0],
        [2, 2000, 0],
      ],
    ],
    [
      'two parts: a period whole before the next',
      waiver(104_000, 'interest', 'principal'),
      [
        [1, 3000, 100_000],
        [2, 1000, 0],
      ],
    ],
    ['two parts the other way round', waiver(101_000, 'principal', 'interest'), [[1, 1000, 100_000]]],
    [
      'more than is owed of them: all of it and no more',
      waiver(20_000, 'interest'),
      [
        [1, 3000, 0],
        [2, 3000, 0],
        [3, 3000, 0],
      ],
    ],
    ['what is not owed', waiver(20_000, 'fee', 'penalty'), []],
  ])('LN-16 a waiver lets go of %s', (_, event, expected) => {
    const { accounts, entries, surplus } = after(event)
    const lines = entries[0]?.allocation.lines.map(({ period, parts }) => [period, parts.interest, parts.principal])
    expect(lines).toEqual(expected)
    for (const [period, interest, principal] of expected) expect(accounts[period - 1]?.waived).toMatchObject({ interest, principal })
    expect(accounts.every(({ paid }) => paid.interest === 0 && paid.principal === 0)).toBe(true)
    expect(surplus).toBe(0)
  })

  test('a period that owes nothing else is paid by it, on its day', () => {
    const paid: LoanEvent = { kind: 'repay', on: day(3), amount: fen(100_000) }
    expect(after(paid, waiver(2999, 'interest')).accounts[0]?.closedOn).toBeUndefined()
    expect(after(paid, waiver(3000, 'interest')).accounts[0]?.closedOn).toBe(day(5))
  })
})
