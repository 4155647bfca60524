import type { campaign } from '@fyh/contract/campaign.ts'
import { packetEntryKinds } from '@fyh/contract/campaign.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { fenAmount } from '@fyh/contract/shapes.ts'
import { z } from 'zod'
import { type Transfer, transfersAbout } from '#lending/transfers/transfers.ts'
import type { Db } from '#platform/deps.ts'
import { pageOf } from '#platform/page.ts'
import type { PacketKey } from './packets.sql.ts'
import { statusShown } from './transfer-shown.ts'

const pageSize = 20

const entrySchema = z.object({
  entry_id: z.int(),
  kind: z.enum(packetEntryKinds),
  amount_fen: fenAmount,
  at: z.date(),
  transfer_id: z.int().nullable(),
})

/** A page of the movements of a red packet, the newest first. A transfer is shown as it stands now. */
export async function recordsOf(
  db: Db,
  { userId, activityId, after }: PacketKey & { readonly after?: number | undefined },
): Promise<DataOf<typeof campaign.records>> {
  const rows = await db
    .selectFrom('red_packet_entry')
    .select(['entry_id', 'kind', 'amount_fen', 'at', 'transfer_id'])
    .where('user_id', '=', userId)
    .where('activity_id', '=', activityId)
    .$if(after !== undefined, (query) => query.where('entry_id', '<', after ?? 0))
    .orderBy('entry_id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const entries = rows.map((row) => entrySchema.parse(row))
  const transfers = await transfersAbout(db, { userId, subjectKind: 'activity', subjectIds: [activityId] })
  return pageOf(entries, {
    size: pageSize,
    idOf: ({ entry_id }) => entry_id,
    shown: (entry) =>
      shownEntry(
        entry,
        transfers.find(({ transferId }) => transferId === entry.transfer_id),
      ),
  })
}

function shownEntry({ entry_id, kind, amount_fen, at }: z.output<typeof entrySchema>, transfer: Transfer | undefined) {
  return {
    entryId: entry_id,
    kind,
    amountFen: amount_fen,
    at: at.toISOString(),
    status: kind === 'cashOut' && transfer !== undefined ? statusShown(transfer.status) : null,
    cardTail: transfer?.cardTail ?? null,
    reason: transfer?.reason ?? null,
  }
}
