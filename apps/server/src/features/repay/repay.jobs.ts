import { today } from '@fyh/base/dates.ts'
import { z } from 'zod'
import { type RepaymentKey, repaymentsToAsk } from '#lending/books/books.ts'
import { closeDays, openDays } from '#lending/close/close.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { askDebit, askReport, reportsToAsk } from '#lending/repayment/repayment.ts'
import type { JobTable } from '#platform/jobs.ts'

const debitData = z.object({ userId: z.int(), repaymentId: z.int() })
const loanData = z.object({ userId: z.int(), loanId: z.int() })

/** An outside party may take seconds to answer, so a few are asked at once. */
const asksAtOnce = 5

export function repayJobs(deps: LendingDeps): JobTable {
  return {
    'repay.debit': { work: async (data) => askDebit(deps, debitData.parse(data)) },
    'repay.askReport': { work: async (data) => askReport(deps, debitData.parse(data)) },
    /** Picks up debits whose notice did not come, sums that are not confirmed yet, and what a crash left. */
    'repay.sweep': {
      every: 5,
      work: async () => {
        const now = deps.clock.machineNow()
        await eachOf(await repaymentsToAsk(deps.db, now), (key) => askDebit(deps, key))
        await eachOf(await reportsToAsk(deps.db, now), (key) => askReport(deps, key))
      },
    },
    'repay.openDays': { work: async (data) => openDays(deps, loanData.parse(data)) },
    'repay.closeDays': { every: 60, work: async () => closeDays(deps, today(deps.clock)) },
  }
}

async function eachOf(keys: readonly RepaymentKey[], ask: (key: RepaymentKey) => Promise<void>): Promise<void> {
  for (let at = 0; at < keys.length; at += asksAtOnce) await Promise.all(keys.slice(at, at + asksAtOnce).map(ask))
}
