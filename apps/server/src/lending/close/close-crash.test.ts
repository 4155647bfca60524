import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { assert } from '@fyh/base/assert.ts'
import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { booksOf } from '#lending/books/books.ts'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { findLoan, isPaidOut, paymentsOf } from '#lending/loan/loan.ts'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { paidOutLoan, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { closeDays } from './close-days.ts'

let server: TestServer
let borrower: TestBorrower
let loanIds: number[]

/** Three loans paid out on 2026-11-27; on 2027-01-10 their first periods are overdue past the grace days. */
beforeEach(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  loanIds = []
  for (const amountFen of [500_000, 200_000, 100_000]) loanIds.push((await paidOutLoan(server, borrower, { amountFen })).loanId)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const payOutDate = civilDate('2026-11-27')
const upTo = civilDate('2027-01-10')

/** Every day of every loan closed, once: accruals, penalties, messages, and what the engine says. */
async function expectClosedOnce(to: CivilDate): Promise<void> {
  expect(await unbalancedPostings(server.db)).toEqual([])
  for (const loanId of loanIds) {
    const loan = await findLoan(server.db, { userId: borrower.userId, loanId })
    assert(loan !== undefined && isPaidOut(loan), 'the loan was paid out')
    expect(loan.bookedTo).toBe(to)
    expect(loan.status).toBe('overdue')
    const books = booksOf({ loan, payments: await paymentsOf(server.db, loan), onDate: to })
    expect(await owedByLedger(server.db, loan)).toMatchObject({ interest: books.owed.interest, penalty: books.standing.owed.penalty })
    const accruals = await server.db
      .selectFrom('ledger_leg')
      .select('booked_on')
      .where('loan_id', '=', loanId)
      .where('kind', '=', 'interestAccrued')
      .where('account', '=', 'interestReceivable')
      .orderBy('booked_on')
      .execute()
    expect(accruals.map(({ booked_on }) => booked_on)).toEqual(daysAfter(payOutDate, to))
    const penalties = await server.db.selectFrom('penalty_day').select('day').where('loan_id', '=', loanId).orderBy('day').execute()
    expect(penalties.map(({ day }) => day)).toEqual(daysAfter(civilDate('2026-12-27'), to))
    const told = await server.db
      .selectFrom('message')
      .select('kind')
      .where('loan_id', '=', loanId)
      .where('kind', 'in', ['dueSoon', 'fellOverdue'])
    const kinds = (await told.orderBy('kind').execute()).map(({ kind }) => kind)
    expect(kinds).toEqual(['dueSoon', 'fellOverdue'])
  }
}

function daysAfter(from: CivilDate, to: CivilDate): CivilDate[] {
  const days: CivilDate[] = []
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

test('cut off after any statement, and begun again until it is through, the close leaves what one that ran through leaves', async () => {
  const query = pg.Client.prototype.query
  let left = 0
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const text = JSON.stringify(args[0]) ?? ''
    left -= 1
    if (left < 0 && !text.includes('rollback')) throw new Error('cut off')
    return Reflect.apply(query, this, args)
  })
  let cuts = 0
  for (let statements = 0; ; statements += 1) {
    left = statements
    const outcome = await closeDays(server.deps, upTo).then(
      () => 'through',
      () => 'cut off',
    )
    left = Number.POSITIVE_INFINITY
    expect(await unbalancedPostings(server.db)).toEqual([])
    if (outcome === 'through') break
    cuts += 1
  }
  expect(cuts).toBeGreaterThan(15)
  await expectClosedOnce(upTo)
})

test('a process killed in the middle of a batch leaves it to the next, which closes every day once', async () => {
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const script = `
    import pg from 'pg'
    import { fixedClock } from ${at('../../../../../packages/base/clock.ts')}
    import { makeLog } from ${at('../../../../../packages/serve/log.ts')}
    import { createApp } from ${at('../../app.ts')}
    import { readConfig } from ${at('../../platform/config.ts')}
    import { scriptedProviders } from ${at('../../providers/scripted.ts')}
    import { closeDays } from ${at('./close.ts')}
    const [url, upTo, statements] = process.argv.slice(1)
    const config = readConfig({ DATABASE_URL: url, FIELD_KEY: 'a key for fields in tests, not a secret', INDEX_KEY: 'a key for indexes in tests, not a secret',
      VENDOR_SECRET: 'a key for vendors in tests, not a secret', DEV_TOOLS: '1', AUTO_DEBIT: '0', TRACE_URL: 'http://127.0.0.1:9' })
    const app = await createApp({ config, log: makeLog({ name: 'test', level: 'silent' }), providers: scriptedProviders(),
      machine: fixedClock('2026-11-27T10:00:00+08:00'), superviseJobs: false })
    const query = pg.Client.prototype.query
    let left = Number(statements)
    pg.Client.prototype.query = function (...args) {
      left -= 1
      if (left < 0) process.kill(process.pid, 'SIGKILL')
      return query.apply(this, args)
    }
    await closeDays(app.deps, upTo)`
  const run = promisify(execFile)
  for (const statements of [6, 20]) {
    const args = ['--input-type=module', '-e', script, server.deps.config.database.url, upTo, String(statements)]
    await expect(run(process.execPath, args)).rejects.toMatchObject({ signal: 'SIGKILL' })
  }
  await closeDays(server.deps, upTo)
  await expectClosedOnce(upTo)
}, 90_000)

test('ID-05 two nodes at once, five seconds apart, and again a day later close each day once', async () => {
  await Promise.all([closeDays(server.deps, civilDate('2027-01-09')), closeDays(server.deps, civilDate('2027-01-09'))])
  server.machine.pass(5_000)
  await closeDays(server.deps, civilDate('2027-01-09'))
  await expectClosedOnce(civilDate('2027-01-09'))
  // Batches of one loan each, several of them side by side on every node.
  const nodes = [1, 1, 2].map((loansPerBatch) => closeDays(server.deps, upTo, { loansPerBatch }))
  await Promise.all(nodes)
  await expectClosedOnce(upTo)
})
