import { transaction } from '@fyh/postgres/pool.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Seal } from '../crypto.ts'
import type { Db, Tx } from '../deps.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'

type Given = { readonly db: Db; readonly seal: Seal; readonly say: (line: string) => void }

/** Seals every value with the key in use, some rows a transaction. Skips values that are already sealed with it, so a stopped run can be resumed. */
export async function resealAll(given: Given): Promise<void> {
  // A process with the former key may have written behind a pass: the one that finds nothing is the last.
  for (const column of sealedColumns) while ((await pass(given, column)) > 0);
}

async function pass({ db, seal, say }: Given, column: SealedColumn): Promise<number> {
  let done = 0
  for (let after: Row | undefined; ; ) {
    const rows = await transaction(db, (tx) => resealSome(tx, seal, column, after))
    after = rows.at(-1)
    if (after === undefined) return done
    done += rows.length
    say(`FIELD_KEY: ${column.table}.${column.column}: ${done} resealed`)
  }
}

/** How many values are sealed with another key than the one in use. */
export async function countOtherSealed(db: Db | Tx, seal: Seal): Promise<number> {
  let sum = 0
  for (const column of sealedColumns) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(column.table)} where ${isOther(column, seal)}`.execute(db)
    sum += rows[0]?.count ?? 0
  }
  return sum
}

type Row = Readonly<Record<string, unknown>> & { readonly sealed: Buffer }

async function resealSome(tx: Tx, seal: Seal, column: SealedColumn, after: Row | undefined): Promise<Row[]> {
  const keys = sql.join(column.keys.map((key) => sql.ref(key)))
  const isLater = after === undefined ? sql`true` : sql`(${keys}) > (${sql.join(column.keys.map((key) => after[key]))})`
  const { rows } = await sql<Row>`
    select ${keys}, ${sql.ref(column.column)} as sealed from ${sql.table(column.table)}
    where ${isOther(column, seal)} and ${isLater} order by ${keys} limit ${column.batch} for update`.execute(tx)
  for (const row of rows) {
    const place = { table: column.table, column: column.place, row: column.row(row) }
    const sealed = seal.bytes(seal.openBytes(row.sealed, place), place)
    const isRow = sql.join(
      column.keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`),
      sql` and `,
    )
    await sql`update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${sealed} where ${isRow}`.execute(tx)
  }
  return rows
}

/** A null is not other than the key in use. */
const isOther = (column: SealedColumn, seal: Seal): RawBuilder<boolean> =>
  sql`substring(${sql.ref(column.column)} from 2 for ${seal.keyId.length}) <> ${seal.keyId}`
