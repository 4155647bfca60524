import { civilDate, instantAt } from '@fyh/base/dates.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, limitLeft, moveTo, paid, paidOutLoan, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { closeDays } from './close-days.ts'

let server: TestServer
let borrower: TestBorrower
let loanId: number

/** A loan of 10,000 yuan at 18 % over 12 periods, paid out on 2026-11-27: 916.80 a period, 766.80 of it principal in the first. */
beforeEach(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  loanId = (await paidOutLoan(server, borrower)).loanId
})
afterEach(async () => {
  vi.unstubAllEnvs()
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

const detail = () => detailOf(server, borrower, loanId)
const messages = async () => must(await server.call('message', 'list', { query: {} }, { token: borrower.token })).items
const kinds = async () => (await messages()).map(({ kind }) => kind)
const penaltyDays = () => server.db.selectFrom('penalty_day').selectAll().where('loan_id', '=', loanId).orderBy('day').execute()
const ledger = () => owedByLedger(server.db, { userId: borrower.userId, loanId })
const tableOf = async (table: 'ledger_leg' | 'message' | 'penalty_day') => server.db.selectFrom(table).selectAll().execute()

describe('a due day that is missed', () => {
  test.each(['UTC', 'Asia/Shanghai'])(
    'LN-07 is not overdue to the last second of the due day, and one day overdue a second after, in %s',
    async (zone) => {
      vi.stubEnv('TZ', zone)
      expect(new Date(0).getHours()).toBe(zone === 'UTC' ? 0 : 8)
      await moveTo(server, '2026-12-27')
      server.machine.pass(instantAt(civilDate('2026-12-27'), '23:59:59').getTime() - server.clock.now().getTime())
      await closeDays(server.deps, civilDate('2026-12-27'))
      const on = () => server.call('loan', 'detail', { params: { id: loanId } }, { token: borrower.token })
      expect(must(await on())).toMatchObject({ status: 4, overdueDays: 0, owed: { penalty: 0 } })
      server.machine.pass(2_000)
      expect(must(await on()).overdueDays).toBe(1)
      await closeDays(server.deps, civilDate('2026-12-28'))
      expect(must(await on())).toMatchObject({ status: 6, overdueDays: 1, owed: { penalty: 0 }, penaltyTomorrowFen: 0 })
    },
  )

  test('R4.1 4 becomes 6 the day after, costs nothing in the grace days, then penalty from the due day, and paying cures it', async () => {
    await moveTo(server, '2026-12-24')
    expect((await messages()).filter(({ kind }) => kind === 'dueSoon')).toMatchObject([
      { params: { amountFen: 91_680, dueOn: '2026-12-27', period: 1 } },
    ])
    await moveTo(server, '2026-12-27')
    expect(await detail()).toMatchObject({ status: 4, overdueDays: 0 })
    expect(await ledger()).toMatchObject({ interest: 15_000, penalty: 0 })
    await moveTo(server, '2026-12-30')
    expect(await detail()).toMatchObject({ status: 6, overdueDays: 3, owed: { penalty: 0 }, penaltyTomorrowFen: 230 })
    expect(await penaltyDays()).toEqual([])
    await moveTo(server, '2026-12-31')
    expect(await detail()).toMatchObject({ status: 6, overdueDays: 4, owed: { penalty: 230 }, penaltyTomorrowFen: 58 })
    expect((await penaltyDays()).map(({ day, amount_fen }) => [day, amount_fen])).toEqual([
      ['2026-12-28', 58],
      ['2026-12-29', 57],
      ['2026-12-30', 58],
      ['2026-12-31', 57],
    ])
    const quote = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'due' } }, { token: borrower.token }))
    expect(quote).toMatchObject({ overdueDays: 4, parts: { principal: 76_680, interest: 15_000, penalty: 230, total: 91_910 } })
    const spans = [{ principal: 76_680, from: '2026-12-28', to: '2026-12-31', days: 4 }]
    expect(quote).toMatchObject({ penaltyPpmDay: 750, penaltySpans: spans })
    expect(await detail()).toMatchObject({ penaltyPpmDay: 750 })
    expect((await detail()).plan.map(({ penaltySpans }) => penaltySpans)).toEqual([spans, ...Array(11).fill([])])
    const result = await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_910 })
    expect(result).toMatchObject({ status: 'succeeded', loanStatus: 4, parts: { penalty: 230, interest: 15_000, principal: 76_680 } })
    // What is left are four days of the second period: 13,850 × 4 ÷ 31.
    expect(await ledger()).toMatchObject({ principal: 923_320, interest: 1_787, penalty: 0 })
    expect((await kinds()).filter((kind) => kind === 'fellOverdue' || kind === 'overdueCured')).toEqual(['overdueCured', 'fellOverdue'])
    await moveTo(server, '2027-01-10')
    expect(await penaltyDays()).toHaveLength(4)
  })

  test('is reported with the last day of the grace days, and with none for a loan without grace', async () => {
    const withoutGrace = await paidOutLoan(server, borrower, { productId: 301, amountFen: 100_000 })
    await moveTo(server, '2026-12-28')
    const overdue = (await messages()).filter(({ kind }) => kind === 'fellOverdue')
    const graceUntilOn = (id: number) => overdue.find((message) => message.loanId === id)?.params.graceUntilOn
    expect(overdue).toHaveLength(2)
    expect([graceUntilOn(loanId), graceUntilOn(withoutGrace.loanId)]).toEqual(['2026-12-30', undefined])
  })

  test('within the grace days paying costs no penalty, also later', async () => {
    await moveTo(server, '2026-12-30')
    expect((await detail()).plan[0]).toMatchObject({ state: 'overdue', penalty: 0, penaltySpans: [] })
    await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })
    await moveTo(server, '2027-01-05')
    expect(await detail()).toMatchObject({ status: 4, owed: { penalty: 0 } })
    expect(await penaltyDays()).toEqual([])
  })

  test('LN-16 a part paid while overdue lowers the penalty of the days after, and leaves it overdue', async () => {
    await moveTo(server, '2027-01-01')
    const result = await paid(server, borrower, { loanId, mode: 'due', amountFen: 50_000 })
    expect(result).toMatchObject({ loanStatus: 6, parts: { penalty: 288, interest: 15_000, principal: 34_712 } })
    await moveTo(server, '2027-01-02')
    expect(await detail()).toMatchObject({ status: 6, owed: { penalty: 31 } })
    const spans = [
      { principal: 76_680, from: '2026-12-28', to: '2027-01-01', days: 5 },
      { principal: 41_968, from: '2027-01-02', to: '2027-01-02', days: 1 },
    ]
    expect((await detail()).plan[0]).toMatchObject({ penalty: 319, penaltySpans: spans })
    const all = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, { token: borrower.token }))
    expect(all.penaltySpans).toEqual(spans)
  })

  test('a day that is opened again, by several nodes at once, adds nothing', async () => {
    await moveTo(server, '2027-01-03')
    const before = [await tableOf('ledger_leg'), await tableOf('message'), await tableOf('penalty_day')]
    await Promise.all(Array.from({ length: 6 }, () => closeDays(server.deps, civilDate('2027-01-03'))))
    expect([await tableOf('ledger_leg'), await tableOf('message'), await tableOf('penalty_day')]).toEqual(before)
  })

  test('a loan that cannot be opened does not keep the day of others from beginning', async () => {
    const other = await server.newBorrower({ upTo: 'card' })
    const broken = (await paidOutLoan(server, other, { amountFen: 50_000 })).loanId
    await server.db.updateTable('loan').set({ plan: '{}' }).where('loan_id', '=', broken).execute()
    await moveTo(server, '2026-12-28')
    expect((await detail()).status).toBe(6)
    const stuck = await server.db.selectFrom('loan').select('booked_to').where('loan_id', '=', broken).executeTakeFirst()
    expect(stuck?.booked_to).toBe('2026-11-27')
  })

  test('several nodes that open many days at once book each day once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => closeDays(server.deps, civilDate('2027-03-05'))))
    const days = await penaltyDays()
    expect(new Set(days.map(({ period, day }) => `${period} ${day}`)).size).toBe(days.length)
    expect(days.filter(({ period }) => period === 1)).toHaveLength(68)
    expect(days.filter(({ period }) => period === 2)).toHaveLength(37)
    expect((await ledger()).penalty).toBe(days.reduce((sum, { amount_fen }) => sum + amount_fen, 0))
  })

  test('two periods overdue are paid oldest first, and only paying both cures', async () => {
    await moveTo(server, '2027-02-05')
    const quote = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'due' } }, { token: borrower.token }))
    expect(quote.periods).toEqual([1, 2])
    const first = (await detail()).plan[0]?.owed.total ?? 0
    expect(await paid(server, borrower, { loanId, mode: 'due', amountFen: first })).toMatchObject({ loanStatus: 6 })
    expect((await detail()).plan.map(({ state }) => state).slice(0, 3)).toEqual(['paid', 'overdue', 'future'])
    const rest = (await detail()).plan[1]?.owed.total ?? 0
    expect(await paid(server, borrower, { loanId, mode: 'due', amountFen: rest })).toMatchObject({ loanStatus: 4 })
  })

  test('R4.1 an overdue loan can be settled, penalty and all', async () => {
    const before = await limitLeft(server, borrower)
    await moveTo(server, '2027-01-06')
    const quote = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, { token: borrower.token }))
    expect(quote.parts.penalty).toBeGreaterThan(0)
    expect(await paid(server, borrower, { loanId, mode: 'all', amountFen: quote.parts.total })).toMatchObject({
      loanStatus: 5,
      owedAfter: 0,
    })
    expect(await limitLeft(server, borrower)).toBe(before + 1_000_000)
    expect(await ledger()).toMatchObject({ total: 0 })
  })
})
