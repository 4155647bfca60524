import type { Selectable } from 'kysely'
import type { Db, Tx } from '#platform/deps.ts'
import type { BankCard, CardBinding } from '#platform/tables.generated.ts'

export type CardRow = Selectable<BankCard>
export type BindingRow = Selectable<CardBinding>

export function cardRow(db: Db | Tx, userId: number, cardId: number): Promise<CardRow | undefined> {
  return db.selectFrom('bank_card').selectAll().where('user_id', '=', userId).where('card_id', '=', cardId).executeTakeFirst()
}

export function cardRows(db: Db | Tx, userId: number): Promise<CardRow[]> {
  return db
    .selectFrom('bank_card')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('bound_at')
    .orderBy('card_id')
    .execute()
}

/** Whether the card is bound and its agreement, as far as is known, holds. */
export async function isBound(db: Db | Tx, userId: number, numberIndexes: readonly Buffer[]): Promise<boolean> {
  const row = await db
    .selectFrom('bank_card')
    .select('card_id')
    .where('user_id', '=', userId)
    .where('number_index', 'in', numberIndexes)
    .where('agreement_ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function markAgreementEnded(tx: Tx, { userId, cardId, at }: { userId: number; cardId: number; at: Date }): Promise<void> {
  await tx.updateTable('bank_card').set({ agreement_ended_at: at }).where('user_id', '=', userId).where('card_id', '=', cardId).execute()
}

/** Gives a bound card whose agreement had ended its new one; undefined when there is no such card. */
export function renewCard(
  tx: Tx,
  { userId, numberIndexes, channelAgreementNo }: { userId: number; numberIndexes: readonly Buffer[]; channelAgreementNo: string },
): Promise<CardRow | undefined> {
  return tx
    .updateTable('bank_card')
    .set({ channel_agreement_no: channelAgreementNo, agreement_ended_at: null })
    .where('user_id', '=', userId)
    .where('number_index', 'in', numberIndexes)
    .where('agreement_ended_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

/** Adds a card, the first one as the default; undefined when the number is bound already. Two at once wait for each other. */
export async function addCard(tx: Tx, card: Omit<CardRow, 'is_default' | 'agreement_ended_at'>): Promise<CardRow | undefined> {
  const hasDefault = await tx
    .selectFrom('bank_card')
    .select('card_id')
    .where('user_id', '=', card.user_id)
    .where('is_default', '=', true)
    .executeTakeFirst()
  const added = hasDefault === undefined ? await insertCard(tx, { ...card, is_default: true }) : undefined
  // The default may have come into being meanwhile, by the other of two first cards.
  return added ?? (await insertCard(tx, { ...card, is_default: false }))
}

function insertCard(tx: Tx, card: Omit<CardRow, 'agreement_ended_at'>): Promise<CardRow | undefined> {
  return tx
    .insertInto('bank_card')
    .values(card)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Makes a card the default; false when the borrower has no such card. */
export async function makeDefault(tx: Tx, userId: number, cardId: number): Promise<boolean> {
  // Locked in one order first, so that two changes at once come one after the other.
  const cards = await tx.selectFrom('bank_card').select('card_id').where('user_id', '=', userId).orderBy('card_id').forUpdate().execute()
  if (!cards.some((card) => card.card_id === cardId)) return false
  await tx.updateTable('bank_card').set({ is_default: false }).where('user_id', '=', userId).where('is_default', '=', true).execute()
  await tx.updateTable('bank_card').set({ is_default: true }).where('user_id', '=', userId).where('card_id', '=', cardId).execute()
  return true
}

export async function addBinding(db: Db | Tx, binding: Omit<BindingRow, 'card_id'>): Promise<void> {
  await db.insertInto('card_binding').values(binding).execute()
}

export function bindingRow(db: Db, userId: number, bindingId: number): Promise<BindingRow | undefined> {
  return db.selectFrom('card_binding').selectAll().where('user_id', '=', userId).where('binding_id', '=', bindingId).executeTakeFirst()
}

/** The binding, held until the transaction ends. */
export function lockBinding(tx: Tx, userId: number, bindingId: number): Promise<BindingRow> {
  return tx
    .selectFrom('card_binding')
    .selectAll()
    .where('user_id', '=', userId)
    .where('binding_id', '=', bindingId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function closeBinding(tx: Tx, userId: number, bindingId: number, cardId: number): Promise<void> {
  await tx.updateTable('card_binding').set({ card_id: cardId }).where('user_id', '=', userId).where('binding_id', '=', bindingId).execute()
}

export async function forgetOldBindings(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('card_binding').where('expires_at', '<', now).execute()
}
