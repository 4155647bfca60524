import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tablesFile, tablesSource } from './tables.ts'

test('the types of the tables are those the migrations make; if not, run node tools/docs/tables.ts', async () => {
  expect(readFileSync(tablesFile, 'utf8')).toBe(await tablesSource())
})
