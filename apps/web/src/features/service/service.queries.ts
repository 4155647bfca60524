import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { byKey, look } from '#platform/query.ts'

export type Ticket = DataOf<Api['service']['ticket']>
export type Announcement = DataOf<Api['service']['announcements']>['items'][number]
export type Submission = RequestOf<Api['service']['submit']>['body']

/** Own feedback and complaints page by page, newest first. */
export const ticketsLook = () =>
  infiniteQueryOptions({
    ...byKey,
    queryKey: ['service', 'tickets'],
    queryFn: ({ pageParam: after, signal }) => api.service.tickets({ query: { after } }, { signal }),
  })
export const ticketLook = (id: number) =>
  look(['service', 'ticket', id], (options) => api.service.ticket({ params: { id } }, { ...options, handles: 'all' }))
export const announcementsLook = () => look(['service', 'announcements'], (options) => api.service.announcements({}, options))

export const useSubmit = () =>
  useChange((body: Submission) => api.service.submit({ body }, { handles: ['TICKETS_TOO_MANY', 'LOAN_NOT_FOUND'] }))
export const useCloseTicket = () => useChange((id: number) => api.service.closeTicket({ params: { id }, body: {} }))
