import { addDays, addMonths, civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { repayJobs } from '#features/repay/repay.ts'
import { closeDays } from '#lending/close/close.ts'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, moveTo, paid, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { resultHoursMax } from './repayment.ts'

let server: TestServer
let borrower: TestBorrower
let loanId: number

/** A loan of 10,000 yuan at 18 % over 12 periods, paid out on 2026-11-27: 916.80 a period, 766.80 of it principal in the first. */
beforeEach(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '1', SMS_ADDRESS_DAILY_MAX: '1000' } })
  borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  loanId = (await paidOutLoan(server, borrower)).loanId
})
afterEach(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

const detail = () => detailOf(server, borrower, loanId)
const messages = async () => must(await server.call('message', 'list', { query: {} }, { token: borrower.token })).items
const kinds = async () => (await messages()).map(({ kind }) => kind)
const penaltyDays = () => server.db.selectFrom('penalty_day').selectAll().where('loan_id', '=', loanId).orderBy('day').execute()
const tableOf = async (table: 'repayment') => server.db.selectFrom(table).selectAll().execute()

describe('automatic debit', () => {
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
      const [ordered] = await server.db.selectFrom('repayment').select('repayment_id').execute()
      const resultOf = async () =>
        must(await server.call('repay', 'result', { params: { id: ordered?.repayment_id ?? 0 } }, { token: borrower.token }))
      const { askedAt, resultBy } = await resultOf()
      expect(Date.parse(resultBy ?? '') - Date.parse(askedAt)).toBe(resultHoursMax * 3_600_000)
      server.providers.payment.queryDebit.next(...Array.from({ length: 400 }, () => answer))
      await moveTo(server, '2027-01-05')
      expect(await detail()).toMatchObject({ status: 4, overdueDays: 0 })
      for (let tries = 0; tries < (resultHoursMax * 3_600) / 300; tries += 1) {
        server.machine.pass(300_000)
        await repayJobs(server.deps)['repay.sweep']?.work({})
      }
      await server.runJobs()
      expect((await resultOf()).resultBy).toBeNull()
      expect(await tableOf('repayment')).toMatchObject([{ mode: 'auto', status: 'failed', reason: 'noResult' }])
      expect((await detail()).status).toBe(6)
      expect(await kinds()).toEqual(expect.arrayContaining(['debitFailed', 'fellOverdue']))
      await server.deliverNotices()
      expect(await tableOf('repayment')).toMatchObject([{ status: 'succeeded', taken_fen: 91_680 }])
    },
  )
})
