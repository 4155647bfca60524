import { z } from 'zod'
import { couponMachine } from './coupon.machine.ts'
import { couponTerms } from './coupon-shapes.ts'
import { endpoint } from './endpoint.ts'
import { fenAmount, id, moment, pageOf, pageQuery } from './shapes.ts'

/** usable: also those that an order holds; expired: also those that were revoked. */
export const couponTabs = ['usable', 'used', 'expired'] as const

const item = z.object({
  couponId: id,
  ...couponTerms.shape,
  /** As it is at this moment: a coupon is expired from the second named by `expiresAt`. */
  status: z.enum(couponMachine.states),
  issuedAt: moment,
  /** The first moment at which it cannot be used any more. */
  expiresAt: moment,
  /** The lenders and terms of its products; null when it is for all. */
  lenders: z.array(z.string()).nullable(),
  /** The loan that holds or used it. */
  loanId: id.nullable(),
  usedAt: moment.nullable(),
  /** What it took off; null while it was not used. */
  discountFen: fenAmount.nullable(),
})

export const coupon = {
  list: endpoint({
    method: 'GET',
    path: '/fyh/app/coupon/list',
    auth: 'user',
    summary: 'The borrower’s coupons, newest first, by what can be done with them',
    query: pageQuery.extend({ tab: z.enum(couponTabs).default('usable') }),
    data: pageOf(item),
    errors: [],
    example: {
      query: { tab: 'usable' },
      data: {
        items: [
          {
            couponId: 1,
            use: 'borrow',
            rule: { kind: 'interestPercent', percent: 50, instalments: 3, maxFen: 20000 },
            minFen: 100000,
            productIds: null,
            periods: null,
            perLoanMax: 1,
            bearer: 'platform',
            status: 'usable',
            issuedAt: '2026-11-27T02:00:00.000Z',
            expiresAt: '2026-12-27T16:00:00.000Z',
            lenders: null,
            loanId: null,
            usedAt: null,
            discountFen: null,
          },
        ],
        next: null,
      },
    },
  }),
}
