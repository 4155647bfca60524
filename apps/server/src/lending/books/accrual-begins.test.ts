import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { accruedOn } from '@fyh/loan-engine/accrual.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyTestDatabase, type TestDatabase } from '../../../../../tools/postgres/test-database.ts'

const migrations = join(import.meta.dirname, '../../../migrations')
const schema = 'fyh'

let folder: string
let database: TestDatabase
let pool: Pool

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fyh-migrations-'))
  database = await emptyTestDatabase()
  pool = openPool({ url: database.url, applicationName: 'test', schema, max: 2 })
})
afterEach(async () => {
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const first = { period: 1, startDate: civilDate('2026-11-27'), dueDate: civilDate('2026-12-27'), interest: fen(14_999) }
const second = { period: 2, startDate: first.dueDate, dueDate: civilDate('2027-01-27'), interest: fen(13_850) }

/** A running loan as the former rule left it: interest recognised when it fell due, or when a payment reached its period. */
async function addLoan(loanId: number, { bookedTo, recognised }: { bookedTo: string; recognised: readonly number[] }): Promise<void> {
  await pool.query(
    `insert into loan_quote (user_id, quote_id, lender_id, amount_fen, periods, method, loan_use, pay_out_date, annual_rate_ppm, simple_ppm,
      compound_ppm, plan, cost_sheet, texts, quoted_at, expires_at, cost_sheet_shown_at)
    values (1, $1, 1, 1000000, 12, 'equalInstalment', '01', '2026-11-27', 180000, 180000, 195618, '[]', '{}', '[]', now(), now(), now())`,
    [loanId],
  )
  await pool.query(
    `insert into loan (user_id, loan_id, quote_id, contract_no, lender_id, card_id, status, amount_fen, periods, method, loan_use,
      annual_rate_ppm, simple_ppm, compound_ppm, day_count, tail, rules, plan, borrowed_at, pay_out_date, booked_to)
    values (1, $1, $1, 'FY1', 1, 1, 4, 1000000, 12, 'equalInstalment', '01', 180000, 180000, 195618, '30/360', 'lastInstalment', '{}', $2, now(),
      '2026-11-27', $3)`,
    [loanId, JSON.stringify([first, second]), bookedTo],
  )
  for (const period of recognised)
    await pool.query(
      `insert into ledger_leg (user_id, posting_key, leg, kind, loan_id, account, amount_fen, booked_on)
      values (1, $1, 0, 'interestDue', $2, 'interestReceivable', 5, $3), (1, $1, 1, 'interestDue', $2, 'interestIncome', -5, $3)`,
      [`interestDue:${loanId}:${period}`, loanId, bookedTo],
    )
}

async function earnedByLedger(loanId: number): Promise<number> {
  const { rows } = await pool.query(
    `select coalesce(sum(amount_fen), 0)::bigint as earned from ledger_leg
    where loan_id = $1 and account = 'interestReceivable' and kind = 'interestAccrued'`,
    [loanId],
  )
  return rows[0].earned
}

test('loans that run when interest begins to be earned by days have earned what the engine says, unless it was recognised before', async () => {
  for (const name of (await readdir(migrations)).filter((file) => file < '0014')) await cp(join(migrations, name), join(folder, name))
  await migrate(pool, folder, { schema })
  const days = Array.from({ length: 30 }, (_, run) => addDays(first.startDate, run))
  for (const [run, bookedTo] of days.entries()) await addLoan(100 + run, { bookedTo, recognised: [] })
  await addLoan(200, { bookedTo: '2027-01-10', recognised: [1] })
  await addLoan(201, { bookedTo: '2026-12-10', recognised: [1] })

  await migrate(pool, migrations, { schema })
  for (const [run, bookedTo] of days.entries()) expect([run, await earnedByLedger(100 + run)]).toEqual([run, accruedOn(first, bookedTo)])
  expect(await earnedByLedger(200)).toBe(accruedOn(second, civilDate('2027-01-10')))
  expect(await earnedByLedger(201)).toBe(0)
  const { rows } = await pool.query('select posting_key from ledger_leg group by posting_key having sum(amount_fen) <> 0')
  expect(rows).toEqual([])
})
