import { z } from 'zod'
import type { LendingDeps } from '#lending/deps.ts'
import { forgetUnusedQuotes } from '#lending/loan/loan.ts'
import { payoutLanes } from '#lending/payout/payout.ts'
import type { JobTable } from '#platform/jobs.ts'

const payoutData = z.object({ userId: z.int(), payoutId: z.int() })

const dayMs = 86_400_000

export function borrowJobs(deps: LendingDeps): JobTable {
  const lanes = payoutLanes(deps)
  return {
    'borrow.payOut': { work: async (data) => lanes.askNow(payoutData.parse(data)) },
    /** A borrower may look at an expired quote for another day. */
    'borrow.forgetQuotes': {
      every: 3_600,
      work: async () => {
        const expiredBefore = new Date(deps.clock.now().getTime() - dayMs)
        while ((await forgetUnusedQuotes(deps.db, expiredBefore)) > 0);
      },
    },
    /** Picks up pay-outs whose notice did not come, and what a crash left. */
    'borrow.sweep': { every: 5, work: () => lanes.askDue() },
  }
}
