import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { byKey, look } from '#platform/query.ts'

export type Detail = DataOf<Api['message']['detail']>
export type Message = DataOf<Api['message']['list']>['items'][number]
export type Tab = Message['tab']

/** Messages page by page, newest first. */
export const messagesLook = (tab: Tab | undefined) =>
  infiniteQueryOptions({
    queryKey: ['message', 'list', tab ?? 'all'],
    ...byKey,
    queryFn: ({ pageParam, signal }) => api.message.list({ query: { after: pageParam, ...(tab && { tab }) } }, { signal }),
  })

export const messageLook = (id: number) =>
  look(['message', 'detail', id], (options) => api.message.detail({ params: { id } }, { ...options, handles: 'all' }))
/** Badges: the key and the answer are those of the tab bar. */
export const badgesLook = () => look(['home', 'tabInfo'], (options) => api.home.tabInfo({}, { ...options, quiet: true }))
export const useReadAll = () => useChange(() => api.message.readAll({ body: {} }))
/** Announcements in force; the key and the answer are those of their own page. */
export const announcementsLook = () =>
  look(['service', 'announcements'], (options) => api.service.announcements({}, { ...options, quiet: true }))
