import { assert } from '@fyh/base/assert.ts'
import { type CivilDate, civilDateAt, today } from '@fyh/base/dates.ts'
import { type Fen, minFen } from '@fyh/base/money.ts'
import { endApproval, grantApproval, lowerApproval } from '#lending/approvals/approvals.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { lastListingOf } from '#lending/lenders/lenders.ts'
import type { Tx } from '#platform/deps.ts'
import { type Application, type ApplicationKey, findApplication, moveApplication } from './application.sql.ts'
import { setQuota } from './asking.sql.ts'
import { freeQuota } from './match.sql.ts'

/** What became known of an application. Moments are the partner's own, machine time. */
export type PartnerNews =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'incomplete'; readonly missing: readonly string[]; readonly until: Date | undefined }
  | { readonly kind: 'approved'; readonly amountFen: Fen; readonly periodsMax: number | undefined; readonly until: Date | undefined }
  /** It will never be approved under this key: it was taken back, or never got there. */
  | { readonly kind: 'cancelled' }

/**
 * Takes news of an application in, however it came. News that the machine knows no move for are late or a repeat and change nothing. `orderKey`
 * names the round that the news are about: a former one has no say any more.
 */
export async function learnApplication(
  tx: Tx,
  deps: LendingDeps,
  key: ApplicationKey & { readonly orderKey: string },
  news: PartnerNews,
): Promise<void> {
  const application = await findApplication(tx, key, 'update')
  assert(application !== undefined, `no application ${key.applicationId}`)
  if (application.orderKey !== key.orderKey) return
  switch (news.kind) {
    case 'accepted':
      return void (await moveApplication(tx, deps, application, 'accept'))
    case 'unknown':
      return void (await moveApplication(tx, deps, application, 'loseTrack'))
    case 'refused':
      return learnRefused(tx, deps, application, news.reason)
    case 'incomplete':
      return learnIncomplete(tx, deps, application, news)
    case 'approved':
      return learnApproved(tx, deps, application, news)
    case 'cancelled':
      return learnCancelled(tx, deps, application)
  }
}

type Approved = Extract<PartnerNews, { kind: 'approved' }>

async function learnApproved(tx: Tx, deps: LendingDeps, application: Application, news: Approved): Promise<void> {
  const { userId, status, approvalId } = application
  if (news.amountFen === 0) return
  if (status === 'approved' && approvalId !== null) return lowerApproval(tx, { userId, approvalId, amountFen: news.amountFen })
  const validUntil = untilOf(deps, news.until)
  if (await moveApplication(tx, deps, application, 'approveLate')) return tell(tx, deps, application, 'partnerLateApproval')
  const granted = deps.ids()
  const grantedAt = deps.clock.now()
  if (!canApprove(application)) return
  // Nothing is lent above what was asked for: the borrower agreed to that amount, and applies again for more.
  const amountFen = minFen(news.amountFen, application.amountFen)
  const periodsMax = news.periodsMax ?? application.periods
  await grantApproval(tx, { userId, approvalId: granted, lenderId: application.lenderId, amountFen, periodsMax, validUntil, grantedAt })
  await moveApplication(tx, deps, application, 'approve', { approvalId: granted, reason: null })
  await tell(tx, deps, application, { amountFen, validUntilOn: civilDateAt(validUntil) })
}

const canApprove = ({ status }: Application): boolean =>
  status === 'submitted' || status === 'reviewing' || status === 'incomplete' || status === 'unknown'

/** A partner that names no end of its approval gives a week. */
const approvalDaysDefault = 7

function untilOf({ clock }: LendingDeps, until: Date | undefined): Date {
  const leftMs = until === undefined ? approvalDaysDefault * 86_400_000 : until.getTime() - clock.machineNow().getTime()
  return new Date(clock.now().getTime() + leftMs)
}

/** An approval that a loan was made of stays: the loan has a contract. */
async function learnRefused(tx: Tx, deps: LendingDeps, application: Application, reason: string): Promise<void> {
  const { userId, approvalId, status } = application
  if (status === 'approved' && approvalId !== null) await endApproval(tx, { userId, approvalId, at: deps.clock.now() })
  const moved = await moveApplication(tx, deps, application, 'refuse', { reason })
  // Of an approval that came too late, nothing new has to be said.
  if (moved && status !== 'declining') await tell(tx, deps, application, 'partnerRefused')
}

async function learnIncomplete(
  tx: Tx,
  deps: LendingDeps,
  application: Application,
  { missing, until }: Extract<PartnerNews, { kind: 'incomplete' }>,
): Promise<void> {
  const moved = await moveApplication(tx, deps, application, 'askMore', { missing, missingUntil: untilOf(deps, until) })
  if (moved) await tell(tx, deps, application, 'partnerIncomplete')
}

async function learnCancelled(tx: Tx, deps: LendingDeps, application: Application): Promise<void> {
  if (await moveApplication(tx, deps, application, 'confirm')) {
    if (application.status === 'cancelling') await tell(tx, deps, application, 'partnerEnded')
    return
  }
  if (!(await moveApplication(tx, deps, application, 'miss'))) return
  await giveQuotaBack(tx, deps, application)
  await tell(tx, deps, application, 'partnerEnded')
}

/** Of one that was handed in again, the partner got the first round. */
export async function giveQuotaBack(tx: Tx, { clock }: Pick<LendingDeps, 'clock'>, application: Application): Promise<void> {
  if (!application.hasQuota || application.round > 1) return
  await setQuota(tx, application, false)
  await freeQuota(tx, {
    lenderId: application.lenderId,
    on: application.submittedAt === null ? today(clock) : civilDateAt(application.submittedAt),
  })
}

type News = 'partnerRefused' | 'partnerIncomplete' | 'partnerEnded' | 'partnerLapsed' | 'partnerLateApproval'
type Granted = { readonly amountFen: Fen; readonly validUntilOn: CivilDate }

/** Sends the borrower a message, once for each round: about an approval when one was granted. */
export async function tell(tx: Tx, deps: LendingDeps, application: Application, about: News | Granted): Promise<void> {
  const { userId, applicationId, lenderId, round } = application
  const partner = await lastListingOf(tx, { lenderId, on: today(deps.clock) })
  const lender = partner?.lender.name ?? ''
  const once = (kind: string) => `${kind}:${applicationId}:${round}`
  if (typeof about === 'string') return deps.tell(tx, { userId, kind: about, params: { lender }, once: once(about) })
  return deps.tell(tx, { userId, kind: 'partnerApproved', params: { lender, ...about }, once: once('partnerApproved') })
}
