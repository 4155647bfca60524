import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import type { Charge, ChargeSum, LoanEvent } from './events.ts'
import { noParts } from './parts.ts'
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
const loan: Loan = { terms, plan: planFor(terms), rules: defaultRules }

const charge = (id: string, given: Partial<Charge> = {}): Charge => ({
  id,
  kind: 'charge',
  part: 'fee',
  on: day(3),
  due: day(10),
  sum: { amount: fen(500) },
  ...given,
})
const repay = (n: number, amount: number): LoanEvent => ({ kind: 'repay', on: day(n), amount: fen(amount) })
const added = (events: readonly LoanEvent[], n = 20) => replay(loan, events, day(n)).accounts.map((account) => account.added)

describe('charges', () => {
  test('addCharge: is owed with the period in which it is due; its due day itself is the last of the period', () => {
    const onDueDay = charge('a', { due: civilDate('2026-02-15') })
    const dayAfter = charge('b', { due: civilDate('2026-02-16'), part: 'penalty' })
    expect(added([onDueDay, dayAfter])).toEqual([{ ...noParts, fee: 500 }, { ...noParts, penalty: 500 }, noParts])
  })

  test('addCharge: due after the plan it gets a period of its own, moved on by a later one', () => {
    const { accounts } = replay(loan, [charge('a', { due: day(120) }), charge('b', { due: day(130) })], day(20))
    expect(accounts).toHaveLength(4)
    expect(accounts[3]).toMatchObject({
      added: { fee: 1000 },
      row: { period: 4, principal: 0, interest: 0, startDate: '2026-04-15', dueDate: day(130), explain: { balance: 0, days: 0 } },
    })
  })

  test.each<[ChargeSum, number, number]>([
    [{ amount: fen(700) }, 700, 700],
    [{ rate: ppm(10_000), of: 'principal' }, 3000, 1000],
    [{ rate: ppm(10_000), of: 'interest' }, 90, 30],
    [{ rate: ppm(10_000), of: 'both' }, 3090, 1030],
  ])('addCharge: %j is %d of the loan and %d of each period', (sum, once, perPeriod) => {
    expect(added([charge('a', { sum })])).toEqual([{ ...noParts, fee: once }, noParts, noParts])
    expect(added([charge('a', { sum, due: 'eachPeriod' })])).toEqual(loan.plan.map(() => ({ ...noParts, fee: perPeriod })))
  })

  test('addCharge: half a fen of a share is one, when it is first asked and when the period has changed', () => {
    // Of 1,000.00 of a period 5 millionths are half a fen, of 3,000.00 one and a half.
    const each = charge('each', { due: 'eachPeriod', sum: { rate: ppm(5), of: 'principal' } })
    expect(added([each]).map(({ fee }) => fee)).toEqual([1, 1, 1])
    expect(added([charge('once', { sum: { rate: ppm(5), of: 'principal' } })]).map(({ fee }) => fee)).toEqual([2, 0, 0])
    const allDue: Loan = { ...loan, rules: { ...defaultRules, afterChargeOff: 'allDue' } }
    expect(replay(allDue, [each, { kind: 'chargeOff', on: day(20) }], day(20)).charges.map(({ amount }) => amount)).toEqual([2])
  })

  test('addCharge: one of each period leaves out those already due', () => {
    expect(added([charge('a', { due: 'eachPeriod', on: civilDate('2026-02-15') })], 40).map(({ fee }) => fee)).toEqual([0, 500, 500])
  })

  test('addCharge: a paid period owes again, and money paid too much covers it as of its own day', () => {
    const paid = [repay(5, 309_200)]
    const before = replay(loan, paid, day(6))
    expect(before).toMatchObject({ surplus: 200 })
    expect(before.accounts[0]?.closedOn).toBe(day(5))
    const { accounts, surplus, charges, outcomes } = replay(loan, [...paid, charge('late', { on: day(7) })], day(8))
    expect(accounts[0]).toMatchObject({ closedOn: undefined, paid: { fee: 200 }, paidEarly: 103_200 })
    expect(charges).toMatchObject([{ id: 'late', paid: 200, unpaid: 300 }])
    expect(surplus).toBe(0)
    expect(outcomes[0]?.allocation).toMatchObject({ surplus: 0, parts: { fee: 200, principal: 300_000 } })
  })

  test('addCharge: of more that is held, what it asks for is taken, and the period is paid as of the day of the money', () => {
    const { accounts, surplus, outcomes } = replay(loan, [repay(5, 309_800), charge('late', { on: day(7) })], day(8))
    expect(accounts[0]).toMatchObject({ closedOn: day(5), paid: { fee: 500 } })
    expect(surplus).toBe(300)
    expect(outcomes[0]?.allocation).toMatchObject({ surplus: 300, parts: { fee: 500, interest: 9000, principal: 300_000 } })
    const { lines, parts } = outcomes[0]?.allocation ?? {}
    expect(lines?.map(({ period }) => period)).toEqual([1, 2, 3])
    expect(lines?.reduce((sum, line) => sum + line.parts.fee + line.parts.interest + line.parts.principal, 0)).toBe(309_500)
    expect(parts?.fee).toBe(500)
  })

  test('addCharge: money held from several payments is taken in their order, to the fen', () => {
    const { outcomes, surplus } = replay(loan, [repay(5, 309_001), repay(6, 600), charge('late', { on: day(7) })], day(8))
    expect(outcomes.map(({ allocation }) => [allocation.parts.fee, allocation.surplus])).toEqual([
      [1, 0],
      [499, 101],
    ])
    expect(surplus).toBe(101)
  })

  test('addCharge: what of a surplus was paid back pays nothing any more', () => {
    const refund: LoanEvent = { kind: 'refundSurplus', on: day(6), amount: fen(500) }
    const { charges, surplus } = replay(loan, [repay(5, 309_800), refund, charge('late', { on: day(7) })], day(8))
    expect(charges).toMatchObject([{ paid: 300, unpaid: 200 }])
    expect(surplus).toBe(0)
  })

  test('addCharge: a paid period owes a single fen again, and nothing when nothing is asked', () => {
    const after = (amount: number) => replay(loan, [repay(5, 309_000), charge('a', { on: day(7), sum: { amount: fen(amount) } })], day(8))
    expect(after(1).accounts[0]?.closedOn).toBeUndefined()
    expect(after(0).accounts[0]?.closedOn).toBe(day(5))
  })

  test('addCharge: one of each period is of those added to the plan, too, but not of one that only holds a charge', () => {
    const more: LoanEvent = { kind: 'extend', on: day(2), periods: 1 }
    const each = charge('each', { due: 'eachPeriod', on: day(4) })
    expect(added([more, each]).map(({ fee }) => fee)).toEqual([500, 500, 500, 500])
    expect(added([charge('after', { due: day(120), part: 'penalty' }), each]).map(({ fee }) => fee)).toEqual([500, 500, 500, 0])
  })

  test('chargeStandings: money for fees of a period goes to its charges by their days', () => {
    const { charges } = replay(loan, [charge('second', { due: day(12) }), charge('first', { due: day(9) }), repay(15, 700)], day(15))
    expect(charges.map(({ id, paid, unpaid }) => [id, paid, unpaid])).toEqual([
      ['second', 200, 300],
      ['first', 500, 0],
    ])
  })

  test('waiveCharge: lets go what is not yet paid; taken back, it is owed again', () => {
    const waive: LoanEvent = { id: 'w', kind: 'waiveCharge', on: day(9), charge: 'a' }
    const known = [charge('a'), repay(5, 200), waive]
    const { accounts, charges, entries } = replay(loan, known, day(9))
    expect(charges).toMatchObject([{ amount: 500, paid: 200, waived: 300, unpaid: 0 }])
    expect(accounts[0]).toMatchObject({ waived: { fee: 300 }, paid: { fee: 200 } })
    expect(entries[2]?.allocation).toMatchObject({ parts: { ...noParts, fee: 300 }, surplus: 0 })
    const back = replay(loan, [...known, { kind: 'reverse', on: day(10), event: 'w' }], day(10))
    expect(back.charges).toMatchObject([{ paid: 200, waived: 0, unpaid: 300 }])
  })

  test('waiveCharge: of one with each period, what is not yet paid is let go of in each, and no other charge is touched', () => {
    const each = charge('each', { due: 'eachPeriod', part: 'penalty' })
    const other = charge('other', { part: 'penalty' })
    const events: LoanEvent[] = [each, other, repay(5, 600)]
    const { entries, charges, accounts } = replay(loan, [...events, { kind: 'waiveCharge', on: day(6), charge: 'each' }], day(6))
    // The 600 paid the other charge, which is due first, and 100 of this one.
    expect(charges.map(({ id, paid, waived, unpaid }) => [id, paid, waived, unpaid])).toEqual([
      ['each', 100, 400, 0],
      ['each', 0, 500, 0],
      ['each', 0, 500, 0],
      ['other', 500, 0, 0],
    ])
    expect(entries[entries.length - 1]?.allocation.lines.map(({ period, parts }) => [period, parts.penalty])).toEqual([
      [1, 400],
      [2, 500],
      [3, 500],
    ])
    expect(accounts.map(({ waived }) => waived.penalty)).toEqual([400, 500, 500])
  })

  test('waiveCharge: of a charge that is paid nothing is let go of', () => {
    const { entries, surplus } = replay(loan, [charge('a'), repay(5, 500), { kind: 'waiveCharge', on: day(6), charge: 'a' }], day(6))
    expect(entries[2]?.allocation).toEqual({ lines: [], parts: noParts, surplus: 0 })
    expect(surplus).toBe(0)
  })

  test('waiveCharge: a period that owes nothing else is paid by it', () => {
    const { accounts } = replay(
      loan,
      [charge('a'), repay(5, 500), repay(5, 103_000), charge('b', { on: day(6) }), { kind: 'waiveCharge', on: day(9), charge: 'b' }],
      day(9),
    )
    expect(accounts[0]?.closedOn).toBe(day(9))
  })

  test('waiveCharge: of a charge nobody knows is refused, and so is a charge below zero', () => {
    expect(() => replay(loan, [{ kind: 'waiveCharge', on: day(1), charge: 'none' }], day(1))).toThrow('CHARGE_UNKNOWN')
    expect(() => replay(loan, [charge('a', { sum: { amount: fen(-1) } })], day(4))).toThrow('FEE_OUT_OF_RANGE')
    expect(() => replay(loan, [charge('a', { sum: { rate: ppm(-1), of: 'both' } })], day(4))).toThrow('FEE_OUT_OF_RANGE')
  })

  test('adjustCharge: a credit by the lender pays what is owed in the usual order', () => {
    const credit: LoanEvent = { id: 'c', kind: 'adjustCharge', charge: 'a', on: day(6), amount: fen(500) }
    const { accounts, charges } = replay(loan, [charge('a'), repay(5, 500), credit], day(6))
    expect(charges).toMatchObject([{ paid: 500 }])
    expect(accounts[0]?.paid).toEqual({ ...noParts, fee: 500, interest: 500 })
  })
})
