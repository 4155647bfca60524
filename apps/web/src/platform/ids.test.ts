import { expect, test } from 'vitest'
import { browserIdOf, newEventId, newIdempotencyKey, newTailId, newTraceId, newTracingId } from './ids.ts'

test('R9.3 trace and tail ids have 11 characters, event ids 19', () => {
  expect(newTraceId()).toMatch(/^[A-Za-z0-9]{11}$/)
  expect(newTailId()).toMatch(/^[A-Za-z0-9]{11}$/)
  expect(newEventId()).toMatch(/^[A-Za-z0-9]{19}$/)
})
test('the tracing id is 11 random characters and a timestamp', () => {
  expect(newTracingId()).toMatch(/^[A-Za-z0-9]{11}\d{13}$/)
})
test('R9.3 the browser id is the first 19 characters of the fingerprint and a timestamp', () => {
  expect(browserIdOf('0123456789abcdef0123456789abcdef')).toMatch(/^0123456789abcdef012\d{13}$/)
})
test('every press that moves money has a key of its own', () => {
  expect(new Set(Array.from({ length: 200 }, newIdempotencyKey)).size).toBe(200)
})
