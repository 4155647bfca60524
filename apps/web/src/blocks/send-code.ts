import type { Api } from '@fyh/contract/api.ts'
import type { RequestOf } from '@fyh/contract/endpoint.ts'
import { type ProductType, productTypes } from '@fyh/contract/options.ts'
import { api, type CallOptions } from '#platform/api.ts'
import { useUserStore } from '#platform/store.ts'

type About = Omit<RequestOf<Api['session']['sendCode']>['body'], 'productType'>

/** Asks for a code for an order, which the text message names; its sender is the brand of the visit. */
export const sendCode = (about: About, options: CallOptions) =>
  api.session.sendCode({ body: { ...about, productType: brandOfVisit() } }, options)

function brandOfVisit(): ProductType {
  const { productType } = useUserStore.getState()
  return productTypes.find((one) => one === productType) ?? 'fyh'
}
