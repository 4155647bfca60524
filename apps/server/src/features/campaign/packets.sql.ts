import { assert } from '@fyh/base/assert.ts'
import { next } from '@fyh/base/machine.ts'
import type { PacketEntryKind } from '@fyh/contract/campaign.ts'
import { type RedPacketEvent, redPacketMachine } from '@fyh/contract/red-packet.machine.ts'
import { fenAmount } from '@fyh/contract/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#platform/deps.ts'

const packetSchema = z
  .object({
    user_id: z.int(),
    packet_id: z.int(),
    activity_id: z.int(),
    state: z.enum(redPacketMachine.states),
    amount_fen: fenAmount,
    received_at: z.date(),
    valid_until: z.date(),
  })
  .transform((row) => ({
    userId: row.user_id,
    packetId: row.packet_id,
    activityId: row.activity_id,
    state: row.state,
    amountFen: row.amount_fen,
    receivedAt: row.received_at,
    validUntil: row.valid_until,
  }))
export type RedPacket = z.output<typeof packetSchema>
export type PacketKey = { readonly userId: number; readonly activityId: number }

type NewPacket = Omit<RedPacket, 'state'> & { readonly nextStepAt: Date | null }

/** Adds a borrower's red packet of an activity; false when there is one. Claims of one borrower at once wait for each other here. */
export async function insertPacket(tx: Tx, packet: NewPacket): Promise<boolean> {
  const row = await tx
    .insertInto('red_packet')
    .values({
      user_id: packet.userId,
      packet_id: packet.packetId,
      activity_id: packet.activityId,
      state: redPacketMachine.initial,
      amount_fen: packet.amountFen,
      received_at: packet.receivedAt,
      valid_until: packet.validUntil,
      next_step_at: packet.nextStepAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'activity_id']).doNothing())
    .returning('packet_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findPacket(db: Db | Tx, { userId, activityId }: PacketKey, lock?: 'update'): Promise<RedPacket | undefined> {
  const query = db.selectFrom('red_packet').selectAll().where('user_id', '=', userId).where('activity_id', '=', activityId)
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst()
  return row && packetSchema.parse(row)
}

/** All red packets of a borrower: one for each activity at most. */
export async function packetsOf(db: Db | Tx, userId: number): Promise<RedPacket[]> {
  const rows = await db.selectFrom('red_packet').selectAll().where('user_id', '=', userId).orderBy('packet_id', 'desc').execute()
  return rows.map((row) => packetSchema.parse(row))
}

type Change = { readonly nextStepAt: Date | null; readonly validUntil?: Date }

/** The one door of a red packet's state, for a packet that the transaction has locked. */
export async function movePacket(tx: Tx, packet: RedPacket, event: RedPacketEvent, { nextStepAt, validUntil }: Change): Promise<RedPacket> {
  const state = next(redPacketMachine, packet.state, event)
  assert(state !== undefined, `red packet ${packet.packetId} in state ${packet.state} cannot ${event}`)
  const { numUpdatedRows } = await tx
    .updateTable('red_packet')
    .set({ state, next_step_at: nextStepAt, ...(validUntil && { valid_until: validUntil }) })
    .where('user_id', '=', packet.userId)
    .where('packet_id', '=', packet.packetId)
    .where('state', '=', packet.state)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `red packet ${packet.packetId} was not ${packet.state} any more`)
  return { ...packet, state, ...(validUntil && { validUntil }) }
}

export async function writeNextStep(tx: Tx, { userId, packetId }: RedPacket, at: Date | null): Promise<void> {
  await tx.updateTable('red_packet').set({ next_step_at: at }).where('user_id', '=', userId).where('packet_id', '=', packetId).execute()
}

/**
 * Takes the next red packet whose time has come in hand, on one node. Its time moves on before the work, so that one that fails is tried again
 * later and holds up no other.
 */
export async function claimDuePacket(db: Db, { now, again }: { now: Date; again: Date }): Promise<PacketKey | undefined> {
  const { rows } = await sql<PacketKey>`
    update red_packet set next_step_at = ${again}
    where (user_id, packet_id) = (
      select user_id, packet_id from red_packet where next_step_at <= ${now} order by next_step_at limit 1 for update skip locked)
    returning user_id as "userId", activity_id as "activityId"`.execute(db)
  return rows[0]
}

type NewEntry = {
  readonly entryId: number
  readonly kind: PacketEntryKind
  readonly at: Date
  readonly transferId?: number
}

export async function addEntry(
  tx: Tx,
  { userId, packetId, activityId, amountFen }: RedPacket,
  { entryId, kind, at, transferId }: NewEntry,
): Promise<void> {
  await tx
    .insertInto('red_packet_entry')
    .values({
      user_id: userId,
      entry_id: entryId,
      packet_id: packetId,
      activity_id: activityId,
      kind,
      amount_fen: amountFen,
      at,
      transfer_id: transferId ?? null,
    })
    .execute()
}
