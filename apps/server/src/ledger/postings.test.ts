import { civilDate } from '@fyh/base/dates.ts'
import { fen, zeroFen } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { interestDue, type Posting, paidOut, penaltyAccrued, repaid, settledEarly, surplusHeld } from './postings.ts'

const of = { userId: 7, loanId: 70, on: civilDate('2026-12-27') }
const amount = fc.integer({ min: 0, max: 20_000_000_00 }).map(fen)
const split = fc.record({ principal: amount, interest: amount, fee: amount, penalty: amount })
const sumOf = ({ legs }: Posting) => legs.reduce<number>((sum, leg) => sum + leg.amount, 0)

test('every named posting balances, whatever the amounts, and carries no empty leg', () => {
  fc.assert(
    fc.property(amount, split, fc.integer({ min: 1, max: 12 }), (a, parts, period) => {
      const postings = [
        paidOut({ ...of, amount: a }),
        interestDue({ ...of, period, amount: a }),
        penaltyAccrued({ ...of, period, amount: a }),
        repaid({ ...of, repaymentId: 9, split: parts }),
        surplusHeld({ ...of, repaymentId: 9, amount: a }),
        settledEarly({ ...of, givenUp: parts, fee: a }),
      ]
      for (const posting of postings) {
        expect(sumOf(posting)).toBe(0)
        expect(posting.legs.every((leg) => leg.amount !== 0)).toBe(true)
      }
    }),
  )
})

test('the same event has the same key, different events have different ones', () => {
  expect(penaltyAccrued({ ...of, period: 1, amount: fen(58) }).key).toBe(penaltyAccrued({ ...of, period: 1, amount: fen(58) }).key)
  const keys = [
    penaltyAccrued({ ...of, period: 1, amount: fen(58) }),
    penaltyAccrued({ ...of, period: 2, amount: fen(58) }),
    penaltyAccrued({ ...of, on: civilDate('2026-12-28'), period: 1, amount: fen(58) }),
    interestDue({ ...of, period: 1, amount: fen(58) }),
    paidOut({ ...of, amount: fen(58) }),
  ].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a negative debt or payment is a bug and is stopped before it is booked', () => {
  expect(() => interestDue({ ...of, period: 1, amount: fen(-1) })).toThrow('negative interest')
  expect(() =>
    repaid({ ...of, repaymentId: 1, split: { principal: fen(-1), interest: zeroFen, fee: zeroFen, penalty: zeroFen } }),
  ).toThrow()
})

test('settling early where nothing was recognised beyond the day and no fee is taken books nothing', () => {
  const nothing = { principal: zeroFen, interest: zeroFen, fee: zeroFen, penalty: zeroFen }
  expect(settledEarly({ ...of, givenUp: nothing, fee: zeroFen }).legs).toEqual([])
})
