import { expect, test } from 'vitest'
import { contentOf } from './message-params.ts'

test('a stored message is of its kind only with all parameters of that kind, each of its type', () => {
  const params = { amountFen: 100_000, cardTail: '0009', firstDueOn: '2026-12-27' }
  expect(contentOf('payoutDone', params)).toEqual({ kind: 'payoutDone', params })
  for (const other of [{ ...params, firstDueOn: '2026-02-30' }, { ...params, amountFen: '100000' }, { amountFen: 100_000 }, null])
    expect(contentOf('payoutDone', other)).toBeUndefined()
})
