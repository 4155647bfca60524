import { describe, expect, test } from 'vitest'
import { bannedWords } from './bans.ts'
import { importsOfOtherApps, wrongImports } from './directions.ts'
import { deadFiles, decisionNumbers, foreignWords, longFiles, unreadProperties, vagueNames } from './files.ts'
import { importsOf, type Repository } from './repository.ts'
import { errorsWithoutTest, sliceNames } from './slices.ts'
import { checkedLists, lockFaults, machinesWithoutCheck, sqlFaults } from './sql.ts'

const having = (files: Record<string, string>): Repository => new Map(Object.entries(files))

test('imports are found in every form, and what leads nowhere at run time is a type', () => {
  const text = [
    "import { a } from './a.ts'",
    "import type { B } from '@fyh/contract/b.ts'",
    "import { type C, type D } from '#platform/c.ts'",
    "import {\n  e,\n  type F,\n} from 'zod'",
    "import './g.css'",
    "export { h } from 'node:fs'",
    "const i = () => import('./i.tsx')",
    "const j = new URL('./j.ts', import.meta.url)",
  ].join('\n')
  expect(importsOf('apps/web/src/app/x.ts', text)).toEqual([
    { target: 'apps/web/src/app/a.ts', kind: 'value' },
    { target: 'packages/contract/b.ts', kind: 'type' },
    { target: 'apps/web/src/platform/c.ts', kind: 'type' },
    { target: 'npm:zod', kind: 'value' },
    { target: 'apps/web/src/app/g.css', kind: 'value' },
    { target: 'node:fs', kind: 'value' },
    { target: 'apps/web/src/app/i.tsx', kind: 'dynamic' },
    { target: 'apps/web/src/app/j.ts', kind: 'file' },
  ])
})

describe('directions', () => {
  const booksSlices = ['loan', 'repay', 'borrow', 'servicing', 'reconcile']
  const wrong: [file: string, text: string][] = [
    ['packages/base/money.ts', "import { z } from 'zod'"],
    ['packages/base/money.ts', "import { readFile } from 'node:fs'"],
    ['packages/loan-engine/plan.ts', "import { api } from '@fyh/contract/api.ts'"],
    ['packages/serve/serve.ts', "import { openPool } from '@fyh/postgres/pool.ts'"],
    ['apps/server/src/platform/jobs.ts', "import { x } from '#features/loan/loan.ts'"],
    ['apps/server/src/lending/ledger/ledger.ts', "import { x } from '#lending/loan/loan.ts'"],
    ['apps/server/src/lending/books/book.ts', "import { x } from '#features/card/card.ts'"],
    ['apps/server/src/lending/books/book.ts', "import { x } from '#lending/loan/loan.sql.ts'"],
    ['apps/server/src/lending/deps.ts', "import { x } from '#features/card/card.ts'"],
    ['apps/server/src/lending/elsewhere/x.ts', ''],
    ['apps/server/src/features/home/home.ts', "import { x } from '#features/loan/loan.sql.ts'"],
    ['apps/server/src/features/home/home.ts', "import { x } from '#lending/loan/loan.sql.ts'"],
    ...booksSlices.flatMap((from) =>
      booksSlices
        .filter((to) => to !== from)
        .map((to): [string, string] => [`apps/server/src/features/${from}/x.ts`, `import { x } from '#features/${to}/${to}.ts'`]),
    ),
    ['apps/server/src/features/borrow/borrow.ts', "import { x } from '#providers/lender/sandbox.ts'"],
    ['apps/server/src/features/borrow/borrow.ts', "import { x } from '#app.ts'"],
    ['apps/web/src/features/loan/loan-screen.tsx', "import { loan } from '@fyh/contract/loan.ts'"],
    ['apps/web/src/features/loan/loan-screen.tsx', "import { Row } from '#features/repay/row.tsx'"],
    ['apps/web/src/features/loan/loan-screen.tsx', "import { z } from 'zod'"],
    ['apps/web/src/features/loan/loan-screen.tsx', "import { fail } from '@fyh/serve/fail.ts'"],
    ['apps/web/src/features/loan/loan-screen.tsx', "import { x } from '#host/messenger.ts'"],
    ['apps/web/src/features/loan/loan-screen.tsx', "import { x } from '#brands/fyh/fyh.ts'"],
    ['apps/web/src/blocks/money-text.tsx', "import { x } from '#features/loan/loan.screens.ts'"],
    ['apps/web/src/ui/button.tsx', "import { x } from '#blocks/money-text.tsx'"],
    ['apps/web/src/ui/button.tsx', "import { Toast } from 'bought-kit'"],
    ['apps/web/src/features/loan/loan-screen.tsx', "import { Toast } from 'bought-kit'"],
    ['apps/web/src/elsewhere/x.ts', ''],
  ]
  test.each(wrong)('%s with %s is refused', (file, text) => expect(wrongImports(having({ [file]: text }))).toHaveLength(1))

  const right: [file: string, text: string][] = [
    ['apps/server/src/features/borrow/borrow.ts', "import { x } from '#features/card/card.ts'"],
    ['apps/server/src/features/borrow/borrow.ts', "import { x } from '#lending/loan/loan.ts'"],
    ['apps/server/src/features/home/home.ts', "import { x } from '#features/loan/loan.ts'"],
    ['apps/server/src/lending/books/book.ts', "import { x } from '#lending/loan/loan.ts'"],
    ['apps/server/src/lending/deps.ts', "import type { x } from '#features/card/card.ts'"],
    ['apps/server/src/features/borrow/borrow.ts', "import type { Lender } from '#providers/lender/port.ts'"],
    ['apps/web/src/features/loan/loan-screen.tsx', "import type { Api } from '@fyh/contract/api.ts'"],
    ['apps/web/src/features/loan/loan-screen.tsx', "import { loanStatuses } from '@fyh/contract/loan-status.ts'"],
    ['apps/web/src/features/loan/loan-screen.tsx', "import { repayScreens } from '#features/repay/repay.screens.ts'"],
    ['apps/web/src/features/loan/loan-screen.test.tsx', "import { anything } from 'zod'"],
  ]
  test.each(right)('%s with %s is allowed', (file, text) => expect(wrongImports(having({ [file]: text }))).toEqual([]))

  test('no application, nor its tests, imports another', () => {
    const text = "import { x } from '../../../server/src/app.ts'"
    expect(importsOfOtherApps(having({ 'apps/sandbox/src/parties/x.test.ts': text }))).toHaveLength(1)
  })
})

