import type { LendingDeps } from '#lending/deps.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { publishActivities } from './activity.sql.ts'
import { shippedActivities } from './activity.ts'
import { packetsOf } from './packets.sql.ts'
import { stateAt, stepPackets } from './steps.ts'

export { campaignHandlers } from './campaign.handlers.ts'
export { redPacketEnded, redPacketOrder } from './cash-out.ts'
export { keepInvite } from './invites.ts'

/** Publishes the activities that come with the product, see `publishActivities`. */
export const publishShipped = (deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> =>
  publishActivities(deps, shippedActivities(deps.config))

/** Red packets in the balance of a borrower, which can be transferred to a card. */
export async function openRedPackets(tx: Db | Tx, { clock }: Pick<Deps, 'clock'>, userId: number): Promise<number> {
  return (await packetsOf(tx, userId)).filter((packet) => stateAt(packet, clock.now()) === 'held').length
}

export function campaignJobs(deps: LendingDeps): JobTable {
  return { 'campaign.step': { every: 30, work: () => stepPackets(deps) } }
}
