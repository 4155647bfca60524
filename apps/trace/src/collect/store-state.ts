import type { Clock } from '@fyh/base/clock.ts'
import type { Store } from './event-row.ts'

export const storeStates = ['ok', 'databaseAway', 'diskFull'] as const
export type StoreState = (typeof storeStates)[number]

/** How long a failure is believed when no write has come since: a node nobody sends to must not call itself ill for ever. */
const failureMs = 10_000

type Watch = { readonly clock: Pick<Clock, 'machineNow'>; readonly ask: () => Promise<unknown> }

/** Watches a store, so that why events cannot be stored is known without trying: the last write tells, and when there was none lately, a question. */
export function watchStore(store: Store, { clock, ask }: Watch) {
  let failure: { readonly state: Exclude<StoreState, 'ok'>; readonly untilMs: number } | undefined

  const failed = (error: unknown) => {
    failure = { state: isDiskFull(error) ? 'diskFull' : 'databaseAway', untilMs: clock.machineNow().getTime() + failureMs }
    return failure.state
  }

  return {
    async store(rows: Parameters<Store>[0]): Promise<void> {
      try {
        await store(rows)
        failure = undefined
      } catch (error) {
        failed(error)
        throw error
      }
    },
    async state(): Promise<StoreState> {
      if (failure?.state === 'diskFull' && clock.machineNow().getTime() < failure.untilMs) return failure.state
      try {
        await ask()
        return 'ok'
      } catch (error) {
        return failed(error)
      }
    },
  }
}

/** 53100 is PostgreSQL's own word for it; a start that finds no room says it in words. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '53100') || /no space left on device/i.test(error.message)
}