describe('banned words', () => {
  const wrong: [file: string, text: string][] = [
    ['apps/server/src/platform/x.ts', 'const a = new Date()'],
    ['apps/web/src/ui/x.tsx', 'const a = Date.now()'],
    ['packages/base/x.ts', 'Math.random()'],
    ['apps/server/src/x.test.ts', 'value as any'],
    ['apps/web/src/blocks/x.tsx', 'amount.toFixed(2)'],
    ['apps/web/src/features/a/x.tsx', 'const fen = yuan * 100'],
    ['apps/server/src/features/a/x.ts', 'process.env.PORT'],
    ['apps/web/src/features/a/x.tsx', 'localStorage.getItem(key)'],
    ['apps/web/src/features/a/x.tsx', '<p>还款</p>'],
    ['apps/web/src/features/a/x.module.css', '.a { color: #ff0000; }'],
    ['apps/server/src/a.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 50))'],
    ['apps/server/src/a.test.ts', 'await vi.waitFor(() => expect(seen).toHaveLength(1))'],
    ['apps/server/src/lending/a/x.ts', 'if (loan.status === 3) return'],
    ['apps/server/src/lending/a/x.ts', 'const isOpen = status !== 5'],
    ['apps/server/src/lending/a/x.sql.ts', 'where status in (2, 4, 6)'],
    ['apps/server/src/lending/a/x.sql.ts', 'where n.status = 1)'],
    ['apps/server/src/lending/a/x.sql.ts', ".where('status', 'in', [1, 2])"],
    ['apps/server/src/features/a/x.ts', 'findLoans(tx, { userId, statuses: [6] })'],
    ['apps/server/src/features/a/x.ts', 'return { loanId, status: 1 }'],
    ['apps/web/src/features/a/x.tsx', 'const settled = repayment.loanStatus === 5'],
  ]
  test.each(wrong)('%s: %s is found', (file, text) => expect(bannedWords(having({ [file]: text }))).toHaveLength(1))

  test('names of a loan status and numbers of HTTP are no numbers of a loan status', () => {
    const text = "if (isStatus(loan, 'failed') || loan.status === 'settled' || answer.status === 502) return { status: 404 }"
    expect(bannedWords(having({ 'apps/web/src/features/a/x.tsx': text, 'apps/server/src/features/a/x.ts': text }))).toEqual([])
  })

  test('comments, whole thousands and the clock itself may hold them', () => {
    const text = '// new Date() is banned\n/* 还款 */\nconst ms = seconds * 1000\nconst ratio = part * 100_000'
    expect(bannedWords(having({ 'apps/web/src/features/a/x.tsx': text, 'packages/base/clock.ts': 'new Date()' }))).toEqual([])
  })
})

