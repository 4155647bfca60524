import { assert } from '@fyh/base/assert.ts'
import { addDays, type CivilDate, civilDate, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, detailOf, failedLoan, moveTo, orderKeysOf, paid, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { reconcile } from './reconcile.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

/** The differences that were said, and that a party could not be asked, without the summary. */
async function differences(date?: CivilDate): Promise<string[]> {
  const lines: string[] = []
  const { differences: count, unasked } = await reconcile(server.deps, { date, say: (line) => lines.push(line) })
  expect(lines.at(-1)?.split(' in the compared')[0]).toBe(
    count === 0 ? 'no differences' : count === 1 ? '1 difference' : `${count} differences`,
  )
  return lines.slice(0, count + unasked)
}

async function loanOf(upTo: 'card' = 'card'): Promise<{ borrower: TestBorrower; loanId: number; contractNo: string }> {
  const borrower = await server.newBorrower({ upTo })
  await withTier(server, borrower)
  const { loanId, contractNo } = await paidOutLoan(server, borrower, { amountFen: 600_000, periods: 6 })
  return { borrower, loanId, contractNo }
}

async function dueOf(borrower: TestBorrower, loanId: number): Promise<number> {
  const { plan } = await detailOf(server, borrower, loanId)
  return plan.find(({ state }) => state !== 'paid')?.owed.total ?? 0
}

describe('a journey', () => {
  test('LN-13 with debits whole, in part, failed, beyond what is owed and told late, penalty, settlement, refused and running loans leaves no difference', async () => {
    const first = await loanOf()
    const second = await loanOf()
    await failedLoan(server, second.borrower)
    await paid(server, first.borrower, { loanId: first.loanId, mode: 'due', amountFen: await dueOf(first.borrower, first.loanId) })
    server.providers.payment.decide({ result: 'partly', takenFen: fen(12_345) })
    await paid(server, second.borrower, { loanId: second.loanId, mode: 'due', amountFen: 50_000 })
    server.providers.payment.decide({ result: 'failed', reason: 'balanceTooLow' })
    await paid(server, second.borrower, { loanId: second.loanId, mode: 'due', amountFen: 20_000 })
    expect(await differences()).toEqual([])

    server.providers.payment.decide({ result: 'partly', takenFen: fen(200_000) })
    await paid(server, second.borrower, { loanId: second.loanId, mode: 'due', amountFen: 10_000 })
    await moveTo(server, addDays(today(server.clock), 45))
    await server.deliverNotices()
    await server.runJobs()
    expect(await differences()).toEqual([])

    const all = await server.call('repay', 'quote', { params: { id: first.loanId }, query: { mode: 'all' } }, first.borrower)
    await paid(server, first.borrower, { loanId: first.loanId, mode: 'all', amountFen: all.data?.parts.total ?? 0 })
    expect((await detailOf(server, first.borrower, first.loanId)).status).toBe(5)
    await borrowed(server, first.borrower, { amountFen: 100_000 })
    expect(await differences()).toEqual([])
  })

  test('a debit whose result the channel has and we do not know yet is no difference', async () => {
    const { borrower, loanId } = await loanOf()
    await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 30_000 })
    await server.runJobs()
    server.providers.takeNotices()
    expect(server.providers.payment.filed.at(-1)).toMatchObject({ amountFen: 30_000, on: today(server.clock) })
    expect(await differences()).toEqual([])
    await server.retryJobs()
  })
})

