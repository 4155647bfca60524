import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { expect, test } from 'vitest'
import { postingKinds } from './posting-kinds.ts'
import * as postings from './red-packet-postings.ts'

const packet = { userId: 7, activityId: 12, packetId: 5, amount: fen(1_800), on: civilDate('2026-12-27') }

test('postings of red packets balance, are named as their function, move the accounts of their kind, and belong to the activity', () => {
  for (const [name, post] of Object.entries(postings)) {
    const { kind, legs, ...head } = post(packet)
    expect(kind).toBe(name)
    expect(head).toMatchObject({ userId: 7, subject: { kind: 'activity', id: 12 }, key: `${name}:5` })
    const on = (isDebit: boolean) => legs.filter(({ amount }) => amount > 0 === isDebit)
    const { debit, credit } = postingKinds[kind]
    expect(on(true)).toEqual([{ account: debit[0], amount: 1_800 }])
    expect(on(false)).toEqual([{ account: credit[0], amount: -1_800 }])
  }
})
