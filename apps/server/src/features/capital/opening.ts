import { addDays, civilDateAt, today } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import type { capital } from '@fyh/contract/capital.ts'
import type { ParsedOf } from '@fyh/contract/endpoint.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { LendingDeps } from '#lending/deps.ts'
import type { Partner, Wish } from '#lending/lenders/lenders.ts'
import { limitOf } from '#lending/limits/limits.ts'
import type { Deps, Tx, User } from '#platform/deps.ts'
import { type AgreementText, requireAgreed, sharingText } from '../agreement/agreement.ts'
import { requireBorrower } from '../borrow/borrow.ts'
import { type Application, addStep, applicationsOf, findApplication, insertApplication, openApplicationOf } from './application.sql.ts'
import { keepConsent } from './consent.sql.ts'
import { keepMatch } from './match.sql.ts'
import { type Matched, matchFor, shownReasons } from './matching.ts'
import { endForm } from './moving.ts'

/** A wish for the same loan within these days is the same one, which partners were tried for already. */
const caseDays = 7

const languages: readonly Language[] = ['zh-cn', 'en-us']

/** The consent of a partner, as it would be agreed to today. */
export function consentTextOf(deps: Pick<Deps, 'clock'>, { lender, listing }: Partner, language: Language) {
  return sharingText(deps, language, { lender: lender.name, lenderLicence: lender.licence, shares: listing.shares })
}

/**
 * Records the consent to share data with one partner and opens an application to it, in one transaction. Nothing is sent. Taps, tabs and nodes wait
 * for each other at the borrower's limit, so there is one application; the same partner again gives the same one.
 */
export function openApplication(
  deps: LendingDeps,
  { capitalId, agreed, amountFen, periods, use }: ParsedOf<typeof capital.open>['body'],
  ctx: User,
): Promise<Application> {
  const { userId } = ctx
  return transaction(deps.db, async (tx) => {
    await limitOf(tx, userId, 'update')
    const found = await openApplicationOf(tx, userId)
    // One whose form is over is in no one's way, also before the sweep ends it.
    const open = found !== undefined && (await endForm(tx, deps, found)) ? undefined : found
    if (open !== undefined && open.lenderId === capitalId) return open
    if (open !== undefined) fail('CAPITAL_OTHER_OPEN', { applicationId: open.applicationId, capitalId: open.lenderId })
    await requireBorrower(tx, deps, { userId, amount: amountFen })
    const wanted = { amountFen, periods }
    const caseId = await runningCase(tx, deps, { userId, ...wanted })
    const matched = await matchFor(tx, deps, { userId, wanted, caseId })
    const partner = requireMatch(matched, capitalId)
    const filled: AgreementText[] = languages.map((language) => consentTextOf(deps, partner, language))
    const [signedId = 0] = await requireAgreed(tx, deps, { userId, scene: 'partner', agreed, ctx, filled })
    const at = deps.clock.now()
    const items = [...new Set(partner.listing.shares.flatMap((one) => one.items))]
    const { address, device, channelCode } = ctx
    const way = { address, device, channelCode }
    const consentId = await keepConsent(tx, { userId, consentId: deps.ids(), lenderId: capitalId, signedId, items, givenAt: at, way })
    const { matchId } = await keepMatch(tx, {
      userId,
      matchId: deps.ids(),
      lenderId: capitalId,
      edition: partner.edition,
      amountFen,
      periods,
      reasons: matched.judged.map((one) => ({ lenderId: one.partner.lender.lenderId, reasons: shownReasons(one, matched.hit) })),
      matchedAt: at,
    })
    const key = { userId, applicationId: deps.ids() }
    const made = { ...key, caseId: caseId ?? deps.ids(), lenderId: capitalId, matchId, consentId, amountFen, periods, use }
    await insertApplication(tx, { ...made, edition: partner.edition, at })
    await addStep(tx, deps, key, { event: 'opened', at })
    return (await findApplication(tx, key)) ?? fail('CAPITAL_APPLICATION_NOT_FOUND')
  })
}

function requireMatch({ judged }: Matched, capitalId: number): Partner {
  const one = judged.find(({ partner }) => partner.lender.lenderId === capitalId)
  if (one === undefined) fail('CAPITAL_NOT_LISTED')
  if (one.reasons.length > 0) fail('CAPITAL_NOT_MATCHED', { lender: one.partner.lender.name, reasons: one.reasons })
  return one.partner
}

type Asked = { readonly userId: number; readonly amountFen: Fen; readonly periods: Wish['periods'] }

/** The case that a new application belongs to: that of the last one for the same loan, unless it led to one or is long ago. */
async function runningCase(tx: Tx, { clock }: Deps, { userId, amountFen, periods }: Asked): Promise<number | undefined> {
  const [last] = await applicationsOf(tx, { userId, limit: 1 })
  if (last === undefined || last.status === 'taken' || last.status === 'stopped') return undefined
  const isSame = last.amountFen === amountFen && last.periods === periods
  return isSame && addDays(civilDateAt(last.openedAt), caseDays) > today(clock) ? last.caseId : undefined
}
