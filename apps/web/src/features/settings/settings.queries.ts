import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { forgetPlace } from '#platform/place.ts'
import { look } from '#platform/query.ts'
import { rememberMobile } from '#platform/store.ts'

export type Device = DataOf<Api['session']['devices']>['devices'][number]

export const devicesLook = () => look(['settings', 'devices'], (options) => api.session.devices({}, options))

/** Ends the login of one device, or of all others. */
export const useEndDevice = () => useChange((body: { id: string } | { allOthers: true }) => api.session.endDevice({ body }))

export type PayPasswordState = DataOf<Api['settings']['payPassword']>

export const payPasswordLook = () => look(['settings', 'payPassword'], (options) => api.settings.payPassword({}, options))

type Settings = Api['settings']
export const useSetPayPassword = () =>
  useChange((body: RequestOf<Settings['setPayPassword']>['body']) => api.settings.setPayPassword({ body }, { handles: 'all' }))
export const useChangePayPassword = () =>
  useChange((body: RequestOf<Settings['changePayPassword']>['body']) => api.settings.changePayPassword({ body }, { handles: 'all' }))
export const useAskPayPassword = () =>
  useChange((body: RequestOf<Settings['askPayPassword']>['body']) => api.settings.askPayPassword({ body }, { handles: 'all' }))

/** Changes the login phone, and with it the one that this browser shows. */
export const useChangeMobile = () =>
  useChange(async (body: RequestOf<Api['session']['changeMobile']>['body']) => {
    const changed = await api.session.changeMobile({ body }, { handles: 'all' })
    rememberMobile(changed.mobileMask)
    return changed
  })

export const locationLook = () => look(['settings', 'location'], (options) => api.settings.location({}, options))

/** Withdraws the consent; the place that this browser keeps goes first, so that no later request carries it. */
export const useWithdrawLocation = () =>
  useChange((_: object) => {
    forgetPlace()
    return api.settings.withdrawLocation({ body: {} })
  })
export type About = DataOf<Api['service']['about']>
export const aboutLook = () => look(['service', 'about'], (options) => api.service.about({}, options))
export const choicesLook = () => look(['message', 'choices'], (options) => api.message.choices({}, options))
export const useChoose = () => useChange((body: DataOf<Api['message']['choices']>) => api.message.choose({ body }))
