import { civilDateAt } from '@fyh/base/dates.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { post, redPacketGranted } from '#lending/ledger/ledger.ts'
import type { Tx } from '#platform/deps.ts'
import { findActivity, takeFromBudget } from './activity.sql.ts'
import { validUntilOf } from './activity.ts'
import { giveCoupon } from './coupon-reward.ts'
import { addEntry, findPacket, insertPacket } from './packets.sql.ts'
import { refusalOfAll, refuse, standingOf } from './standing.ts'
import { nextStepOf } from './steps.ts'

/**
 * Receives a red packet, and the coupon that comes with it: row, movement, posting, messages, coupon and budget in the caller's transaction,
 * or nothing. However many claims meet, a borrower gets one of an activity, and the activity gives no more than its budget and coupons.
 */
export async function receive(tx: Tx, deps: LendingDeps, { userId, activityId }: { userId: number; activityId: number }) {
  const now = (await findActivity(tx, deps, activityId)) ?? fail('ACTIVITY_NOT_FOUND')
  const { activity } = now
  const early = refusalOfAll(deps, now, await findPacket(tx, { userId, activityId }))
  if (early !== undefined) refuse(early, activity)
  const { refusal } = await standingOf(tx, deps, userId, now)
  if (refusal !== undefined) refuse(refusal, activity)
  const receivedAt = deps.clock.now()
  const amountFen = activity.rewardFen
  const validUntil = validUntilOf(activity, receivedAt)
  const packet = { userId, packetId: deps.ids(), activityId, state: 'held', amountFen, receivedAt, validUntil } as const
  if (!(await insertPacket(tx, { ...packet, nextStepAt: nextStepOf(packet, receivedAt) }))) refuse('ACTIVITY_TAKEN', activity)
  await addEntry(tx, packet, { entryId: deps.ids(), kind: 'received', at: receivedAt })
  await post(tx, redPacketGranted({ ...packet, amount: amountFen, on: civilDateAt(receivedAt) }))
  await deps.tell(tx, {
    userId,
    kind: 'redPacketReceived',
    params: { amountFen, activityId, validUntilOn: civilDateAt(validUntil) },
    once: `redPacketReceived:${packet.packetId}`,
  })
  // The count of coupons and the budget are shared with other borrowers: they come last, in this order.
  if (!(await giveCoupon(tx, deps, { userId, activity }))) refuse('ACTIVITY_BUDGET_USED', activity)
  if (!(await takeFromBudget(tx, activity))) refuse('ACTIVITY_BUDGET_USED', activity)
  return { activityId, amountFen, validUntil: validUntil.toISOString() }
}
