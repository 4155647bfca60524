import type { Db, Tx } from '#platform/deps.ts'
import { countUnread } from './message.sql.ts'

/** Unread messages in all, and by tab. */
export async function unreadCounts(tx: Tx | Db, userId: number) {
  const unreadIn = await countUnread(tx, userId)
  return { unread: Object.values(unreadIn).reduce((sum, count) => sum + count, 0), unreadIn }
}

export async function unreadCount(tx: Tx | Db, userId: number): Promise<number> {
  return (await unreadCounts(tx, userId)).unread
}
