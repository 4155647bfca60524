import type { Tx } from '#platform/deps.ts'
import type { Difference } from './difference.ts'
import { budgetsThatDiffer, packetsThatDiffer } from './red-packets.sql.ts'

/** Reports red packets whose state the ledger does not bear out, and activities that count another sum as granted than was booked. */
export async function compareRedPackets(tx: Tx, report: (difference: Difference) => void): Promise<void> {
  for (const row of await packetsThatDiffer(tx)) report({ kind: 'redPacketDiffers', subject: 'activity', id: row.activityId, ...row })
  for (const row of await budgetsThatDiffer(tx)) report({ kind: 'budgetDiffers', ...row })
}
