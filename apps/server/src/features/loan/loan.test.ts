import { next } from '@fyh/base/machine.ts'
import { type LoanEvent, loanMachine } from '@fyh/contract/loan.machine.ts'
import { loanStatuses, loanStatusNames, loanStatusOf } from '@fyh/contract/loan-status.ts'
import { payoutMachine } from '@fyh/contract/payout.machine.ts'
import { repaymentMachine } from '@fyh/contract/repayment.machine.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLoan, moveLoan, numberOf } from '#lending/loan/loan.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, detailOf, paidOutLoan, signedQuote } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let borrower: TestBorrower
beforeAll(async () => {
  server = await testServer({ today: '2027-08-31', settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  borrower = await server.newBorrower({ upTo: 'card' })
})
afterAll(() => server.close())

const events: LoanEvent[] = ['paidOut', 'refused', 'firstDayEnds', 'settle', 'reLoan', 'fallOverdue', 'cure']

describe('R4.1 loan status', () => {
  test('has the six values of the specification with group and style', () => {
    expect(Object.entries(loanStatuses).map(([name, { number, group, style }]) => [number, name, group, style])).toEqual([
      [1, 'disbursing', 'loaning', 'pending'],
      [2, 'disbursed', 'success', 'success'],
      [3, 'failed', 'fail', 'overdue'],
      [4, 'repaying', 'loaning', 'pending'],
      [5, 'settled', 'success', 'success'],
      [6, 'overdue', 'fail', 'overdue'],
    ])
  })

  test('moves by these events and no others; an illegal move is refused and changes nothing', async () => {
    const { loanId } = await borrowed(server, borrower, { amountFen: 50_000 })
    const legal: string[] = []
    for (const status of loanStatusNames)
      for (const event of events) {
        const from = numberOf(status)
        await server.db.updateTable('loan').set({ status: from }).where('loan_id', '=', loanId).execute()
        const move = transaction(server.db, (tx) => moveLoan(tx, { userId: borrower.userId, loanId, status }, event))
        const to = next(loanMachine, `${from}`, event)
        if (to === undefined) await expect(move).rejects.toThrow('cannot')
        else legal.push(`${from} ${event} ${numberOf(await move)}`)
        const stored = await findLoan(server.db, { userId: borrower.userId, loanId })
        expect(stored?.status).toBe(to === undefined ? status : loanStatusOf(Number(to)))
      }
    expect(legal).toEqual([
      '1 paidOut 2',
      '1 refused 3',
      '2 firstDayEnds 4',
      '2 settle 5',
      '3 paidOut 2',
      '3 reLoan 1',
      '4 settle 5',
      '4 fallOverdue 6',
      '6 settle 5',
      '6 cure 4',
    ])
    await server.db.updateTable('loan').set({ status: 1 }).where('loan_id', '=', loanId).execute()
  })

  test('two that move a loan from one status at once: one does, the other is refused', async () => {
    const { loanId } = await borrowed(server, borrower, { amountFen: 50_000 })
    const loan = { userId: borrower.userId, loanId, status: 'disbursing' as const }
    const moves = await Promise.allSettled([1, 2].map(() => transaction(server.db, (tx) => moveLoan(tx, loan, 'paidOut'))))
    expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await server.db.updateTable('loan').set({ status: 1 }).where('loan_id', '=', loanId).execute()
  })

  test.each([
    ['loan_status', loanMachine.states],
    ['payout_status', payoutMachine.states],
    ['repayment_status', repaymentMachine.states],
  ])('the check %s of the table allows exactly the states of its machine', async (name, states) => {
    const { rows } = await sql<{
      text: string
    }>`select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${name}`.execute(server.db)
    const allowed = [...(rows[0]?.text ?? '').matchAll(/'(\w+)'|(?<=[[ ])(\d)(?=[,\]])/g)].map(([, word, digit]) => word ?? digit)
    expect(allowed.sort()).toEqual([...states].sort())
  })
})

test('LN-22 the loan ends with its last instalment, the same day in quote, contract and plan', async () => {
  const quote = await signedQuote(server, borrower, { amountFen: 100_000 })
  expect(quote.plan.at(-1)?.dueDate).toBe('2028-08-31')
  const { loanId } = await paidOutLoan(server, borrower, { amountFen: 100_000 })
  const detail = await detailOf(server, borrower, loanId)
  expect(detail.endDate).toBe('2028-08-31')
  expect(detail.plan.at(-1)?.dueDate).toBe('2028-08-31')
  const contract = detail.texts.find(({ key }) => key === 'loanContract')
  const text = must(await server.call('agreement', 'signedText', { params: { id: contract?.signedId ?? 0 } }, { token: borrower.token }))
  expect(text.paragraphs.map((paragraph) => paragraph.text).join('\n')).toContain('2028-08-31')
})

test('loan.detail: LOAN_NOT_FOUND for an unknown loan', async () => {
  expect((await server.call('loan', 'detail', { params: { id: 1 } }, { token: borrower.token })).error).toBe('LOAN_NOT_FOUND')
})

describe('list', () => {
  test('NF-02 newest first, a page at a time, by group; a new loan between two pages shifts nothing', async () => {
    const own = await server.newBorrower({ upTo: 'card' })
    const list = async (query: { after?: number; group?: 'all' | 'open' | 'settled' | 'failed' }) =>
      must(await server.call('loan', 'list', { query }, { token: own.token }))
    expect(await list({})).toEqual({ items: [], next: null })
    const made: number[] = []
    for (let n = 0; n < 11; n += 1) {
      // Ten codes a day is the most a phone gets.
      server.machine.pass(86_400_000)
      made.unshift((await borrowed(server, own, { amountFen: 50_000 })).loanId)
    }
    const first = await list({})
    server.machine.pass(86_400_000)
    // A loan that is made meanwhile neither repeats nor hides another one.
    await borrowed(server, own, { amountFen: 50_000 })
    const second = await list({ after: first.next ?? 0 })
    expect([...first.items, ...second.items].map(({ loanId }) => loanId)).toEqual(made)
    expect([first.next, second.next]).toEqual([made[9], null])
    expect((await list({ group: 'settled' })).items).toEqual([])
    expect((await list({ group: 'open' })).items).toHaveLength(10)
    expect(first.items[0]).toMatchObject({ status: 1, owedTotal: 0, nextDueDate: null })
  })
})

test('the way of a loan is told step by step, with its moments', async () => {
  await server.runJobs()
  const own = await server.newBorrower({ upTo: 'card' })
  const { loanId } = await borrowed(server, own, { amountFen: 50_000 })
  const steps = async () => (await detailOf(server, own, loanId)).timeline.map(({ step, state }) => `${step} ${state}`)
  expect(await steps()).toEqual(['signed done', 'requested done', 'bankProcessing now', 'paidOut ahead'])
  await server.runJobs()
  await server.deliverNotices()
  expect(await steps()).toEqual(['signed done', 'requested done', 'bankProcessing done', 'paidOut done', 'settled ahead'])
  server.providers.lender(1).payOut.next({ answer: 'refused', reason: 'noFunds' })
  const failed = await borrowed(server, own, { amountFen: 50_000 })
  await server.runJobs()
  expect((await detailOf(server, own, failed.loanId)).timeline.at(-1)).toMatchObject({ step: 'failed', state: 'failed' })
})
