import { civilDate } from '@fyh/base/dates.ts'
import { fen, zeroFen } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Posting } from './posting.ts'
import { type LoanPostingKind, postingKinds } from './posting-kinds.ts'
import * as postings from './postings.ts'

const {
  excessLost,
  excessPaidOut,
  excessReturned,
  feeCharged,
  interestAccrued,
  lenderCoupon,
  paidOut,
  penaltyAccrued,
  platformCoupon,
  repaid,
  restated,
  returned,
  returnedRepaid,
  surplusHeld,
  waived,
  writtenOff,
} = postings

const of = { userId: 7, loanId: 70, on: civilDate('2026-12-27') }
const received = { ...of, repaymentId: 9, orderKey: 'debit-9' }
const amount = fc.integer({ min: 0, max: 20_000_000_00 }).map(fen)
const split = fc.record({ principal: amount, interest: amount, fee: amount, penalty: amount })
const sumOf = ({ legs }: Posting) => legs.reduce<number>((sum, leg) => sum + leg.amount, 0)

/** One of each, by the name of its function, so that none can be left out. */
const each = ({ a, parts, period }: { a: ReturnType<typeof fen>; parts: Parameters<typeof waived>[0]['split']; period: number }) =>
  ({
    paidOut: paidOut({ ...of, orderKey: 'payout-1', lenderId: 2, amount: a }),
    interestAccrued: interestAccrued({ ...of, amount: a }),
    feeCharged: feeCharged({ ...of, period, amount: a }),
    penaltyAccrued: penaltyAccrued({ ...of, period, amount: a }),
    repaid: repaid({ ...received, split: parts }),
    surplusHeld: surplusHeld({ ...received, amount: a }),
    waived: waived({ ...of, eventId: 3, split: parts }),
    excessPaidOut: excessPaidOut({ ...of, caseId: 5, orderKey: 'payout-2', lenderId: 2, amount: a }),
    excessReturned: excessReturned({ ...of, caseId: 5, orderKey: 'payout-2', lenderId: 2, amount: a }),
    excessLost: excessLost({ ...of, caseId: 5, orderKey: 'payout-2', lenderId: 2, amount: a }),
    writtenOff: writtenOff({ ...of, eventId: 4, split: parts }),
    lenderCoupon: lenderCoupon({ ...of, eventId: 6, split: parts }),
    platformCoupon: platformCoupon({ ...of, eventId: 7, split: parts }),
    restated: restated({ ...of, cause: 'repaid:9', owed: parts, givenUp: parts }),
    returned: returned({ ...received, owed: a, surplus: parts.fee }),
    returnedRepaid: returnedRepaid({ ...received, amount: a, surplus: parts.fee }),
  }) satisfies Record<keyof typeof postings, Posting> & Record<LoanPostingKind, Posting>

test('every named posting balances, whatever the amounts, is named as its function, and carries no empty leg', () => {
  fc.assert(
    fc.property(amount, split, fc.integer({ min: 1, max: 12 }), (a, parts, period) => {
      for (const [name, posting] of Object.entries(each({ a, parts, period }))) {
        expect(posting.kind).toBe(name)
        expect(sumOf(posting)).toBe(0)
        expect(posting.legs.every((leg) => leg.amount !== 0)).toBe(true)
      }
    }),
  )
})

test('a posting moves the accounts that its kind names, each on its side, and all of them', () => {
  const parts = { principal: fen(1), interest: fen(2), fee: fen(3), penalty: fen(4) }
  for (const { kind, legs } of Object.values(each({ a: fen(58), parts, period: 1 }))) {
    const on = (isDebit: boolean) => [...new Set(legs.filter(({ amount }) => amount > 0 === isDebit).map(({ account }) => account))].sort()
    const { debit, credit } = postingKinds[kind]
    expect({ kind, debit: on(true), credit: on(false) }).toEqual({
      kind,
      debit: [...debit].sort(),
      credit: [...credit].sort(),
    })
  }
})

test('the same event has the same key, different events have different ones', () => {
  expect(penaltyAccrued({ ...of, period: 1, amount: fen(58) }).key).toBe(penaltyAccrued({ ...of, period: 1, amount: fen(58) }).key)
  const parts = { principal: fen(1), interest: fen(2), fee: fen(3), penalty: fen(4) }
  const keys = [
    ...Object.values(each({ a: fen(58), parts, period: 1 })),
    penaltyAccrued({ ...of, period: 2, amount: fen(58) }),
    penaltyAccrued({ ...of, on: civilDate('2026-12-28'), period: 1, amount: fen(58) }),
    repaid({ ...received, repaymentId: 10, split: parts }),
    waived({ ...of, eventId: 5, split: parts }),
  ].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

test('what an outside party moved names its order, so that its statement can be compared with the ledger alone', () => {
  const parts = { principal: fen(1), interest: fen(2), fee: fen(3), penalty: fen(4) }
  for (const { orderKey, legs } of Object.values(each({ a: fen(58), parts, period: 1 }))) {
    const moves = legs.some(({ account }) => account === 'channelClearing' || account === 'lenderFunding')
    expect(orderKey !== undefined).toBe(moves)
  }
})

test('interest paid ahead that counts is put on its receivable again, and the principal gets it', () => {
  const split = { principal: fen(597_150), interest: fen(-7_200), fee: zeroFen, penalty: zeroFen }
  const { legs } = repaid({ ...received, split })
  expect(Object.fromEntries(legs.map(({ account, amount }) => [account, amount]))).toEqual({
    channelClearing: 589_950,
    principalReceivable: -597_150,
    interestReceivable: 7_200,
  })
})

test('where more interest counts than is left to settle, the debit pays less than nothing of it: the rest is held', () => {
  const split = { principal: fen(2_303), interest: fen(-2_374), fee: fen(69), penalty: zeroFen }
  const [first] = repaid({ ...received, split }).legs
  expect(first).toEqual({ account: 'channelClearing', amount: -2 })
})

test('a negative debt or payment is a bug and is stopped before it is booked', () => {
  const none = { principal: zeroFen, interest: zeroFen, fee: zeroFen, penalty: zeroFen }
  expect(() => interestAccrued({ ...of, amount: fen(-1) })).toThrow('interestReceivable cannot take -1')
  expect(() => surplusHeld({ ...received, amount: fen(-1) })).toThrow('channelClearing cannot take -1')
  for (const part of ['principal', 'penalty'] as const)
    expect(() => repaid({ ...received, split: { ...none, [part]: fen(-1) } })).toThrow('below zero')
})

test('a waiver of nothing books nothing', () => {
  const nothing = { principal: zeroFen, interest: zeroFen, fee: zeroFen, penalty: zeroFen }
  expect(waived({ ...of, eventId: 3, split: nothing }).legs).toEqual([])
})
