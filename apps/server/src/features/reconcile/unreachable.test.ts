import { addDays, today } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveTo, paidOutLoan } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { reconcile } from './reconcile.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0' } })
})
afterAll(() => server.close())

test('a day that has not come yet is refused by its date, since nothing of it could differ', async () => {
  const now = today(server.clock)
  const date = addDays(now, 1)
  await expect(reconcile(server.deps, { date, say: () => undefined })).rejects.toThrow(`${date} has not come yet: it is ${now}`)
})

test('a party that does not answer for a whole time is told once with the days, and is no difference', async () => {
  await paidOutLoan(server, await server.newBorrower({ upTo: 'card' }))
  const first = today(server.clock)
  await moveTo(server, addDays(first, 4))
  const { payment } = server.providers
  payment.statement.next(...Array.from({ length: 3 * 3 }, () => ({ answer: 'unknown' }) as const))
  const lines: string[] = []
  expect(await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })).toEqual({ differences: 0, unasked: 1 })
  expect(lines[0]).toBe(`payment channel: no statement for ${first} to ${addDays(first, 2)} (is it reachable at its configured address?)`)
  expect(lines.at(-1)).toBe('no differences in the compared data; some statements are missing')
})
