import { z } from 'zod'
import type { LendingDeps } from '#lending/deps.ts'
import { askEach } from '#lending/orders/orders.ts'
import type { JobTable } from '#platform/jobs.ts'
import { askSupplier } from './ask-supplier.ts'
import { expireBenefits } from './expiry.ts'
import { supplierOrdersToAsk } from './supplier-orders.sql.ts'

const data = z.object({ userId: z.int(), supplierOrderId: z.int() })

export function equityJobs(deps: LendingDeps): JobTable {
  return {
    'equity.askSupplier': { work: async (given) => askSupplier(deps, data.parse(given)) },
    /** Picks up orders whose notice did not come, and what a crash left. */
    'equity.sweep': {
      every: 5,
      work: async () => askEach(await supplierOrdersToAsk(deps.db, deps.clock.machineNow()), (key) => askSupplier(deps, key)),
    },
    'equity.expire': { every: 60, work: () => expireBenefits(deps) },
  }
}
