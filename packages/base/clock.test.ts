import { expect, test } from 'vitest'
import { fixedClock, systemClock } from './clock.ts'

test('systemClock: the offset moves business time and leaves machine time alone', () => {
  let offsetMs = 0
  const clock = systemClock(() => offsetMs)
  const dayMs = 86_400_000
  offsetMs = 40 * dayMs
  const ahead = clock.now().getTime() - clock.machineNow().getTime()
  expect(Math.round(ahead / dayMs)).toBe(40)
})

test('fixedClock: stands still, and passing time moves both', () => {
  const clock = fixedClock('2026-03-15T00:00:00Z', '2026-01-01T00:00:00Z')
  expect(clock.now()).toEqual(clock.now())
  clock.pass(60_000)
  expect(clock.now().toISOString()).toBe('2026-03-15T00:01:00.000Z')
  expect(clock.machineNow().toISOString()).toBe('2026-01-01T00:01:00.000Z')
  clock.moveMachineTo('2026-02-01T00:00:00Z')
  expect(clock.now().toISOString()).toBe('2026-03-15T00:01:00.000Z')
  expect(clock.machineNow().toISOString()).toBe('2026-02-01T00:00:00.000Z')
  expect(() => clock.moveTo('soon')).toThrow('not an instant')
})
