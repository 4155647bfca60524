import type { MessageKind } from '@fyh/contract/message.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { smsText, tabOfKind } from './kinds.ts'
import { addMessages, countUnread, type MessageParams } from './message.sql.ts'

export { messageHandlers } from './message.handlers.ts'
export { messageJobs } from './message.jobs.ts'

export type Message = {
  readonly userId: number
  readonly kind: MessageKind
  /** Amounts in fen under names ending in Fen, dates under names ending in On, everything else as text. Nothing personal. */
  readonly params: MessageParams
  readonly loanId?: number
  /** Names the occasion: the same again for this borrower tells nothing twice. */
  readonly once: string
}

type Sender = Pick<Deps, 'ids' | 'clock' | 'jobs'>

/** Tells a borrower something, with the caller's transaction; the important kinds also go out as a text message. */
export function sendMessage(tx: Tx, sender: Sender, message: Message): Promise<void> {
  return sendMessages(tx, sender, [message])
}

/** The same for many, whoever they are to; at most a few thousand at once. */
export async function sendMessages(tx: Tx, { ids, clock, jobs }: Sender, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  const sentAt = clock.now()
  const stored = messages.map((message) => ({
    ...message,
    messageId: ids(),
    tab: tabOfKind[message.kind],
    loanId: message.loanId ?? null,
    sentAt,
  }))
  const added = await addMessages(tx, stored)
  const texted = stored.filter(({ messageId, kind, params }) => added.has(messageId) && smsText(kind, params) !== undefined)
  await jobs.sendMany(
    tx,
    'message.sms',
    texted.map(({ userId, messageId }) => ({ userId, messageId })),
  )
}

export function unreadCount(tx: Tx | Db, userId: number): Promise<number> {
  return countUnread(tx, userId)
}
