import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '@fyh/base/assert.ts'
import { expect, test } from 'vitest'
import { accounts } from './accounts.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/** The accounts that the newest CHECK of the table allows. */
function allowedByTable(): string[] {
  const texts = readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  const [, list] = [...texts.join('\n').matchAll(/check \(account in \(([^)]*)\)/g)].at(-1) ?? []
  assert(list !== undefined, 'a migration checks the accounts')
  return [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name ?? '')
}

test('the table of legs takes exactly the accounts of the chart', () => {
  expect(allowedByTable().toSorted()).toEqual(Object.keys(accounts).toSorted())
})

test('the decisions on the ledger explain every account by its name and term', () => {
  const text = readFileSync(join(folder, '../../../docs/decisions/ledger.md'), 'utf8')
  for (const [name, { term }] of Object.entries(accounts))
    expect(text).toMatch(new RegExp(`\\| [^|]*\`${name}\`[^|]* \\| [^|]*${term}[^|]* \\|`))
})

test('each account has its normal side by its class, and a Chinese term of its own', () => {
  const kinds = Object.values(accounts)
  for (const { accountClass, side } of kinds) expect(side).toBe(accountClass === 'asset' || accountClass === 'expense' ? 'debit' : 'credit')
  expect(new Set(kinds.map(({ term }) => term)).size).toBe(kinds.length)
  for (const { term } of kinds) expect(term).toMatch(/^\p{Script=Han}+$/u)
})
