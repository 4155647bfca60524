import { type CivilDate, civilDateAt } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/deps.ts'
import type { Reason } from './match.ts'

/** Applications that partners took on a day. */
export async function quotaUsed(tx: Db | Tx, on: CivilDate): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.selectFrom('partner_quota').select(['lender_id', 'used']).where('quota_day', '=', on).execute()
  return new Map(rows.map(({ lender_id, used }) => [lender_id, used]))
}

/** Takes one application of a partner's day. False when the day is full: of any number at once, only as many get one as there are. */
export async function takeQuota(tx: Tx, { lenderId, on, quota }: { lenderId: number; on: CivilDate; quota: number }): Promise<boolean> {
  const { rows } = await sql`
    insert into partner_quota (lender_id, quota_day, used) values (${lenderId}, ${on}, 1)
    on conflict (lender_id, quota_day) do update set used = partner_quota.used + 1 where partner_quota.used < ${quota}
    returning used`.execute(tx)
  return rows.length === 1
}

/** Gives one back that never reached the partner. */
export async function freeQuota(tx: Tx, { lenderId, on }: { lenderId: number; on: CivilDate }): Promise<void> {
  await tx
    .updateTable('partner_quota')
    .set({ used: sql`used - 1` })
    .where('lender_id', '=', lenderId)
    .where('quota_day', '=', on)
    .where('used', '>', 0)
    .execute()
}

/** Business days of each partner's last refusal of a borrower. */
export async function refusalsOf(tx: Db | Tx, userId: number): Promise<ReadonlyMap<number, CivilDate>> {
  const rows = await tx
    .selectFrom('partner_application')
    .select(({ fn }) => ['lender_id', fn.max('ended_at').as('at')])
    .where('user_id', '=', userId)
    .where('status', '=', 'refused')
    .groupBy('lender_id')
    .execute()
  return new Map(rows.flatMap(({ lender_id, at }) => (at === null ? [] : [[lender_id, civilDateAt(at)] as const])))
}

type Match = {
  readonly userId: number
  readonly matchId: number
  readonly lenderId: number | null
  readonly edition: number
  readonly amountFen: Fen
  readonly periods: number | null
  readonly reasons: readonly { readonly lenderId: number; readonly reasons: readonly Reason[] }[]
  readonly matchedAt: Date
}

/** Keeps a match with the reasons of every partner. One that says the same as the last one of the day is that one. */
export async function keepMatch(tx: Db | Tx, match: Match): Promise<{ matchId: number; matchedAt: Date }> {
  const reasons = JSON.stringify(match.reasons)
  const { rows } = await sql<{ match_id: number; matched_at: Date }>`
    select match_id, matched_at from (
      select * from partner_match where user_id = ${match.userId} order by matched_at desc, match_id desc limit 1) as last
    where lender_id is not distinct from ${match.lenderId}::bigint and amount_fen = ${match.amountFen}::bigint
      and periods is not distinct from ${match.periods}::integer and partners_edition = ${match.edition}::integer
      and reasons = ${reasons}::jsonb and matched_at > ${match.matchedAt}::timestamptz - interval '1 day'`.execute(tx)
  const [last] = rows
  if (last !== undefined) return { matchId: last.match_id, matchedAt: last.matched_at }
  await tx
    .insertInto('partner_match')
    .values({
      user_id: match.userId,
      match_id: match.matchId,
      lender_id: match.lenderId,
      partners_edition: match.edition,
      amount_fen: match.amountFen,
      periods: match.periods,
      reasons,
      matched_at: match.matchedAt,
    })
    .execute()
  return { matchId: match.matchId, matchedAt: match.matchedAt }
}
