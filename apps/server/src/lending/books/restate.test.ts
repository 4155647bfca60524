import { addDays, today } from '@fyh/base/dates.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDays } from '#lending/close/close.ts'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { must } from '#platform/test-borrower.ts'
import { detailOf, limitLeft, moveTo, notify, orderKeysOf, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
const logged: string[] = []
beforeAll(async () => {
  const log = makeLog({ name: 'test', level: 'error', to: { write: (line) => void logged.push(line) } })
  server = await testServer({ today: '2026-02-15', log, settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

async function borrowerWith(loans: number) {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const limit = await limitLeft(server, borrower)
  const loanIds: number[] = []
  for (let n = 0; n < loans; n += 1) loanIds.push((await paidOutLoan(server, borrower)).loanId)
  return { borrower, limit, loanIds, loanId: loanIds[0] ?? 0 }
}
type Mine = Awaited<ReturnType<typeof borrowerWith>>

async function ordered({ borrower }: Mine, loanId: number, amountFen = 91_680) {
  const { repaymentId } = must(await payOrdered(server, borrower, { loanId, mode: 'due', amountFen }))
  await server.runJobs()
  server.providers.takeNotices()
  return { repaymentId, amountFen, key: (await orderKeysOf(server, loanId)).at(-1) ?? '' }
}
type Debit = Awaited<ReturnType<typeof ordered>>
async function tell({ key, amountFen }: Debit, result: 'succeeded' | 'failed' | 'returned', receivedOn?: string) {
  const takenFen = result === 'failed' ? 0 : amountFen
  const notice = { noticeId: `${result}-${key}`, key, result, takenFen, ...(receivedOn !== undefined && { receivedOn }) }
  expect(await notify(server, 'debit', notice)).toMatchObject({ status: 200, code: 0 })
}
const detail = ({ borrower }: Mine, loanId: number) => detailOf(server, borrower, loanId)
const ledger = ({ borrower: { userId } }: Mine, loanId: number) => owedByLedger(server.db, { userId, loanId })

test('a day that cannot be is not believed, and the log asks a person to look', async () => {
  const mine = await borrowerWith(1)
  const debit = await ordered(mine, mine.loanId)
  logged.splice(0)
  await tell(debit, 'succeeded', '2031-01-01')
  expect((await detail(mine, mine.loanId)).payments).toMatchObject([{ countsFrom: today(server.clock) }])
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { doubt: 'inFuture', receivedOn: '2031-01-01', repaymentId: debit.repaymentId },
  ])
})

test('money told more than sixty days late counts from the day it became known: nothing is taken back, and the log asks a person to look', async () => {
  const mine = await borrowerWith(1)
  const begin = today(server.clock)
  const debit = await ordered(mine, mine.loanId)
  await tell(debit, 'failed')
  await moveTo(server, addDays(begin, 61))
  const penalty = (await detail(mine, mine.loanId)).owed.penalty
  logged.splice(0)
  await tell(debit, 'succeeded', begin)
  const after = await detail(mine, mine.loanId)
  expect(after.payments).toMatchObject([{ countsFrom: addDays(begin, 61) }])
  expect(after.plan.reduce((sum, row) => sum + row.penalty, 0)).toBe(penalty)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ doubt: 'tooLongAgo' }])
})

test('news of one loan change nothing of another of the same borrower, and the limit follows both', async () => {
  const mine = await borrowerWith(2)
  const [first = 0, second = 0] = mine.loanIds
  const late = await ordered(mine, first)
  await tell(late, 'failed')
  const onTime = await ordered(mine, second)
  await tell(onTime, 'succeeded')
  const other = await ledger(mine, second)
  await tell(late, 'succeeded')
  expect(await limitLeft(server, mine.borrower)).toBe(mine.limit - 2 * 923_320)
  await tell(late, 'returned')
  expect(await limitLeft(server, mine.borrower)).toBe(mine.limit - 923_320 - 1_000_000)
  expect(await ledger(mine, second)).toEqual(other)
  expect((await detail(mine, first)).payments).toHaveLength(1)
  expect((await detail(mine, second)).payments).toMatchObject([{ returnedOn: null }])
})

test('money of a debit that was given up arrives while the next one is under way: both are booked, what is too much is held', async () => {
  const mine = await borrowerWith(1)
  const first = await ordered(mine, mine.loanId)
  await tell(first, 'failed')
  const second = await ordered(mine, mine.loanId)
  await tell(first, 'succeeded')
  expect(await detail(mine, mine.loanId)).toMatchObject({ runningRepaymentId: second.repaymentId, paidTotal: 91_680 })
  await tell(second, 'succeeded')
  expect(await ledger(mine, mine.loanId)).toMatchObject({ principal: 923_320, surplusHeld: 91_680 })
  await tell(first, 'returned')
  // What was too much pays what is owed again.
  expect(await ledger(mine, mine.loanId)).toMatchObject({ principal: 923_320, surplusHeld: 0 })
})

test('days that several nodes open while the same news comes to several nodes end as if one had done it all', async () => {
  const [alone, crowd] = [await borrowerWith(1), await borrowerWith(1)]
  const debits = [await ordered(alone, alone.loanId), await ordered(crowd, crowd.loanId)] as const
  for (const debit of debits) await tell(debit, 'failed')
  const due = (await detail(alone, alone.loanId)).plan[0]?.dueDate ?? today(server.clock)
  const upTo = addDays(due, 9)
  await Promise.all([
    ...Array.from({ length: 4 }, () => closeDays(server.deps, upTo)),
    ...Array.from({ length: 5 }, () => tell(debits[1], 'succeeded')),
  ])
  await closeDays(server.deps, upTo)
  await server.runJobs()
  await tell(debits[0], 'succeeded')
  await server.runJobs()
  const kept = async (mine: Mine) => {
    const { plan, status, paidTotal, owed } = await detail(mine, mine.loanId)
    return {
      plan,
      status,
      paidTotal,
      owed,
      ledger: await ledger(mine, mine.loanId),
      limit: mine.limit - (await limitLeft(server, mine.borrower)),
    }
  }
  expect(await kept(crowd)).toEqual(await kept(alone))
  expect((await detail(crowd, crowd.loanId)).status).toBe(4)
})
