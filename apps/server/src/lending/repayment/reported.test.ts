import { addDays, today } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { service } from '#features/servicing/servicing.ts'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, moveTo, notify, notifyOnly, orderKeysOf, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

const due = 91_680

async function ordered() {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const { loanId, contractNo } = await paidOutLoan(server, borrower)
  const { repaymentId } = must(await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: due }))
  await server.runJobs()
  server.providers.takeNotices()
  return { borrower, loanId, contractNo, repaymentId, key: (await orderKeysOf(server, loanId)).at(-1) ?? '' }
}
type Mine = Awaited<ReturnType<typeof ordered>>

const says = (key: string, takenFen: number, result = 'succeeded') => ({ noticeId: `${result}-${takenFen}-${key}`, key, result, takenFen })
/** A notice that the channel's own answer need not agree with. */
async function claim(notice: ReturnType<typeof says>) {
  expect(await notifyOnly(server, 'debit', notice)).toMatchObject({ status: 200, code: 0 })
  await server.runJobs()
}
/** A notice with which the channel agrees when it is asked. */
async function tell(notice: ReturnType<typeof says>) {
  expect(await notify(server, 'debit', notice)).toMatchObject({ status: 200, code: 0 })
  await server.runJobs()
}
async function askAgain() {
  server.machine.pass(600_000)
  await server.deps.jobs.send(server.db, 'repay.sweep', {})
  await server.runJobs()
}
const resultOf = async ({ repaymentId, borrower: { token } }: { repaymentId: number; borrower: TestBorrower }) =>
  must(await server.call('repay', 'result', { params: { id: repaymentId } }, { token }))
const clearing = async ({ loanId }: Mine) => {
  const rows = await server.db
    .selectFrom('ledger_leg')
    .select('amount_fen')
    .where('loan_id', '=', loanId)
    .where('account', '=', 'channelClearing')
    .execute()
  return rows.reduce((sum, { amount_fen }) => sum + amount_fen, 0)
}
async function operator(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await service(server.deps, args, (line) => lines.push(line))
  await server.runJobs()
  return lines
}
const listed = async ({ key }: Mine) => (await operator('debits')).filter((line) => line.includes(key))
const decided = (key: string, ...more: string[]) =>
  operator('debit-resolve', '--order', key, '--by', 'operator 7', '--reason', 'asked the channel', ...more)
async function differences({ key }: Mine): Promise<string[]> {
  const lines: string[] = []
  await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })
  return lines.filter((line) => line.includes(key) && line.includes('a notice says'))
}

