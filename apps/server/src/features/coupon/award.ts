import { today } from '@fyh/base/dates.ts'
import { countCoupon, couponFor, insertCoupon, lastDayOf, revokeCoupon, uncountCoupon } from '#lending/coupons/coupons.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { sendMessage } from '../message/message.ts'
import { definitionOf, endOf, isIssuedOn } from './definitions.ts'

type Award = {
  readonly userId: number
  /** The key of a published definition. */
  readonly definition: string
  /** Names the occasion, such as an activity and its task: a second award of it is the same coupon. */
  readonly once: string
  /** Who issues it and why, kept with it. */
  readonly by: string
  readonly reason: string
}
type Awarded = { readonly couponId: number; readonly isNew: boolean }

/**
 * Issues a coupon in the caller's transaction and sends the borrower a message, once for its occasion. Undefined when the definition does not exist,
 * is not issued today, or as many as it allows were issued.
 */
export async function awardCoupon(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'clock' | 'jobs'>,
  { userId, definition, once, by, reason }: Award,
): Promise<Awarded | undefined> {
  const found = definitionOf(definition)
  const on = today(deps.clock)
  if (found === undefined || !isIssuedOn(found, on)) return undefined
  const expiresAt = endOf(found, on)
  if (expiresAt <= deps.clock.now()) return undefined
  const { edition, terms, countMax } = found
  const earlier = await couponFor(tx, { userId, once })
  if (earlier !== undefined) return { couponId: earlier, isNew: false }
  if (countMax !== undefined && !(await countCoupon(tx, definition, countMax))) {
    const meanwhile = await couponFor(tx, { userId, once })
    return meanwhile === undefined ? undefined : { couponId: meanwhile, isNew: false }
  }
  const of = { userId, couponId: deps.ids(), definition, edition, terms, once, issuedBy: by, reason }
  const awarded = await insertCoupon(tx, { ...of, issuedAt: deps.clock.now(), expiresAt })
  // Another award of the same occasion came first meanwhile.
  if (!awarded.isNew && countMax !== undefined) await uncountCoupon(tx, definition)
  if (awarded.isNew) {
    const params = { untilOn: lastDayOf(expiresAt) }
    await sendMessage(tx, deps, { userId, kind: 'couponReceived', params, once: `couponReceived:${awarded.couponId}` })
  }
  return awarded
}

/** Takes a coupon back that nothing holds and that was not used. Answers what stands against it otherwise. */
export function takeBackCoupon(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, couponId, by, reason }: { userId: number; couponId: number; by: string; reason: string },
) {
  return revokeCoupon(tx, { userId, couponId }, { at: clock.now(), by, reason })
}
