import { today } from '@fyh/base/dates.ts'
import { zeroFen } from '@fyh/base/money.ts'
import type { capital } from '@fyh/contract/capital.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { type Partner, partnersOn, priceRange } from '#lending/lenders/lenders.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { openApplicationOf, triedLenders } from './application.sql.ts'
import { type Facts, factsOf } from './facts.ts'
import { keepMatch, quotaUsed, refusalsOf } from './match.sql.ts'
import { type Reason, reasonsAgainst, type Wanted, wishOf } from './match.ts'
import { type Worked, workedOut } from './worked.ts'

type Summary = Omit<DataOf<typeof capital.match>['others'][number], 'reasons'>
type Judged = { readonly partner: Partner; readonly reasons: Reason[]; readonly worked: Worked | null }
export type Matched = {
  readonly facts: Facts | undefined
  /** The first partner that matches. */
  readonly hit: Judged | undefined
  /** Every listed partner in the order of the list, the hit included. */
  readonly judged: readonly Judged[]
}

/** Judges every listed partner for a borrower. `caseId` leaves out partners that were tried for the same wish. */
export async function matchFor(
  tx: Db | Tx,
  deps: Deps,
  { userId, wanted, caseId }: { readonly userId: number; readonly wanted: Wanted; readonly caseId?: number | undefined },
): Promise<Matched> {
  const { clock, config } = deps
  const on = today(clock)
  const partners = await partnersOn(tx, on)
  const facts = await factsOf(tx, deps, userId)
  const [used, refusals, tried] = [await quotaUsed(tx, on), await refusalsOf(tx, userId), await triedLenders(tx, { userId, caseId })]
  const judged = partners.map((partner) => {
    const { lenderId } = partner.lender
    const reasons = reasonsAgainst(partner, facts, wanted, {
      now: clock.now(),
      alwaysOpen: config.lendersAlwaysOpen,
      used: used.get(lenderId) ?? 0,
      refusedOn: refusals.get(lenderId),
      isTried: tried.has(lenderId),
    })
    return { partner, reasons, worked: workedFor(partner, facts, wanted, on) }
  })
  return { facts, hit: judged.find(({ reasons }) => reasons.length === 0), judged }
}

function workedFor(partner: Partner, facts: Facts | undefined, wanted: Wanted, on: ReturnType<typeof today>): Worked | null {
  const found = facts && wishOf(partner, facts.limit, wanted, on)
  return found === undefined ? null : workedOut(found.product, found.wish)
}

/** The match as the borrower sees it, kept with its reasons. */
export async function matchShown(
  deps: Deps,
  { userId, wanted }: { userId: number; wanted: Wanted },
): Promise<DataOf<typeof capital.match>> {
  const { db, clock, ids } = deps
  const matched = await matchFor(db, deps, { userId, wanted })
  const { hit, judged, facts } = matched
  const kept = await keepMatch(db, {
    userId,
    matchId: ids(),
    lenderId: hit?.partner.lender.lenderId ?? null,
    edition: judged[0]?.partner.edition ?? 0,
    amountFen: wanted.amountFen ?? zeroFen,
    periods: wanted.periods ?? null,
    reasons: judged.map((one) => ({ lenderId: one.partner.lender.lenderId, reasons: shownReasons(one, hit) })),
    matchedAt: clock.now(),
  })
  const open = await openApplicationOf(db, userId)
  const on = today(clock)
  return {
    hit:
      hit === undefined
        ? null
        : {
            ...summaryOf(hit.partner, { on, facts }),
            matchId: kept.matchId,
            matchedAt: kept.matchedAt.toISOString(),
            reasons: shownReasons(hit, hit),
            worked: hit.worked,
          },
    others: judged
      .filter((one) => one !== hit)
      .map((one) => ({ ...summaryOf(one.partner, { on, facts }), reasons: shownReasons(one, hit) })),
    openApplicationId: open?.applicationId ?? null,
  }
}

/** The reasons against a partner; of one that matches, whether it comes first. */
export function shownReasons(one: Judged, hit: Judged | undefined): Reason[] {
  if (one.reasons.length > 0) return one.reasons
  return one === hit
    ? [{ code: 'matches', values: {} }]
    : [
        { code: 'matches', values: {} },
        { code: 'laterInOrder', values: {} },
      ]
}

export function summaryOf(
  { lender, listing }: Partner,
  { on, facts }: { readonly on: ReturnType<typeof today>; readonly facts?: Facts | undefined },
): Summary {
  const { lenderId, name, licence, type } = lender
  const price = priceRange([lender], { on, ...(facts && { tier: facts.limit.tier }) }) ?? null
  return { capitalId: lenderId, name, licence, type, way: listing.way, price }
}
