import { addFen, zeroFen } from '@fyh/base/money.ts'
import type { campaign } from '@fyh/contract/campaign.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { latestTransfer } from '#lending/transfers/transfers.ts'
import type { SliceHandlers } from '#platform/deps.ts'
import { summaryOf } from '../card/card.ts'
import { type ActivityNow, allActivities, findActivity } from './activity.sql.ts'
import { activityState, leftOf } from './activity.ts'
import { cashOut, subjectOf } from './cash-out.ts'
import { countInvited } from './invites.sql.ts'
import { inviteCodeOf } from './invites.ts'
import { findPacket, packetsOf, type RedPacket } from './packets.sql.ts'
import { receive } from './receive.ts'
import { recordsOf } from './records.ts'
import { standingOf } from './standing.ts'
import { stateAt, step } from './steps.ts'
import { transferShown } from './transfer-shown.ts'

type Shown = DataOf<typeof campaign.activity>
type Mine = NonNullable<Shown['mine']>

export function campaignHandlers(deps: LendingDeps): SliceHandlers<typeof campaign> {
  const { db, clock } = deps
  return {
    async activity({ params: { id }, ctx }) {
      const now = (await findActivity(db, deps, id)) ?? fail('ACTIVITY_NOT_FOUND')
      const user = await ctx.user?.()
      return { ...termsOf(deps, now, ctx.language), mine: user === undefined ? null : await mineOf(deps, user.userId, now) }
    },

    async overview({ ctx: { userId, language } }) {
      const packets = await packetsOf(db, userId)
      const isShown = (now: ActivityNow) =>
        activityState(now.activity, now, clock.now()) === 'open' || packets.some(({ activityId }) => activityId === now.activity.activityId)
      const activities: Shown[] = []
      for (const now of (await allActivities(db, deps)).filter(isShown))
        activities.push({ ...termsOf(deps, now, language), mine: await mineOf(deps, userId, now) })
      const held = packets.filter((packet) => stateAt(packet, clock.now()) === 'held')
      return { balanceFen: addFen(zeroFen, ...held.map(({ amountFen }) => amountFen)), activities }
    },

    receive: ({ params: { id }, ctx: { userId, tx } }) => receive(tx, deps, { userId, activityId: id }),

    cashOut: ({ params: { id }, body: { cardId, authCode }, ctx: { userId, tx } }) =>
      cashOut(tx, deps, { userId, activityId: id, cardId, code: authCode }),

    async records({ params: { id }, query, ctx: { userId } }) {
      if ((await findActivity(db, deps, id)) === undefined) fail('ACTIVITY_NOT_FOUND')
      await bookExpiry(deps, { userId, activityId: id })
      return recordsOf(db, { userId, activityId: id, ...query })
    },

    async invite({ ctx: { userId } }) {
      return { code: await inviteCodeOf(db, userId), registered: await countInvited(db, userId) }
    },
  }
}

/** The list must not wait for the job that books what has expired. */
async function bookExpiry(deps: LendingDeps, key: { userId: number; activityId: number }): Promise<void> {
  const isDue = (packet: RedPacket | undefined): packet is RedPacket =>
    packet !== undefined && stateAt(packet, deps.clock.now()) !== packet.state
  if (!isDue(await findPacket(deps.db, key))) return
  await transaction(deps.db, async (tx) => {
    const packet = await findPacket(tx, key, 'update')
    if (isDue(packet)) await step(tx, deps, packet)
  })
}

function termsOf({ clock }: LendingDeps, now: ActivityNow, language: Language): Omit<Shown, 'mine'> {
  const { activity, granted, coupon } = now
  const { activityId, title, rewardFen, from, to, budgetFen, validDays, newUsersOnly, tasks } = activity
  return {
    activityId,
    title: title[language],
    rewardFen,
    coupon,
    startsAt: from.toISOString(),
    endsAt: to.toISOString(),
    state: activityState(activity, now, clock.now()),
    budgetFen,
    ...granted,
    leftFen: leftOf(activity, granted),
    validDays,
    newUsersOnly,
    tasks,
  }
}

async function mineOf(deps: LendingDeps, userId: number, now: ActivityNow): Promise<Mine> {
  const { conditions, packet, refusal, cards } = await standingOf(deps.db, deps, userId, now)
  return {
    conditions: [...conditions],
    refusal: refusal ?? null,
    packet: packet === undefined ? null : await packetShown(deps, packet),
    card: cards[0] === undefined ? null : summaryOf(cards[0]),
  }
}

async function packetShown(deps: LendingDeps, packet: RedPacket): Promise<Mine['packet']> {
  const { userId, activityId, amountFen, receivedAt, validUntil } = packet
  const transfer = await latestTransfer(deps.db, { userId, purpose: 'redPacket', subject: subjectOf(activityId) })
  return {
    state: stateAt(packet, deps.clock.now()),
    amountFen,
    receivedAt: receivedAt.toISOString(),
    validUntil: validUntil.toISOString(),
    transfer: transfer === undefined ? null : await transferShown(deps.db, transfer),
  }
}
