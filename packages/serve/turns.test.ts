import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

/** Work that stays until it is let go, and how much of it runs. */
function held() {
  const gate = Promise.withResolvers<void>()
  const state = { running: 0, most: 0, done: 0 }
  const work = async () => {
    state.running += 1
    state.most = Math.max(state.most, state.running)
    await gate.promise
    state.running -= 1
    state.done += 1
  }
  return { state, work, letGo: gate.resolve }
}
const settled = () => new Promise(setImmediate)

test('a user has so many requests open, and as soon as one is answered the next one', () => {
  const turns = openTurns({ openMax: 2 })
  const [first, second] = [turns.enter(1), turns.enter(1)]
  expect([typeof first, typeof second, turns.enter(1), typeof turns.enter(2)]).toEqual(['function', 'function', undefined, 'function'])
  first?.()
  first?.()
  expect([typeof turns.enter(1), turns.enter(1)]).toEqual(['function', undefined])
})

test('reads of one user are worked four at once, and of another user beside them', async () => {
  const turns = openTurns({ openMax: 100, runningMax: 4 })
  const mine = held()
  const others = held()
  for (let n = 0; n < 20; n += 1) {
    turns.enter(1)
    void turns.take(1, undefined, mine.work)
  }
  turns.enter(2)
  const other = turns.take(2, undefined, others.work)
  await settled()
  expect([mine.state.running, others.state.running]).toEqual([4, 1])
  others.letGo()
  await other
  mine.letGo()
  await expect.poll(() => mine.state).toEqual({ running: 0, most: 4, done: 20 })
})

test('orders of one kind are worked one after the other, in the order in which they came, also after one that fails', async () => {
  const turns = openTurns({ openMax: 100, runningMax: 4 })
  const begun: number[] = []
  turns.enter(1)
  const orders = Array.from({ length: 6 }, (_, n) =>
    turns.take(1, 'borrow', async () => {
      begun.push(n)
      await settled()
      expect(begun).toHaveLength(n + 1)
      if (n % 2 === 0) throw new Error('refused')
      return n
    }),
  )
  const answers = await Promise.allSettled(orders)
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
})

test('an order that takes long holds up neither orders of another kind nor reads', async () => {
  const turns = openTurns({ openMax: 100, runningMax: 4 })
  const long = held()
  turns.enter(1)
  for (let n = 0; n < 10; n += 1) void turns.take(1, 'photo', long.work)
  expect(await turns.take(1, 'logout', async () => 'out')).toBe('out')
  expect(await turns.take(1, undefined, async () => 'read')).toBe('read')
  long.letGo()
  await expect.poll(() => long.state).toEqual({ running: 0, most: 1, done: 10 })
})
