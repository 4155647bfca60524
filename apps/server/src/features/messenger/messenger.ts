import type { Deps } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { forgetExchanges } from './messenger.sql.ts'

export { messengerHandlers } from './messenger.handlers.ts'

const dayMs = 86_400_000

export function messengerJobs({ db, clock }: Deps): JobTable {
  return {
    // A code is good for minutes; after a day nobody asks for it any more.
    'messenger.forget': { every: 3_600, work: () => forgetExchanges(db, new Date(clock.machineNow().getTime() - dayMs)) },
  }
}
