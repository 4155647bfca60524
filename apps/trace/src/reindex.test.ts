import { afterAll, beforeAll, expect, test } from 'vitest'
import { mobileIndex, openOperator, type TestOperator } from './answer/test-operator.ts'
import { openMobileIndex } from './collect/mobile-index.ts'
import { forgetFormer, keepMarks } from './key-marks.ts'
import { reindexAll } from './reindex.ts'

const former = 'k'.repeat(32)
const indexKey = 'n'.repeat(32)
const both = { indexKey, indexKeysRetired: [former] }
let operator: TestOperator
beforeAll(async () => {
  operator = await openOperator()
})
afterAll(() => operator.close())

test('beside another key it does not start; with both it does, and after renewing with the new one alone', async () => {
  const { pool, clock } = operator
  const now = clock.machineNow()
  await keepMarks(pool, { indexKey: former, indexKeysRetired: [] }, now)
  await expect(keepMarks(pool, { indexKey, indexKeysRetired: [] }, now)).rejects.toThrow('TRACE_INDEX_KEY is not the key of this database')
  const phones = ['13800000001', '13912345678']
  for (const mobile of phones) await operator.send({ mobile, event: 'click' })
  await keepMarks(pool, both, now)
  expect(await reindexAll(pool, both)).toEqual({ changed: 2, unknown: 0 })
  // Stopped and run again it finds nothing left to do.
  expect(await reindexAll(pool, both)).toEqual({ changed: 0, unknown: 0 })
  const indexOf = openMobileIndex(indexKey)
  for (const table of ['event', 'visit', 'browser_user']) {
    const { rows } = await pool.query<{ mobile_index: string }>(
      `select distinct mobile_index from ${table} where mobile_index <> '' order by mobile_index`,
    )
    const found = rows.map((row) => row.mobile_index)
    for (const mobile of phones) expect(found, table).not.toContain(mobileIndex(mobile))
    expect(phones.map(indexOf), table).toEqual(expect.arrayContaining(found))
  }
  await forgetFormer(pool, both)
  await keepMarks(pool, { indexKey, indexKeysRetired: [] }, now)
  await expect(keepMarks(pool, { indexKey: former, indexKeysRetired: [] }, now)).rejects.toThrow('npm run keys -- renew')
})

test('what a process with the former key writes behind a pass is found by the next one', async () => {
  const { pool } = operator
  await operator.send({ mobile: '13800000003', event: 'click' })
  const behind = ['13800000004']
  const busy = {
    connect: () => pool.connect(),
    query: async (text: string) => {
      const found = await pool.query(text)
      for (const mobile of behind.splice(0)) await operator.send({ mobile, event: 'click' })
      return found
    },
  }
  expect(await reindexAll(busy as unknown as typeof pool, both)).toEqual({ changed: 2, unknown: 0 })
  expect(await reindexAll(pool, both)).toEqual({ changed: 0, unknown: 0 })
})
