import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedClock } from './clock.ts'
import { makeIdSource, randomText } from './ids.ts'

describe('makeIdSource', () => {
  test('ids: rise and never repeat while the clock stands, jumps ahead or is set back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 200 }), (moves) => {
        const clock = fixedClock('2026-03-15T00:00:00Z')
        const id = makeIdSource({ clock, node: 3 })
        let last = 0
        for (const ms of moves) {
          clock.pass(ms)
          for (let n = 0; n < 20; n += 1) {
            const made = id()
            expect(made).toBeGreaterThan(last)
            last = made
          }
        }
      }),
    )
  })

  test('ids: more than 512 in one millisecond run on without a repeat', () => {
    const id = makeIdSource({ clock: fixedClock('2026-03-15T00:00:00Z'), node: 0 })
    expect(new Set(Array.from({ length: 5000 }, id)).size).toBe(5000)
  })

  test('ids: two nodes at the same instant never meet', () => {
    const clock = fixedClock('2026-03-15T00:00:00Z')
    const sources = Array.from({ length: 16 }, (_, node) => makeIdSource({ clock, node }))
    const made = sources.flatMap((id) => Array.from({ length: 600 }, id))
    expect(new Set(made).size).toBe(16 * 600)
  })

  test('ids: are safe integers until the scheme ends, and it ends with a clear failure', () => {
    const clock = fixedClock(new Date(Date.UTC(2024, 0, 1) + 2 ** 40 - 1))
    const id = makeIdSource({ clock, node: 15 })
    expect(Number.isSafeInteger(id())).toBe(true)
    clock.pass(1)
    expect(id).toThrow('used up')
    expect(() => makeIdSource({ clock, node: 16 })).toThrow('node must be')
    expect(makeIdSource({ clock: fixedClock('2023-12-31T00:00:00Z'), node: 0 })).toThrow('before 2024')
  })

  test('ids: follow machine time, so that moving the business date does not use them up', () => {
    const clock = fixedClock('2026-03-15T00:00:00Z')
    const id = makeIdSource({ clock, node: 0 })
    const first = id()
    clock.moveTo('2030-01-01T00:00:00Z')
    expect(id()).toBe(first + 1)
  })
})

describe('randomText', () => {
  test('R9.3 randomText: has the length asked for, letters and digits only, and differs each time', () => {
    expect(randomText(19)).toMatch(/^[A-Za-z0-9]{19}$/)
    expect(randomText(0)).toBe('')
    expect(new Set(Array.from({ length: 1000 }, () => randomText(11))).size).toBe(1000)
  })

  test('randomText: every one of the 62 letters is equally likely', () => {
    let next = 0
    const everyByte = (bytes: Uint8Array) => {
      for (let i = 0; i < bytes.length; i += 1) bytes[i] = next++ % 256
    }
    const counts = new Map<string, number>()
    for (const letter of randomText(62 * 8, everyByte)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect([...counts.values()].every((count) => count === 8)).toBe(true)
    expect(counts.size).toBe(62)
  })
})
