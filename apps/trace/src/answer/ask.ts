import type { Pool } from '@fyh/postgres/pool.ts'
import type { QueryResultRow } from 'pg'
import type { Filter } from './filter.ts'
import { fitsColumns, type KeyColumn, keyText, keyValue } from './list-key.ts'
import type { Rows } from './page/table.ts'
import type { Question } from './question.ts'

export const listRowsMax = 10
/** A file is bounded too; a spreadsheet takes no more than this. */
export const fileRowsMax = 1_000_000
const batchRows = 1_000

/** The rows of the list's page that the filter names, and whether there are more. */
export async function listRows<Row extends QueryResultRow>(
  pool: Pool,
  question: Question<Row>,
  filter: Filter,
  rowsMax = listRowsMax,
): Promise<Rows<Row>> {
  if (question.key !== undefined) return rowsByKey(pool, question, question.key, filter, rowsMax)
  const { text, values } = question.statement(filter)
  const bounds = [rowsMax + 1, (filter.nr - 1) * rowsMax]
  const { rows } = await pool.query<Row>(`${text} limit $${values.length + 1} offset $${values.length + 2}`, [...values, ...bounds])
  return { rows: rows.slice(0, rowsMax), hasMore: rows.length > rowsMax }
}

/** The page after or before a key. Without one that fits it is the first page, or one counted from the beginning where only its number is known. */
async function rowsByKey<Row extends QueryResultRow>(
  pool: Pool,
  { statement }: Pick<Question<Row>, 'statement'>,
  columns: readonly KeyColumn[],
  filter: Filter,
  rowsMax: number,
): Promise<Rows<Row>> {
  const { text, values } = statement(filter)
  const given = filter.before ?? filter.after
  const key = given !== undefined && fitsColumns(given, columns) ? given : []
  const isBack = filter.before !== undefined && key.length > 0
  const places = columns.map((column, at) => keyValue(column, `$${values.length + at + 1}`))
  const names = columns.map(({ column }) => column)
  const beyond = key.length === 0 ? '' : `where (${names.join(', ')}) ${isBack ? '>' : '<'} (${places.join(', ')})`
  const bounds = [rowsMax + 1, key.length === 0 ? (filter.nr - 1) * rowsMax : 0]
  const at = values.length + key.length
  const { rows } = await pool.query<Row & { list_key: string[] }>(
    `select list.*, array[${columns.map(keyText).join(', ')}] as list_key from (${text}) as list ${beyond}
     order by ${names.map((name) => `${name} ${isBack ? 'asc' : 'desc'}`).join(', ')} limit $${at + 1} offset $${at + 2}`,
    [...values, ...key, ...bounds],
  )
  const shown = isBack ? rows.slice(0, rowsMax).toReversed() : rows.slice(0, rowsMax)
  const [first, last] = [shown[0]?.list_key, shown.at(-1)?.list_key]
  return { rows: shown, hasMore: isBack || rows.length > rowsMax, ...(first && last && { ends: { first, last } }) }
}

/** All rows of a question, a batch at a time: no more of them are in memory than one batch, however slow the one who reads them. */
export async function* allRows<Row extends QueryResultRow>(
  pool: Pool,
  { statement }: Question<Row>,
  filter: Filter,
): AsyncGenerator<Row[]> {
  const { text, values } = statement(filter)
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin read only')
    await client.query(`declare answer no scroll cursor for ${text} limit ${fileRowsMax}`, [...values])
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${batchRows} from answer`)
      if (rows.length > 0) yield rows
      if (rows.length < batchRows) break
    }
    await client.query('commit')
    isDone = true
  } finally {
    // One whose reader went away or whose statement failed has an open transaction, and is closed with it.
    client.release(!isDone)
  }
}
