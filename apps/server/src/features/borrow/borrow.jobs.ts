import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { payoutsToAsk } from './payout.sql.ts'
import { askPayout } from './payout.ts'

const payoutData = z.object({ userId: z.int(), payoutId: z.int() })

export function borrowJobs(deps: Deps): JobTable {
  return {
    'borrow.payOut': { work: async (data) => askPayout(deps, payoutData.parse(data)) },
    /** Picks up pay-outs whose notice did not come, and what a crash left. */
    'borrow.sweep': {
      every: 5,
      work: async () => {
        for (const key of await payoutsToAsk(deps.db, deps.clock.machineNow())) await askPayout(deps, key)
      },
    },
  }
}
