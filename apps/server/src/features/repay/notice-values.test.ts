import { borrow } from '@fyh/contract/borrow.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { repay } from '@fyh/contract/repay.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notify, orderKeysOf, paidOutLoan, payOrdered } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let keys: { payout: string; debit: string }
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0' } })
  const borrower = await server.newBorrower({ upTo: 'card' })
  const { loanId } = await paidOutLoan(server, borrower)
  await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 1_000 })
  await server.runJobs()
  const [payout = '', debit = ''] = await orderKeysOf(server, loanId)
  keys = { payout, debit }
})
afterAll(() => server.close())

/** Values of the right type that no calendar, table or sum can hold. */
const impossible: Readonly<Record<string, readonly unknown[]>> = {
  amount: [9_007_199_254_740_991, 1e300, 2 ** 53, 10 ** 13 + 1, -1, 0.5, '100', null],
  day: ['2026-02-30', '2026-13-01', '2026-00-10', '2025-02-29', '0000-01-01', '1000-01-01', '9999-12-31', '2026-1-1', '', 20261127],
  moment: ['2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', '9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00Z', '2026-01-01', '', 0],
  text: ['x'.repeat(201), 'a\u0000b', '\ud835', 7],
}
const kindOf = (name: string) =>
  /Fen$/.test(name) ? 'amount' : /On$/.test(name) ? 'day' : /At$/.test(name) ? 'moment' : name === 'result' ? undefined : 'text'

const notices: readonly (readonly [keyof typeof keys, Endpoint, Readonly<Record<string, unknown>>])[] = [
  ['payout', borrow.payoutNotice, { lenderId: 1, result: 'paid', amountFen: 1, reason: 'r', paidAt: '2026-11-27T02:00:00Z' }],
  ['debit', repay.debitNotice, { result: 'succeeded', takenFen: 1, receivedOn: '2026-11-27', channelNo: 'c', reason: 'r' }],
]

describe.each(notices)('a signed %s notice', (to, { body }, rest) => {
  const whole = () => ({ noticeId: 'n-impossible', key: keys[to], ...rest })

  test('the table below names every field of the declared body', () => {
    const names = Object.keys(body && 'shape' in body && typeof body.shape === 'object' && body.shape !== null ? body.shape : {})
    expect(Object.keys(whole()).toSorted()).toEqual(names.toSorted())
  })

  test('is refused with INPUT_INVALID and the field, never 500, for a value that cannot be', async () => {
    // A lender that cannot be has no signature either: see below.
    for (const name of Object.keys(whole()).filter((one) => one !== 'lenderId'))
      for (const value of impossible[kindOf(name) ?? 'text'] ?? []) {
        const { status, code, error, detail } = await notify(server, to, { ...whole(), [name]: value })
        expect({ name, value, status, code, error, detail }).toMatchObject({
          ...{ name, value, status: 200, code: 1, error: 'INPUT_INVALID' },
          detail: { fields: expect.arrayContaining([expect.objectContaining({ field: name })]) },
        })
      }
    const kept = await server.db.selectFrom('vendor_notice').select('notice_id').where('notice_id', '=', 'n-impossible').execute()
    expect(kept).toEqual([])
  })

  test('may carry the earliest and the latest day there are: neither breaks the books', async () => {
    for (const [n, on] of ['1900-01-01', '2199-12-31'].entries()) {
      const field = to === 'payout' ? { paidAt: `${on.replace('1900', '1970')}T00:00:00Z` } : { receivedOn: on }
      const { status, code } = await notify(server, to, { ...whole(), ...field, noticeId: `n-edge-${n}` })
      expect({ on, status, code }).toEqual({ on, status: 200, code: 0 })
    }
  })
})

test.each([['x'], [0], [-1], [1.5], [2 ** 53], [null], [2]])(
  'a pay-out notice that names %j as its lender has no signature that holds',
  async (lenderId) => {
    const notice = { noticeId: 'n-lender', key: keys.payout, result: 'paid', amountFen: 1, signedBy: 1, lenderId }
    const { status, error } = await notify(server, 'payout', notice)
    expect({ status, error }).toEqual({ status: 401, error: 'SIGNATURE_INVALID' })
  },
)
