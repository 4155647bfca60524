import { placements } from '../schema/placement.ts'
import { type Repository, shippedCode } from './repository.ts'

type Table = { file: string; name: string; columns: string[]; parts: string[] }

const create = /^create table (?:if not exists )?([\w.]+)\s*\(([\s\S]*?)^\)/gim

function migrations(repository: Repository): [file: string, text: string][] {
  return [...repository].filter(([file]) => /^apps\/[^/]+\/migrations\/.*\.sql$/.test(file))
}

function tablesOf(file: string, text: string): Table[] {
  return [...text.matchAll(create)].map(([, name = '', body = '']) => {
    const parts = splitParts(body)
    return { file, name, parts, columns: parts.map((part) => part.split(/\s/)[0] ?? '') }
  })
}

/** Splits at the commas outside parentheses. */
function splitParts(body: string): string[] {
  const plain = body.replace(/--.*$/gm, '')
  const parts: string[] = ['']
  let depth = 0
  for (const char of plain) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0
    if (char === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${char}`)
  }
  return parts.map((part) => part.trim().replace(/\s+/g, ' ')).filter((part) => part !== '')
}

/** What lets tables be spread over machines later: a user's rows are found by the user. */
export function sqlFaults(repository: Repository): string[] {
  return migrations(repository).flatMap(([file, text]) => {
    const plain = text.replace(/--.*$/gm, '')
    return [
      ...(/\b(big|small)?serial\b|\bas identity\b/i.test(plain)
        ? [`${file}: ids are made by the application, not by serial or identity`]
        : []),
      ...(/\bcreate (or replace )?(constraint )?trigger\b/i.test(plain) ? [`${file}: no triggers`] : []),
      ...(/\btimestamp(?! *tz)(?! with time)\b/i.test(plain) ? [`${file}: moments are timestamptz`] : []),
      ...(/\b(real|double precision|float[48]?|money)\b(?=[ ,)])/i.test(plain) ? [`${file}: no floating point and no money type`] : []),
      ...tablesOf(file, text).flatMap(keyFaults),
      ...uniqueIndexFaults(file, plain, tablesOf(file, text)),
    ]
  })
}

const isUserOwned = ({ name, columns }: Table) => columns.includes('user_id') && !placements.has(name)

function keyFaults(table: Table): string[] {
  if (!isUserOwned(table)) return []
  const wrong = table.parts.filter((part) => {
    const inline = !/^(constraint \w+ )?(primary key|unique|foreign key|check|exclude)\b/i.test(part)
    if (inline) return /\b(primary key|unique|references)\b/i.test(part) && !part.startsWith('user_id ')
    const first = /\b(?:primary key|unique|foreign key)\s*\(\s*(\w+)/i.exec(part)?.[1]
    return first !== undefined && first !== 'user_id'
  })
  return wrong.map((part) => `${table.file}: ${table.name}: user_id comes first in "${part}"`)
}

function uniqueIndexFaults(file: string, text: string, tables: Table[]): string[] {
  const owned = new Set(tables.filter(isUserOwned).map(({ name }) => name))
  return [...text.matchAll(/create unique index (?:\w+ )?on ([\w.]+)\s*(?:using \w+\s*)?\(\s*(\w+)/gi)]
    .filter(([, table, first]) => table !== undefined && owned.has(table) && first !== 'user_id')
    .map(([, table, first]) => `${file}: unique index on ${table} begins with ${first}, not with user_id`)
}

/** Locks that end with their transaction, and why they are no leases. */
const lockedInTransaction = new Map([
  ['apps/server/src/platform/keys/lock-former.ts', 'one value under two keys: the inserts conflict with no row of each other'],
  ['packages/postgres/migrate.ts', 'one node migrates at a time'],
  ['apps/sandbox/src/calls.ts', 'the stand-in, which is one process, answers a key once'],
])

/** A lease is a row, which outlives a connection; and who is woken by a notice must also look by itself, since a notice can be lost. */
export function lockFaults(repository: Repository): string[] {
  return shippedCode(repository)
    .filter(([file]) => /^(apps|packages)\//.test(file))
    .flatMap(([file, text]) => [
      ...(/\bpg_(try_)?advisory_(un)?lock/.test(text) ? [`${file}: a lease is a row with a time, not a lock of a session`] : []),
      ...(/\bpg_(try_)?advisory_xact_lock/.test(text) && !lockedInTransaction.has(file)
        ? [`${file}: lock the row itself; a lock of the transaction is declared with its reason`]
        : []),
      ...(/[`'"]\s*listen\s+["$\w]/i.test(text) && !/poll/i.test(text) ? [`${file}: listens without polling`] : []),
    ])
}

/** Every list of allowed values that a CHECK names, sorted: `state in ('a', 'b')` or `status between 1 and 6`. */
export function checkedLists(repository: Repository): string[][] {
  const text = migrations(repository)
    .map(([, sql]) => sql.replace(/--.*$/gm, ''))
    .join('\n')
  const lists = [...text.matchAll(/\bin\s*\(\s*((?:'[^']*'|\d+)(?:\s*,\s*(?:'[^']*'|\d+))*)\s*\)/gi)].map(([, list = '']) =>
    list.split(',').map((value) => value.trim().replaceAll("'", '')),
  )
  const ranges = [...text.matchAll(/\bbetween (\d) and (\d)\b/gi)].map(([, from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, step) => String(Number(from) + step)),
  )
  return [...lists, ...ranges].map((list) => list.toSorted())
}

/** A machine and the database must allow the same states. */
export function machinesWithoutCheck(repository: Repository, machines: { name: string; states: readonly string[] }[]): string[] {
  const lists = new Set(checkedLists(repository).map((list) => list.join()))
  return machines
    .filter(({ states }) => !lists.has(states.toSorted().join()))
    .map(({ name, states }) => `no CHECK in the migrations allows exactly the states of ${name}: ${states.join(', ')}`)
}
