import { transaction } from '@fyh/postgres/pool.ts'
import { sql } from 'kysely'
import type { Seal } from '../crypto.ts'
import type { Db, Tx } from '../deps.ts'

type Given = { readonly db: Db; readonly seal: Seal; readonly mark: Buffer; readonly say: (line: string) => void }
type Row = { readonly userId: number; readonly id: number; readonly sealed: Buffer }
/** One table with sealed values, and how the indexes made of each value are renewed. Returns how many it changed, or which it could not. */
type Task = {
  readonly name: string
  readonly kind: string
  readonly place: { readonly table: string; readonly column: string }
  /** Rows of users after this one, whole users at a time. */
  readonly rows: (tx: Tx, after: number) => Promise<Row[]>
  readonly renew: (tx: Tx, row: Row, indexes: readonly [Buffer, ...Buffer[]]) => Promise<number>
}
const usersAtOnce = 200

/**
 * Brings every lasting blind index to the key in use: each is made again from the sealed value beside it, some users a transaction, and how far it has
 * come is written down in the same one. Short-lived marks (codes, counts of a day) are left to expire. Returns the phones and ID numbers that two
 * accounts have, which it cannot give to one of them.
 */
export async function reindexAll(given: Given): Promise<number[]> {
  const twice: number[] = []
  for (const task of tasks) {
    // A process with the former key may have written behind the first pass: only a pass over all rows that changes none is the last.
    for (;;) {
      const from = await progressOf(given.db, task, given.mark)
      const changed = await pass(given, task, { from, twice })
      await forgetProgress(given.db, task)
      if (from === 0 && changed === 0) break
    }
  }
  return [...new Set(twice)]
}

type Pass = { readonly from: number; readonly twice: number[] }

async function pass({ db, seal, mark, say }: Given, task: Task, { from, twice }: Pass): Promise<number> {
  let changed = 0
  for (let after = from; ; ) {
    const step = await transaction(db, async (tx) => {
      const rows = await task.rows(tx, after)
      let count = 0
      for (const row of rows) {
        const value = seal.openText(row.sealed, { ...task.place, row: row.id })
        const renewed = await task.renew(tx, row, seal.blindIndexes(task.kind, value))
        if (renewed === taken) twice.push(row.userId)
        else count += renewed
      }
      const last = rows.at(-1)?.userId
      if (last !== undefined) await keepProgress(tx, task, mark, last)
      return { last, count }
    })
    if (step.last === undefined) return changed
    after = step.last
    changed += step.count
    if (step.count > 0) say(`INDEX_KEY: ${task.name}: ${changed} reindexed`)
  }
}

const taken = -1

const tasks: readonly Task[] = [
  {
    name: 'borrower_phone',
    kind: 'mobile',
    place: { table: 'borrower', column: 'mobile' },
    rows: (tx, after) => rowsOf(tx, { table: 'borrower', id: 'user_id', column: 'mobile_sealed', after }),
    renew: async (tx, { userId }, indexes) => {
      const [index, ...former] = indexes
      for (const one of former) await renewBlocked(tx, one, index)
      return renewUnique(tx, { table: 'borrower_phone', column: 'phone_index', userId, index, former })
    },
  },
  {
    name: 'identity',
    kind: 'idNumber',
    place: { table: 'identity', column: 'number' },
    rows: (tx, after) => rowsOf(tx, { table: 'identity', id: 'user_id', column: 'number_sealed', after }),
    renew: async (tx, { userId }, indexes) => {
      const [index, ...former] = indexes
      await sql`update identity set number_index = ${index} where user_id = ${userId} and number_index <> ${index}`.execute(tx)
      return renewUnique(tx, { table: 'identity_number', column: 'number_index', userId, index, former })
    },
  },
  ...(['bank_card', 'card_binding'] as const).map((table): Task => {
    const id = table === 'bank_card' ? 'card_id' : 'binding_id'
    return {
      name: table,
      kind: 'cardNumber',
      place: { table, column: 'number' },
      rows: (tx, after) => rowsOf(tx, { table, id, column: 'number_sealed', after }),
      renew: async (tx, row, [index]) => {
        const { numAffectedRows } = await sql`
          update ${sql.table(table)} set number_index = ${index}
          where user_id = ${row.userId} and ${sql.ref(id)} = ${row.id} and number_index <> ${index}`.execute(tx)
        return Number(numAffectedRows ?? 0)
      },
    }
  }),
]

/** A phone may have been blocked under both keys. */
async function renewBlocked(tx: Tx, former: Buffer, index: Buffer): Promise<void> {
  await sql`
    insert into blocked_phone (phone_index, reason, blocked_at)
    select ${index}, reason, blocked_at from blocked_phone where phone_index = ${former} on conflict do nothing`.execute(tx)
  await sql`delete from blocked_phone where phone_index = ${former}`.execute(tx)
}

type Source = { readonly table: string; readonly id: string; readonly column: string; readonly after: number }

async function rowsOf(tx: Tx, { table, id, column, after }: Source): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select user_id as "userId", ${sql.ref(id)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where user_id in (select distinct user_id from ${sql.table(table)} where user_id > ${after} order by user_id limit ${usersAtOnce})
    order by user_id, ${sql.ref(id)} for update`.execute(tx)
  return rows
}

type Unique = {
  readonly table: string
  readonly column: string
  readonly userId: number
  readonly index: Buffer
  readonly former: readonly Buffer[]
}

/** Only rows of the same value under a former key change. An index that another account has already stays as it was: two accounts of one person came about under different keys. */
async function renewUnique(tx: Tx, { table, column, userId, index, former }: Unique): Promise<number> {
  const [to, at] = [sql.table(table), sql.ref(column)]
  const { rows } = await sql<{ userId: number }>`select user_id as "userId" from ${to} where ${at} = ${index}`.execute(tx)
  const owner = rows[0]?.userId
  if (owner === userId) return 0
  if (owner === undefined) {
    const { numAffectedRows } = await sql`
      update ${to} set ${at} = ${index} where user_id = ${userId} and ${at} = any(${former})`.execute(tx)
    return Number(numAffectedRows ?? 0)
  }
  const own = await sql`select 1 from ${to} where user_id = ${userId} and ${at} = any(${former})`.execute(tx)
  return own.rows.length > 0 ? taken : 0
}

async function progressOf(db: Db, { name }: Task, mark: Buffer): Promise<number> {
  const row = await db
    .selectFrom('key_progress')
    .select('last_user_id')
    .where('task', '=', name)
    .where('mark', '=', mark)
    .executeTakeFirst()
  return row?.last_user_id ?? 0
}

async function keepProgress(tx: Tx, { name }: Task, mark: Buffer, lastUserId: number): Promise<void> {
  const progress = { mark, last_user_id: lastUserId }
  await tx
    .insertInto('key_progress')
    .values({ task: name, ...progress })
    .onConflict((conflict) => conflict.column('task').doUpdateSet(progress))
    .execute()
}

async function forgetProgress(db: Db, { name }: Task): Promise<void> {
  await db.deleteFrom('key_progress').where('task', '=', name).execute()
}
