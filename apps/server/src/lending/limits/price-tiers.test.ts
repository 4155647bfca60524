import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { expect, test } from 'vitest'
import { emptyTestDatabase } from '../../../../../tools/postgres/test-database.ts'

const migrations = join(import.meta.dirname, '../../../migrations')
const schema = 'fyh'

test('limits and applications made before tiers keep their price: a rate becomes its tier, another rate the cheapest tier that costs no less', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fyh-migrations-'))
  const database = await emptyTestDatabase()
  const pool = openPool({ url: database.url, applicationName: 'test', schema, max: 2 })
  for (const name of (await readdir(migrations)).filter((one) => one < '0044')) await cp(join(migrations, name), join(folder, name))
  await migrate(pool, folder, { schema })
  const rates = [72_000, 108_000, 144_000, 180_000, 216_000, 240_000, 100_000, 239_999]
  for (const [userId, rate] of rates.entries()) {
    await pool.query(
      `insert into application (user_id, application_id, hand_in, status, facts, scorecard_version, submitted_at, decided_at, decisions, limit_fen,
        annual_rate_ppm, valid_until)
      values ($1, $1, 1, 'approved', '{}', '2026-01', now(), now(), '[]', 100000, $2, '2027-01-01')`,
      [userId + 1, rate],
    )
    await pool.query(
      `insert into credit_limit (user_id, application_id, granted_fen, total_fen, annual_rate_ppm, valid_until)
      values ($1, $1, 100000, 100000, $2, '2027-01-01')`,
      [userId + 1, rate],
    )
  }
  await migrate(pool, migrations, { schema })
  for (const table of ['application', 'credit_limit']) {
    const { rows } = await pool.query(`select price_tier from ${table} order by user_id`)
    expect(rows.map(({ price_tier }) => price_tier)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'B', 'F'])
  }
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true })
})
