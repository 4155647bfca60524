import { expect, test } from 'vitest'
import { statementShape } from '../postgres/statement-shape.ts'
import { filesForOldest } from './oldest-postgres.ts'

const records = [
  { file: '/apps/server/a.property.test.ts', statements: ['select 1', 'select 2'] },
  { file: '/apps/server/b.test.ts', statements: ['select 1'] },
  { file: '/apps/server/c.test.ts', statements: ['select 1', 'select 3'] },
  { file: '/apps/server/d.test.ts', statements: [] },
  { file: '/packages/postgres/pool.test.ts', statements: [] },
  { file: '/apps/trace/src/collect/store-deaths.test.ts', statements: ['select 3'] },
]
const seconds = (file: string) => (file.includes('property') ? 30 : 1)

test('PostgreSQL 15 is sent every statement that 18 is sent, by as few test files as will do', () => {
  const chosen = filesForOldest(records, seconds)
  const sent = new Set(records.filter(({ file }) => chosen.includes(file)).flatMap(({ statements }) => statements))
  expect([...sent].sort()).toEqual(['select 1', 'select 2', 'select 3'])
  expect(chosen).not.toContain('/apps/server/b.test.ts')
  expect(chosen).not.toContain('/apps/server/d.test.ts')
})

test('PostgreSQL 15 runs each test of connections, migrations, and servers that die', () => {
  expect(filesForOldest(records, seconds)).toEqual(
    expect.arrayContaining(['/packages/postgres/pool.test.ts', '/apps/trace/src/collect/store-deaths.test.ts']),
  )
})

test('a cheap file is preferred to a long one that sends the same', () => {
  const same = [
    { file: '/apps/server/long.property.test.ts', statements: ['select 1'] },
    { file: '/apps/server/short.test.ts', statements: ['select 1'] },
  ]
  expect(filesForOldest(same, seconds)).toEqual(['/apps/server/short.test.ts'])
})

test('a statement is the same with other values, lists of another length, and another layout', () => {
  const one = statementShape('insert into t (a, b) values ($1, $2), ($3, $4)\n  on conflict (a) do update set b = $5 where t.a in ($6, $7)')
  expect(statementShape('insert into t (a, b) values ($1, $2) on conflict (a) do update set b = $3 where t.a in ($4)')).toBe(one)
  expect(statementShape('select a from t')).not.toBe(statementShape('select b from t'))
})
