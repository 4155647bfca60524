import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { type Applicant, applicants, doubtfulProfile, studentProfile } from '../apply/test-applicant.ts'
import { inApp } from './test-partner.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const open = (who: Applicant) => {
  const body = { capitalId: inApp, agreed: [], amountFen: fen(1_000_000), periods: 12 as const, use: '01' as const }
  return server.call('capital', 'open', { body }, who)
}

test('capital.open: APPLICATION_IN_REVIEW while the limit is decided, capital.open: APPLY_COOLING_DOWN after a refusal', async () => {
  const people = applicants(server)
  expect((await open(await people.applicant({ upTo: 'decision', profile: doubtfulProfile }))).error).toBe('APPLICATION_IN_REVIEW')
  expect((await open(await people.applicant({ upTo: 'decision', profile: studentProfile }))).error).toBe('APPLY_COOLING_DOWN')
})
