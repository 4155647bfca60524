import { type CivilDate, today } from '@fyh/base/dates.ts'
import type { capital } from '@fyh/contract/capital.ts'
import { neverShared } from '@fyh/contract/capital-shapes.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { offeredRates, type Partner } from '#lending/lenders/lenders.ts'
import type { Guest } from '#platform/deps.ts'
import { offeredProducts } from '../borrow/borrow.ts'
import { openApplicationOf } from './application.sql.ts'
import { consentInForce } from './consent.sql.ts'
import { consentShown } from './consents.ts'
import type { Wanted } from './match.ts'
import { type Matched, matchFor, shownReasons, summaryOf } from './matching.ts'
import { consentTextOf } from './opening.ts'
import { openingOf } from './shown.ts'
import { listedPartner } from './submitting.ts'
import { exampleWish, type Worked, workedOut } from './worked.ts'

type Detail = DataOf<typeof capital.detail>

/** A partner for a guest, or for a borrower with what stands against it. */
export async function detailShown(
  deps: LendingDeps,
  { capitalId, wanted }: { readonly capitalId: number; readonly wanted: Wanted },
  ctx: Guest,
): Promise<Detail> {
  const on = today(deps.clock)
  const partner = await listedPartner(deps.db, deps, capitalId)
  const { lender, listing } = partner
  const userId = (await ctx.user?.())?.userId
  const matched = userId === undefined ? undefined : await matchFor(deps.db, deps, { userId, wanted })
  const own = matched?.judged.find((one) => one.partner.lender.lenderId === capitalId)
  const consent = userId === undefined ? undefined : await consentInForce(deps.db, { userId, lenderId: capitalId })
  const open = userId === undefined ? undefined : await openApplicationOf(deps.db, userId)
  const worked = own?.worked ?? exampleOf(partner, on)
  const { key, version, sha256, title } = consentTextOf(deps, partner, ctx.language)
  return {
    ...summaryOf(partner, { on, facts: matched?.facts }),
    guarantor: listing.guarantor,
    servicePhone: listing.servicePhone,
    products: offeredProducts(deps, lender, tierOf(matched)),
    worked,
    shares: listing.shares,
    neverShared: [...neverShared],
    consentText: { key, version, sha256, title },
    pageHost: listing.way === 'ownPage' ? hostOf(deps.config.lenders.pageOf(capitalId)) : null,
    answerMinutes: { usual: listing.answerMinutes.usual, most: listing.answerMinutes.most },
    payOutHours: lender.payOutHours,
    openingHours: lender.openingHours,
    opensAt: openingOf(deps, partner)?.toISOString() ?? null,
    reasons: own === undefined ? null : shownReasons(own, matched?.hit),
    otherCapitalId: otherOf(matched, capitalId),
    consent: consent === undefined ? null : await consentShown(deps.db, consent),
    openApplicationId: open?.applicationId ?? null,
    ratePpm: worked?.annualRatePpm ?? null,
  }
}

const tierOf = (matched: Matched | undefined) =>
  matched?.facts === undefined ? undefined : { tier: matched.facts.limit.tier, availableFen: matched.facts.limit.availableFen }

/** Another partner that takes the borrower, where this one does not. */
function otherOf(matched: Matched | undefined, capitalId: number): number | null {
  const own = matched?.judged.find((one) => one.partner.lender.lenderId === capitalId)
  if (own === undefined || own.reasons.length === 0) return null
  return matched?.hit?.partner.lender.lenderId ?? null
}

/** For a guest: at the highest rate, so that nothing looks cheaper than it may be. */
function exampleOf({ lender }: Partner, on: CivilDate): Worked | null {
  const [product] = lender.products
  const annualRatePpm = product && offeredRates(product).at(-1)?.annualRatePpm
  return product === undefined || annualRatePpm === undefined ? null : workedOut(product, exampleWish(product, { annualRatePpm, on }))
}

const hostOf = (url: string | undefined): string | null => (url === undefined ? null : new URL(url).host)
