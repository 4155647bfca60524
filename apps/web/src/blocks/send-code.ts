import type { Api } from '@fyh/contract/api.ts'
import type { RequestOf } from '@fyh/contract/endpoint.ts'
import { productTypes } from '@fyh/contract/options.ts'
import { api, type CallOptions } from '#platform/api.ts'
import { useUserStore } from '#platform/store.ts'

type About = Omit<RequestOf<Api['session']['sendCode']>['body'], 'productType'>

/** Asks for a code for an order, which the text message names; its sender is the brand of the visit. */
export function sendCode(about: About, options: CallOptions) {
  const { productType } = useUserStore.getState()
  const brand = productTypes.find((one) => one === productType)
  return api.session.sendCode({ body: { ...about, ...(brand && { productType: brand }) } }, options)
}
