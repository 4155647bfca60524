import { today } from '@fyh/base/dates.ts'
import { z } from 'zod'
import { repaymentsToAsk } from '#lending/books/books.ts'
import { closeDays, openDays } from '#lending/close/close.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { askEach } from '#lending/orders/orders.ts'
import { askDebit, askReport, reportsToAsk } from '#lending/repayment/repayment.ts'
import type { JobTable } from '#platform/jobs.ts'

const debitData = z.object({ userId: z.int(), repaymentId: z.int() })
const loanData = z.object({ userId: z.int(), loanId: z.int() })

export function repayJobs(deps: LendingDeps): JobTable {
  return {
    'repay.debit': { work: async (data) => askDebit(deps, debitData.parse(data)) },
    'repay.askReport': { work: async (data) => askReport(deps, debitData.parse(data)) },
    /** Picks up debits whose notice did not come, sums that are not confirmed yet, and what a crash left. */
    'repay.sweep': {
      every: 5,
      work: async () => {
        const now = deps.clock.machineNow()
        await askEach(await repaymentsToAsk(deps.db, now), (key) => askDebit(deps, key))
        await askEach(await reportsToAsk(deps.db, now), (key) => askReport(deps, key))
      },
    },
    'repay.openDays': { work: async (data) => openDays(deps, loanData.parse(data)) },
    'repay.closeDays': { every: 60, work: async () => closeDays(deps, today(deps.clock)) },
  }
}
