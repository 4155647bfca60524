import { lenderIdOf } from '@fyh/base/lender-party.ts'
import { partnerApplicationOpen } from '@fyh/contract/capital.machine.ts'
import { payoutUnderWay } from '@fyh/contract/payout.machine.ts'
import { repaymentUnderWay } from '@fyh/contract/repayment.machine.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { sql } from 'kysely'
import type { Seal } from '../crypto.ts'
import type { Db, Tx } from '../deps.ts'
import { leaseLifeMs } from '../node-lease.ts'
import { forgetFormer, type HeldKey, heldKeys, type Keyring, keepMarks, marksHeld, marksInUse, marksOf } from './key-marks.ts'
import { reindexAll } from './reindex.ts'
import { countOtherSealed, resealAll } from './reseal.ts'

type Given = Keyring & { readonly db: Db; readonly seal: Seal; readonly now: Date; readonly say: (line: string) => void }

/**
 * Reseals and reindexes everything in the database with the keys in use, and deletes the marks of keys that are no longer needed. It may be stopped at any
 * point and run again, while the product runs on the same keys. Returns true when no former key is needed.
 */
export async function renewKeys(given: Given): Promise<boolean> {
  const { db, seal, say } = given
  await keepMarks(given)
  const nodes = await nodesWithOther(given)
  if (nodes.length > 0) {
    say(
      `nothing renewed: processes with other keys in use have NODE_ID ${nodes.join(', ')}; restart all with the new keys first ` +
        `(one that was killed counts for ${leaseLifeMs / 1_000} s), then run this again`,
    )
    return false
  }
  let isDone = true
  for (const key of heldKeys(given)) {
    if ((await marksOf(db, key.name)).length === 1) {
      say(`${key.name}: one key in use, nothing to do`)
      continue
    }
    const obstacle = await renewed(given, key)
    if (obstacle === undefined) {
      await transaction(db, (tx) => forgetFormer(tx, key))
      say(`${key.name}: done; no former key is needed, take it out of ${key.retiredBy}`)
    } else {
      isDone = false
      say(`${key.name}: ${obstacle}`)
    }
  }
  if ((await countOtherSealed(db, seal)) > 0)
    throw new Error('Values were sealed with a former key meanwhile: start every process with the new keys first.')
  return isDone
}

/** What the keys of this database are, one line each. */
export async function keyStatus({ db, say, ...keyring }: Omit<Given, 'now' | 'seal'>): Promise<void> {
  for (const key of heldKeys(keyring)) {
    const [current, ...retired] = marksHeld(key).map((mark) => mark.toString('hex'))
    const marks = (await marksOf(db, key.name)).map((mark) => mark.toString('hex'))
    const say1 = (mark: string) => `${mark}${mark === current ? ' (in use)' : retired.includes(mark) ? ' (retired)' : ' (NOT SET)'}`
    say(`${key.name}: the database needs ${marks.length === 0 ? 'none yet' : marks.map(say1).join(', ')}`)
  }
}

/** Does what a key needs; returns why the former one cannot go, where it cannot. */
async function renewed({ db, seal, say }: Given, key: HeldKey): Promise<string | undefined> {
  if (key.name === 'FIELD_KEY') {
    await resealAll({ db, seal, say })
    return undefined
  }
  if (key.name === 'INDEX_KEY') return reindexed({ db, seal, say }, key)
  const open = await openOrders(db, key)
  return open === 0 ? undefined : `${open} orders are waiting for their result under the former secret; run this again when they have it`
}

async function reindexed({ db, seal, say }: Pick<Given, 'db' | 'seal' | 'say'>, key: HeldKey): Promise<string | undefined> {
  const [mark] = marksHeld(key)
  const twice = await reindexAll({ db, seal, mark, say })
  if (twice.length > 0) return `these users share a phone or an ID number with another account; resolve that first: ${twice.join(', ')}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from blocked_phone
    where blocked_at < ${sinceOf(key)}
      and phone_index not in (select phone_index from borrower_phone)`.execute(db)
  const blocked = rows[0]?.count ?? 0
  return blocked === 0
    ? undefined
    : `${blocked} blocked phones have no account, and their numbers are not stored: block them again and delete those rows of blocked_phone, or keep the former key`
}

/** The nodes that are alive and write with another key: what they write after a renewal would not be found once the former key is gone. */
async function nodesWithOther({ db, ...keyring }: Given): Promise<number[]> {
  const { rows } = await sql<{ nodeId: number }>`
    select node_id as "nodeId" from node_lease
    where renewed_at > clock_timestamp() - make_interval(secs => ${leaseLifeMs / 1_000}::float8)
      and not key_marks @> ${marksInUse(keyring)}::bytea[] order by node_id`.execute(db)
  return rows.map(({ nodeId }) => nodeId)
}

/** Orders from before the secret was changed whose result is open: their call-backs may be signed with the former one. */
async function openOrders(db: Db | Tx, key: HeldKey): Promise<number> {
  const { name } = key
  const lenderId = lenderIdOf(name.replace('VENDOR_SECRET_', '').toLowerCase())
  const from =
    lenderId !== undefined
      ? sql`(
          select requested_at from payout where lender_id = ${lenderId} and status in (${sql.join(payoutUnderWay)})
          union all
          select submitted_at from partner_application where lender_id = ${lenderId} and status in (${sql.join(partnerApplicationOpen)})
        ) as open_order where requested_at`
      : name === 'VENDOR_SECRET_PAYMENT'
        ? sql`repayment where status in (${sql.join(repaymentUnderWay)}) and asked_at`
        : undefined
  if (from === undefined) return 0
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${from} < ${sinceOf(key)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** When the key in use was first started with. */
const sinceOf = (key: HeldKey) => sql`(select since from key_mark where key_name = ${key.name} and mark = ${marksHeld(key)[0]})`
