import { civilDate } from '@fyh/base/dates.ts'
import { applicationMachine } from '@fyh/contract/application.machine.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitOf } from '#lending/limits/limits.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import type { Profile } from './profile-rules.ts'
import { scorecardVersion } from './scorecard.ts'
import { applyStanding } from './standing.ts'
import {
  type Applicant,
  applicants,
  doubtfulProfile,
  goodProfile,
  idNumberOf,
  reviewedProfile,
  studentProfile,
  weakProfile,
} from './test-applicant.ts'

let server: TestServer
let people: ReturnType<typeof applicants>
beforeAll(async () => {
  server = await testServer()
  people = applicants(server)
})
afterAll(() => server.close())

const reviewMs = 90_000
const result = async (who: Applicant) => (await server.call('apply', 'result', {}, who)).data
const next = async (who: Applicant) => (await server.call('apply', 'reFlow', {}, who)).data?.next
const kindsTold = async (who: Applicant) =>
  ((await server.call('message', 'list', { query: {} }, who)).data?.items ?? [])
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'welcome')
const standing = (who: Applicant) => applyStanding(server.db, server.deps, who.userId)
const handIn = (who: Applicant, profile: Profile) => server.call('apply', 'submitProfile', { body: profile }, who)

describe('an application', () => {
  test('R7.15 goes from identity over face, profile and confirmation to the decision', async () => {
    const seen: unknown[] = []
    for (const upTo of ['login', 'photos', 'identity', 'face', 'profile', 'decision'] as const)
      seen.push(await next(await people.applicant({ upTo })))
    expect(seen).toEqual(['identity', 'identity', 'face', 'profile', 'confirm', 'home'])
  })

  test('of a good profile is approved at once: limit, price, 180 days, a message', async () => {
    const who = await people.applicant({ upTo: 'profile' })
    expect((await result(who))?.state).toBe('none')
    const { data } = await people.submit(who)
    expect(data?.state).toBe('approved')
    expect(await result(who)).toEqual({
      state: 'approved',
      submittedAt: server.clock.now().toISOString(),
      decidedAt: server.clock.now().toISOString(),
      expectedSeconds: 90,
      limitFen: 4_750_000,
      price: { fromPpm: 87_644, toPpm: 144_011 },
      validUntil: '2027-05-26',
      reasons: [],
      applyAgainOn: null,
      canAskHuman: false,
      limitExpired: false,
    })
    expect(await limitOf(server.db, who.userId)).toEqual({
      totalFen: 4_750_000,
      usedFen: 0,
      availableFen: 4_750_000,
      tier: 'C',
      validUntil: '2027-05-26',
    })
    expect(await kindsTold(who)).toEqual(['limitApproved'])
    expect(await standing(who)).toMatchObject({ state: 'limit', isExpired: false })
  })

  test('keeps the facts, the version and every factor of its decision', async () => {
    const who = await people.applicant({ upTo: 'decision' })
    const row = await server.db.selectFrom('application').selectAll().where('user_id', '=', who.userId).executeTakeFirstOrThrow()
    expect(row.scorecard_version).toBe(scorecardVersion)
    expect(row.facts).toEqual({ age: 36, education: '05', occupation: '2', trade: '7', income: '4' })
    expect(row.decisions).toMatchObject([
      {
        outcome: 'approved',
        explanation: { version: scorecardVersion, score: 325, factors: [{ factor: 'income', points: 120 }, {}, {}, {}, {}] },
      },
    ])
  })

  test('of a student is refused with the reason, the date to apply again and a way to a person', async () => {
    const who = await people.applicant({ upTo: 'decision', profile: studentProfile })
    expect(await result(who)).toMatchObject({
      state: 'refused',
      reasons: ['student'],
      applyAgainOn: '2026-12-27',
      canAskHuman: true,
      limitFen: null,
    })
    expect(await next(who)).toBe('result')
    expect(await kindsTold(who)).toEqual(['applicationRefused'])
    expect(await limitOf(server.db, who.userId)).toBeUndefined()
    expect(await standing(who)).toEqual({
      state: 'refused',
      reasons: ['student'],
      applyAgainOn: '2026-12-27',
      canAskHuman: true,
      isForGood: false,
    })
  })

  test('of somebody of 61 is refused, of 60 is not', async () => {
    const reasonsAt = async (birth: string) =>
      (await result(await people.applicant({ upTo: 'decision', idNumber: idNumberOf({ birth, sequence: 61 }) })))?.reasons
    expect(await reasonsAt('19651127')).toEqual(['overAge'])
    expect(await reasonsAt('19651128')).toEqual([])
  })

  test('handed in twelve times at once is one application, one limit and one message', async () => {
    for (const profile of [goodProfile, studentProfile, reviewedProfile]) {
      const who = await people.applicant({ upTo: 'profile', profile })
      const answers = await Promise.all(Array.from({ length: 12 }, () => people.submit(who)))
      expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
      const rows = await server.db.selectFrom('application').select('application_id').where('user_id', '=', who.userId).execute()
      expect(rows).toHaveLength(1)
      expect(await kindsTold(who)).toHaveLength(1)
      expect((await people.submit(who)).data).toEqual(answers[0]?.data)
    }
  })

  test('apply.submit: AGREEMENT_REQUIRED and apply.submit: AGREEMENT_OUTDATED leave no application behind', async () => {
    const who = await people.applicant({ upTo: 'profile' })
    const agreed = await people.agreedFor('apply')
    const submit = (texts: typeof agreed) => server.call('apply', 'submit', { body: { agreed: texts } }, who)
    expect(await submit(agreed.slice(1))).toMatchObject({ error: 'AGREEMENT_REQUIRED', msg: '请先阅读并同意《信息查询及使用授权书》' })
    expect(await submit(agreed.map((text) => ({ ...text, sha256: '0'.repeat(64) })))).toMatchObject({ error: 'AGREEMENT_OUTDATED' })
    expect(await next(who)).toBe('confirm')
    expect((await result(who))?.state).toBe('none')
  })

  test('apply.submit: APPLY_STEP_NOT_OPEN before the profile is handed in', async () => {
    for (const upTo of ['login', 'identity', 'face'] as const)
      expect((await people.submit(await people.applicant({ upTo }))).error).toBe('APPLY_STEP_NOT_OPEN')
  })
})

