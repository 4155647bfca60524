import { z } from 'zod'
import type { LendingDeps } from '#lending/deps.ts'
import { askEach } from '#lending/orders/orders.ts'
import { askTransfer, transfersToAsk } from '#lending/transfers/transfers.ts'
import type { JobTable } from '#platform/jobs.ts'

const transferData = z.object({ userId: z.int(), transferId: z.int() })

export function transferJobs(deps: LendingDeps): JobTable {
  return {
    'transfer.ask': { work: async (data) => askTransfer(deps, transferData.parse(data)) },
    /** Picks up transfers whose notice did not come, and what a crash left. */
    'transfer.sweep': {
      every: 5,
      work: async () => askEach(await transfersToAsk(deps.db, deps.clock.machineNow()), (key) => askTransfer(deps, key)),
    },
  }
}