describe('files', () => {
  test('one that only a test imports is dead, one that a program imports is not', () => {
    const files = having({
      'packages/base/used.ts': '',
      'packages/base/dead.ts': '',
      'packages/base/dead.test.ts': "import './dead.ts'",
      'apps/server/src/main.ts': "import '@fyh/base/used.ts'",
    })
    expect(deadFiles(files)).toEqual([expect.stringContaining('packages/base/dead.ts')])
  })

  test('a property that no sheet and no component reads is found', () => {
    const files = having({
      'apps/web/src/ui/a.css':
        ':root {\n  --font: serif;\n  --font-lead: serif;\n  --space-1: 1px;\n}\nbody {\n  font-family: var(--font-lead);\n}',
      'apps/web/src/ui/a.tsx': `const gap = \`var(--space-\${units})\``,
    })
    expect(unreadProperties(files)).toEqual(['apps/web/src/ui/a.css sets --font, which nothing reads'])
  })

  test('one of 301 lines is too long, unless it is a test or generated', () => {
    const text = 'x\n'.repeat(301)
    const files = having({ 'packages/base/a.ts': text, 'packages/base/a.test.ts': text, 'packages/contract/generated/a.ts': text })
    expect(longFiles(files)).toHaveLength(1)
  })

  test('drawers and capitals are no names', () => {
    expect(
      vagueNames(having({ 'packages/base/utils.ts': '', 'apps/web/src/ui/Button.tsx': '', 'packages/base/money.ts': '' })),
    ).toHaveLength(2)
  })

  test('two decisions with one number, or a gap, are found', () => {
    expect(decisionNumbers(having({ 'docs/adr/0001-a.md': '', 'docs/adr/0002-b.md': '' }))).toEqual([])
    expect(decisionNumbers(having({ 'docs/adr/0001-a.md': '', 'docs/adr/0001-b.md': '' }))).toHaveLength(1)
  })

  test('paths of one machine and registry hosts are found', () => {
    const folder = `/${'home'}/someone/fyh`
    expect(foreignWords(having({ 'README.md': `see ${folder}`, '.npmrc': 'registry=https://example.org' }))).toHaveLength(2)
  })
})

describe('slices', () => {
  const api = { loan: { list: { errors: ['LOAN_NOT_FOUND'] } } }

  test('a slice needs its name and its front door in contract, server and web', () => {
    const complete = {
      'packages/contract/loan.ts': '',
      'apps/server/src/features/loan/loan.ts': '',
      'apps/web/src/features/loan/loan.screens.ts': '',
    }
    expect(sliceNames(having(complete), api)).toEqual([])
    expect(sliceNames(having({ ...complete, 'apps/server/src/features/loans/loans.ts': '' }), api)).toHaveLength(1)
    expect(sliceNames(having({ 'packages/contract/loan.ts': '' }), api)).toHaveLength(2)
  })

  test('a refusal counts as tested when a title names slice, endpoint and code in full', () => {
    const named = (title: string) => having({ 'apps/server/src/features/loan/loan.test.ts': `test('${title}', () => {})` })
    expect(errorsWithoutTest(named('loan.list: LOAN_NOT_FOUND for a stranger'), api)).toEqual([])
    expect(errorsWithoutTest(named('loan.list: LOAN_NOT_FOUND_EVER'), api)).toEqual(['loan.list: LOAN_NOT_FOUND'])
  })
})

describe('SQL', () => {
  const faultsOf = (sql: string) => sqlFaults(having({ 'apps/server/migrations/0001_x.sql': sql }))

  test.each([
    ['create table loan (\n  loan_id bigint primary key,\n  user_id bigint not null\n);'],
    ['create table loan (\n  user_id bigint,\n  loan_id bigint,\n  primary key (loan_id, user_id)\n);'],
    ['create table loan (\n  user_id bigint,\n  a text,\n  primary key (user_id),\n  unique (a)\n);'],
    ['create table loan (\n  user_id bigint,\n  primary key (user_id)\n);\ncreate unique index on loan (contract_no);'],
    ['create table thing (\n  id bigint generated always as identity\n);'],
    ['create trigger t after insert on loan execute function f();'],
    ['create table thing (\n  amount double precision not null\n);'],
    ['create table thing (\n  at timestamp not null\n);'],
  ])('%s is refused', (sql) => expect(faultsOf(sql)).toHaveLength(1))

  test('user_id first, or a table known to be keyed by a value, is right', () => {
    expect(
      faultsOf(
        'create table loan (\n  user_id bigint not null,\n  loan_id bigint,\n  at timestamptz,\n  primary key (user_id, loan_id)\n);\n' +
          'create table contract_number (\n  contract_no text primary key,\n  user_id bigint not null\n);',
      ),
    ).toEqual([])
  })

  test('a lock of a session, an undeclared lock of a transaction, or listening without a poll is found', () => {
    const faultsOf = (text: string) => lockFaults(having({ 'apps/server/src/lending/ledger/x.ts': text }))
    expect(faultsOf('sql`select pg_try_advisory_lock(1)`')).toHaveLength(1)
    expect(faultsOf('sql`select pg_advisory_xact_lock(1)`')).toHaveLength(1)
    expect(faultsOf("client.query('listen job_sent')")).toHaveLength(1)
    expect(faultsOf("client.query('listen job_sent'); pollEvery(ms)")).toEqual([])
    expect(faultsOf('await app.listen({ port }) // listening in public')).toEqual([])
    expect(lockFaults(having({ 'packages/postgres/migrate.ts': 'select pg_advisory_xact_lock(1)' }))).toEqual([])
  })

  test('the states of a machine and of a CHECK must be the same set', () => {
    const files = having({ 'apps/server/migrations/0001_x.sql': "check (state in ('b', 'a')), check (status between 1 and 3)" })
    expect(checkedLists(files)).toEqual([
      ['a', 'b'],
      ['1', '2', '3'],
    ])
    expect(machinesWithoutCheck(files, [{ name: 'x', states: ['a', 'b'] }])).toEqual([])
    expect(machinesWithoutCheck(files, [{ name: 'x', states: ['a', 'b', 'c'] }])).toHaveLength(1)
  })
})
