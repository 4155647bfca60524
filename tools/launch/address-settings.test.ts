import { describe, expect, test } from 'vitest'
import { outcomeOf } from './stand-ins/outcome.ts'

const places = [
  ['tools/launch/start.ts', 'DATABASE_URL'],
  ['tools/launch/start.ts', 'TRACE_DATABASE_URL'],
  ['tools/launch/start.ts', 'SANDBOX_DATABASE_URL'],
  ['apps/server/src/main.ts', 'DATABASE_URL'],
  ['apps/trace/src/main.ts', 'DATABASE_URL'],
  ['apps/sandbox/src/main.ts', 'DATABASE_URL'],
] as const

describe('NF-07 signs in a password stop the start of', () => {
  test.each(places)('%s: %s is named, percent-encoding advised, and no piece of the password printed', async (entry, name) => {
    for (const [address, pieces] of [
      ['postgres://app:zq7#xk9@127.0.0.1:5432/x', ['zq7', 'xk9']],
      ['postgres://app:zq7@xk9/vw5@127.0.0.1:5432/x', ['zq7', 'xk9', 'vw5']],
    ] as const) {
      const { code, output } = await outcomeOf(entry, { [name]: address })
      expect(code).toBe(1)
      expect(output).toContain(`${name}: `)
      expect(output).toContain('percent-encoded')
      for (const piece of pieces) expect(output).not.toContain(piece)
    }
  })

  test('the trace backend with a broker: TRACE_NATS_URL', async () => {
    const settings = { DATABASE_URL: 'postgres://app@127.0.0.1:5432/x', TRACE_NATS_URL: 'nats://app:zq7@xk9#vw5@127.0.0.1:4222' }
    const { code, output } = await outcomeOf('apps/trace/src/main.ts', settings)
    expect([code, output]).toEqual([1, expect.stringContaining('TRACE_NATS_URL: cannot be read')])
    for (const piece of ['zq7', 'xk9', 'vw5']) expect(output).not.toContain(piece)
  })
})
