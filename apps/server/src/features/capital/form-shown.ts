import { today } from '@fyh/base/dates.ts'
import type { capital } from '@fyh/contract/capital.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { partnersOn } from '#lending/lenders/lenders.ts'
import { openApplicationOf } from './application.sql.ts'
import { summaryOf } from './matching.ts'
import { applicationShown } from './shown.ts'
import { formOf } from './submitting.ts'

/** The form of the borrower's open application; without one, and for guests, the empty form of the partner named. */
export async function formShown(
  deps: LendingDeps,
  capitalId: number | undefined,
  userId: number | undefined,
): Promise<DataOf<typeof capital.form>> {
  const { db, clock } = deps
  const on = today(clock)
  const application = userId === undefined ? undefined : await openApplicationOf(db, userId)
  const wanted = application?.lenderId ?? capitalId
  const partner = (await partnersOn(db, on)).find(({ lender }) => lender.lenderId === wanted)
  const form = application && partner && (await formOf(db, deps, application, partner))
  return {
    partner: partner === undefined ? null : summaryOf(partner, { on }),
    fields: partner?.listing.fields.map(({ asked }) => asked) ?? [],
    values: form?.values ?? {},
    prefilled: form?.prefilled ?? [],
    savedAt: form?.savedAt?.toISOString() ?? null,
    application: application === undefined ? null : await applicationShown(db, deps, application),
    isGuest: userId === undefined,
  }
}
