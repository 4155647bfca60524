import { type message, messageKinds, messageTabs } from '@fyh/contract/message.ts'
import { fail } from '@fyh/serve/fail.ts'
import { z } from 'zod'
import type { Deps, SliceHandlers } from '#platform/deps.ts'
import { pageOf } from '#platform/page.ts'
import { choosePromotions, markRead, messageById, messagesOf, withoutPromotions } from './message.sql.ts'
import { isTargetGone } from './target.ts'
import { unreadCount } from './unread.ts'

const pageSize = 20

export function messageHandlers({ db, clock }: Deps): SliceHandlers<typeof message> {
  return {
    list: async ({ query, ctx }) => {
      const found = await messagesOf(db, { userId: ctx.userId, ...query, limit: pageSize + 1 })
      return pageOf(found, { size: pageSize, idOf: ({ message_id }) => message_id, shown })
    },
    detail: async ({ params, ctx }) => {
      const own = { userId: ctx.userId, messageId: params.id }
      const found = (await messageById(db, own)) ?? fail('MESSAGE_NOT_FOUND')
      if (found.read_at === null) await markRead(db, { ...own, at: clock.now() })
      const message = shown(found)
      return { ...message, read: true, targetGone: await isTargetGone(db, { userId: ctx.userId, ...message }) }
    },
    choices: async ({ ctx }) => ({ promotions: !(await withoutPromotions(db, [ctx.userId])).has(ctx.userId) }),
    choose: async ({ body, ctx }) => {
      await choosePromotions(db, { userId: ctx.userId, promotions: body.promotions, at: clock.machineNow() })
      return body
    },
    readAll: async ({ ctx }) => {
      await markRead(db, { userId: ctx.userId, at: clock.now() })
      return { unread: await unreadCount(db, ctx.userId) }
    },
  }
}

const stored = z.object({
  kind: z.enum(messageKinds),
  tab: z.enum(messageTabs),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

export function shown(row: NonNullable<Awaited<ReturnType<typeof messageById>>>) {
  return {
    ...stored.parse(row),
    messageId: row.message_id,
    loanId: row.loan_id,
    sentAt: row.sent_at.toISOString(),
    read: row.read_at !== null,
  }
}
