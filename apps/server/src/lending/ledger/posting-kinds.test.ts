import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openKysely, openPool } from '@fyh/postgres/pool.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DB } from '#platform/tables.generated.ts'
import { emptyTestDatabase, type TestDatabase } from '../../../../../tools/postgres/test-database.ts'
import { postingKinds } from './posting-kinds.ts'
import { earnedBooked } from './restated.ts'

const migrations = join(import.meta.dirname, '../../../migrations')
const schema = 'fyh'

let folder: string
let database: TestDatabase
let pool: ReturnType<typeof openPool>
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

const insert = (kind: string, leg: number, account: string, amount: number) =>
  pool.query(
    `insert into ledger_leg (user_id, posting_key, leg, kind, loan_id, account, amount_fen, booked_on)
    values (1, $1::text || ':70', $2, $1, 70, $3, $4, '2026-11-27')`,
    [kind, leg, account, amount],
  )

test('the table of legs takes exactly the kinds there are', async () => {
  await migrate(pool, migrations, { schema })
  const { rows } = await pool.query("select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'ledger_leg_kind_check'")
  const allowed = [...String(rows[0]?.text).matchAll(/'(\w+)'/g)].map(([, name]) => name)
  expect(allowed.toSorted()).toEqual(Object.keys(postingKinds).toSorted())
  await expect(insert('settledEarly', 0, 'waived', 5)).rejects.toThrow('ledger_leg_kind_check')
})

test('what an older edition booked when a loan was settled early is read as it was', async () => {
  for (const name of (await readdir(migrations)).filter((file) => file < '0040')) await cp(join(migrations, name), join(folder, name))
  await migrate(pool, folder, { schema })
  await insert('interestDue', 0, 'interestReceivable', 9)
  await insert('interestDue', 1, 'interestIncome', -9)
  await insert('settledEarly', 0, 'waived', 4)
  await insert('settledEarly', 1, 'interestReceivable', -4)
  await migrate(pool, migrations, { schema })
  const db = openKysely<DB>(pool)
  expect(await earnedBooked(db, { userId: 1, loanId: 70 })).toEqual({ owed: { interest: 5, fee: 0 }, givenUp: { interest: 4, fee: 0 } })
})

test('the decisions on the ledger explain every kind and when it is booked', async () => {
  const text = await readFile(join(migrations, '../../../docs/decisions/ledger.md'), 'utf8')
  for (const [kind, { when }] of Object.entries(postingKinds)) expect(text).toContain(`\n| \`${kind}\` | ${when} | `)
})
