import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { planFor } from '@fyh/loan-engine/schedule.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openKysely, openPool, type Pool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lenderOf, lendingRulesOf, productOfQuote, publishEditions, publishedFolder, readPublished } from '#lending/lenders/lenders.ts'
import { findPayout } from '#lending/payout/payout.ts'
import type { Db } from '#platform/deps.ts'
import { emptyTestDatabase, type TestDatabase } from '../../../../../tools/postgres/test-database.ts'
import { findLoan, findQuote } from './loan.ts'

const migrations = join(import.meta.dirname, '../../../migrations')
const schema = 'fyh'
const payOutDate = civilDate('2026-11-27')
const terms = {
  principal: fen(1_000_000),
  annualRate: ppm(180_000),
  periods: 12,
  dayCount: '30/360',
  tail: 'lastInstalment',
  payOutDate,
  daysOff: { policy: 'stay' },
} as const
const rules = {
  allocationOrder: ['fee', 'penalty', 'interest', 'principal'],
  penalty: { percentOfRate: 150, graceDays: 3, ceiling: 1_000_000 },
}
const costSheet = {
  ...{ lender: '示例消费金融有限公司', lenderLicence: 'L0000', items: [], totalCost: 100_161 },
  ...{ price: { simplePpm: 180_000, compoundPpm: 195_618 }, minReadSeconds: 6 },
  contingent: { penaltyPpmDay: 750, graceDays: 3, earlySettlementFee: 0 },
}

let folder: string
let database: TestDatabase
let pool: Pool
let db: Db

/** A loan as the last version with one lender wrote it, with its quote, its pay-out and the ledger's legs of that. */
async function addLoan(loanId: number, { userId = 1, status, method, cardId }: Given): Promise<void> {
  const plan = JSON.stringify(planFor({ ...terms, method }))
  await pool.query(
    `insert into loan_quote (user_id, quote_id, lender_id, amount_fen, periods, method, loan_use, pay_out_date, annual_rate_ppm, simple_ppm,
      compound_ppm, plan, cost_sheet, texts, quoted_at, expires_at, cost_sheet_shown_at, used_loan_id)
    values ($1, $2, 1, 1000000, 12, $3, '01', '2026-11-27', 180000, 180000, 195618, $4, $5, '[]', now(), now(), now(), $2)`,
    [userId, loanId, method, plan, JSON.stringify(costSheet)],
  )
  await pool.query(
    `insert into loan (user_id, loan_id, quote_id, contract_no, lender_id, card_id, status, amount_fen, periods, method, loan_use,
      annual_rate_ppm, simple_ppm, compound_ppm, day_count, tail, rules, plan, borrowed_at, pay_out_date, booked_to)
    values ($1, $2, $2, $3, 1, $4, $5, 1000000, 12, $6, '01', 180000, 180000, 195618, '30/360', 'lastInstalment', $7, $8, now(),
      '2026-11-27', '2026-11-27')`,
    [userId, loanId, `FY${loanId}`, cardId, status, method, JSON.stringify({ ...rules, earlySettlementFee: 0 }), plan],
  )
  await pool.query(
    `insert into payout (user_id, payout_id, loan_id, attempt, order_key, status, amount_fen, card_id, quote_id, requested_at, next_try_at,
      paid_fen, known_at)
    values ($1, $2, $2, 1, $3, 'paid', 1000000, $4, $2, now(), now(), 1000000, now())`,
    [userId, loanId, `payout-${loanId}`, cardId],
  )
  await pool.query(
    `insert into ledger_leg (user_id, posting_key, leg, kind, loan_id, account, amount_fen, booked_on, order_key)
    values ($1, $2, 0, 'paidOut', $3, 'principalReceivable', 1000000, '2026-11-27', $4),
      ($1, $2, 1, 'paidOut', $3, 'lenderFunding', -1000000, '2026-11-27', $4)`,
    [userId, `paidOut:${loanId}`, loanId, `payout-${loanId}`],
  )
}
type Given = {
  readonly userId?: number
  readonly status: number
  readonly method: 'equalInstalment' | 'equalPrincipal'
  readonly cardId: number
}

