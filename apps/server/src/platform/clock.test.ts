import { fixedClock } from '@fyh/base/clock.ts'
import { addDays, civilDate, civilDateAt } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { businessClock } from './clock.ts'
import { type TestServer, testServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ today: '2026-11-27' })
})
afterAll(() => server.close())

test('moving closes every day on the way, each on its own date, and other processes follow', async () => {
  const machine = fixedClock('2026-11-27T10:00:00+08:00')
  const [here, there] = [businessClock(server.db, machine), businessClock(server.db, machine)]
  const days: string[] = []
  await here.moveTo(civilDate('2026-12-01'), async (day) => {
    days.push(`${day} ${civilDateAt(here.now())}`)
  })
  expect(days).toEqual(['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01'].map((day) => `${day} ${day}`))
  expect(civilDateAt(there.now())).toBe('2026-11-27')
  await there.refresh()
  expect(there.now().toISOString()).toBe('2026-12-01T02:00:00.000Z')
  expect(there.machineNow().toISOString()).toBe('2026-11-27T02:00:00.000Z')
})

test('moving to the present date changes nothing', async () => {
  const clock = businessClock(server.db, fixedClock('2026-11-27T10:00:00+08:00'))
  await clock.refresh()
  const before = clock.now()
  await clock.moveTo(civilDateAt(before), async () => expect.unreachable())
  expect(clock.now()).toEqual(before)
})

test('two who move to the same date at once arrive there, and each day is closed', async () => {
  const machine = fixedClock('2026-11-27T10:00:00+08:00')
  const [here, there] = [businessClock(server.db, machine), businessClock(server.db, machine)]
  await Promise.all([here.refresh(), there.refresh()])
  const from = civilDateAt(here.now())
  const days: string[] = []
  const note = async (day: string) => {
    days.push(day)
  }
  await Promise.all([here.moveTo(addDays(from, 3), note), there.moveTo(addDays(from, 3), note)])
  expect([...new Set(days)].sort()).toEqual([1, 2, 3].map((n) => addDays(from, n)))
  await Promise.all([here.refresh(), there.refresh()])
  expect([civilDateAt(here.now()), civilDateAt(there.now())]).toEqual([addDays(from, 3), addDays(from, 3)])
})

test('a midnight that passes while the date is moved does not send it on for ever', async () => {
  const machine = fixedClock('2026-11-27T23:59:59+08:00')
  const clock = businessClock(server.db, machine)
  await clock.refresh()
  const to = addDays(civilDateAt(clock.now()), 1)
  let days = 0
  await clock.moveTo(to, async () => {
    days += 1
    if (days > 3) throw new Error('the date runs away')
    machine.pass(2_000)
  })
  expect(civilDateAt(clock.now())).toBe(addDays(to, 1))
})
