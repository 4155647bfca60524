import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import { figuresOn, type Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { noParts } from './parts.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { standingOf } from './standing.ts'
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
const repay = (n: number, amount: number, id: string | undefined = undefined): LoanEvent => ({
  ...(id !== undefined && { id }),
  kind: 'repay',
  on: day(n),
  amount: fen(amount),
})

describe('giving up', () => {
  const writeOff: LoanEvent = { id: 'lost', kind: 'writeOff', on: day(36) }

  test('writeOff: what was owed is noted as lost, by part with the penalty to the day, and the loan is closed', () => {
    const { accounts, entries, writtenOffOn } = replay(loan, [repay(31, 50_000), writeOff], day(300))
    // 530.00 of principal overdue for 5 days at 0.05 % a day.
    expect(entries[1]?.allocation).toMatchObject({ parts: { fee: 0, penalty: 133, interest: 6000, principal: 253_000 }, surplus: 0 })
    expect(entries[1]).toMatchObject({ balance: 0 })
    expect(writtenOffOn).toBe(day(36))
    expect(accounts.map(({ closedOn }) => closedOn)).toEqual([day(36), day(36), day(36)])
    expect(standingOf({ loan, payments: [repay(31, 50_000), writeOff], onDate: day(300) })).toMatchObject({ isSettled: true, owedTotal: 0 })
  })

  test('writeOff: no penalty grows on what is lost, and money that comes after is the surplus', () => {
    const { accounts, surplus } = replay(loan, [writeOff, repay(50, 1000)], day(300))
    expect(accounts[0] && figuresOn(accounts[0], loan, day(300)).charged.penalty).toBe(accounts[0]?.writtenOff.penalty)
    expect(surplus).toBe(1000)
  })

  test('chargeOff: notes what is owed and leaves the debt as it is; the borrower may go on paying', () => {
    const events: LoanEvent[] = [{ id: 'off', kind: 'chargeOff', on: day(20) }, repay(31, 103_000)]
    const { accounts, entries, chargedOffOn } = replay(loan, events, day(31))
    expect(entries[0]?.allocation.parts).toEqual({ fee: 0, penalty: 0, interest: 9000, principal: 300_000 })
    expect(chargedOffOn).toBe(day(20))
    expect(accounts[0]).toMatchObject({ closedOn: day(31) })
    expect(replay(loan, [...events, { kind: 'reverse', on: day(32), event: 'off' }], day(32))).toMatchObject({ chargedOffOn: undefined })
  })
})

describe('what is given up', () => {
  const lost = (events: readonly LoanEvent[], some = loan) => replay(some, [...events, { kind: 'writeOff', on: day(60) }], day(60))
  const principalFirst: Loan = { ...loan, rules: { ...defaultRules, allocationOrder: ['principal', 'interest', 'penalty', 'fee'] } }

  test('writeOff, chargeOff: a period that owes nothing is not told of, and stays as it was paid', () => {
    const { entries, accounts } = lost([repay(31, 103_000)])
    expect(entries[1]?.allocation.lines.map(({ period }) => period)).toEqual([2, 3])
    expect(accounts[0]).toMatchObject({ closedOn: day(31), repaid: [{ on: day(31), amount: 100_000 }], writtenOff: noParts })
    const off = replay(loan, [repay(31, 103_000), { kind: 'chargeOff', on: day(60) }], day(60))
    expect(off.entries[1]?.allocation.lines.map(({ period }) => period)).toEqual([2, 3])
  })

  test('writeOff: of a single fen of principal the balance is free, too; of interest alone no principal ends', () => {
    const oneFen = lost([repay(31, 303_000 - 1)], {
      ...principalFirst,
      rules: { ...principalFirst.rules, allocationDirection: 'vertical' },
    })
    expect(oneFen.entries.map(({ balance }) => balance)).toEqual([1, 0])
    const interest = lost([repay(31, 100_000)], principalFirst)
    expect(interest.accounts[0]).toMatchObject({ repaid: [{ on: day(31), amount: 100_000 }], writtenOff: { principal: 0, interest: 3000 } })
  })

  test('writeOff, chargeOff: on the balance what is lost is all that is owed on the day, with the interest of overdue principal', () => {
    const recalculation = { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true } as const
    const agreed: LoanTerms = { ...terms, method: 'equalInstalment', recalculation }
    const some: Loan = { ...loan, terms: agreed, plan: planFor(agreed) }
    const { owed } = standingOf({ loan: some, payments: [], onDate: day(60) })
    expect(owed.interest).toBeGreaterThan(some.plan.reduce((sum, { interest }) => sum + interest, 0))
    expect(lost([], some).entries[0]?.allocation.parts).toEqual(owed)
    const { penalty, ...plain } = replay(some, [{ kind: 'chargeOff', on: day(60) }], day(60)).entries[0]?.allocation.parts ?? noParts
    expect({ ...plain, penalty }).toEqual(owed)
  })
})

describe('a surplus of a loan that was paid', () => {
  const dearer = (n: number): LoanEvent => ({ kind: 'changeRate', on: day(n), annualRate: ppm(240_000) })
  const owedWith = (amount: number, change: LoanEvent, n = 20) =>
    standingOf({ loan, payments: [repay(10, amount), change], onDate: day(n) })

  test('pays first what a change of the plan makes the loan owe again', () => {
    const plain = owedWith(309_000, dearer(12))
    expect(plain.owedTotal).toBeGreaterThan(1000)
    const held = owedWith(310_000, dearer(12))
    expect(held).toMatchObject({ owedTotal: plain.owedTotal - 1000, surplus: 0, paidTotal: 310_000 })
    expect(held.outcomes[0]?.allocation.surplus).toBe(0)
    const enough = owedWith(309_000 + plain.owedTotal, dearer(12))
    expect(enough).toMatchObject({ isSettled: true, settledOn: day(12), surplus: 0 })
  })

  test('is held while the change is only agreed ahead, and where the loan was not paid it is left to the payer', () => {
    expect(owedWith(310_000, dearer(40)).surplus).toBe(1000)
    expect(owedWith(310_000, dearer(40), 40).surplus).toBe(0)
    const upTo: LoanEvent = { kind: 'repay', on: day(10), amount: fen(104_000), upToPeriod: 1 }
    expect(standingOf({ loan, payments: [upTo, dearer(40)], onDate: day(40) }).surplus).toBe(1000)
  })
})

describe('a surplus paid back', () => {
  const refund: LoanEvent = { id: 'r', kind: 'refundSurplus', on: day(40), amount: fen(1000) }

  test('refundSurplus: takes from what is held for the borrower', () => {
    const { surplus, accounts } = replay(loan, [repay(10, 310_500), refund], day(40))
    expect(surplus).toBe(500)
    expect(accounts.map(({ added, closedOn }) => [added, closedOn])).toEqual(Array(3).fill([noParts, day(10)]))
    expect(replay(loan, [repay(10, 310_000), refund], day(40))).toMatchObject({
      surplus: 0,
      accounts: accounts.map(() => ({ added: noParts })),
    })
  })

  test('refundSurplus: a fen more than is held is owed, and a fen that is held pays its part', () => {
    const { accounts, entries } = replay(loan, [repay(10, 309_999), refund], day(40))
    expect(accounts[1]).toMatchObject({ added: { principal: 1000 }, closedOn: undefined })
    expect(entries[1]).toMatchObject({ balance: 1, allocation: { parts: { principal: 1 } } })
    const one = replay(loan, [repay(10, 309_001), refund], day(40))
    expect(one.entries[1]).toMatchObject({ balance: 999 })
    expect(one.accounts[1]?.repaid.map(({ amount }) => amount)).toEqual([100_000, 1])
    expect(replay(loan, [refund], day(40)).accounts[1]?.repaid).toEqual([])
  })

  test('refundSurplus: when the payment turns out to be none, what was paid back is owed with the next period', () => {
    const { accounts, surplus, entries } = replay(
      loan,
      [repay(10, 310_000, 'p'), refund, { kind: 'reverse', on: day(41), event: 'p' }],
      day(41),
    )
    expect(surplus).toBe(0)
    expect(accounts.map(({ added }) => added)).toEqual([noParts, { ...noParts, principal: 1000 }, noParts])
    expect(entries[0]).toMatchObject({ balance: 301_000, allocation: { parts: { ...noParts, principal: 1000 } } })
  })

  test('refundSurplus: of a sum that is held in part only, the part held pays its part', () => {
    const { accounts, surplus, entries } = replay(loan, [repay(10, 309_400), refund], day(40))
    expect(surplus).toBe(0)
    expect(accounts[1]).toMatchObject({ closedOn: undefined, added: { principal: 1000 }, paid: { principal: 100_400 } })
    expect(entries[1]).toMatchObject({ balance: 600, allocation: { parts: { ...noParts, principal: 600 } } })
  })

  test('refundSurplus: after the plan it is owed in a period of its own', () => {
    const late: LoanEvent = { ...refund, on: day(150) }
    const { accounts } = replay(loan, [late], day(150))
    expect(accounts[3]).toMatchObject({ added: { principal: 1000 }, row: { dueDate: day(150) } })
  })

  test('refundSurplus: no amount is refused', () => {
    expect(() => replay(loan, [{ kind: 'refundSurplus', on: day(1), amount: fen(0) }], day(1))).toThrow('AMOUNT_NOT_POSITIVE')
  })
})
