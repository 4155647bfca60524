import { today } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { endApproval, lapsedApprovals, useApproval } from '#lending/approvals/approvals.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { lastListingOf, type Partner } from '#lending/lenders/lenders.ts'
import type { Tx } from '#platform/deps.ts'
import { workEach } from '#platform/work-each.ts'
import {
  type Application,
  type ApplicationKey,
  applicationOfApproval,
  findApplication,
  isOpen,
  moveApplication,
} from './application.sql.ts'
import { formsOpenedBy, lendersWaitedFor, overdueApplications } from './asking.sql.ts'
import { isFormOver, openedBy } from './form-time.ts'
import { matchFor } from './matching.ts'
import { giveQuotaBack, tell } from './news.ts'

/** The partner that comes next for the same wish; those that were tried are left out. */
export async function nextPartner(tx: Tx | LendingDeps['db'], deps: LendingDeps, application: Application) {
  const { userId, caseId, amountFen, periods } = application
  const { hit, facts } = await matchFor(tx, deps, { userId, caseId, wanted: { amountFen, periods } })
  return hit && { ...hit, facts }
}

/**
 * Moves on to the next partner. One application at a time: what was sent is cancelled first, and the next partner is applied to only after the
 * answer. Repeating it changes nothing.
 */
export function moveToNext(deps: LendingDeps, key: ApplicationKey) {
  return transaction(deps.db, async (tx) => {
    const application = (await findApplication(tx, key, 'update')) ?? fail('CAPITAL_APPLICATION_NOT_FOUND')
    if (application.status === 'taken') fail('CAPITAL_STEP_NOT_OPEN', { status: application.status })
    const next = await nextPartner(tx, deps, application)
    if (next === undefined) fail('CAPITAL_NO_NEXT')
    await leave(tx, deps, application, next.partner.lender.lenderId)
    return { application: (await findApplication(tx, key)) ?? application, next }
  })
}

/** Ends an application without another one. */
export function stop(deps: LendingDeps, key: ApplicationKey): Promise<Application> {
  return transaction(deps.db, async (tx) => {
    const application = (await findApplication(tx, key, 'update')) ?? fail('CAPITAL_APPLICATION_NOT_FOUND')
    if (application.status === 'taken') fail('CAPITAL_STEP_NOT_OPEN', { status: application.status })
    await leave(tx, deps, application, null)
    return (await findApplication(tx, key)) ?? application
  })
}

/** Ends an open application: at once where nothing was sent, else by cancelling it at the partner. One that has ended stays as it is. */
export async function leave(tx: Tx, deps: LendingDeps, application: Application, movingTo: number | null): Promise<void> {
  if (!isOpen(application)) return
  if (application.status === 'filling') {
    await moveApplication(tx, deps, application, 'stop')
    return giveQuotaBack(tx, deps, application)
  }
  const { userId, approvalId, applicationId } = application
  if (application.status === 'approved' && approvalId !== null) await endApproval(tx, { userId, approvalId, at: deps.clock.now() })
  if (await moveApplication(tx, deps, application, 'moveOn', { movingTo }))
    await deps.jobs.send(tx, 'capital.ask', { userId, applicationId })
}

/** A loan was made on an approval. False where the approval was used or ended meanwhile. */
export async function takeApproval(
  tx: Tx,
  deps: LendingDeps,
  { userId, approvalId, loanId }: { readonly userId: number; readonly approvalId: number; readonly loanId: number },
): Promise<boolean> {
  // The application is locked first, everywhere, so that news of it and its loan never wait for each other.
  const application = await applicationOfApproval(tx, { userId, approvalId })
  if (application === undefined || application.status !== 'approved') return false
  if (!(await useApproval(tx, { userId, approvalId, loanId }))) return false
  return moveApplication(tx, deps, application, 'take', { loanId })
}

/** Ends approvals whose last moment has passed. */
export async function lapse(deps: LendingDeps): Promise<void> {
  await workEach(await lapsedApprovals(deps.db, deps.clock.now()), 'approvals could not be ended', (approval) =>
    transaction(deps.db, async (tx) => {
      const application = await applicationOfApproval(tx, approval)
      const hasEnded = await endApproval(tx, { ...approval, at: deps.clock.now() })
      if (!hasEnded || application === undefined) return
      if (await moveApplication(tx, deps, application, 'lapse')) await tell(tx, deps, application, 'partnerLapsed')
    }),
  )
}

/** Cancels what partners left without a decision for too long, and what waited too long for what was missing. */
export async function leaveOverdue(deps: LendingDeps): Promise<void> {
  for (const partner of await waitedFor(deps))
    await workEach(await overdueApplications(deps.db, overdueOf(deps, partner)), 'applications could not be left', (key) =>
      transaction(deps.db, async (tx) => {
        const application = await findApplication(tx, key, 'update')
        if (application === undefined || !isOpen(application)) return
        await leave(tx, deps, application, (await nextPartner(tx, deps, application))?.partner.lender.lenderId ?? null)
      }),
    )
}

/** Ends applications whose form was not handed in in time. */
export async function endForms(deps: LendingDeps): Promise<void> {
  await workEach(await formsOpenedBy(deps.db, openedBy(deps.clock.now())), 'forms could not be ended', (key) =>
    transaction(deps.db, (tx) => endForm(tx, deps, key)),
  )
}

/** Ends an application whose form is over; false when it isn't. */
export async function endForm(tx: Tx, deps: LendingDeps, key: ApplicationKey): Promise<boolean> {
  const application = await findApplication(tx, key, 'update')
  if (application === undefined || !isFormOver(application, deps.clock.now())) return false
  await leave(tx, deps, application, null)
  await tell(tx, deps, application, 'partnerEnded')
  return true
}

/** Partners that have something to decide, those included that are not listed any more. */
async function waitedFor({ db, clock }: LendingDeps): Promise<Partner[]> {
  const on = today(clock)
  const partners = await Promise.all((await lendersWaitedFor(db)).map((lenderId) => lastListingOf(db, { lenderId, on })))
  return partners.filter((partner) => partner !== undefined)
}

function overdueOf({ clock }: LendingDeps, { lender, listing }: Partner) {
  const now = clock.now()
  return { lenderId: lender.lenderId, submittedBefore: new Date(now.getTime() - listing.answerMinutes.most * 60_000), now }
}