async function addCard(
  owner: number,
  cardId: number,
  { isDefault, ended = false }: { isDefault: boolean; ended?: boolean },
): Promise<void> {
  await pool.query(
    `insert into bank_card (user_id, card_id, bank_code, tail, number_sealed, number_index, channel_agreement_no, is_default, bound_at,
      agreement_ended_at)
    values ($1, $2, 'ICBC', '0009', '\\x00', $3, $4, $5, now(), case when $6 then now() end)`,
    [owner, cardId, Buffer.from([cardId]), `A${cardId}`, isDefault, ended],
  )
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fyh-migrations-'))
  database = await emptyTestDatabase()
  pool = openPool({ url: database.url, applicationName: 'test', schema, max: 2 })
  for (const name of (await readdir(migrations)).filter((file) => file < '0040')) await cp(join(migrations, name), join(folder, name))
  await migrate(pool, folder, { schema })
  await addCard(1, 1, { isDefault: false })
  await addCard(1, 2, { isDefault: true })
  await addLoan(10, { status: 4, method: 'equalInstalment', cardId: 1 })
  await addLoan(11, { status: 3, method: 'equalPrincipal', cardId: 1 })
  await addCard(2, 3, { isDefault: false })
  await addCard(2, 4, { isDefault: true, ended: true })
  await addLoan(12, { userId: 2, status: 6, method: 'equalInstalment', cardId: 3 })
  await migrate(pool, migrations, { schema })
  db = openKysely(pool)
  const clock = { now: () => new Date(), machineNow: () => new Date() }
  await publishEditions({ db, clock, log: makeLog({ name: 'test', level: 'silent' }) }, readPublished(publishedFolder))
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

test.each([
  [10, 101, 'equalInstalment'],
  [11, 102, 'equalPrincipal'],
])(
  'loan %d, made before editions, stands on product %d of the first lender, whose settings are its own',
  async (loanId, productId, method) => {
    const loan = await findLoan(db, { userId: 1, loanId })
    expect(loan).toMatchObject({ lenderId: 1, lenderEdition: 1, productId, productEdition: 1, method, daysOff: 'stay' })
    const product = await productOfQuote(db, { productId, productEdition: 1 })
    expect(product).toMatchObject({ method, dayCount: loan?.dayCount, tail: loan?.tail, daysOff: loan?.daysOff })
    expect(await lenderOf(db, { lenderId: 1, edition: 1 })).toMatchObject({ name: costSheet.lender })
  },
)

test('its quote is readable, has neither coupon nor benefits, and has the rules of the loan', async () => {
  const [quote, loan] = [await findQuote(db, { userId: 1, quoteId: 10 }), await findLoan(db, { userId: 1, loanId: 10 })]
  expect(loan).toBeDefined()
  expect(quote?.costSheet).toEqual({ ...costSheet, coupon: null, benefit: null, rules: loan && lendingRulesOf(loan) })
  expect(quote).toMatchObject({ productId: 101, plan: loan?.plan })
})

test('its pay-out and the funding of it are of the first lender', async () => {
  expect(await findPayout(db, { userId: 1, payoutId: 10 })).toMatchObject({ lenderId: 1 })
  const { rows } = await pool.query('select distinct account, lender_id from ledger_leg order by account')
  expect(rows).toEqual([
    { account: 'lenderFunding', lender_id: 1 },
    { account: 'principalReceivable', lender_id: null },
  ])
})

test('a loan that runs stays with the default card, from which it was debited, and another with the card of its pay-out', async () => {
  const debitCardOf = async (userId: number, loanId: number) => (await findLoan(db, { userId, loanId }))?.debitCardId
  expect(await debitCardOf(1, 10)).toBe(2)
  expect(await debitCardOf(1, 11)).toBe(1)
  expect(await debitCardOf(2, 12)).toBe(3)
})
