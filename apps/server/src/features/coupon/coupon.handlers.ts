import { today } from '@fyh/base/dates.ts'
import type { coupon } from '@fyh/contract/coupon.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { type Coupon, couponsShown } from '#lending/coupons/coupons.ts'
import { lendersOn } from '#lending/lenders/lenders.ts'
import type { Deps, SliceHandlers } from '#platform/deps.ts'
import { pageOf } from '#platform/page.ts'
import { lendersNamed } from './offer.ts'

type Item = DataOf<typeof coupon.list>['items'][number]

const pageSize = 10

export function couponHandlers({ db, clock }: Deps): SliceHandlers<typeof coupon> {
  return {
    async list({ query: { tab, after }, ctx: { userId } }) {
      const now = clock.now()
      const found = await couponsShown(db, { userId, tab, after, now, take: pageSize + 1 })
      const lenders = await lendersOn(db, today(clock))
      return pageOf(found, { size: pageSize, idOf: ({ couponId }) => couponId, shown: (one) => itemOf(one, { now, lenders }) })
    },
  }
}

type Known = { readonly now: Date; readonly lenders: Awaited<ReturnType<typeof lendersOn>> }

function itemOf(coupon: Coupon, { now, lenders }: Known): Item {
  const { couponId, terms, status, issuedAt, expiresAt, loanId, usedAt, discountFen } = coupon
  return {
    couponId,
    ...terms,
    status: statusNow(coupon, now),
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lenders: lendersNamed(terms, lenders),
    loanId: status === 'reserved' || status === 'used' ? loanId : null,
    usedAt: usedAt?.toISOString() ?? null,
    discountFen: status === 'used' ? discountFen : null,
  }
}

/** What time has done already, also before the next round writes it down. */
function statusNow({ status, loanId, heldUntil, expiresAt }: Coupon, now: Date): Coupon['status'] {
  const isLapsed = status === 'reserved' && loanId === null && heldUntil !== null && heldUntil <= now
  return (status === 'usable' || isLapsed) && expiresAt <= now ? 'expired' : isLapsed ? 'usable' : status
}
