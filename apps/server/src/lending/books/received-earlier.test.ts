import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import {
  cardIdOf,
  codeFor,
  detailOf,
  moveTo,
  newKey,
  notify,
  orderKeysOf,
  paid,
  paidOutLoan,
  payOrdered,
  withTier,
} from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let borrower: TestBorrower
let loanId: number
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

/** A loan of 10,000 yuan over 12 periods whose first instalment of 916.80 was paid on its due day. */
let dueDate: string
beforeEach(async () => {
  borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  loanId = (await paidOutLoan(server, borrower)).loanId
  dueDate = (await detail()).plan[0]?.dueDate ?? ''
  await moveTo(server, dueDate)
  await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })
})
const detail = () => detailOf(server, borrower, loanId)
const ledger = () => owedByLedger(server.db, { userId: borrower.userId, loanId })
const resultOf = async (id: number) => must(await server.call('repay', 'result', { params: { id } }, { token: borrower.token }))

/** The channel tells that it had received the money five days before that instalment. */
async function toldEarlier(repaymentId: number, takenFen: number) {
  await server.runJobs()
  server.providers.takeNotices()
  const key = (await orderKeysOf(server, loanId)).at(-1) ?? ''
  const receivedOn = new Date(Date.parse(dueDate) - 5 * 86_400_000).toISOString().slice(0, 10)
  expect(await notify(server, 'debit', { noticeId: key, key, result: 'succeeded', takenFen, receivedOn })).toMatchObject({ code: 0 })
  await server.runJobs()
  return resultOf(repaymentId)
}

test('a settlement that was received before another payment settles by the day of its quote, and nothing lies idle', async () => {
  const quote = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, borrower))
  const amountFen = quote.parts.total
  const { repaymentId } = must(await payOrdered(server, borrower, { loanId, mode: 'all', amountFen }))
  expect(await toldEarlier(repaymentId, amountFen)).toMatchObject({ loanStatus: 5, owedAfter: 0, surplusFen: 0, countsFrom: dueDate })
  expect(await ledger()).toMatchObject({ total: 0, surplusHeld: 0 })
})

test('an instalment paid ahead that was received before the one due pays the next one, and no surplus lies beside the open loan', async () => {
  const { repaymentId } = must(await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 91_680 }))
  expect(await toldEarlier(repaymentId, 91_680)).toMatchObject({ surplusFen: 0, lines: [{ period: 2 }] })
  expect((await detail()).plan.slice(0, 3).map(({ state }) => state)).toEqual(['paid', 'paid', 'future'])
  expect(await ledger()).toMatchObject({ surplusHeld: 0 })
})

test('a prepayment that was received before the instalment of its day prepays the principal that was chosen', async () => {
  const authCode = await codeFor(server, borrower, { loanId, mode: 'prepay', amountFen: 200_000 })
  const body = {
    loanId,
    principalFen: fen(200_000),
    totalFen: fen(200_000),
    effect: 'lower',
    cardId: cardIdOf(borrower),
    authCode,
  } as const
  const { repaymentId } = must(await server.call('repay', 'prepay', { body }, { token: borrower.token, key: newKey() }))
  expect(await toldEarlier(repaymentId, 200_000)).toMatchObject({ surplusFen: 0, parts: { principal: 200_000, interest: 0 } })
  expect(await ledger()).toMatchObject({ principal: 723_320, surplusHeld: 0 })
})
