import { expect, test } from 'vitest'
import { openTurns, type Place, type Turns } from './turns.ts'

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
function entered(turns: Turns, userId: number): Place {
  const place = turns.enter(userId)
  if (place === undefined) throw new Error('too many are open')
  return place
}
const settled = () => new Promise(setImmediate)

test('a user has so many requests open, and as soon as one is answered the next one', () => {
  const turns = openTurns({ openMax: 2 })
  const [first, second] = [turns.enter(1), turns.enter(1)]
  expect([typeof first, typeof second, turns.enter(1), typeof turns.enter(2)]).toEqual(['object', 'object', undefined, 'object'])
  first?.leave()
  first?.leave()
  expect([typeof turns.enter(1), turns.enter(1)]).toEqual(['object', undefined])
})

test('a request whose client hung up stays open until its work ends, also work that begins after that', async () => {
  const turns = openTurns({ openMax: 2, runningMax: 1 })
  const { work, letGo, state } = held()
  const [during, before] = [entered(turns, 1), entered(turns, 1)]
  const works = [during.take(undefined, work)]
  during.leave()
  before.leave()
  works.push(before.take(undefined, work))
  await settled()
  expect([turns.enter(1), state.running]).toEqual([undefined, 1])
  letGo()
  await Promise.all(works)
  expect([typeof turns.enter(1), typeof turns.enter(1), turns.enter(1), state.most]).toEqual(['object', 'object', undefined, 1])
})

test('reads of one user are worked four at once, and of another user beside them', async () => {
  const turns = openTurns({ openMax: 100, runningMax: 4 })
  const mine = held()
  const others = held()
  for (let n = 0; n < 20; n += 1) {
    void entered(turns, 1).take(undefined, mine.work)
  }
  const other = entered(turns, 2).take(undefined, others.work)
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
  const orders = Array.from({ length: 6 }, (_, n) =>
    entered(turns, 1).take('borrow', async () => {
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
  for (let n = 0; n < 10; n += 1) void entered(turns, 1).take('photo', long.work)
  expect(await entered(turns, 1).take('logout', async () => 'out')).toBe('out')
  expect(await entered(turns, 1).take(undefined, async () => 'read')).toBe('read')
  long.letGo()
  await expect.poll(() => long.state).toEqual({ running: 0, most: 1, done: 10 })
})
