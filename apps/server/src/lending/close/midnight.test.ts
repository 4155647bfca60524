import { addDays, civilDate, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, detailOf, moveTo, newKey, paid, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let borrower: TestBorrower
let loanId: number
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000', AUTO_DEBIT: '0' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  ;({ loanId } = await paidOutLoan(server, borrower))
})

const quote = async (mode: 'due' | 'all' = 'due') =>
  must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode } }, borrower))
const passDays = (days: number) => moveTo(server, addDays(today(server.clock), days))
/** The day that lies so far after the due day of a period. */
const afterDue = async (period: number, days: number) => {
  const row = (await detailOf(server, borrower, loanId)).plan[period - 1]
  await moveTo(server, addDays(civilDate(row?.dueDate ?? ''), days))
}
const all = (amountFen: number, mode: 'due' | 'all' = 'due') => payOrdered(server, borrower, { loanId, mode, amountFen, part: false })
const changedTo = (totalFen: number) => ({ code: 1, error: 'QUOTE_CHANGED', detail: expect.objectContaining({ totalFen }) })

/** What was shown before midnight is refused after it, and today's sum leaves nothing open. */
async function shownBeforeMidnight(): Promise<void> {
  const shown = (await quote()).parts.total
  await passDays(1)
  const now = (await quote()).parts.total
  expect(now).toBeGreaterThan(shown)
  expect(await all(shown)).toMatchObject(changedTo(now))
  expect((await detailOf(server, borrower, loanId)).runningRepaymentId).toBeNull()
  const result = await paid(server, borrower, { loanId, mode: 'due', amountFen: now, part: false })
  expect(result).toMatchObject({ status: 'succeeded', takenFen: now })
}

describe('over midnight: paying all that was shown is no part payment', () => {
  test('overdue: a day more of penalty is shown and confirmed again, and the loan is cured', async () => {
    await afterDue(1, 5)
    await shownBeforeMidnight()
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 4, overdueDays: 0 })
  })

  test('overdue: the end of the grace days', async () => {
    await afterDue(1, 3)
    await shownBeforeMidnight()
  })

  test('several instalments: the next one falls due, too', async () => {
    await afterDue(2, -1)
    expect((await quote()).periods).toEqual([1])
    await shownBeforeMidnight()
  })

  test('due and not yet due: the sum of the plan is the same after midnight, and is taken', async () => {
    const shown = (await quote()).parts.total
    await passDays(1)
    expect(await paid(server, borrower, { loanId, mode: 'due', amountFen: shown, part: false })).toMatchObject({ status: 'succeeded' })
    await afterDue(2, 0)
    const shownThen = (await quote()).parts.total
    await passDays(1)
    expect(await paid(server, borrower, { loanId, mode: 'due', amountFen: shownThen, part: false })).toMatchObject({ status: 'succeeded' })
  })

  test('settling: a day more of interest', async () => {
    await passDays(3)
    const shown = (await quote('all')).parts.total
    await passDays(1)
    expect(await all(shown, 'all')).toMatchObject(changedTo((await quote('all')).parts.total))
  })

  test('prepaying: a day more of interest', async () => {
    await passDays(3)
    const asked = async () =>
      must(await server.call('repay', 'prepayQuote', { params: { id: loanId }, query: { principalFen: '200000' } }, borrower))
    const shown = (await asked()).parts.total
    await passDays(1)
    const body = {
      ...{ loanId, principalFen: fen(200_000), totalFen: fen(shown), effect: 'lower' as const },
      ...{ cardId: cardIdOf(borrower), authCode: await codeFor(server, borrower, { loanId, mode: 'prepay', amountFen: shown }) },
    }
    const answer = await server.call('repay', 'prepay', { body }, { token: borrower.token, key: newKey() })
    expect(answer).toMatchObject(changedTo((await asked()).parts.total))
  })

  test('a part of what is due stays a part, also when more is due since', async () => {
    await passDays(35)
    await passDays(1)
    expect(await paid(server, borrower, { loanId, mode: 'due', amountFen: 50_000, part: true })).toMatchObject({ status: 'succeeded' })
    expect((await detailOf(server, borrower, loanId)).status).toBe(6)
  })

  test('paid in another tab meanwhile: less is due, and the sum shown is not taken', async () => {
    await passDays(35)
    const shown = (await quote()).parts.total
    await paid(server, borrower, { loanId, mode: 'due', amountFen: 50_000, part: true })
    expect(await all(shown)).toMatchObject(changedTo((await quote()).parts.total))
  })

  test('a request that does not say whether it is a part is taken as the whole', async () => {
    const { total } = (await quote()).parts
    const body = {
      loanId,
      mode: 'due' as const,
      cardId: cardIdOf(borrower),
      authCode: await codeFor(server, borrower, { loanId, mode: 'due', amountFen: total - 100 }),
    }
    const answer = await server.call(
      'repay',
      'pay',
      { body: { ...body, amountFen: fen(total - 100) } },
      { token: borrower.token, key: newKey() },
    )
    expect(answer).toMatchObject(changedTo(total))
  })
})
