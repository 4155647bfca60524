import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { home } from '@fyh/contract/home.ts'
import type { Deps } from '#platform/deps.ts'
import { openRedPackets } from '../campaign/campaign.ts'
import { usableCoupons } from '../coupon/coupon.ts'
import { benefitsInUse } from '../equity/equity.ts'

type Owned = DataOf<typeof home.account>['owned']

/** Returns how many coupons, packages of benefits and red packets a borrower can use now, as their pages count them. */
export async function ownedBy(deps: Deps, userId: number): Promise<Owned> {
  const { db } = deps
  return {
    coupons: await usableCoupons(db, deps, userId),
    benefits: await benefitsInUse(db, deps, userId),
    redPackets: await openRedPackets(db, deps, userId),
  }
}
