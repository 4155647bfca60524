import type { Api } from '@fyh/contract/api.ts'
import type { RequestOf } from '@fyh/contract/endpoint.ts'
import { type ProductType, productTypes } from '@fyh/contract/options.ts'
import type { SolvedCheck } from '@fyh/contract/sms-check.ts'
import { api, type CallOptions } from '#platform/api.ts'
import { useUserStore } from '#platform/store.ts'

type Body = RequestOf<Api['session']['sendCode']>['body']
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type About = Without<Body, 'productType' | 'check'>

/** How a code box asks for a code: with the solved challenge, once the server has asked for one. */
export type SendOptions = CallOptions & { readonly check?: SolvedCheck | undefined }

/**
 * Asks for a code for an order, which the text message names; its sender is the brand of the visit. A phone of the visitor's choice is
 * checked first (R7.17), so that one that can't be used costs no code.
 */
export async function sendCode(about: About, { check, ...options }: SendOptions) {
  if (about.purpose === 'login' || about.purpose === 'newPhone') {
    if (check === undefined) await api.session.checkMobile({ body: { mobile: about.mobile } }, { ...options, reads: true })
    return api.session.sendCode({ body: { ...about, ...(check && { check }), ...visitBrand() } }, options)
  }
  return api.session.sendCode({ body: { ...about, ...visitBrand() } }, options)
}

/** The brand of the visit, as a field of a request; no field where the visit has none. */
export function visitBrand(): { readonly productType?: ProductType } {
  const { productType } = useUserStore.getState()
  const brand = productTypes.find((one) => one === productType)
  return brand === undefined ? {} : { productType: brand }
}
