import { expect, test } from 'vitest'
import { applicants } from './trace-applicants.ts'

test('a request is of one visit whose seqs rise, and 60,000 events are of 2,400 browsers never seen before, 80 % of users, 4 % errors', () => {
  const nextRequest = applicants(10)
  const known = new Map<unknown, number>()
  let fallen = 0
  const round = () => Array.from({ length: 6_000 }, nextRequest)
  const newOf = (requests: ReturnType<typeof round>) => {
    const before = known.size
    for (const events of requests)
      for (const { generateId, seq } of events) {
        if (Number(seq) <= (known.get(generateId) ?? 0)) fallen += 1
        known.set(generateId, Number(seq))
      }
    return known.size - before
  }
  newOf(round())
  const requests = round()
  expect(newOf(requests)).toBe(2_400)
  expect(fallen).toBe(0)
  const visitsOf = (events: (typeof requests)[number]) => new Set(events.map(({ traceId, generateId }) => `${traceId} ${generateId}`)).size
  expect(requests.filter((events) => visitsOf(events) !== 1)).toEqual([])
  const sent = requests.flat()
  expect(sent.filter(({ userId }) => userId !== '')).toHaveLength(48_000)
  expect(sent.filter(({ action }) => action === 'error')).toHaveLength(2_400)
})
