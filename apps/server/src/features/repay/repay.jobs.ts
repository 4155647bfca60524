import { today } from '@fyh/base/dates.ts'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { closeDays, openDays } from './close.ts'
import { askDebit } from './debit.ts'
import { repaymentsToAsk } from './repay.sql.ts'

const debitData = z.object({ userId: z.int(), repaymentId: z.int() })
const loanData = z.object({ userId: z.int(), loanId: z.int() })

/** An outside party may take seconds to answer, so a few are asked at once. */
const asksAtOnce = 5

export function repayJobs(deps: Deps): JobTable {
  return {
    'repay.debit': { work: async (data) => askDebit(deps, debitData.parse(data)) },
    /** Picks up debits whose notice did not come, and what a crash left. */
    'repay.sweep': {
      every: 5,
      work: async () => {
        const keys = await repaymentsToAsk(deps.db, deps.clock.machineNow())
        for (let at = 0; at < keys.length; at += asksAtOnce)
          await Promise.all(keys.slice(at, at + asksAtOnce).map((key) => askDebit(deps, key)))
      },
    },
    'repay.openDays': { work: async (data) => openDays(deps, loanData.parse(data)) },
    'repay.closeDays': { every: 60, work: async () => closeDays(deps, today(deps.clock)) },
  }
}