describe('a review', () => {
  test('ends by itself about 90 s of machine time later: approved, with limit and message', async () => {
    const who = await people.applicant({ upTo: 'decision', profile: reviewedProfile })
    expect(await result(who)).toMatchObject({ state: 'reviewing', decidedAt: null, expectedSeconds: 90 })
    expect(await next(who)).toBe('result')
    expect(await standing(who)).toMatchObject({ state: 'reviewing', expectedSeconds: 90 })
    await lookAfter(reviewMs - 1_000)
    expect((await result(who))?.state).toBe('reviewing')
    await lookAfter(1_000)
    expect(await result(who)).toMatchObject({ state: 'approved', limitFen: 600_000, price: { fromPpm: 187_228, toPpm: 239_073 } })
    expect(await kindsTold(who)).toEqual(['limitApproved', 'applicationReviewing'])
    expect(await next(who)).toBe('home')
  })

  test('or refused', async () => {
    const who = await people.applicant({ upTo: 'decision', profile: doubtfulProfile })
    await lookAfter(reviewMs)
    expect(await result(who)).toMatchObject({ state: 'refused', reasons: ['incomeLow'], applyAgainOn: '2026-12-27', canAskHuman: true })
    expect(await kindsTold(who)).toEqual(['applicationRefused', 'applicationReviewing'])
  })

  test('is decided once, however many nodes look', async () => {
    const waiting = await Promise.all(Array.from({ length: 5 }, () => people.applicant({ upTo: 'profile', profile: reviewedProfile })))
    for (const who of waiting) await people.submit(who)
    server.machine.pass(reviewMs)
    await Promise.all([lookNow(), lookNow(), lookNow()])
    for (const who of waiting) {
      expect((await result(who))?.state).toBe('approved')
      expect(await kindsTold(who)).toEqual(['limitApproved', 'applicationReviewing'])
    }
  })
})

test('an application that cannot be looked at holds up no other, and is tried again', async () => {
  const broken = await people.applicant({ upTo: 'decision', profile: reviewedProfile })
  const sound = await people.applicant({ upTo: 'decision', profile: reviewedProfile })
  const facts = (value: string) => server.db.updateTable('application').set({ facts: value }).where('user_id', '=', broken.userId).execute()
  await facts('{}')
  await lookAfter(reviewMs)
  expect((await result(sound))?.state).toBe('approved')
  await facts(JSON.stringify({ age: 36, education: '01', occupation: '6', trade: '21', income: '3' }))
  await lookNow()
  expect((await result(broken))?.state).toBe('approved')
})