describe('each difference is found and named', () => {
  let borrower: TestBorrower
  let loanId: number
  let contractNo: string
  let debitKey: string
  let payOutKey: string
  let on: CivilDate

  beforeEach(async () => {
    ;({ borrower, loanId, contractNo } = await loanOf())
    await paid(server, borrower, { loanId, mode: 'due', amountFen: 30_000 })
    on = today(server.clock)
    const [payOut, debit] = await orderKeysOf(server, loanId)
    assert(payOut !== undefined && debit !== undefined, 'a loan has its pay-out and its debit')
    payOutKey = payOut
    debitKey = debit
    expect(await differences(on)).toEqual([])
  })

  /** What a fault seeded into our database is told as; it is put right again afterwards. */
  async function seeded(fault: { make: string; undo: string }, date = on): Promise<string[]> {
    await sql.raw(fault.make).execute(server.db)
    try {
      return await differences(date)
    } finally {
      await sql.raw(fault.undo).execute(server.db)
    }
  }
  const leg = (kind: string, account: string) => `loan_id = ${loanId} and kind = '${kind}' and account = '${account}'`
  const filed = (key: string) => {
    const { payment } = server.providers
    const lender = server.providers.lender(1)
    const entry = [...payment.filed, ...lender.filed].find(({ orderKey }) => orderKey === key)
    assert(entry !== undefined, `${key} is filed`)
    return entry
  }

  test('a posting out of balance, with the account it bends and the figure that no longer agrees', async () => {
    const change = (by: string) => `update ledger_leg set amount_fen = amount_fen ${by} where ${leg('paidOut', 'principalReceivable')}`
    expect(await seeded({ make: change('+ 1'), undo: change('- 1') })).toEqual([
      `loan ${contractNo}: posting paidOut:${loanId} is out of balance by 1 fen`,
      expect.stringMatching(new RegExp(`^loan ${contractNo}: principal is [\\d,.]+ by the ledger, [\\d,.]+ by plan and payments$`)),
      'ledger: its legs sum to 1 fen, not to zero',
      expect.stringMatching(new RegExp(`^borrower ${borrower.userId}: limit in use [\\d,.]+, principal open [\\d,.]+$`)),
    ])
  })

  test('a payment that the ledger has otherwise than the plan, and an account on the wrong side of zero', async () => {
    const move = (from: string, to: string) =>
      `update ledger_leg set account = '${to}' where loan_id = ${loanId} and kind = 'repaid' and account = '${from}'`
    const found = await seeded({
      make: move('principalReceivable', 'penaltyReceivable'),
      undo: move('penaltyReceivable', 'principalReceivable'),
    })
    expect(found).toEqual([
      expect.stringMatching(`^loan ${contractNo}: 应收罚息 \\(penaltyReceivable\\) stands at -[\\d.]+, on the wrong side of zero$`),
      expect.stringMatching(`^loan ${contractNo}: principal is`),
      expect.stringMatching(`^loan ${contractNo}: penalty is -[\\d.]+ by the ledger, 0.00 by plan and payments$`),
      expect.stringMatching(`^borrower ${borrower.userId}: limit in use`),
    ])
  })

  test('a loan called settled that owes by the ledger, and a limit that is not what is lent', async () => {
    const status = (to: number) => `update loan set status = ${to} where loan_id = ${loanId}`
    expect(await seeded({ make: status(5), undo: status(2) })).toEqual([
      expect.stringMatching(`^loan ${contractNo}: settled, but [\\d,.]+ is owed by the ledger$`),
    ])
    const limit = (by: string) => `update credit_limit set used_fen = used_fen ${by} where user_id = ${borrower.userId}`
    expect(await seeded({ make: limit('- 1'), undo: limit('+ 1') })).toEqual([
      expect.stringMatching(`^borrower ${borrower.userId}: limit in use [\\d,.]+, principal open [\\d,.]+$`),
    ])
  })

  test('ID-05 a debit and a pay-out that the parties do not have, have twice, or have on another day', async () => {
    const [debit, payOut] = [filed(debitKey), filed(payOutKey)]
    const { payment } = server.providers
    const lender = server.providers.lender(1)
    payment.filed.splice(payment.filed.indexOf(debit), 1)
    payment.queryDebit.next({ answer: 'ok', state: 'notFound', takenFen: fen(0), channelNo: null, receivedOn: null, reason: null })
    lender.filed.push(payOut)
    expect(await differences(on)).toEqual([
      `payment channel: order ${debitKey} (loan ${contractNo}): 300.00 of ${on} is missing there`,
      `lender 1: order ${payOutKey} (loan ${contractNo}): amount differs on ${on}: 6,000.00 here, 12,000.00 there`,
    ])
    lender.filed.pop()
    const dayBefore = addDays(on, -1)
    payment.filed.push({ ...debit, on: dayBefore })
    expect(await differences(on)).toEqual([
      `payment channel: order ${debitKey} (loan ${contractNo}): day differs for 300.00: ${on} here, another day there`,
    ])
    expect(await differences(dayBefore)).toEqual([
      `payment channel: order ${debitKey} (loan ${contractNo}): day differs for 300.00: ${on} here, ${dayBefore} there`,
    ])
    payment.filed.pop()
    payment.filed.push(debit)
  })

  test('money that a party moved and the ledger does not have: under an order of ours, and under none', async () => {
    const { payment } = server.providers
    const foreign = { ...filed(debitKey), orderKey: 'foreign-1' }
    payment.filed.push(foreign)
    expect(await differences(on)).toEqual([`payment channel: order foreign-1 (unknown order): 300.00 of ${on} is missing here`])
    payment.filed.splice(payment.filed.indexOf(foreign), 1)
    const aside = (from: number, to: number) =>
      `update ledger_leg set booked_on = booked_on + ${to - from}, order_key = ${
        to > from ? `'lost-' || order_key` : `substr(order_key, 6)`
      } where loan_id = ${loanId} and kind = 'repaid'`
    expect(await seeded({ make: aside(0, 900), undo: aside(900, 0) })).toEqual([
      `payment channel: order ${debitKey} (loan ${contractNo}): 300.00 of ${on} is missing here`,
    ])
  })

  test('a statement that cannot be had is a difference, after three tries', async () => {
    const lender = server.providers.lender(1)
    lender.statement.next({ answer: 'unknown' }, { answer: 'unknown' }, { answer: 'unknown' })
    expect(await differences(on)).toEqual([`lender 1: no statement for ${on} (is it reachable at its configured address?)`])
    lender.statement.next({ answer: 'unknown' }, { answer: 'unknown' })
    expect(await differences(on)).toEqual([])
  })
})

test('it changes nothing: not one row of the database is another after it', async () => {
  const rows = async () =>
    (
      await sql<{ hash: string }>`select md5(string_agg(l::text, ',' order by l::text)) as hash from (
        select t::text from ledger_leg t union all select t::text from loan t union all select t::text from repayment t) l`.execute(
        server.db,
      )
    ).rows[0]?.hash
  const before = await rows()
  await differences()
  expect(await rows()).toBe(before)
  expect(await differences(civilDate('2020-01-01'))).toEqual([])
})
