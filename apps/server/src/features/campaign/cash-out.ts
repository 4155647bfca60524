import { addDays, civilDateAt, instantAt } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { LendingDeps, TransferEnd } from '#lending/deps.ts'
import { post, redPacketRecovered } from '#lending/ledger/ledger.ts'
import { orderTransfer } from '#lending/transfers/transfers.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { cardOf } from '../card/card.ts'
import { type CodeOrder, isBlockedBorrower, proveCode } from '../session/session.ts'
import { findActivity } from './activity.sql.ts'
import { shanghaiText } from './activity.ts'
import { addEntry, findPacket, movePacket, type PacketKey, type RedPacket } from './packets.sql.ts'
import { nextStepOf, noteTakenBack, stateAt, step } from './steps.ts'

/** After a failed transfer a red packet stays valid for at least so many days. */
const retryDays = 7

type Wanted = PacketKey & { readonly cardId: number }

/** Names all of a transfer, so that its code confirms no other one. */
const orderText = ({ packetId, amountFen }: RedPacket, cardId: number): string =>
  `transfer ${amountFen} fen of red packet ${packetId} to card ${cardId}`

/**
 * The transfer that a code is asked for. Refuses a card that is not the borrower's, and a red packet that cannot be transferred; one whose
 * conditions have fallen away is taken back here.
 */
export async function redPacketOrder(deps: LendingDeps, wanted: Wanted): Promise<CodeOrder> {
  const packet = await transaction(deps.db, async (tx) => {
    const found = (await findPacket(tx, wanted, 'update')) ?? fail('RED_PACKET_NOT_FOUND')
    return found.state === 'held' ? step(tx, deps, found) : found
  })
  requireHeld(deps, packet)
  const card = await cardToPay(deps.db, wanted)
  return { text: orderText(packet, wanted.cardId), amountFen: packet.amountFen, cardTail: card.tail }
}

/** Orders the transfer of a red packet to a card, once. What becomes of it is learned in `redPacketEnded`. */
export async function cashOut(tx: Tx, deps: LendingDeps, { code, ...wanted }: Wanted & { readonly code: string }) {
  const { userId, activityId, cardId } = wanted
  if ((await findActivity(tx, deps, activityId)) === undefined) fail('ACTIVITY_NOT_FOUND')
  const packet = (await findPacket(tx, wanted, 'update')) ?? fail('RED_PACKET_NOT_FOUND')
  requireHeld(deps, packet)
  if (await isBlockedBorrower(tx, deps, userId)) fail('ACTIVITY_ACCOUNT_BLOCKED')
  await cardToPay(tx, wanted)
  await proveCode(tx, deps, { userId, purpose: 'redPacket', code, order: orderText(packet, cardId) })
  await movePacket(tx, packet, 'cashOut', { nextStepAt: null })
  const { amountFen } = packet
  const { transferId } = await orderTransfer(tx, deps, { userId, purpose: 'redPacket', subject: subjectOf(activityId), amountFen, cardId })
  await addEntry(tx, packet, { entryId: deps.ids(), kind: 'cashOut', at: deps.clock.now(), transferId })
  return { activityId, amountFen }
}

export const subjectOf = (activityId: number) => ({ kind: 'activity', id: activityId }) as const

async function cardToPay(db: Db | Tx, { userId, cardId }: Wanted) {
  return (await cardOf(db, userId, cardId)) ?? fail('CARD_NOT_FOUND')
}

function requireHeld({ clock }: Pick<LendingDeps, 'clock'>, packet: RedPacket): void {
  const state = stateAt(packet, clock.now())
  if (state === 'expired') fail('RED_PACKET_EXPIRED', { validUntil: shanghaiText(packet.validUntil) })
  if (state === 'takenBack') fail('RED_PACKET_TAKEN_BACK')
  if (state !== 'held') fail('RED_PACKET_CASHED_OUT')
}

/** Takes the end of a transfer in, with the transaction that books its money. */
export async function redPacketEnded(tx: Tx, deps: LendingDeps, ended: TransferEnd): Promise<void> {
  const { userId, transferId, outcome, cardTail } = ended
  const packet = (await findPacket(tx, { userId, activityId: ended.subject.id }, 'update')) ?? fail('RED_PACKET_NOT_FOUND')
  if (outcome !== 'succeeded') return comeBack(tx, deps, packet, ended)
  const now = deps.clock.now()
  await movePacket(tx, packet, 'arrive', { nextStepAt: nextStepOf({ ...packet, state: 'cashedOut' }, now) })
  const { amountFen, activityId } = packet
  await deps.tell(tx, {
    userId,
    kind: 'redPacketCashedOut',
    params: { amountFen, activityId, cardTail },
    once: `redPacketCashedOut:${transferId}`,
  })
}

/** The money is in the balance again, and may be transferred for some days more. */
async function comeBack(tx: Tx, deps: LendingDeps, packet: RedPacket, { userId, transferId, cardTail }: TransferEnd): Promise<void> {
  const now = deps.clock.now()
  await addEntry(tx, packet, { entryId: deps.ids(), kind: 'returned', at: now, transferId })
  if (packet.state === 'writtenOff') return recover(tx, deps, packet, now)
  const extended = instantAt(addDays(civilDateAt(now), retryDays), '23:59:59')
  const validUntil = extended > packet.validUntil ? extended : packet.validUntil
  // The conditions were not looked at meanwhile, so they are at the next round.
  await movePacket(tx, packet, 'bounce', { nextStepAt: now, validUntil })
  const { amountFen, activityId } = packet
  await deps.tell(tx, {
    userId,
    kind: 'redPacketFailed',
    params: { amountFen, activityId, cardTail, validUntilOn: civilDateAt(validUntil) },
    once: `redPacketFailed:${transferId}`,
  })
}

/** Money that was written off came back after all: it goes back to the activity. */
async function recover(tx: Tx, deps: LendingDeps, packet: RedPacket, now: Date): Promise<void> {
  await movePacket(tx, packet, 'bounce', { nextStepAt: null })
  const { userId, packetId, activityId, amountFen } = packet
  await post(tx, redPacketRecovered({ userId, packetId, activityId, amount: amountFen, on: civilDateAt(now) }))
  await noteTakenBack(tx, deps, packet, now)
}
