import { fileURLToPath } from 'node:url'
import { fixedClock } from '@fyh/base/clock.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { addCounts } from './add-counts.ts'
import { openRefusalTally } from './refusal-tally.ts'
import { emptyTables } from './test-tables.ts'

const clock = fixedClock('2026-11-28T00:30:00+08:00')
const log = makeLog({ name: 'trace', level: 'silent' })
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'tally-test' })
})
beforeEach(() => emptyTables(pool))
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const counted = async () => (await pool.query('select day, kind, field, count from refusal_count order by 2, 3')).rows
const shape = { kind: 'shape', field: 'traceId' } as const
const request = { kind: 'request', field: 'events' } as const

test('refusals wait to be added like every other count, and whoever adds is told of them', async () => {
  const onWritten = vi.fn()
  const tally = openRefusalTally({ pool, clock, log, onWritten })
  tally.add([shape, request, shape])
  await tally.write()
  expect(onWritten).toHaveBeenCalledTimes(1)
  expect(await counted()).toEqual([])
  tally.add([request])
  await tally.write()
  await addCounts(pool)
  expect(await counted()).toEqual([
    { day: '2026-11-28', ...request, count: 2 },
    { day: '2026-11-28', ...shape, count: 2 },
  ])
  await tally.write()
  expect(onWritten).toHaveBeenCalledTimes(2)
})

test('refusals that cannot be written stay counted, and nobody is told of them', async () => {
  const onWritten = vi.fn()
  const tally = openRefusalTally({ pool, clock, log, onWritten })
  await pool.query('alter table counts_to_add rename to hidden')
  tally.add([shape])
  await tally.write()
  await pool.query('alter table hidden rename to counts_to_add')
  expect(onWritten).not.toHaveBeenCalled()
  tally.add([shape])
  await tally.write()
  await addCounts(pool)
  expect(await counted()).toEqual([{ day: '2026-11-28', ...shape, count: 2 }])
})
