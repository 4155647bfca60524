import type { LendingDeps } from '#lending/deps.ts'
import { askPayout } from './ask-payout.ts'
import { findPayout, type PayoutKey, payoutsToAsk } from './payout.sql.ts'

/** A lender may take seconds to answer, so a few orders are asked after at once. */
const asksAtOnce = 5
/** So many calls in a row without an answer make a lender silent; one lost answer does not. */
const unansweredMax = 3
/** Longer than the time between two rounds and a call without an answer together. */
const silenceMs = 15_000

/**
 * Asks lenders for pay-outs, each lender in a lane of its own: one that does not answer holds up no pay-out of another. Once a lender is
 * silent, its new orders wait for the next round, and a round gives up on it after a handful of orders.
 */
export function payoutLanes(deps: LendingDeps) {
  const silent = new Map<number, { unanswered: number; until: number }>()

  const isSilent = (lenderId: number): boolean => {
    const { unanswered = 0, until = 0 } = silent.get(lenderId) ?? {}
    return unanswered >= unansweredMax && deps.clock.machineNow().getTime() < until
  }

  /** Returns whether the lender left a call without an answer. */
  async function ask(lenderId: number, key: PayoutKey): Promise<boolean> {
    const wasSilent = await askPayout(deps, key)
    const { unanswered = 0 } = silent.get(lenderId) ?? {}
    if (wasSilent) silent.set(lenderId, { unanswered: unanswered + 1, until: deps.clock.machineNow().getTime() + silenceMs })
    else silent.delete(lenderId)
    return wasSilent
  }

  async function askLender(lenderId: number, keys: readonly PayoutKey[]): Promise<void> {
    for (let at = 0; at < keys.length; at += asksAtOnce) {
      const asked = await Promise.all(keys.slice(at, at + asksAtOnce).map((key) => ask(lenderId, key)))
      if (asked.every((wasSilent) => wasSilent)) return
    }
  }

  return {
    /** One step for a new order. That of a silent lender stays due, and the next round takes it. */
    async askNow(key: PayoutKey): Promise<void> {
      const payout = await findPayout(deps.db, key)
      if (payout !== undefined && !isSilent(payout.lenderId)) await ask(payout.lenderId, key)
    },
    /** One step for every order that is due. */
    async askDue(): Promise<void> {
      const byLender = Map.groupBy(await payoutsToAsk(deps.db, deps.clock.machineNow()), ({ lenderId }) => lenderId)
      await Promise.all([...byLender].map(([lenderId, keys]) => askLender(lenderId, keys)))
    },
  }
}
