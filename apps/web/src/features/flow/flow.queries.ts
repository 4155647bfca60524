import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { api } from '#platform/api.ts'
import { look } from '#platform/query.ts'

export type Landing = DataOf<Api['flow']['channel']>
export type AppFacts = DataOf<Api['flow']['download']>

export const landingLook = (channelCode: string) =>
  look(['flow', 'channel', channelCode], (options) => api.flow.channel({ query: { channelCode } }, options))
export const downloadLook = () => look(['flow', 'download'], (options) => api.flow.download({}, options))
