import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { look } from '#platform/query.ts'

export type Device = DataOf<Api['session']['devices']>['devices'][number]

export const devicesLook = () => look(['settings', 'devices'], (options) => api.session.devices({}, options))

/** Ends the login of one device, or of all others. */
export const useEndDevice = () => useChange((body: { id: string } | { allOthers: true }) => api.session.endDevice({ body }))
