import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import { must } from '#platform/test-borrower.ts'
import { detailOf, limitLeft, moveTo, notify, orderKeysOf, paid, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
/** Loans of 10,000 yuan at 18 % over 12 periods: 916.80 a period, 766.80 of it principal in the first; due on the 15th of March first. */
beforeAll(async () => {
  server = await testServer({ today: '2026-02-15', settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  for (const name of ['onTime', 'late', 'parts', 'settling', 'surplus', 'two', 'crash'] as const) loans.set(name, await loanOf())
  await moveTo(server, '2026-03-15')
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

async function loanOf() {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const limit = await limitLeft(server, borrower)
  const { loanId } = await paidOutLoan(server, borrower)
  return { borrower, loanId, limit }
}
type Mine = Awaited<ReturnType<typeof loanOf>>
const loans = new Map<string, Mine>()
function mineOf(name: string): Mine {
  const mine = loans.get(name)
  if (mine === undefined) throw new Error(`no loan ${name}`)
  return mine
}

/** A debit that the channel first said had failed, so that the loan's days went on. */
async function givenUp({ borrower, loanId }: Mine, amountFen: number, mode: 'due' | 'all' = 'due') {
  const { repaymentId } = must(await payOrdered(server, borrower, { loanId, mode, amountFen }))
  await server.runJobs()
  server.providers.takeNotices()
  const key = (await orderKeysOf(server, loanId)).at(-1) ?? ''
  await tell({ noticeId: `no-${key}`, key, result: 'failed', takenFen: 0, reason: 'balanceTooLow' })
  return { repaymentId, key, amountFen }
}
async function tell(notice: Readonly<Record<string, unknown>>) {
  expect(await notify(server, 'debit', notice)).toMatchObject({ status: 200, code: 0, data: { received: true } })
  await server.runJobs()
}
const received = ({ key, amountFen }: { key: string; amountFen: number }, receivedOn?: string) => ({
  noticeId: `ok-${key}`,
  key,
  result: 'succeeded',
  takenFen: amountFen,
  channelNo: `no-${key}`,
  ...(receivedOn !== undefined && { receivedOn }),
})
const returned = (debit: { key: string; amountFen: number }) => ({ ...received(debit), noticeId: `back-${debit.key}`, result: 'returned' })

const penaltyRows = async ({ loanId }: Mine) =>
  (await server.db.selectFrom('penalty_day').selectAll().where('loan_id', '=', loanId).orderBy('period').orderBy('day').execute()).map(
    ({ period, day, amount_fen }) => [period, day, amount_fen],
  )
const ledgerOf = ({ borrower: { userId }, loanId }: Mine) => owedByLedger(server.db, { userId, loanId })
/** One hash over everything that is kept of a loan and its borrower's limit. */
async function hashOf({ loanId, borrower: { userId } }: Mine): Promise<string> {
  const hash = createHash('sha256')
  for (const table of ['ledger_leg', 'penalty_day', 'repayment', 'loan', 'message'] as const)
    hash.update(
      JSON.stringify((await server.db.selectFrom(table).selectAll().where('loan_id', '=', loanId).execute()).map(sorted).toSorted()),
    )
  hash.update(JSON.stringify(await server.db.selectFrom('credit_limit').selectAll().where('user_id', '=', userId).execute()))
  return hash.digest('hex')
}
const sorted = (row: object) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const kindsOf = async ({ borrower: { token } }: Mine) =>
  must(await server.call('message', 'list', { query: {} }, { token })).items.map(({ kind }) => kind)
const resultOf = async ({ borrower: { token } }: Mine, repaymentId: number) =>
  must(await server.call('repay', 'result', { params: { id: repaymentId } }, { token }))

const fiveDays = [
  [1, '2026-03-16', 58],
  [1, '2026-03-17', 57],
  [1, '2026-03-18', 58],
  [1, '2026-03-19', 57],
  [1, '2026-03-20', 58],
]

describe('on 03-20 the channel tells of money for 03-15', () => {
  const debits = new Map<string, Awaited<ReturnType<typeof givenUp>>>()
  const debitOf = (name: string) => debits.get(name) ?? { repaymentId: 0, key: '', amountFen: 0 }
  beforeAll(async () => {
    for (const name of ['onTime', 'late', 'surplus', 'two', 'crash']) debits.set(name, await givenUp(mineOf(name), 91_680))
    debits.set('parts', await givenUp(mineOf('parts'), 50_000))
    const { parts } = must(
      await server.call(
        'repay',
        'quote',
        { params: { id: mineOf('settling').loanId }, query: { mode: 'all' } },
        { token: mineOf('settling').borrower.token },
      ),
    )
    debits.set('settling', await givenUp(mineOf('settling'), parts.total, 'all'))
    await moveTo(server, '2026-03-20')
  })

  test('LN-17 ID-08 not overdue, the five penalties are taken back once, told again it changes nothing, revoked they are back once each', async () => {
    const mine = mineOf('onTime')
    const debit = debitOf('onTime')
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ status: 6, overdueDays: 5, owed: { penalty: 288 } })
    expect(await penaltyRows(mine)).toEqual(fiveDays)
    const untold = await ledgerOf(mine)

    await tell(received(debit, '2026-03-15'))
    const detail = await detailOf(server, mine.borrower, mine.loanId)
    expect(detail).toMatchObject({ status: 4, overdueDays: 0, owed: { penalty: 0 } })
    expect(detail.plan[0]).toMatchObject({ state: 'paid', paidOn: '2026-03-15', penalty: 0, paid: { interest: 15_000, principal: 76_680 } })
    expect(detail.payments).toMatchObject([{ amountFen: 91_680, countsFrom: '2026-03-15', returnedOn: null }])
    expect(await penaltyRows(mine)).toEqual(fiveDays.map(([period, day]) => [period, day, 0]))
    expect(await ledgerOf(mine)).toMatchObject({ principal: 923_320, penalty: 0 })
    expect((await balancesOf(server.db, { userId: mine.borrower.userId, loanId: mine.loanId })).get('penaltyIncome')).toBe(0)
    expect(await limitLeft(server, mine.borrower)).toBe(mine.limit - 923_320)
    expect((await kindsOf(mine)).slice(0, 3).toSorted()).toEqual(['debitDone', 'overdueCured', 'penaltyTakenBack'])

    const hash = await hashOf(mine)
    for (let n = 0; n < 3; n += 1) await tell(received(debit, '2026-03-15'))
    await Promise.all(Array.from({ length: 20 }, (_, n) => tell({ ...received(debit, '2026-03-15'), noticeId: `n${n}` })))
    await tell({ noticeId: 'late', key: debit.key, result: 'failed', takenFen: 0, reason: 'balanceTooLow' })
    expect(await hashOf(mine)).toBe(hash)

    await tell(returned(debit))
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ status: 6, overdueDays: 5, owed: { penalty: 288 } })
    expect(await penaltyRows(mine)).toEqual(fiveDays)
    expect(await ledgerOf(mine)).toEqual(untold)
    expect(await limitLeft(server, mine.borrower)).toBe(mine.limit - 1_000_000)
    expect((await kindsOf(mine))[0]).toBe('paymentReturned')
    expect(await resultOf(mine, debit.repaymentId)).toMatchObject({
      status: 'returned',
      countsFrom: '2026-03-15',
      returnedOn: '2026-03-20',
    })

    const back = await hashOf(mine)
    await Promise.all(Array.from({ length: 5 }, () => tell(returned(debit))))
    await tell(received(debit, '2026-03-15'))
    expect(await hashOf(mine)).toBe(back)
  })

  test('LN-17 received two days after the due day, within the grace days: overdue then, no penalty, and nothing comes back as days go on', async () => {
    const mine = mineOf('late')
    await tell(received(debitOf('late'), '2026-03-17'))
    const detail = await detailOf(server, mine.borrower, mine.loanId)
    // Asked for on the due day: a bank that takes two days costs the borrower nothing.
    expect(detail.payments).toMatchObject([{ countsFrom: '2026-03-15' }])
    expect(detail.plan[0]).toMatchObject({ state: 'paid', penalty: 0 })
  })

  test('a part told late moves what later payments paid off: interest and penalty first is as it would have been', async () => {
    const mine = mineOf('parts')
    const later = await paid(server, mine.borrower, { loanId: mine.loanId, mode: 'due', amountFen: 40_000 })
    expect(later.parts).toMatchObject({ penalty: 288, interest: 15_000, principal: 24_712 })
    await tell(received(debitOf('parts'), '2026-03-15'))
    // 416.80 of principal were overdue for five days, not 766.80; 400.00 on the fifth pay their penalty first.
    expect(await resultOf(mine, debitOf('parts').repaymentId)).toMatchObject({ parts: { penalty: 0, interest: 15_000, principal: 35_000 } })
    expect(await resultOf(mine, later.repaymentId)).toMatchObject({ parts: { penalty: 156, interest: 0, principal: 39_844 } })
    expect((await penaltyRows(mine)).reduce((sum, [, , amount]) => sum + Number(amount), 0)).toBe(156)
    expect(await ledgerOf(mine)).toMatchObject({ principal: 1_000_000 - 35_000 - 39_844, penalty: 0 })
    expect(await limitLeft(server, mine.borrower)).toBe(mine.limit - (1_000_000 - 35_000 - 39_844))
  })

  test('settling told late settles on the day it was asked for: overdue, penalty and the interest since are gone, and it is told once', async () => {
    const mine = mineOf('settling')
    const debit = debitOf('settling')
    await tell(received(debit, '2026-03-15'))
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({
      status: 5,
      settledOn: '2026-03-15',
      paidTotal: debit.amountFen,
      owed: { total: 0 },
    })
    expect(await ledgerOf(mine)).toMatchObject({ total: 0, surplusHeld: 0 })
    expect((await penaltyRows(mine)).every(([, , amount]) => amount === 0)).toBe(true)
    expect((await kindsOf(mine)).filter((kind) => kind === 'loanSettled')).toHaveLength(1)
    expect(await limitLeft(server, mine.borrower)).toBe(mine.limit)
  })

  test('what was paid otherwise meanwhile becomes a surplus; it settles a loan once and makes no debt negative', async () => {
    const mine = mineOf('surplus')
    const quote = must(
      await server.call('repay', 'quote', { params: { id: mine.loanId }, query: { mode: 'all' } }, { token: mine.borrower.token }),
    )
    await paid(server, mine.borrower, { loanId: mine.loanId, mode: 'all', amountFen: quote.parts.total })
    expect((await detailOf(server, mine.borrower, mine.loanId)).status).toBe(5)
    await tell(received(debitOf('surplus'), '2026-03-15'))
    const detail = await detailOf(server, mine.borrower, mine.loanId)
    expect(detail).toMatchObject({ status: 5, owed: { total: 0 } })
    const { total, surplusHeld } = await ledgerOf(mine)
    expect({ total, all: detail.paidTotal + surplusHeld }).toEqual({ total: 0, all: quote.parts.total + 91_680 })
    // The penalty that was paid and the interest of five days are a part of it now.
    expect(surplusHeld).toBeGreaterThanOrEqual(91_680 - 15_000)
    expect((await kindsOf(mine)).filter((kind) => kind === 'loanSettled')).toHaveLength(1)
  })

  test('a fault half-way leaves nothing, and the channel telling again books it once', async () => {
    const mine = mineOf('crash')
    const debit = debitOf('crash')
    const before = await hashOf(mine)
    await server.db.schema.alterTable('penalty_day').renameTo('penalty_day_away').execute()
    expect((await notify(server, 'debit', received(debit, '2026-03-15')).catch(() => undefined))?.code).not.toBe(0)
    await server.db.schema.alterTable('penalty_day_away').renameTo('penalty_day').execute()
    expect(await hashOf(mine)).toBe(before)
    await tell(received(debit, '2026-03-15'))
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ status: 4, owed: { penalty: 0 } })
  })

  test('days that are closed afterwards go on rightly, also once it is taken back weeks later', async () => {
    const mine = mineOf('two')
    await tell(received(debitOf('two'), '2026-03-15'))
    await moveTo(server, '2026-04-20')
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ status: 6, overdueDays: 5 })
    expect((await penaltyRows(mine)).filter(([, , amount]) => amount !== 0).map(([period]) => period)).toEqual([2, 2, 2, 2, 2])
    await tell(returned(debitOf('two')))
    await moveTo(server, '2026-04-22')
    const rows = await penaltyRows(mine)
    expect(rows.filter(([period]) => period === 1)).toHaveLength(38)
    expect(rows.filter(([period]) => period === 2)).toHaveLength(7)
    expect(new Set(rows.map(([period, day]) => `${period} ${day}`)).size).toBe(rows.length)
    const detail = await detailOf(server, mine.borrower, mine.loanId)
    expect(detail.overdueDays).toBe(38)
    expect((await ledgerOf(mine)).penalty).toBe(detail.owed.penalty)
    expect(rows.reduce((sum, [, , amount]) => sum + Number(amount), 0)).toBe(detail.owed.penalty)
  })
})
