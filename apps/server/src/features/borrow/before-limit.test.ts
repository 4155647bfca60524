import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#platform/test-borrower.ts'
import { moveTo } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { lookAtDue } from '../apply/decision.ts'
import { type Applicant, applicants, doubtfulProfile, studentProfile } from '../apply/test-applicant.ts'

let server: TestServer
let people: ReturnType<typeof applicants>
beforeAll(async () => {
  server = await testServer()
  people = applicants(server)
})
afterAll(() => server.close())

const askHuman = async (who: Applicant) => must(await server.call('apply', 'askHuman', { body: {} }, who))
const look = async () => {
  server.machine.pass(90_000)
  await lookAtDue(server.deps)
}
const quote = (who: Applicant) =>
  server.call('borrow', 'quote', { body: { productId: 101, amountFen: fen(100_000), periods: 12, use: '01' } }, who)

/** What each place says of the application. */
async function placesOf(who: Applicant) {
  const { card } = must(await server.call('home', 'fyhHome', { body: {} }, who))
  const { blocked, applyAgainOn } = must(await server.call('borrow', 'options', {}, who))
  const flow = must(await server.call('apply', 'reFlow', {}, who))
  return { home: card.state, blocked, applyAgainOn, standing: flow.standing, flowAgainOn: flow.applyAgainOn }
}

test('borrow.quote: APPLICATION_IN_REVIEW while the system looks: home, borrow tab and progress say so', async () => {
  const who = await people.applicant({ upTo: 'decision', profile: doubtfulProfile })
  expect(await placesOf(who)).toEqual({
    home: 'reviewing',
    blocked: 'reviewing',
    applyAgainOn: null,
    standing: 'reviewing',
    flowAgainOn: null,
  })
  expect((await quote(who)).error).toBe('APPLICATION_IN_REVIEW')
})

test('borrow.quote: APPLY_COOLING_DOWN after a refusal, with the day; a person who looks, and confirms it, is told of each time', async () => {
  const who = await people.applicant({ upTo: 'decision', profile: studentProfile })
  const again = { applyAgainOn: '2026-12-27', flowAgainOn: '2026-12-27' }
  expect(await placesOf(who)).toEqual({ home: 'refused', blocked: 'refused', standing: 'refused', ...again })
  expect(await quote(who)).toMatchObject({ error: 'APPLY_COOLING_DOWN', msg: '您可从 2026-12-27 起再次申请' })
  await askHuman(who)
  expect(await placesOf(who)).toMatchObject({ home: 'humanReview', blocked: 'humanReview', standing: 'humanReview' })
  expect((await quote(who)).error).toBe('APPLICATION_IN_REVIEW')
  await look()
  expect(await placesOf(who)).toEqual({ home: 'refused', blocked: 'refusedFinally', standing: 'refusedFinally', ...again })
})

test('an expired limit gives way to the application that is to follow it, and nobody is told to apply who cannot', async () => {
  const who = await people.applicant({ upTo: 'decision', profile: doubtfulProfile })
  const { application_id } = await server.db
    .selectFrom('application')
    .select('application_id')
    .where('user_id', '=', who.userId)
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('credit_limit')
    .values({
      user_id: who.userId,
      application_id,
      granted_fen: 1_000_000,
      total_fen: 1_000_000,
      used_fen: 0,
      price_tier: 'D',
      valid_until: '2026-11-26',
    })
    .execute()
  expect((await placesOf(who)).blocked).toBe('reviewing')
  await look()
  expect((await placesOf(who)).blocked).toBe('refused')
})

test('once the wait is over the way is open again', async () => {
  const who = await people.applicant({ upTo: 'decision', profile: studentProfile })
  await moveTo(server, civilDate('2026-12-27'))
  expect(await placesOf(who)).toMatchObject({ home: 'noLimit', blocked: 'noLimit', standing: null })
  expect((await quote(who)).error).toBe('LIMIT_MISSING')
})
