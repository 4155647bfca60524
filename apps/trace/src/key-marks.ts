import { hkdfSync } from 'node:crypto'
import type { Pool } from '@fyh/postgres/pool.ts'

export type IndexKeys = { readonly indexKey: string; readonly indexKeysRetired: readonly string[] }

const markOf = (key: string): string => Buffer.from(hkdfSync('sha256', key, '', 'mark of TRACE_INDEX_KEY', 8)).toString('hex')

/** Stores the mark of the key in use. Throws when the database has indexes of a key that the process lacks: searches by phone number would find nothing. */
export async function keepMarks(pool: Pool, { indexKey, indexKeysRetired }: IndexKeys, now: Date): Promise<void> {
  const { rows } = await pool.query<{ mark: string }>('select mark from key_mark')
  const held = [indexKey, ...indexKeysRetired].map(markOf)
  const missing = rows.map(({ mark }) => mark).filter((mark) => !held.includes(mark))
  if (missing.length > 0)
    throw new Error(
      `TRACE_INDEX_KEY is not the key of this database, which needs the one with the mark ${missing.join(', ')}. Restore that key; or, to change keys, ` +
        'add it to TRACE_INDEX_KEYS_RETIRED and run: npm run keys -- renew',
    )
  await pool.query('insert into key_mark (mark, since) values ($1, $2) on conflict do nothing', [markOf(indexKey), now])
}

/** Forgets the marks of all keys but the one in use. */
export async function forgetFormer(pool: Pool, { indexKey }: IndexKeys): Promise<void> {
  await pool.query('delete from key_mark where mark <> $1', [markOf(indexKey)])
}
