import { type Fen, fen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/deps.ts'
import { pageSize } from './reconcile.sql.ts'

type PacketRow = {
  readonly userId: number
  readonly activityId: number
  readonly figure: 'held' | 'paid'
  readonly packet: Fen
  readonly ledger: Fen
}

/**
 * Red packets whose state does not fit the ledger: what is in the balance or on its way, and what was transferred to a card. At most a page.
 */
export async function packetsThatDiffer(tx: Tx): Promise<PacketRow[]> {
  const { rows } = await sql<{ userId: number; activityId: number; figure: 'held' | 'paid'; packet: number; ledger: number }>`
    with packets as (
      select user_id, activity_id,
        sum(amount_fen) filter (where state in ('held', 'cashingOut')) as held,
        sum(amount_fen) filter (where state in ('cashedOut', 'writtenOff')) as paid
      from red_packet group by user_id, activity_id),
    books as (
      select user_id, subject_id as activity_id,
        -sum(amount_fen) filter (where account = 'redPacketHeld') as held,
        -sum(amount_fen) filter (where account = 'channelClearing') as paid
      from ledger_leg where loan_id is null and subject_kind = 'activity' group by user_id, subject_id),
    figures as (
      select user_id, activity_id, f.figure, coalesce(f.packet, 0)::bigint as packet, coalesce(f.ledger, 0)::bigint as ledger
      from packets full join books using (user_id, activity_id),
        lateral (values ('held', packets.held, books.held), ('paid', packets.paid, books.paid)) as f (figure, packet, ledger))
    select user_id as "userId", activity_id as "activityId", figure, packet, ledger from figures where packet <> ledger
    order by user_id, activity_id, figure limit ${pageSize}`.execute(tx)
  return rows.map(({ packet, ledger, ...row }) => ({ ...row, packet: fen(packet), ledger: fen(ledger) }))
}

type BudgetRow = { readonly activityId: number; readonly counted: Fen; readonly ledger: Fen }

/** Activities whose count of what was granted is not what the ledger says; at most a page. */
export async function budgetsThatDiffer(tx: Tx): Promise<BudgetRow[]> {
  const { rows } = await sql<{ activityId: number; counted: number; ledger: number }>`
    select b.activity_id as "activityId", b.granted_fen as counted, coalesce(l.granted, 0)::bigint as ledger
    from activity_budget b left join (
      select subject_id, sum(amount_fen) as granted from ledger_leg
      where loan_id is null and subject_kind = 'activity' and kind = 'redPacketGranted' and account = 'campaignCost' group by subject_id
    ) l on l.subject_id = b.activity_id
    where b.granted_fen <> coalesce(l.granted, 0) order by b.activity_id limit ${pageSize}`.execute(tx)
  return rows.map(({ activityId, counted, ledger }) => ({ activityId, counted: fen(counted), ledger: fen(ledger) }))
}
