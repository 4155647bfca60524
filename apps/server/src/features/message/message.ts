import type { MessageContent } from '@fyh/contract/message-params.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { tabOfKind } from './kinds.ts'
import { addMessages, withoutPromotions } from './message.sql.ts'
import { hasSms } from './sms-texts.ts'

export { messageHandlers } from './message.handlers.ts'
export { messageJobs } from './message.jobs.ts'
export { unreadCount, unreadCounts } from './unread.ts'

export type Message = MessageContent & {
  readonly userId: number
  readonly loanId?: number
  /** Names the occasion: a second message with the same name is not stored for this borrower. */
  readonly once: string
}

type Sender = Pick<Deps, 'ids' | 'clock' | 'jobs'>

/** Stores a message to a borrower in the caller's transaction; the important kinds also go out as an SMS. */
export function sendMessage(tx: Tx, sender: Sender, message: Message): Promise<void> {
  return sendMessages(tx, sender, [message])
}

/** Stores messages to any borrowers, a few thousand at most in one call. */
export async function sendMessages(tx: Tx, { ids, clock, jobs }: Sender, messages: readonly Message[]): Promise<void> {
  const wanted = await withoutUnwanted(tx, messages)
  if (wanted.length === 0) return
  const sentAt = clock.now()
  const stored = wanted.map((message) => ({
    ...message,
    messageId: ids(),
    tab: tabOfKind[message.kind],
    loanId: message.loanId ?? null,
    sentAt,
  }))
  const added = await addMessages(tx, stored)
  const texted = stored.filter(({ messageId, kind }) => added.has(messageId) && hasSms(kind))
  await jobs.sendMany(
    tx,
    'message.sms',
    texted.map(({ userId, messageId }) => ({ userId, messageId })),
  )
}

/** Activity messages aren't sent to borrowers who turned promotions off; all others are. */
async function withoutUnwanted(tx: Tx, messages: readonly Message[]): Promise<readonly Message[]> {
  const isPromotion = ({ kind }: Message) => tabOfKind[kind] === 'activity'
  const off = await withoutPromotions(
    tx,
    messages.filter(isPromotion).map(({ userId }) => userId),
  )
  return messages.filter((message) => !isPromotion(message) || !off.has(message.userId))
}

/** Whether a borrower wants promotions. */
export async function wantsPromotions(db: Db, userId: number): Promise<boolean> {
  return !(await withoutPromotions(db, [userId])).has(userId)
}
