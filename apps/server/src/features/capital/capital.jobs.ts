import { z } from 'zod'
import type { LendingDeps } from '#lending/deps.ts'
import { askEach } from '#lending/orders/orders.ts'
import type { JobTable } from '#platform/jobs.ts'
import { workEach } from '#platform/work-each.ts'
import { askPartner } from './ask-partner.ts'
import { applicationsToAsk } from './asking.sql.ts'
import { forgetHandOvers } from './hand-over.sql.ts'
import { endForms, lapse, leaveOverdue } from './moving.ts'

const keySchema = z.object({ userId: z.int(), applicationId: z.int() })

/** References stay a while after their end, so that a late return is not taken for a made-up one. */
const handOverDaysKept = 30

export function capitalJobs(deps: LendingDeps): JobTable {
  return {
    'capital.ask': { work: async (data) => askPartner(deps, keySchema.parse(data)) },
    /** Asks after what is due, ends approvals and forms whose time is over, and cancels what a partner does not decide. */
    'capital.sweep': {
      every: 5,
      work: () => {
        const ask = async () => askEach(await applicationsToAsk(deps.db, deps.clock.machineNow()), (key) => askPartner(deps, key))
        return workEach([() => lapse(deps), () => leaveOverdue(deps), () => endForms(deps), ask], 'parts of the sweep failed', (part) =>
          part(),
        )
      },
    },
    'capital.forgetHandOvers': {
      every: 3_600,
      work: () => forgetHandOvers(deps.db, new Date(deps.clock.machineNow().getTime() - handOverDaysKept * 86_400_000)),
    },
  }
}
