import type { Api } from '@fyh/contract/api.ts'
import type { RequestOf } from '@fyh/contract/endpoint.ts'
import { type ProductType, productTypes } from '@fyh/contract/options.ts'
import { api, type CallOptions } from '#platform/api.ts'
import { useUserStore } from '#platform/store.ts'

type Body = RequestOf<Api['session']['sendCode']>['body']
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type About = Without<Body, 'productType'>

/** Asks for a code for an order, which the text message names; its sender is the brand of the visit. */
export function sendCode(about: About, options: CallOptions) {
  return api.session.sendCode({ body: { ...about, ...visitBrand() } }, options)
}

/** The brand of the visit, as a field of a request; no field where the visit has none. */
export function visitBrand(): { readonly productType?: ProductType } {
  const { productType } = useUserStore.getState()
  const brand = productTypes.find((one) => one === productType)
  return brand === undefined ? {} : { productType: brand }
}
