import { expect, test } from 'vitest'
import type { CollectState } from '../answer/collecting.ts'
import type { StoreState } from '../collect/store-state.ts'
import { openAsking } from './asking.ts'
import { standingOf } from './standing.ts'

/** The ends of a channel between the first process and another: what is sent comes out at the other one, later, as a copy. */
function channel() {
  type Heard = (sent: unknown) => void
  const heard: [Heard[], Heard[]] = [[], []]
  const end = (own: 0 | 1, other: 0 | 1) => ({
    on: (_: 'message', listener: Heard) => heard[own].push(listener),
    send: (sent: unknown) =>
      setImmediate(() => {
        for (const listener of heard[other]) listener(structuredClone(sent))
      }),
  })
  return { ofFirst: end(0, 1), ofOther: end(1, 0) }
}

/** How one tells that all stand, with what the first process answers of the others. */
async function told<State extends CollectState & { writer?: StoreState }>(mine: State, others: () => Promise<unknown>) {
  const { ofFirst, ofOther } = channel()
  openAsking(ofFirst, others)
  return standingOf(ofOther)(async () => mine)()
}

test('what all have added up, and the worst state of them', async () => {
  const others = async () => [
    { state: 'full', waiting: 10, kept: 200 },
    { state: 'databaseAway', waiting: 100, kept: 0 },
  ]
  expect(await told({ state: 'ok', waiting: 1, kept: 2 }, others)).toEqual({ state: 'databaseAway', waiting: 111, kept: 202 })
})

test('what waits in a broker is the same for all, and told once', async () => {
  const mine = { state: 'ok', waiting: 7, bytes: 700, aside: 0, kept: 1, writer: 'ok' } as const
  const others = async () => [{ ...mine, kept: 2, writer: 'diskFull' }]
  expect(await told(mine, others)).toEqual({ ...mine, kept: 3, writer: 'diskFull' })
})

test('others that cannot tell, or take long, keep nobody from telling of itself', async () => {
  const mine = { state: 'ok', waiting: 1, kept: 2 } as const
  expect(await told(mine, async () => Promise.reject(new Error('gone')))).toEqual(mine)
  expect(await told(mine, () => new Promise(() => undefined))).toEqual(mine)
})
