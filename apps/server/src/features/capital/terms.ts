import { today } from '@fyh/base/dates.ts'
import type { capital } from '@fyh/contract/capital.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { fail } from '@fyh/serve/fail.ts'
import { approvalInForce } from '#lending/approvals/approvals.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { lastListingOf } from '#lending/lenders/lenders.ts'
import { limitOf } from '#lending/limits/limits.ts'
import { offeredProducts } from '../borrow/borrow.ts'
import type { Application } from './application.sql.ts'
import { applicationShown } from './shown.ts'

/** What can be borrowed on an approval, within its amount, its term and what the limit leaves. */
export async function termsShown(deps: LendingDeps, application: Application): Promise<DataOf<typeof capital.terms>> {
  const { db, clock } = deps
  const { userId, lenderId, status } = application
  const approval = await approvalInForce(db, { userId, lenderId, now: clock.now() })
  if (status !== 'approved' || approval === undefined) fail('CAPITAL_STEP_NOT_OPEN', { status })
  const partner = (await lastListingOf(db, { lenderId, on: today(clock) })) ?? fail('CAPITAL_NOT_LISTED')
  const limit = (await limitOf(db, userId)) ?? fail('LIMIT_MISSING')
  return {
    application: await applicationShown(db, deps, application),
    products: offeredProducts(deps, partner.lender, { tier: limit.tier, availableFen: limit.availableFen, approval }),
    validUntil: approval.validUntil.toISOString(),
  }
}