describe('a notice of another sum than was ordered', () => {
  test('books nothing while the channel has no answer; the true notice after it is booked, once, and the false one stays for operators', async () => {
    const mine = await ordered()
    server.providers.payment.answerAs({ ...says(mine.key, 0), result: 'processing' })
    for (let time = 0; time < 3; time += 1) await claim(says(mine.key, 1))
    expect(await resultOf(mine)).toMatchObject({ status: 'processing', takenFen: 0 })
    expect(await clearing(mine)).toBe(0)
    expect(await differences(mine)).toEqual([])
    for (let time = 0; time < 3; time += 1) await tell(says(mine.key, due))
    expect(await resultOf(mine)).toMatchObject({ status: 'succeeded', takenFen: due })
    expect(await clearing(mine)).toBe(due)
    await askAgain()
    const figures = 'ordered 916.80, notice: partly 0.01, channel: succeeded 916.80, booked 916.80'
    expect(await listed(mine)).toEqual([expect.stringContaining(figures)])
    expect(await differences(mine)).toEqual([
      expect.stringContaining('a notice says 0.01 of 916.80 ordered, the channel answers 916.80, booked 916.80'),
    ])
    await decided(mine.key)
    expect([await listed(mine), await differences(mine)]).toEqual([[], []])
    await claim(says(mine.key, 1))
    expect([await listed(mine), await clearing(mine)]).toEqual([[], due])
  })

  test('is asked back: what the channel answers is booked, not what the notice says', async () => {
    const mine = await ordered()
    server.providers.payment.answerAs(says(mine.key, due))
    await claim(says(mine.key, 1))
    expect(await resultOf(mine)).toMatchObject({ status: 'succeeded', takenFen: due })
    expect((await detailOf(server, mine.borrower, mine.loanId)).plan[0]?.state).toBe('paid')
    await tell(says(mine.key, due))
    expect(await clearing(mine)).toBe(due)
    expect(await listed(mine)).toHaveLength(1)
  })

  test('that the channel confirms is booked as a part, and leaves nothing to look at', async () => {
    const mine = await ordered()
    await tell(says(mine.key, 40_000, 'partly'))
    expect(await resultOf(mine)).toMatchObject({ status: 'partly', takenFen: 40_000 })
    expect([await listed(mine), await differences(mine)]).toEqual([[], []])
  })

  test('that turns out to be the rest of what was booked is booked, too, when notice and channel agree', async () => {
    const mine = await ordered()
    await tell(says(mine.key, 1))
    expect(await resultOf(mine)).toMatchObject({ status: 'partly', takenFen: 1 })
    await claim(says(mine.key, due))
    expect(await resultOf(mine)).toMatchObject({ status: 'partly', takenFen: 1 })
    expect(await listed(mine)).toHaveLength(1)
    const other = await ordered()
    await tell(says(other.key, 1))
    for (let time = 0; time < 2; time += 1) await tell(says(other.key, due))
    expect(await resultOf(other)).toMatchObject({ status: 'succeeded', takenFen: due, parts: { interest: 15_000, principal: 76_680 } })
    expect(await clearing(other)).toBe(due)
    expect(await listed(other)).toEqual([expect.stringContaining('notice: partly 0.01')])
  })

  test('that is booked on a later day is no difference from a statement that has all of it on the day of the order', async () => {
    const mine = await ordered()
    await tell(says(mine.key, 1))
    await moveTo(server, addDays(today(server.clock), 2))
    await tell(says(mine.key, due))
    expect(await clearing(mine)).toBe(due)
    await decided(mine.key)
    const lines: string[] = []
    await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })
    expect(lines.filter((line) => line.includes(mine.key))).toEqual([])
  })

  test('that arrives after the question was sent is not closed by the older answer: the channel is asked about it', async () => {
    const mine = await ordered()
    server.providers.payment.answerAs(says(mine.key, 60_000, 'partly'))
    const { queryDebit } = server.providers.payment
    const asked = vi.spyOn(server.providers.payment, 'queryDebit').mockImplementationOnce(async (request) => {
      const answer = await queryDebit(request)
      await notify(server, 'debit', says(mine.key, 70_000, 'partly'))
      return answer
    })
    await claim(says(mine.key, 60_000, 'partly'))
    asked.mockRestore()
    await askAgain()
    expect(await resultOf(mine)).toMatchObject({ status: 'partly', takenFen: 70_000 })
    expect(await clearing(mine)).toBe(70_000)
    expect(await listed(mine)).toEqual([expect.stringContaining('notice: partly 600.00, channel: partly 600.00, booked 700.00')])
  })

  test('of more than was ordered, or of nothing, is asked back as well', async () => {
    const mine = await ordered()
    server.providers.payment.answerAs(says(mine.key, due))
    await claim(says(mine.key, 10 * due))
    expect(await resultOf(mine)).toMatchObject({ status: 'succeeded', takenFen: due, surplusFen: 0 })
    const other = await ordered()
    server.providers.payment.answerAs(says(other.key, due))
    await claim(says(other.key, 0))
    expect(await resultOf(other)).toMatchObject({ status: 'succeeded', takenFen: due })
  })

  test('that the channel never answers ends as a failed debit that operators see and can book', async () => {
    const mine = await ordered()
    server.providers.payment.answerAs({ ...says(mine.key, 0), result: 'failed' })
    await claim(says(mine.key, 1))
    expect(await resultOf(mine)).toMatchObject({ status: 'failed', takenFen: 0 })
    expect(await differences(mine)).toEqual([expect.stringContaining('the channel answers 0.00, booked 0.00')])
    await decided(mine.key, '--amount', '916.80')
    expect(await resultOf(mine)).toMatchObject({ status: 'succeeded', takenFen: due })
    expect(await listed(mine)).toEqual([])
  })

  test('a return of another sum than was taken takes nothing back, and operators see it', async () => {
    const mine = await ordered()
    await tell(says(mine.key, due))
    await claim(says(mine.key, 500, 'returned'))
    expect(await resultOf(mine)).toMatchObject({ status: 'succeeded', takenFen: due })
    expect(await listed(mine)).toEqual([expect.stringContaining('notice: returned 5.00, channel: succeeded 916.80')])
    await decided(mine.key)
    expect(await listed(mine)).toEqual([])
  })
})

test('debit-resolve refuses what it cannot do, in words, and changes nothing', async () => {
  const mine = await ordered()
  await tell(says(mine.key, due))
  const refusal = (...args: string[]) =>
    operator(...args).then(
      () => '',
      (error: Error) => error.message,
    )
  const by = ['--by', 'operator 7', '--reason', 'test']
  expect(await refusal('debit-resolve', '--order', mine.key)).toBe('a decision needs --by and --reason')
  expect(await refusal('debit-resolve', '--order', 'debit-1', ...by)).toBe('no debit has the order key debit-1')
  expect(await refusal('debit-resolve', '--order', mine.key, ...by)).toBe('no notice of this order is open')
  expect(await refusal('debit-resolve', '--order', mine.key, ...by, '--amount', '0')).toBe('at least 0.01 can be booked')
  expect(await refusal('debits-of-all')).toContain('Usage:')
  await claim(says(mine.key, 1))
  expect(await refusal('debit-resolve', '--order', mine.key, ...by, '--amount', '1.00')).toBe(
    'only a larger sum can be booked instead of what is booked',
  )
  expect(await listed(mine)).toHaveLength(1)
})
