import type { MessageKind, messageTabs } from '@fyh/contract/message.ts'
import type { Db, Tx } from '#platform/deps.ts'

export type MessageTab = (typeof messageTabs)[number]
export type StoredMessage = {
  readonly userId: number
  readonly messageId: number
  readonly kind: MessageKind
  readonly tab: MessageTab
  readonly params: object
  readonly loanId: number | null
  readonly sentAt: Date
  readonly read: boolean
}

/** Those that were new: the same thing is told once. */
export async function addMessages(
  tx: Tx,
  messages: readonly (Omit<StoredMessage, 'read'> & { readonly once: string })[],
): Promise<Set<StoredMessage['messageId']>> {
  const rows = await tx
    .insertInto('message')
    .values(
      messages.map((message) => ({
        user_id: message.userId,
        message_id: message.messageId,
        kind: message.kind,
        tab: message.tab,
        params: JSON.stringify(message.params),
        loan_id: message.loanId,
        once_key: message.once,
        sent_at: message.sentAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'once_key']).doNothing())
    .returning('message_id')
    .execute()
  return new Set(rows.map(({ message_id }) => message_id))
}

/** Messages of a borrower, the newest first, after the one of the given id. */
export function messagesOf(
  db: Db,
  { userId, tab, after, limit }: { userId: number; tab?: MessageTab | undefined; after?: number | undefined; limit: number },
) {
  return messages(db)
    .where('user_id', '=', userId)
    .$if(tab !== undefined, (query) => query.where('tab', '=', tab ?? ''))
    .$if(after !== undefined, (query) => query.where('message_id', '<', after ?? 0))
    .orderBy('message_id', 'desc')
    .limit(limit)
    .execute()
}

export function messageById(db: Db, { userId, messageId }: { userId: number; messageId: number }) {
  return messages(db).where('user_id', '=', userId).where('message_id', '=', messageId).executeTakeFirst()
}

const messages = (db: Db) =>
  db.selectFrom('message').select(['user_id', 'message_id', 'kind', 'tab', 'params', 'loan_id', 'sent_at', 'read_at', 'sms_sent_at'])

export async function markRead(db: Db, { userId, messageId, at }: { userId: number; messageId?: number; at: Date }): Promise<void> {
  await db
    .updateTable('message')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(messageId !== undefined, (query) => query.where('message_id', '=', messageId ?? 0))
    .execute()
}

export async function countUnread(db: Db | Tx, userId: number): Promise<Record<MessageTab, number>> {
  const rows = await db
    .selectFrom('message')
    .select((count) => ['tab', count.fn.countAll<number>().as('unread')])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .groupBy('tab')
    .execute()
  const unreadOf = (tab: MessageTab) => rows.find((row) => row.tab === tab)?.unread ?? 0
  return { notice: unreadOf('notice'), system: unreadOf('system'), activity: unreadOf('activity') }
}

/** Of these borrowers, those who turned promotions off. */
export async function withoutPromotions(tx: Db | Tx, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('message_choice')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('promotions', '=', false)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

export async function choosePromotions(
  db: Db,
  { userId, promotions, at }: { userId: number; promotions: boolean; at: Date },
): Promise<void> {
  const chosen = { promotions, changed_at: at }
  await db
    .insertInto('message_choice')
    .values({ user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute()
}

export async function markTexted(db: Db, { userId, messageId, at }: { userId: number; messageId: number; at: Date }): Promise<void> {
  await db.updateTable('message').set({ sms_sent_at: at }).where('user_id', '=', userId).where('message_id', '=', messageId).execute()
}
