import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#platform/api.ts'
import { byKey } from '#platform/query.ts'

export type Coupon = DataOf<Api['coupon']['list']>['items'][number]
export const couponTabs = ['usable', 'used', 'expired'] as const
export type CouponTab = (typeof couponTabs)[number]

/** Coupons of a tab page by page, newest first. */
export const couponsLook = (tab: CouponTab) =>
  infiniteQueryOptions({
    queryKey: ['coupon', 'list', tab],
    ...byKey,
    queryFn: ({ pageParam, signal }) => api.coupon.list({ query: { after: pageParam, tab } }, { signal }),
  })
