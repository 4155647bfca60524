import type { AgreementKey } from '@fyh/contract/agreement.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { byKey, look, lookingWhile } from '#platform/query.ts'

export type Order = DataOf<Api['equity']['order']>
export type Package = Order['package']
export type OfferedPackage = DataOf<Api['equity']['packages']>['packages'][number]
export type Right = Package['rights'][number]

/** Something of it is on its way: the payment, the activation, a voucher or a refund. */
export function isUnderWay({ status, payment, uses, refund }: Order): boolean {
  if (status === equityStatuses.activating || payment.state === 'running') return true
  return uses.some(({ state }) => state === 'running') || refund?.state === 'waiting' || refund?.state === 'sent'
}

export const packagesLook = () => look(['equity', 'packages'], (options) => api.equity.packages({}, options))
export const orderLook = (id: number) => ({
  ...look(['equity', 'order', id], (options) => api.equity.order({ params: { id } }, { ...options, handles: 'all' })),
  ...lookingWhile<Order>(isUnderWay),
})
export const ordersLook = () =>
  infiniteQueryOptions({
    queryKey: ['equity', 'orders'],
    ...byKey,
    queryFn: ({ pageParam, signal }) => api.equity.orders({ query: { after: pageParam } }, { signal }),
  })
export const termsLook = () =>
  look(['agreement', 'current', 'benefit'], (options) => api.agreement.current({ query: { scene: 'benefit' } }, options))
/** The same key as a text that is read in a sheet. */
export const textLook = (key: AgreementKey) =>
  look(['agreement', 'text', key], (options) => api.agreement.text({ query: { key } }, options))

type Keyed<Name extends 'buy' | 'use' | 'refund' | 'refundAgain'> = RequestOf<Api['equity'][Name]>['body'] & {
  readonly idempotencyKey: string
}

export const useBuy = () =>
  useChange(({ idempotencyKey, ...body }: Keyed<'buy'>) => api.equity.buy({ body, idempotencyKey }, { handles: 'all' }))
export const useUse = () =>
  useChange(({ idempotencyKey, ...body }: Keyed<'use'>) => api.equity.use({ body, idempotencyKey }, { handles: 'all' }))
export const useRefund = () =>
  useChange(({ idempotencyKey, ...body }: Keyed<'refund'>) => api.equity.refund({ body, idempotencyKey }, { handles: 'all' }))
export const useRefundAgain = () =>
  useChange(({ idempotencyKey, ...body }: Keyed<'refundAgain'>) => api.equity.refundAgain({ body, idempotencyKey }, { handles: 'all' }))
