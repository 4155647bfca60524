import type { MessageKind } from '@fyh/contract/message.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { smsText, tabOfKind } from './kinds.ts'
import { addMessage, countUnread, type MessageParams } from './message.sql.ts'

export { messageHandlers } from './message.handlers.ts'
export { messageJobs } from './message.jobs.ts'

type Message = {
  readonly userId: number
  readonly kind: MessageKind
  /** Amounts in fen under names ending in Fen, dates under names ending in On, everything else as text. Nothing personal. */
  readonly params: MessageParams
  readonly loanId?: number
  /** Names the occasion: the same again for this borrower tells nothing twice. */
  readonly once: string
}

/** Tells a borrower something, with the caller's transaction; the important kinds also go out as a text message. */
export async function sendMessage(
  tx: Tx,
  { ids, clock, jobs }: Pick<Deps, 'ids' | 'clock' | 'jobs'>,
  { userId, kind, params, loanId, once }: Message,
): Promise<void> {
  const messageId = ids()
  const added = await addMessage(tx, {
    userId,
    messageId,
    kind,
    tab: tabOfKind[kind],
    params,
    loanId: loanId ?? null,
    once,
    sentAt: clock.now(),
  })
  if (added && smsText(kind, params) !== undefined) await jobs.send(tx, 'message.sms', { userId, messageId })
}

export function unreadCount(tx: Tx | Db, userId: number): Promise<number> {
  return countUnread(tx, userId)
}
