import type { Pool } from '@fyh/postgres/pool.ts'
import type { QueryResultRow } from 'pg'
import type { Filter } from './filter.ts'
import type { Rows } from './page/table.ts'
import type { Question } from './question.ts'

export const listRowsMax = 10
/** A file is bounded too; a spreadsheet takes no more than this. */
export const fileRowsMax = 1_000_000
const batchRows = 1_000

/** The rows of the list's page that the filter names, and whether there are more. */
export async function listRows<Row extends QueryResultRow>(
  pool: Pool,
  { statement }: Question<Row>,
  filter: Filter,
  rowsMax = listRowsMax,
): Promise<Rows<Row>> {
  const { text, values } = statement(filter)
  const bounds = [rowsMax + 1, (filter.nr - 1) * rowsMax]
  const { rows } = await pool.query<Row>(`${text} limit $${values.length + 1} offset $${values.length + 2}`, [...values, ...bounds])
  return { rows: rows.slice(0, rowsMax), hasMore: rows.length > rowsMax }
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
