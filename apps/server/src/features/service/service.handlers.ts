import { today } from '@fyh/base/dates.ts'
import type { service } from '@fyh/contract/service.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, SliceHandlers } from '#platform/deps.ts'
import { pageOf } from '#platform/page.ts'
import { aboutProduct } from './about.ts'
import { announcementsFor } from './announcements.ts'
import { ticketOfKey, ticketsOf } from './ticket.sql.ts'
import { briefOf, closeTicket, shownTicket, submitTicket } from './ticket.ts'

const pageSize = 20

export function serviceHandlers(deps: Deps): SliceHandlers<typeof service> {
  const on = () => today(deps.clock)
  return {
    announcements: async ({ ctx }) => announcementsFor(deps, { userId: (await ctx.user?.())?.userId, language: ctx.language }),

    about: () => aboutProduct(deps),

    submit: async ({ body, ctx: { userId } }) => shownTicket(await submitTicket(deps, { ...body, userId }), on()),

    async tickets({ query: { after }, ctx: { userId } }) {
      const rows = await ticketsOf(deps, { userId, after, limit: pageSize + 1 })
      return pageOf(rows, { size: pageSize, idOf: ({ ticket_id }) => ticket_id, shown: (ticket) => briefOf(ticket, on()) })
    },

    ticket: async ({ params, ctx: { userId } }) =>
      shownTicket((await ticketOfKey(deps, { userId, ticketId: params.id })) ?? fail('TICKET_NOT_FOUND'), on()),

    closeTicket: async ({ params, ctx: { userId } }) => shownTicket(await closeTicket(deps, { userId, ticketId: params.id }), on()),
  }
}
