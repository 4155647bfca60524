import { addDays, addMonths, civilDate, instantAt } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { owedByLedger, unbalancedPostings } from '#ledger/ledger.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, limitLeft, moveTo, paid, paidOutLoan, payOrdered, withRate } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { closeDays, repayJobs } from './repay.ts'

let server: TestServer
let borrower: TestBorrower
let loanId: number

/** A loan of 10,000 yuan at 18 % over 12 periods, paid out on 2026-11-27: 916.80 a period, 766.80 of it principal in the first. */
async function begin(autoDebit: '0' | '1') {
  server = await testServer({ settings: { AUTO_DEBIT: autoDebit, SMS_ADDRESS_DAILY_MAX: '1000' } })
  borrower = await server.newBorrower({ upTo: 'card' })
  await withRate(server, borrower)
  loanId = (await paidOutLoan(server, borrower)).loanId
}
afterEach(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

const detail = () => detailOf(server, borrower, loanId)
const messages = async () => must(await server.call('message', 'list', { query: {} }, { token: borrower.token })).items
const kinds = async () => (await messages()).map(({ kind }) => kind)
const penaltyDays = () => server.db.selectFrom('penalty_day').selectAll().where('loan_id', '=', loanId).orderBy('day').execute()
const ledger = () => owedByLedger(server.db, { userId: borrower.userId, loanId })
const tableOf = async (table: 'ledger_leg' | 'message' | 'penalty_day' | 'repayment') => server.db.selectFrom(table).selectAll().execute()

describe('a due day that is missed', () => {
  beforeEach(() => begin('0'))

  test('LN-07 is not overdue to the last second of the due day, and one day overdue a second after', async () => {
    await moveTo(server, '2026-12-27')
    server.machine.pass(instantAt(civilDate('2026-12-27'), '23:59:59').getTime() - server.clock.now().getTime())
    await closeDays(server.deps, civilDate('2026-12-27'))
    const on = () => server.call('loan', 'detail', { params: { id: loanId } }, { token: borrower.token })
    expect(must(await on())).toMatchObject({ status: 4, overdueDays: 0, owed: { penalty: 0 } })
    server.machine.pass(2_000)
    expect(must(await on()).overdueDays).toBe(1)
    await closeDays(server.deps, civilDate('2026-12-28'))
    expect(must(await on())).toMatchObject({ status: 6, overdueDays: 1, owed: { penalty: 0 }, penaltyTomorrowFen: 0 })
  })

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

describe('automatic debit', () => {
  beforeEach(() => begin('1'))

  test('takes what is due on the due day from the default card, and the loan goes on', async () => {
    await moveTo(server, '2026-12-27')
    expect(await detail()).toMatchObject({ status: 4, overdueDays: 0 })
    await server.deliverNotices()
    const [debit] = await tableOf('repayment')
    expect(debit).toMatchObject({ mode: 'auto', status: 'succeeded', taken_fen: 91_680, asked_on: '2026-12-27', booked_on: '2026-12-27' })
    expect((await detail()).plan[0]).toMatchObject({ state: 'paid', paidOn: '2026-12-27' })
    expect(await kinds()).toContain('debitDone')
  })

  test('runs period by period when the date is moved over three due days', async () => {
    for (let month = 1; month <= 3; month += 1) {
      await moveTo(server, addDays(addMonths(civilDate('2026-11-27'), month), 2))
      await server.deliverNotices()
      await server.runJobs()
    }
    expect(await detail()).toMatchObject({ status: 4, overdueDays: 0, paidTotal: 3 * 91_680, owed: { penalty: 0 } })
    expect((await detail()).plan.map(({ paidOn }) => paidOn).slice(0, 3)).toEqual(['2026-12-27', '2027-01-27', '2027-02-27'])
  })

  test('while its result is open nobody falls overdue, and what it brings counts on its day', async () => {
    await moveTo(server, '2027-01-05')
    expect(await detail()).toMatchObject({ status: 4, overdueDays: 0, owed: { penalty: 0 } })
    expect((await detail()).runningRepaymentId).not.toBeNull()
    await server.deliverNotices()
    await server.runJobs()
    expect(await detail()).toMatchObject({ status: 4, overdueDays: 0, runningRepaymentId: null })
    expect((await detail()).plan[0]).toMatchObject({ state: 'paid', paidOn: '2026-12-27' })
    expect((await server.db.selectFrom('loan').select('booked_to').executeTakeFirst())?.booked_to).toBe('2027-01-05')
  })

  test('that fails in the end leaves the days to be opened in order: overdue and penalty as if known at once', async () => {
    server.providers.payment.decide({ result: 'failed', reason: 'balanceTooLow' })
    await moveTo(server, '2027-01-05')
    await server.deliverNotices()
    await server.runJobs()
    expect(await detail()).toMatchObject({ status: 6, overdueDays: 9, owed: { penalty: 518 } })
    expect(await penaltyDays()).toHaveLength(9)
    expect((await kinds()).filter((kind) => kind === 'debitFailed' || kind === 'fellOverdue')).toEqual(['fellOverdue', 'debitFailed'])
  })

  test('that is refused at once lets the next day begin, tells it, and can be paid by hand', async () => {
    server.providers.payment.debit.next({ answer: 'refused', reason: 'cardFrozen' })
    await moveTo(server, '2026-12-28')
    expect(await detail()).toMatchObject({ status: 6, overdueDays: 1 })
    expect(await kinds()).toEqual(expect.arrayContaining(['debitFailed', 'fellOverdue']))
    expect(await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })).toMatchObject({ status: 'succeeded', loanStatus: 4 })
  })

  test('that is known late does not remind of a due day that has passed meanwhile', async () => {
    await moveTo(server, '2027-02-01')
    await server.deliverNotices()
    await server.runJobs()
    const reminded = (await messages()).filter(({ kind }) => kind === 'dueSoon').map(({ params }) => params.dueOn)
    expect(reminded).toEqual(['2026-12-27'])
    expect((await detail()).runningRepaymentId).not.toBeNull()
    await server.deliverNotices()
    await server.runJobs()
    expect(await detail()).toMatchObject({ status: 4, paidTotal: 2 * 91_680, owed: { penalty: 0 } })
  })

  test('is not asked for what was paid before the due day', async () => {
    await moveTo(server, '2026-12-20')
    await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })
    await moveTo(server, '2026-12-28')
    expect((await tableOf('repayment')).length).toBe(1)
    expect((await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 100 })).code).toBe(0)
  })

  /** Lets a day begin that no job has opened yet. */
  const wakeOn = async (day: string) => {
    await moveTo(server, addDays(civilDate(day), -1))
    server.machine.pass(86_400_000)
  }
  const settleAll = async () => {
    await server.runJobs()
    await server.deliverNotices()
    await server.runJobs()
  }

  test('gives way to a payment by hand on a due day that has only just begun, and takes nothing twice', async () => {
    await wakeOn('2026-12-27')
    const { repaymentId } = must(await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 91_680 }))
    await closeDays(server.deps, civilDate('2026-12-27'))
    await settleAll()
    expect(await tableOf('repayment')).toMatchObject([{ repayment_id: repaymentId, mode: 'due', taken_fen: 91_680 }])
    expect((await detail()).plan[0]).toMatchObject({ state: 'paid', paidOn: '2026-12-27' })
  })

  test('ID-08 and a payment by hand that begin at the same moment take what is due once between them', async () => {
    await wakeOn('2026-12-27')
    const nodes = Array.from({ length: 3 }, () => closeDays(server.deps, civilDate('2026-12-27')))
    const byHand = payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })
    expect((await byHand).error ?? 'REPAYMENT_RUNNING').toBe('REPAYMENT_RUNNING')
    await Promise.all(nodes)
    await settleAll()
    const debits = await tableOf('repayment')
    expect(debits).toMatchObject([{ taken_fen: 91_680, surplus_fen: 0 }])
    expect((await detail()).plan[0]?.state).toBe('paid')
  })

  test('takes what a payment by hand of the due day left, on that day and once', async () => {
    await wakeOn('2026-12-27')
    must(await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 50_000 }))
    await settleAll()
    await settleAll()
    const debits = await server.db.selectFrom('repayment').selectAll().orderBy('repayment_id').execute()
    expect(debits.map(({ mode, asked_fen, booked_on }) => [mode, asked_fen, booked_on])).toEqual([
      ['due', 50_000, '2026-12-27'],
      ['auto', 41_680, '2026-12-27'],
    ])
    await closeDays(server.deps, civilDate('2026-12-27'))
    expect(await tableOf('repayment')).toHaveLength(2)
  })

  test('under way is what a payment by hand is told of, by a number that can be looked up', async () => {
    await moveTo(server, '2026-12-27')
    const refused = await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })
    expect(refused.error).toBe('REPAYMENT_RUNNING')
    const id = Number(refused.detail?.repaymentId)
    expect((await server.call('repay', 'result', { params: { id } }, { token: borrower.token })).data).toMatchObject({ mode: 'auto' })
  })

  test.each([
    ['does not answer', { answer: 'unknown' }],
    ['says that it is in process', { answer: 'ok', state: 'processing', takenFen: fen(0), channelNo: null, reason: null }],
    ['has lost it', { answer: 'ok', state: 'notFound', takenFen: fen(0), channelNo: null, reason: null }],
  ] as const)(
    'R4.1 of a channel that %s for a day is given up: overdue does not wait for ever, and money that arrives is booked',
    async (_, answer) => {
      await moveTo(server, '2026-12-27')
      server.providers.payment.queryDebit.next(...Array.from({ length: 400 }, () => answer))
      await moveTo(server, '2027-01-05')
      expect(await detail()).toMatchObject({ status: 4, overdueDays: 0 })
      for (let tries = 0; tries < 330; tries += 1) {
        server.machine.pass(300_000)
        await repayJobs(server.deps)['repay.sweep']?.work({})
      }
      await server.runJobs()
      expect(await tableOf('repayment')).toMatchObject([{ mode: 'auto', status: 'failed', reason: 'noResult' }])
      expect((await detail()).status).toBe(6)
      expect(await kinds()).toEqual(expect.arrayContaining(['debitFailed', 'fellOverdue']))
      await server.deliverNotices()
      expect(await tableOf('repayment')).toMatchObject([{ status: 'succeeded', taken_fen: 91_680 }])
    },
  )
})
