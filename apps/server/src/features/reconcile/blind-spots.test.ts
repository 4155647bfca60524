import { assert } from '@fyh/base/assert.ts'
import { addDays, type CivilDate, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, moveTo, notifyOnly, orderKeysOf, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { reconcile } from './reconcile.ts'

let server: TestServer
let borrower: TestBorrower
let loanId: number
let contractNo: string
let on: CivilDate
beforeEach(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000', AUTO_DEBIT: '0' } })
  borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  ;({ loanId, contractNo } = await paidOutLoan(server, borrower, { amountFen: 600_000, periods: 6 }))
  on = today(server.clock)
})
afterEach(() => server.close())

/** The differences of all days that were said, and that a party could not be asked, without the summary. */
async function differences(): Promise<string[]> {
  const lines: string[] = []
  const { differences: count, unasked } = await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })
  return lines.slice(0, count + unasked)
}
const lastKey = async () => (await orderKeysOf(server, loanId)).at(-1) ?? ''

/** A debit of 300 yuan that the channel took, of which it has told nothing yet. */
async function taken(): Promise<string> {
  await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 30_000 })
  await server.runJobs()
  server.providers.takeNotices()
  return lastKey()
}
async function tell(key: string, result: 'succeeded' | 'returned') {
  expect(await notifyOnly(server, 'debit', { noticeId: `${result}-${key}`, key, result, takenFen: 30_000 })).toMatchObject({ code: 0 })
  await server.runJobs()
}
/** The channel takes a debit back on a day, in its books and when it is asked. */
function takenBack(key: string, day: CivilDate) {
  server.providers.payment.filed.push({ orderKey: key, kind: 'return', amountFen: fen(30_000), on: day })
  const order = { takenFen: fen(30_000), channelNo: null, receivedOn: null, reason: null }
  server.providers.payment.queryDebit.next({ answer: 'ok', state: 'returned', ...order })
}

describe('money taken back', () => {
  test('that was told after midnight, or days later, is no difference: the channel files it under its own day', async () => {
    const key = await taken()
    await tell(key, 'succeeded')
    takenBack(key, addDays(on, 1))
    await moveTo(server, addDays(on, 3))
    await tell(key, 'returned')
    expect(await differences()).toEqual([])
  })

  test('of which nothing was told before is no difference, whichever day the channel had it on', async () => {
    const key = await taken()
    await moveTo(server, addDays(on, 2))
    takenBack(key, addDays(on, 1))
    await tell(key, 'returned')
    expect(await differences()).toEqual([])
  })

  test('which the ledger does not have is found, also where the channel took it and gave it back on one day', async () => {
    const key = await taken()
    await tell(key, 'succeeded')
    takenBack(key, on)
    expect(await differences()).toEqual([`payment channel: order ${key} (loan ${contractNo}): -300.00 of ${on} is missing here`])
  })

  test('by the ledger alone is found: the channel says that it kept it', async () => {
    const key = await taken()
    await tell(key, 'succeeded')
    await tell(key, 'returned')
    expect(await differences()).toEqual([`payment channel: order ${key} (loan ${contractNo}): 300.00 of ${on} is missing here`])
  })
})

describe('orders under way', () => {
  test('a debit that the channel has had for days and we still ask after is a difference', async () => {
    const key = await taken()
    expect(await differences()).toEqual([])
    server.machine.pass(2 * 86_400_000)
    expect(await differences()).toEqual([`payment channel: order ${key} (loan ${contractNo}): 300.00 of ${on} is missing here`])
  })

  test('a pay-out of another amount than was ordered is a difference at once: by itself it is never taken in', async () => {
    const other = await borrowed(server, borrower, { amountFen: 100_000 })
    await server.runJobs()
    server.providers.takeNotices()
    const key = (await orderKeysOf(server, other.loanId))[0] ?? ''
    expect(await differences()).toEqual([])
    const { filed } = server.providers.lender(1)
    const at = filed.findIndex(({ orderKey }) => orderKey === key)
    const entry = filed[at]
    assert(entry !== undefined, 'the lender has filed it')
    filed[at] = { ...entry, amountFen: fen(90_000) }
    expect(await differences()).toEqual([`lender 1: order ${key} (loan ${other.contractNo}): 900.00 of ${on} is missing here`])
  })
})

describe('the books of one loan', () => {
  const change = (assignment: string) => sql.raw(`update loan set ${assignment} where loan_id = ${loanId}`).execute(server.db)

  test('a status that its plan and payments do not give is a difference', async () => {
    await change('status = 6')
    expect(await differences()).toEqual([`loan ${contractNo}: its status is overdue, disbursed by plan and payments`])
  })

  test('days that nobody closed are a difference', async () => {
    server.machine.pass(86_400_000)
    expect(await differences()).toEqual([])
    server.machine.pass(86_400_000)
    expect(await differences()).toEqual([`loan ${contractNo}: its days are closed up to ${on} only`])
  })

  test('money moved in the ledger under no order is a difference', async () => {
    await tell(await taken(), 'succeeded')
    await sql`update ledger_leg set order_key = null where loan_id = ${loanId} and kind = 'repaid'`.execute(server.db)
    expect(await differences()).toEqual(
      expect.arrayContaining([`payment channel: order - (unknown order): 300.00 of ${on} is missing there`]),
    )
  })
})

test('a statement that turns in circles is none', async () => {
  const { statement } = server.providers.payment
  const page = { answer: 'ok', entries: [], next: '2' } as const
  statement.next(page, page, page, page)
  expect(await differences()).toEqual([`payment channel: no statement for ${on} (is it reachable at its configured address?)`])
})
