import { today } from '@fyh/base/dates.ts'
import type { capital } from '@fyh/contract/capital.ts'
import { partnerWays, step } from '@fyh/contract/capital-shapes.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { fail } from '@fyh/serve/fail.ts'
import { approvalById } from '#lending/approvals/approvals.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { lastListingOf, opensAt, type Partner } from '#lending/lenders/lenders.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { type Application, applicationsOf, findApplication, isOpen, openApplicationOf, stepsOf } from './application.sql.ts'
import { factsOf } from './facts.ts'
import { fillUntil } from './form-time.ts'
import { wishOf } from './match.ts'
import { shownReasons, summaryOf } from './matching.ts'
import { nextPartner } from './moving.ts'
import { workedOut } from './worked.ts'

export type Shown = DataOf<typeof capital.open>
type Result = DataOf<typeof capital.result>

/** An application as its borrower sees it. */
export async function applicationShown(tx: Db | Tx, deps: LendingDeps, application: Application): Promise<Shown> {
  const { userId, approvalId, submittedAt, status } = application
  const partner = await lastListingOf(tx, { lenderId: application.lenderId, on: today(deps.clock) })
  const approval = approvalId === null ? undefined : await approvalById(tx, { userId, approvalId })
  const { usual = 0, slow = 0, most = 0 } = partner?.listing.answerMinutes ?? {}
  const slowFrom = submittedAt === null ? null : new Date(submittedAt.getTime() + slow * 60_000)
  return {
    applicationId: application.applicationId,
    capitalId: application.lenderId,
    name: partner?.lender.name ?? '',
    way: partner?.listing.way ?? partnerWays[0],
    status,
    amountFen: application.amountFen,
    periods: application.periods,
    use: application.use,
    approvedFen: approval?.amountFen ?? null,
    validUntil: approval?.validUntil.toISOString() ?? null,
    reason: application.reason,
    missing: application.missing,
    missingUntil: application.missingUntil?.toISOString() ?? null,
    fillUntil: status === 'filling' ? fillUntil(application).toISOString() : null,
    submittedAt: submittedAt?.toISOString() ?? null,
    answerMinutes: { usual, most },
    slowFrom: slowFrom?.toISOString() ?? null,
    isSlow: isWaiting(application) && slowFrom !== null && slowFrom <= deps.clock.now(),
    opensAt: partner === undefined ? null : (openingOf(deps, partner)?.toISOString() ?? null),
    loanId: application.loanId,
    movingTo: application.movingTo,
  }
}

export const openingOf = ({ clock, config }: LendingDeps, { lender }: Partner): Date | null =>
  config.lendersAlwaysOpen ? null : opensAt(lender.openingHours, clock.now())

const isWaiting = ({ status }: Application): boolean => status === 'submitted' || status === 'reviewing' || status === 'unknown'

/** The application asked for, else the one that is open, else the newest. */
export async function applicationAsked(
  deps: LendingDeps,
  { userId, applicationId }: { userId: number; applicationId: number | undefined },
): Promise<Application | undefined> {
  if (applicationId !== undefined)
    return (await findApplication(deps.db, { userId, applicationId })) ?? fail('CAPITAL_APPLICATION_NOT_FOUND')
  return (await openApplicationOf(deps.db, userId)) ?? (await applicationsOf(deps.db, { userId, limit: 1 }))[0]
}

/** Where an application stands, and what can be done next. */
export async function resultShown(deps: LendingDeps, application: Application | undefined): Promise<Result> {
  if (application === undefined)
    return { application: null, steps: [], worked: null, earlier: [], next: null, canMoveOn: false, canStop: false }
  const { db } = deps
  const { userId, caseId, status } = application
  const next = status === 'taken' ? undefined : await nextPartner(db, deps, application)
  const earlier = (await applicationsOf(db, { userId, caseId })).filter((one) => one.applicationId !== application.applicationId)
  const canLeave = isOpen(application) && status !== 'cancelling'
  return {
    application: await applicationShown(db, deps, application),
    steps: (await stepsOf(db, application)).flatMap(({ event, happened_at }) => {
      const parsed = step.safeParse({ event, at: happened_at.toISOString() })
      return parsed.success ? [parsed.data] : []
    }),
    worked: await workedOf(deps, application),
    earlier: await Promise.all(earlier.map((one) => applicationShown(db, deps, one))),
    next:
      next === undefined
        ? null
        : {
            ...summaryOf(next.partner, { on: today(deps.clock), facts: next.facts }),
            reasons: shownReasons(next, next),
            worked: next.worked,
          },
    canMoveOn: next !== undefined && (canLeave || !isOpen(application)),
    canStop: canLeave,
  }
}

/** The loan of an application worked out, at what was approved where it was. */
async function workedOf(deps: LendingDeps, application: Application): Promise<Result['worked']> {
  const { userId, lenderId, approvalId, periods } = application
  const on = today(deps.clock)
  const partner = await lastListingOf(deps.db, { lenderId, on })
  const facts = await factsOf(deps.db, deps, userId)
  const approval = approvalId === null ? undefined : await approvalById(deps.db, { userId, approvalId })
  const found = partner && facts && wishOf(partner, facts.limit, { amountFen: approval?.amountFen ?? application.amountFen, periods }, on)
  return found === undefined ? null : workedOut(found.product, found.wish)
}
