import { today } from '@fyh/base/dates.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { type Channels, channelState } from './channels.ts'
import { clearAnswers, forgetReferences } from './references.sql.ts'
import { twinWindowMs } from './references.ts'

export { channelsFolder, readChannels, returnHosts } from './channels.ts'
export { flowHandlers } from './flow.handlers.ts'

const dayMs = 86_400_000

/** Refuses a new account through a channel that is closed today. An unpublished code refuses nothing. */
export function requireOpenChannel({ clock }: Pick<Deps, 'clock'>, channels: Channels, channelCode: string): void {
  const channel = channels.get(channelCode)
  if (channel !== undefined && channelState(channel, today(clock)) !== 'open') fail('CHANNEL_CLOSED')
}

export function flowJobs({ db, clock }: Deps): JobTable {
  return {
    'flow.forget': {
      every: 3_600,
      work: async () => {
        const now = clock.machineNow().getTime()
        await clearAnswers(db, new Date(now - twinWindowMs))
        await forgetReferences(db, new Date(now - dayMs))
      },
    },
  }
}
