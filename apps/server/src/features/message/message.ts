import type { MessageContent } from '@fyh/contract/message-params.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { tabOfKind } from './kinds.ts'
import { addMessages } from './message.sql.ts'
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
  const texted = stored.filter(({ messageId, kind }) => added.has(messageId) && hasSms(kind))
  await jobs.sendMany(
    tx,
    'message.sms',
    texted.map(({ userId, messageId }) => ({ userId, messageId })),
  )
}
