import { randomText } from '@fyh/base/ids.ts'
import { lenderParty } from '@fyh/base/lender-party.ts'
import { capital } from '@fyh/contract/capital.ts'
import type { DataOf, ParsedOf } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { linkHolds, signLink } from '@fyh/serve/signed.ts'
import type { LendingDeps } from '#lending/deps.ts'
import type { Tx } from '#platform/deps.ts'
import { type Application, type ApplicationKey, addStep, findApplication, isUnderWay } from './application.sql.ts'
import { askSoon } from './asking.sql.ts'
import { findHandOver, insertHandOver, markReturned, markUsed } from './hand-over.sql.ts'
import { takeData } from './shared-data.ts'
import { handIn, requireConsented } from './submitting.ts'

/** How long the partner's page can be opened with a reference. */
const handOverMinutes = 5
/** How old the signature of a return may be: borrowers stay on the partner's page for a while, but come back at once. */
const returnMinutes = 10

/**
 * The address of the partner's own page for one opening. It carries a reference and no data: those the partner's server fetches with the
 * reference, once, in `handOverData`.
 */
export function handOver(deps: LendingDeps, key: ApplicationKey): Promise<DataOf<typeof capital.handOver>> {
  const { clock, config } = deps
  return transaction(deps.db, async (tx) => {
    const application = (await findApplication(tx, key, 'update')) ?? fail('CAPITAL_APPLICATION_NOT_FOUND')
    const { status, lenderId } = application
    // A borrower who closed the partner's page may open it again while the partner has not decided.
    if (status !== 'filling' && !(isUnderWay(application) && status !== 'cancelling' && status !== 'declining'))
      fail('CAPITAL_STEP_NOT_OPEN', { status })
    const partner = await requireConsented(tx, deps, application)
    const pageUrl = config.lenders.pageOf(lenderId)
    if (partner.listing.way !== 'ownPage' || pageUrl === undefined) fail('CAPITAL_STEP_NOT_OPEN', { status })
    const reference = `R${randomText(32)}`
    const now = clock.machineNow()
    const expiresAt = new Date(now.getTime() + handOverMinutes * 60_000)
    await insertHandOver(tx, { ...key, reference, lenderId, expiresAt })
    await addStep(tx, deps, key, { event: 'handedOver', at: clock.now() })
    const link = { purpose: 'handOver', reference, outcome: '', at: String(now.getTime()) } as const
    const search = new URLSearchParams({
      reference,
      at: link.at,
      signature: signLink(link, config.vendorSecrets(lenderParty(lenderId))[0]),
    })
    return { url: `${pageUrl}?${search}`, expiresAt: expiresAt.toISOString() }
  })
}

/**
 * What the borrower agreed to share, for the partner that was handed the reference, once. From then on the application is handed in: the partner
 * has it under the key that is answered here.
 */
export function handOverData(
  deps: LendingDeps,
  { lenderId, reference }: ParsedOf<typeof capital.handOverData>['body'],
): Promise<DataOf<typeof capital.handOverData>> {
  const { clock, config } = deps
  return transaction(deps.db, async (tx) => {
    const found = await findHandOver(tx, reference)
    if (found === undefined || found.lenderId !== lenderId) fail('HAND_OVER_UNKNOWN')
    if (found.expiresAt <= clock.machineNow()) fail('HAND_OVER_EXPIRED')
    const locked = (await findApplication(tx, found, 'update')) ?? fail('HAND_OVER_UNKNOWN')
    if (!(await markUsed(tx, { reference, at: clock.machineNow() }))) fail('HAND_OVER_USED')
    const application = await handedIn(tx, deps, locked)
    const data = await takeData(tx, deps, application)
    if (data === undefined || application.orderKey === null) fail('CAPITAL_CONSENT_MISSING')
    return {
      key: application.orderKey,
      amountFen: application.amountFen,
      periods: application.periods,
      data,
      noticeUrl: `${config.apiUrl}${constants.apiPrefix}${capital.applyNotice.path}`,
      returnUrl: `${config.webPublicUrl}/capitalResult`,
    }
  })
}

async function handedIn(tx: Tx, deps: LendingDeps, application: Application): Promise<Application> {
  const { status } = application
  if (status === 'filling') return handIn(tx, deps, application, await requireConsented(tx, deps, application))
  if (!isUnderWay(application) || status === 'cancelling' || status === 'declining') fail('CAPITAL_CONSENT_MISSING')
  return application
}

/**
 * The borrower is back. The signature says which partner's page sent them; what it says of the outcome proves nothing, so the partner is asked. The
 * same return again, after a reload, answers the same.
 */
export async function returned(
  deps: LendingDeps,
  { reference, outcome, at, signature }: ParsedOf<typeof capital.returned>['body'],
  userId: number,
): Promise<Application> {
  const { db, clock, config } = deps
  const found = await findHandOver(db, reference)
  if (found === undefined || found.userId !== userId) fail('HAND_OVER_UNKNOWN')
  const secrets = config.vendorSecrets(lenderParty(found.lenderId))
  if (!linkHolds({ purpose: 'return', reference, outcome, at, signature }, secrets)) fail('HAND_OVER_UNKNOWN')
  const ageMs = Math.abs(clock.machineNow().getTime() - Number(at))
  if (found.returnedAt === null && !(ageMs <= returnMinutes * 60_000)) fail('HAND_OVER_EXPIRED')
  await transaction(db, async (tx) => {
    if (!(await markReturned(tx, { reference, at: clock.machineNow() }))) return
    await askSoon(tx, found, clock.machineNow())
    await deps.jobs.send(tx, 'capital.ask', { userId, applicationId: found.applicationId })
  })
  return (await findApplication(db, found)) ?? fail('HAND_OVER_UNKNOWN')
}
