import { civilDateAt } from '@fyh/base/dates.ts'
import type { RedPacketState } from '@fyh/contract/red-packet.machine.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { post, redPacketExpired, redPacketLost, redPacketTakenBack } from '#lending/ledger/ledger.ts'
import type { Tx } from '#platform/deps.ts'
import { findActivity } from './activity.sql.ts'
import { isPast } from './activity.ts'
import { addEntry, claimDuePacket, findPacket, movePacket, type RedPacket, writeNextStep } from './packets.sql.ts'
import { tasksOf } from './tasks.ts'

const dayMs = 86_400_000
/** A borrower is reminded so long before the end. */
const remindDays = 3
/** For so long after a red packet was received its conditions must go on being met. They are looked at once a day. */
export const conditionDays = 30

type Times = Pick<RedPacket, 'state' | 'receivedAt' | 'validUntil'>

/** When a red packet has to be looked at next: to remind, to expire, to check its conditions; null when nothing more can happen by itself. */
export function nextStepOf({ state, receivedAt, validUntil }: Times, now: Date): Date | null {
  const remindAt = remindAtOf({ receivedAt, validUntil })
  const recheckAt = now.getTime() + dayMs
  const times = [
    ...(state === 'held' ? [validUntil.getTime() + 1_000] : []),
    ...(state === 'held' && remindAt !== undefined && remindAt > now.getTime() ? [remindAt] : []),
    ...((state === 'held' || state === 'cashedOut') && recheckAt <= receivedAt.getTime() + conditionDays * dayMs ? [recheckAt] : []),
  ]
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** Undefined for a red packet that is valid for so short a time that its receipt says enough. */
function remindAtOf({ receivedAt, validUntil }: Omit<Times, 'state'>): number | undefined {
  const at = validUntil.getTime() - remindDays * dayMs
  return at > receivedAt.getTime() ? at : undefined
}

/** The state that counts at a moment: a red packet is expired from the second its validity ends, even if no job has booked it yet. */
export function stateAt({ state, validUntil }: Pick<RedPacket, 'state' | 'validUntil'>, now: Date): RedPacketState {
  return state === 'held' && isPast(validUntil, now) ? 'expired' : state
}

/** Most red packets of one round; the next round continues. */
const roundMax = 500

/** After so long a red packet whose step failed is tried again. */
const againMs = 600_000

/** Works every red packet whose time has come. Nodes share the work: each takes rows that no other has in hand. */
export async function stepPackets(deps: LendingDeps): Promise<void> {
  for (let worked = 0; worked < roundMax; worked += 1) {
    const now = deps.clock.now()
    const key = await claimDuePacket(deps.db, { now, again: new Date(now.getTime() + againMs) })
    if (key === undefined) return
    await transaction(deps.db, async (tx) => {
      const packet = await findPacket(tx, key, 'update')
      if (packet !== undefined) await step(tx, deps, packet)
    })
  }
}

/** What is due for a red packet that the transaction has locked. */
export async function step(tx: Tx, deps: LendingDeps, packet: RedPacket): Promise<RedPacket> {
  const now = deps.clock.now()
  if (packet.state !== stateAt(packet, now)) return expire(tx, deps, packet, now)
  if (!(await areConditionsMet(tx, deps, packet))) {
    if (packet.state === 'held') return takeBack(tx, deps, packet, now)
    if (packet.state === 'cashedOut') return writeOff(tx, packet, now)
  }
  const remindAt = remindAtOf(packet)
  if (packet.state === 'held' && remindAt !== undefined && now.getTime() >= remindAt) await remind(tx, deps, packet)
  await writeNextStep(tx, packet, nextStepOf(packet, now))
  return packet
}

/** Only the tasks: the window and the card may end, but what was done stays done. */
async function areConditionsMet(tx: Tx, deps: LendingDeps, { userId, activityId }: RedPacket): Promise<boolean> {
  const found = await findActivity(tx, deps, activityId)
  return found !== undefined && (await tasksOf(tx, deps, { userId, activity: found.activity })).every(({ done }) => done)
}

async function expire(tx: Tx, deps: LendingDeps, packet: RedPacket, now: Date): Promise<RedPacket> {
  const expired = await movePacket(tx, packet, 'expire', { nextStepAt: null })
  await addEntry(tx, packet, { entryId: deps.ids(), kind: 'expired', at: new Date(packet.validUntil.getTime() + 1_000) })
  await post(tx, redPacketExpired(booked(packet, now)))
  const { userId, amountFen, activityId, validUntil } = packet
  const params = { amountFen, activityId, validUntilOn: civilDateAt(validUntil) }
  await deps.tell(tx, { userId, kind: 'redPacketExpired', params, once: `redPacketExpired:${packet.packetId}` })
  return expired
}

/** The money has not left the balance, so all of it goes back to the activity. */
async function takeBack(tx: Tx, deps: LendingDeps, packet: RedPacket, now: Date): Promise<RedPacket> {
  const taken = await movePacket(tx, packet, 'takeBack', { nextStepAt: null })
  await post(tx, redPacketTakenBack(booked(packet, now)))
  await noteTakenBack(tx, deps, packet, now)
  return taken
}

export async function noteTakenBack(tx: Tx, deps: LendingDeps, packet: RedPacket, now: Date): Promise<void> {
  await addEntry(tx, packet, { entryId: deps.ids(), kind: 'takenBack', at: now })
  const { userId, amountFen, activityId, packetId } = packet
  await deps.tell(tx, { userId, kind: 'redPacketTakenBack', params: { amountFen, activityId }, once: `redPacketTakenBack:${packetId}` })
}

/** What was transferred is not asked back: the activity's cost becomes a loss, and the borrower owes nothing. */
async function writeOff(tx: Tx, packet: RedPacket, now: Date): Promise<RedPacket> {
  const lost = await movePacket(tx, packet, 'writeOff', { nextStepAt: null })
  await post(tx, redPacketLost(booked(packet, now)))
  return lost
}

async function remind(tx: Tx, deps: LendingDeps, { userId, packetId, amountFen, activityId, validUntil }: RedPacket): Promise<void> {
  const params = { amountFen, activityId, validUntilOn: civilDateAt(validUntil) }
  await deps.tell(tx, { userId, kind: 'redPacketExpiring', params, once: `redPacketExpiring:${packetId}:${params.validUntilOn}` })
}

const booked = ({ userId, packetId, activityId, amountFen }: RedPacket, now: Date) => ({
  userId,
  packetId,
  activityId,
  amount: amountFen,
  on: civilDateAt(now),
})
