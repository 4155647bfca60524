import type { Catalog, Column, ForeignKey, Key } from './catalog.ts'
import type { Placement } from './placement.ts'

type Placements = ReadonlyMap<string, Placement>

/**
 * What keeps tables from being spread over machines as they are, and types that lose money or days: each fault as `table.column: rule`.
 * `placements` says which tables are not a user's; one that is named and does not exist is no fault here, since applications share it.
 */
export function schemaFaults(catalog: Catalog, placements: Placements): string[] {
  const owned = new Set(catalog.tables.filter((table) => !placements.has(table)))
  return [
    ...catalog.tables.flatMap((table) => placeFaults(catalog, table, placements.get(table))),
    ...catalog.keys.filter(({ table }) => owned.has(table)).flatMap(keyFaults),
    ...catalog.foreignKeys.flatMap((key) => foreignKeyFaults(key, owned)),
    ...catalog.columns.flatMap(columnFaults),
    ...stateFaults(catalog),
    ...catalog.triggers
      .filter(({ table }) => owned.has(table))
      .map(({ table, name }) => `${table}.${name}: a user's table has no triggers`),
    ...catalog.sequences.map((name) => `${name}: ids are made by the application, so there are no sequences`),
  ]
}

/** A user's table has a user in every row; every table can tell its rows apart. */
function placeFaults({ columns, keys }: Catalog, table: string, placement: Placement | undefined): string[] {
  const user = columns.find((column) => column.table === table && column.column === 'user_id')
  const hasPrimaryKey = keys.some((key) => key.table === table && key.primary)
  return [
    ...(hasPrimaryKey ? [] : [`${table}: has no primary key`]),
    ...(placement !== undefined || user !== undefined ? [] : [`${table}: has no user_id and no declared placement`]),
    ...(placement !== undefined || user === undefined || (user.required && user.type === 'bigint')
      ? []
      : [`${table}.user_id: is bigint not null in a user's table, not ${user.type}`]),
  ]
}

function keyFaults({ table, name, primary, columns: [first] }: Key): string[] {
  if (first === 'user_id') return []
  return [`${table}.${first ?? name}: user_id comes first in ${primary ? 'the primary key' : `the unique key ${name}`}`]
}

/** Rows that refer to each other must live together: the same user on both sides. */
function foreignKeyFaults({ table, name, columns, target, targetColumns }: ForeignKey, owned: ReadonlySet<string>): string[] {
  if (!owned.has(table) || !owned.has(target)) return [`${table}.${columns.join()}: ${name} refers to ${target} across machines`]
  if (columns[0] === 'user_id' && targetColumns[0] === 'user_id') return []
  return [`${table}.${columns.join()}: user_id comes first on both sides of ${name}`]
}

const floating = ['real', 'double precision', 'money']
const timesOfDay = ['timestamp without time zone', 'time without time zone', 'time with time zone']

function columnFaults({ table, column, type, identity, fallback }: Column): string[] {
  const at = `${table}.${column}`
  return [
    ...(identity || /\bnextval\(/.test(fallback ?? '') ? [`${at}: ids are made by the application, not by a sequence`] : []),
    ...(floating.includes(type) ? [`${at}: no floating point and no money type`] : []),
    ...(timesOfDay.includes(type) ? [`${at}: moments are timestamptz, not ${type}`] : []),
    ...(column.endsWith('_fen') && type !== 'bigint' ? [`${at}: amounts are bigint, not ${type}`] : []),
    ...(/(^|_)(day|date|on)$/.test(column) && type !== 'date' ? [`${at}: civil dates are date, not ${type}`] : []),
    ...(column.endsWith('_at') && type !== 'timestamp with time zone' ? [`${at}: moments are timestamptz, not ${type}`] : []),
  ]
}

/** Which states they are is compared with the machine elsewhere; here, that the database refuses any other. */
function stateFaults({ columns, checks }: Catalog): string[] {
  return columns
    .filter(({ column }) => column === 'state' || column === 'status')
    .filter(({ table, column }) => !checks.some((check) => check.table === table && check.columns.includes(column)))
    .map(({ table, column }) => `${table}.${column}: a CHECK lists the states`)
}
