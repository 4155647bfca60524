import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { next } from '@fyh/base/machine.ts'
import type { Fen } from '@fyh/base/money.ts'
import { day, fenAmount } from '@fyh/contract/shapes.ts'
import {
  type TransferEvent,
  type TransferPurpose,
  transferMachine,
  transferPurposes,
  transferUnderWay,
} from '@fyh/contract/transfer.machine.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Subject, subjectKinds } from '#lending/ledger/ledger.ts'
import { claimOrder, keepOrder, type OrderTable, ordersToAsk } from '#lending/orders/orders.ts'
import type { Db, Tx } from '#platform/deps.ts'

const isPurpose = (name: unknown): name is TransferPurpose => typeof name === 'string' && Object.hasOwn(transferPurposes, name)

const transferSchema = z
  .object({
    user_id: z.int(),
    transfer_id: z.int(),
    purpose: z.custom<TransferPurpose>(isPurpose),
    subject_kind: z.enum(subjectKinds),
    subject_id: z.int(),
    status: z.enum(transferMachine.states),
    amount_fen: fenAmount,
    moved_fen: fenAmount,
    card_id: z.int(),
    card_tail: z.string(),
    order_key: z.string(),
    ordered_on: day,
    ordered_at: z.date(),
    known_at: z.date().nullable(),
    reason: z.string().nullable(),
    tries: z.int(),
    sends: z.int(),
  })
  .transform((row) => ({
    userId: row.user_id,
    transferId: row.transfer_id,
    purpose: row.purpose,
    subject: { kind: row.subject_kind, id: row.subject_id },
    status: row.status,
    amountFen: row.amount_fen,
    /** What really moved; a debit may bring less than was ordered. */
    movedFen: row.moved_fen,
    cardId: row.card_id,
    cardTail: row.card_tail,
    orderKey: row.order_key,
    orderedOn: row.ordered_on,
    orderedAt: row.ordered_at,
    knownAt: row.known_at,
    reason: row.reason,
    tries: row.tries,
    sends: row.sends,
  }))
const transfers = { table: 'transfer', id: 'transfer_id', underWay: transferUnderWay } satisfies OrderTable

export type Transfer = z.output<typeof transferSchema>
export type TransferKey = { readonly userId: number; readonly transferId: number }

type NewTransfer = TransferKey & {
  readonly purpose: TransferPurpose
  readonly subject: Subject
  readonly amountFen: Fen
  readonly card: { readonly cardId: number; readonly tail: string }
  readonly orderedOn: CivilDate
  readonly orderedAt: Date
  readonly nextTryAt: Date
}

/** Writes a transfer down, with the key the channel will know it by. At most one of a purpose and subject is under way: an index says so. */
export async function insertTransfer(tx: Tx, made: NewTransfer): Promise<void> {
  const orderKey = `transfer-${made.transferId}`
  await tx
    .insertInto('transfer')
    .values({
      user_id: made.userId,
      transfer_id: made.transferId,
      purpose: made.purpose,
      subject_kind: made.subject.kind,
      subject_id: made.subject.id,
      status: transferMachine.initial,
      amount_fen: made.amountFen,
      card_id: made.card.cardId,
      card_tail: made.card.tail,
      order_key: orderKey,
      ordered_on: made.orderedOn,
      ordered_at: made.orderedAt,
      next_try_at: made.nextTryAt,
    })
    .execute()
  await keepOrder(tx, { orderKey, kind: 'transfer', userId: made.userId, orderId: made.transferId })
}

export async function findTransfer(tx: Db | Tx, { userId, transferId }: TransferKey, lock?: 'update'): Promise<Transfer | undefined> {
  const query = tx.selectFrom('transfer').selectAll().where('user_id', '=', userId).where('transfer_id', '=', transferId)
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst()
  return row && transferSchema.parse(row)
}

/** The newest transfer of a purpose about a subject. */
export async function latestTransfer(
  tx: Db | Tx,
  { userId, purpose, subject }: { readonly userId: number; readonly purpose: TransferPurpose; readonly subject: Subject },
): Promise<Transfer | undefined> {
  const row = await tx
    .selectFrom('transfer')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .orderBy('transfer_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && transferSchema.parse(row)
}

/** The transfers about some subjects of one borrower, newest first. */
export async function transfersAbout(
  tx: Db | Tx,
  {
    userId,
    subjectKind,
    subjectIds,
  }: { readonly userId: number; readonly subjectKind: Subject['kind']; readonly subjectIds: readonly number[] },
): Promise<Transfer[]> {
  if (subjectIds.length === 0) return []
  const rows = await tx
    .selectFrom('transfer')
    .selectAll()
    .where('user_id', '=', userId)
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', 'in', subjectIds)
    .orderBy('transfer_id', 'desc')
    .execute()
  return rows.map((row) => transferSchema.parse(row))
}

/** The one door of a transfer's status. Undefined when the machine knows no such move: the news is late or a repeat. */
export async function moveTransfer(
  tx: Tx,
  transfer: Transfer,
  event: TransferEvent,
  news: { readonly at: Date; readonly on: CivilDate; readonly movedFen?: Fen; readonly reason?: string | null },
): Promise<Transfer | undefined> {
  const status = next(transferMachine, transfer.status, event)
  if (status === undefined) return undefined
  const movedFen = news.movedFen ?? transfer.movedFen
  const reason = news.reason ?? null
  const isKnown = !transferUnderWay.some((open) => open === status)
  const { numUpdatedRows } = await tx
    .updateTable('transfer')
    .set({
      status,
      moved_fen: movedFen,
      reason,
      ...(isKnown && { known_at: news.at }),
      ...(status === 'returned' && { returned_on: news.on }),
    })
    .where('user_id', '=', transfer.userId)
    .where('transfer_id', '=', transfer.transferId)
    .where('status', '=', transfer.status)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `transfer ${transfer.transferId} was not ${transfer.status} any more`)
  return { ...transfer, status, movedFen, reason, knownAt: isKnown ? news.at : transfer.knownAt }
}

/** Takes a transfer in hand for one step, see `claimOrder`. */
export async function claimTransfer(tx: Db | Tx, { userId, transferId }: TransferKey, at: Date): Promise<Transfer | undefined> {
  const row = await claimOrder(tx, transfers, { userId, orderId: transferId }, at)
  return row === undefined ? undefined : transferSchema.parse(row)
}

/** Counts that the channel was sent the order, whatever it answered. */
export async function countSend(tx: Db | Tx, { userId, transferId }: TransferKey): Promise<void> {
  await sql`update transfer set sends = sends + 1 where user_id = ${userId} and transfer_id = ${transferId}`.execute(tx)
}

/** Has the channel asked about a transfer at once. */
export async function askSoon(tx: Tx, { userId, transferId }: TransferKey, at: Date): Promise<void> {
  const ofTransfer = tx.updateTable('transfer').where('user_id', '=', userId).where('transfer_id', '=', transferId)
  await ofTransfer.set({ next_try_at: at }).execute()
}

/** Transfers whose result is not known and whose time has come. */
export async function transfersToAsk(tx: Db | Tx, at: Date): Promise<TransferKey[]> {
  return (await ordersToAsk(tx, transfers, at)).map(({ userId, orderId }) => ({ userId, transferId: orderId }))
}
