import type { VendorSecrets } from '@fyh/base/vendor-parties.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { settleApplications } from './applications.ts'
import { bounceDue, settleDue } from './money-orders.ts'
import { deliverDue } from './notices.ts'
import type { Deps } from './store.ts'

/** How often the tables are looked at. Everything due is in them, so a start after a crash goes on where it stopped. */
const lookEveryMs = 250

export type Dispatcher = { stop(): Promise<void> }

/** Ends orders and sends call-backs when their time has come, until stopped. */
export function startDispatcher(deps: Deps, { secrets, log }: { secrets: VendorSecrets; log: Logger }): Dispatcher {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const look = async () => {
    try {
      await settleDue(deps)
      await settleApplications(deps)
      await bounceDue(deps)
      await deliverDue(deps, { secrets, stopped: stopping.signal })
    } catch (error) {
      // The database may be away for a moment; what is due stays due.
      log.warn({ err: error }, 'callbacks could not be sent; will retry')
    }
    if (!stopping.signal.aborted) timer = setTimeout(start, lookEveryMs)
  }
  const start = () => {
    running = look()
  }
  start()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
