import { fixedClock } from '@fyh/base/clock.ts'
import { expect, test } from 'vitest'
import { watchStore } from './store-state.ts'

const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function watched() {
  const clock = fixedClock('2026-11-28T10:00:00+08:00')
  const fault: { store?: Error; ask?: Error } = {}
  const watch = watchStore(
    async () => {
      if (fault.store) throw fault.store
    },
    {
      clock,
      ask: async () => {
        if (fault.ask) throw fault.ask
      },
    },
  )
  return { clock, fault, watch, write: () => watch.store([]).catch(() => undefined) }
}

test('a full disk is told as such although the database answers, until a write succeeds', async () => {
  const { fault, watch, write } = watched()
  fault.store = full
  await expect(watch.store([])).rejects.toBe(full)
  expect(await watch.state()).toBe('diskFull')
  delete fault.store
  await write()
  expect(await watch.state()).toBe('ok')
})

test('a node nobody sends to after that takes events again by itself', async () => {
  const { clock, fault, watch, write } = watched()
  fault.store = full
  await write()
  clock.pass(10_000)
  expect(await watch.state()).toBe('ok')
})

test('a database that is away is told without a write, and that it is back, too', async () => {
  const { fault, watch } = watched()
  fault.ask = away
  expect(await watch.state()).toBe('databaseAway')
  delete fault.ask
  expect(await watch.state()).toBe('ok')
})

test('a database that cannot start for want of room is a full disk', async () => {
  const { fault, watch } = watched()
  fault.ask = new Error('could not write lock file: No space left on device')
  expect(await watch.state()).toBe('diskFull')
})
