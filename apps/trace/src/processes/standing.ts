import { z } from 'zod'
import { type CollectState, collectStates } from '../answer/collecting.ts'
import { type StoreState, storeStates } from '../collect/store-state.ts'
import { type End, openAsking } from './asking.ts'

/** Who does not tell how it stands within this time is not waited for. */
export const tellLimitMs = 500
/** Time for that, and for the way there and back. */
const askLimitMs = tellLimitMs + 250

const told = z.object({ state: z.enum(collectStates), waiting: z.int(), kept: z.int(), writer: z.enum(storeStates).optional() })
type Told = CollectState & { readonly writer?: StoreState | undefined }

/** Lets each of several processes tell how all of them stand; the others are asked whenever somebody asks. */
export const standingOf =
  (end: End) =>
  <State extends Told>(own: () => Promise<State>): (() => Promise<State>) => {
    const first = openAsking(end, own)
    return async () => {
      const [mine, others] = await Promise.all([own(), first.ask(askLimitMs)])
      return together(mine, z.array(told).safeParse(others).data ?? [])
    }
  }

/** What each has added up, and the worst of their states. What waits in a broker waits for all of them, and each tells all of it. */
function together<State extends Told>(mine: State, others: readonly Told[]): State {
  const all = [mine, ...others]
  const sum = (held: 'waiting' | 'kept') => all.reduce((total, one) => total + one[held], 0)
  const writers = all.flatMap(({ writer }) => writer ?? [])
  return {
    ...mine,
    state: all.map(({ state }) => state).reduce(worse),
    kept: sum('kept'),
    ...(!('bytes' in mine) && { waiting: sum('waiting') }),
    ...(writers.length > 0 && { writer: writers.reduce(worse) }),
  }
}

function worse<State extends CollectState['state']>(one: State, other: State): State {
  return collectStates.indexOf(other) > collectStates.indexOf(one) ? other : one
}
