import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { type TransferPurpose, transferPurposes } from '@fyh/contract/transfer.machine.ts'
import { expect, test } from 'vitest'
import { postingKinds } from './posting-kinds.ts'
import { benefitEarned, transferMoved, transferReturned } from './transfer-postings.ts'

const of = { userId: 7, subject: { kind: 'benefit', id: 12 }, on: civilDate('2026-12-27'), amount: fen(2_990) } as const
const purposes = Object.keys(transferPurposes).filter((name): name is TransferPurpose => name in transferPurposes)
const every = [
  ...purposes.flatMap((purpose) => {
    const moved = { ...of, transferId: 5, purpose, orderKey: 'transfer-5' }
    return [transferMoved(moved), transferReturned(moved)]
  }),
  benefitEarned({ ...of, cause: 'use:3' }),
]

test('postings of transfers balance, move the accounts of their kind on their sides, and name the order where the channel moved money', () => {
  for (const { kind, legs, orderKey } of every) {
    expect(legs.reduce<number>((sum, { amount }) => sum + amount, 0)).toBe(0)
    const on = (isDebit: boolean) => legs.filter(({ amount }) => amount > 0 === isDebit).map(({ account }) => account)
    const { debit, credit } = postingKinds[kind]
    expect({ kind, debit: on(true), credit: on(false) }).toEqual({ kind, debit, credit })
    expect(orderKey !== undefined).toBe(legs.some(({ account }) => account === 'channelClearing'))
  }
})

test('what a transfer moved and its way back have keys of their own', () => {
  const keys = every.map(({ kind, key }) => `${kind} ${key}`)
  expect(new Set(keys).size).toBe(keys.length)
  const moved = { ...of, transferId: 5, purpose: 'benefit', orderKey: 'transfer-5' } as const
  expect(transferMoved(moved).key).not.toBe(transferReturned(moved).key)
})