describe('a person’s look at a refusal', () => {
  test('approves what the easier rule lets pass', async () => {
    const who = await people.applicant({ upTo: 'decision', profile: weakProfile })
    expect(await result(who)).toMatchObject({ state: 'refused', reasons: ['incomeLow', 'employmentUnstable'] })
    expect((await server.call('apply', 'askHuman', { body: {} }, who)).code).toBe(0)
    expect(await result(who)).toMatchObject({ state: 'humanReview', canAskHuman: false })
    expect(await standing(who)).toMatchObject({ state: 'humanReview' })
    await lookAfter(reviewMs)
    expect(await result(who)).toMatchObject({ state: 'approved', limitFen: 350_000, reasons: [], applyAgainOn: null })
    expect(await limitOf(server.db, who.userId)).toMatchObject({ availableFen: 350_000 })
  })

  test('confirms what the rules refuse, without a longer wait', async () => {
    const who = await people.applicant({ upTo: 'decision', profile: studentProfile })
    await server.call('apply', 'askHuman', { body: {} }, who)
    await lookAfter(reviewMs)
    expect(await result(who)).toMatchObject({
      state: 'refusedFinally',
      reasons: ['student'],
      applyAgainOn: '2026-12-27',
      canAskHuman: false,
    })
    expect(await kindsTold(who)).toEqual(['applicationRefused', 'applicationRefused'])
  })

  test('apply.askHuman: HUMAN_REVIEW_NOT_OPEN without a refusal, while one is under way and after it', async () => {
    const ask = (who: Applicant) => server.call('apply', 'askHuman', { body: {} }, who)
    expect((await ask(await people.applicant({ upTo: 'profile' }))).error).toBe('HUMAN_REVIEW_NOT_OPEN')
    expect((await ask(await people.applicant({ upTo: 'decision' }))).error).toBe('HUMAN_REVIEW_NOT_OPEN')
    const who = await people.applicant({ upTo: 'decision', profile: studentProfile })
    const answers = await Promise.all([ask(who), ask(who), ask(who)])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    await lookAfter(reviewMs)
    expect((await ask(who)).error).toBe('HUMAN_REVIEW_NOT_OPEN')
  })
})

test('PS-11 another borrower sees nothing of an application', async () => {
  await people.applicant({ upTo: 'decision' })
  const other = await people.applicant({ upTo: 'login' })
  expect((await result(other))?.state).toBe('none')
  expect((await server.call('apply', 'askHuman', { body: {} }, other)).error).toBe('HUMAN_REVIEW_NOT_OPEN')
})

test('the check of the status column allows exactly the states of the machine', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'application_status'`.execute(server.db)
  const allowed = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'::text/g)].map(([, state]) => state)
  expect(allowed).toEqual([...applicationMachine.states])
})

describe('later, on another business date', () => {
  test('apply.submit: APPLY_COOLING_DOWN until the date, then a new application; an old one never decides a new profile', async () => {
    const who = await people.applicant({ upTo: 'decision', profile: studentProfile })
    const first = (await people.submit(who)).data?.applicationId
    expect((await handIn(who, goodProfile)).code).toBe(0)
    expect(await people.submit(who)).toMatchObject({
      error: 'APPLY_COOLING_DOWN',
      detail: { date: '2026-12-27' },
      msg: '您可从 2026-12-27 起再次申请',
    })
    await server.moveTo(civilDate('2026-12-26'))
    expect((await people.submit(who)).error).toBe('APPLY_COOLING_DOWN')
    await server.moveTo(civilDate('2026-12-27'))
    expect(await next(who)).toBe('confirm')
    expect(await standing(who)).toMatchObject({ state: 'noLimit', next: 'confirm', done: 3, of: 4, idExpiresOn: null })
    const { data } = await people.submit(who)
    expect(data?.state).toBe('approved')
    expect(data?.applicationId).not.toBe(first)
    expect((await result(who))?.validUntil).toBe('2027-06-25')
  })

  test('after the wait the profile is looked over again before applying', async () => {
    const who = await people.applicant({ upTo: 'decision', profile: studentProfile })
    const { data } = await server.call('apply', 'result', {}, who)
    await server.moveTo(civilDate(data?.applyAgainOn ?? ''))
    expect(await next(who)).toBe('profile')
    expect((await people.submit(who)).error).toBe('APPLY_STEP_NOT_OPEN')
    expect((await server.call('apply', 'profile', {}, who)).data?.draft).toEqual(studentProfile)
  })

  test('a limit is good through its last day and can then be assessed anew', async () => {
    const who = await people.applicant({ upTo: 'decision' })
    const validUntil = civilDate((await result(who))?.validUntil ?? '')
    await server.moveTo(validUntil)
    expect(await next(who)).toBe('home')
    await server.moveTo(civilDate('2028-01-01'))
    expect(await next(who)).toBe('profile')
    expect(await standing(who)).toMatchObject({ state: 'limit', isExpired: true })
    expect((await handIn(who, { ...goodProfile, income: '6' })).code).toBe(0)
    expect(await standing(who)).toMatchObject({ state: 'noLimit', next: 'confirm' })
    expect((await people.submit(who)).data?.state).toBe('approved')
    expect(await standing(who)).toMatchObject({ state: 'limit', isExpired: false, limit: { validUntil: '2028-06-29' } })
  })

  test('a card that ends within 30 days is named to the home card', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    await people.confirmIdentity(who, { validTo: '2028-01-20' })
    expect(await standing(who)).toMatchObject({ state: 'noLimit', next: 'face', done: 1, of: 4, idExpiresOn: '2028-01-20' })
  })
})

async function lookAfter(ms: number): Promise<void> {
  server.machine.pass(ms)
  await lookNow()
}

async function lookNow(): Promise<void> {
  await server.deps.jobs.send(server.db, 'apply.lookAgain', {})
  await server.runJobs()
}
