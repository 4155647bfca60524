import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { identityOf } from './identity.sql.ts'
import { imageBytesMax } from './images.ts'
import { type Applicant, applicants, idNumberOf, pictures } from './test-applicant.ts'

let server: TestServer
let people: ReturnType<typeof applicants>
beforeAll(async () => {
  server = await testServer()
  people = applicants(server)
})
afterAll(() => server.close())

/** Connections that wait for another's lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ waits: number }>`
    select count(*)::integer as waits from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    server.deps.apart,
  )
  return rows[0]?.waits ?? 0
}

const outdated = <T extends object>(texts: readonly T[]) => texts.map((text) => ({ ...text, version: '0.9' }))

describe('the face', () => {
  test('is compared with name and number, passes once, and no picture is kept', async () => {
    const who = await people.applicant({ upTo: 'identity' })
    expect((await people.passFace(who)).data).toEqual({ passed: true })
    const call = server.providers.face.compare.calls.at(-1)
    expect(call).toMatchObject({ name: '测试', idNumber: who.idNumber })
    expect(call?.image.equals(Buffer.from(pictures.jpeg, 'base64'))).toBe(true)
    const asked = server.providers.face.compare.calls.length
    expect((await people.passFace(who)).data).toEqual({ passed: true })
    expect(server.providers.face.compare.calls.length).toBe(asked)
    expect((await server.call('apply', 'reFlow', {}, who)).data?.next).toBe('profile')
  })

  test('apply.face: FACE_NOT_MATCHED counts down, then apply.face: FACE_DAILY_LIMIT until the next day of the machine', async () => {
    const who = await people.applicant({ upTo: 'identity' })
    for (const left of [4, 3, 2, 1, 0]) {
      server.providers.face.compare.next({ answer: 'refused', reason: 'notMatched' })
      expect(await people.passFace(who)).toMatchObject({ error: 'FACE_NOT_MATCHED', detail: { left } })
    }
    expect((await people.passFace(who)).error).toBe('FACE_DAILY_LIMIT')
    server.machine.pass(86_400_000)
    const again = { ...who, token: await freshToken(who) }
    expect((await people.passFace(again)).code).toBe(0)
  })
  test('apply.face: FACE_DAILY_LIMIT holds for tries at once', async () => {
    const who = await people.applicant({ upTo: 'identity' })
    server.providers.face.compare.next(...Array.from({ length: 5 }, () => ({ answer: 'refused', reason: 'notMatched' }) as const))
    const answers = await Promise.all(Array.from({ length: 8 }, () => people.passFace(who)))
    expect(answers.map(({ error }) => error).toSorted()).toEqual([
      ...Array(3).fill('FACE_DAILY_LIMIT'),
      ...Array(5).fill('FACE_NOT_MATCHED'),
    ])
  })

  test('proves the identity that was compared, not one put in its place while the vendor looks', async () => {
    const who = await people.applicant({ upTo: 'identity' })
    const { face } = server.providers
    const usual = face.compare
    const swapped = async (request: Parameters<typeof usual>[0]) => {
      const other = { idNumber: idNumberOf({ birth: '19880808', sequence: 900 }) }
      expect((await people.confirmIdentity(who, other)).code).toBe(0)
      return usual(request)
    }
    face.compare = Object.assign(swapped, usual)
    const answer = await people.passFace(who)
    face.compare = usual
    expect(answer.error).toBe('APPLY_STEP_NOT_OPEN')
    expect((await server.call('apply', 'reFlow', {}, who)).data?.next).toBe('face')
    expect((await people.passFace(who)).code).toBe(0)
  })

  test('proves nothing that is put in its place while a face passes', async () => {
    const who = await people.applicant({ upTo: 'identity' })
    const other = idNumberOf({ birth: '19880808', sequence: 901 })
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const holder = server.db.transaction().execute(async (tx) => {
      await tx.updateTable('identity_confirm_count').set({ confirms: 1 }).where('user_id', '=', who.userId).execute()
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const changing = people.confirmIdentity(who, { idNumber: other })
    await expect.poll(waiting).toBe(1)
    let isPassed = false
    const passing = people.passFace(who).then((answer) => {
      isPassed = answer.code === 0
      return answer
    })
    await expect.poll(async () => isPassed || (await waiting()) === 2).toBe(true)
    held.resolve()
    await Promise.all([holder, changing, passing])
    const known = await identityOf(server.db, server.deps, who.userId)
    const compared = server.providers.face.compare.calls.at(-1)?.idNumber
    expect(known?.hasPassedFace ? known.idNumber : compared).toBe(compared)
    // Whichever came first, the account has one number at most, and it is the one of its identity.
    const numbers = await server.db.selectFrom('identity_number').select('number_index').where('user_id', '=', who.userId).execute()
    expect(numbers).toEqual(known?.hasPassedFace ? [{ number_index: server.deps.seal.blindIndex('idNumber', known.idNumber) }] : [])
  })

  test('apply.face: VENDOR_UNAVAILABLE costs no try', async () => {
    const who = await people.applicant({ upTo: 'identity' })
    for (let n = 0; n < 6; n += 1) {
      server.providers.face.compare.loseAnswer()
      expect((await people.passFace(who)).error).toBe('VENDOR_UNAVAILABLE')
    }
    expect((await people.passFace(who)).code).toBe(0)
  })

  test('apply.face: APPLY_STEP_NOT_OPEN before the identity', async () => {
    expect((await people.passFace(await people.applicant({ upTo: 'photos' }))).error).toBe('APPLY_STEP_NOT_OPEN')
  })

  test('apply.face: IMAGE_NOT_SUPPORTED, apply.face: IMAGE_TOO_LARGE, apply.face: AGREEMENT_REQUIRED and apply.face: AGREEMENT_OUTDATED cost no try', async () => {
    const who = await people.applicant({ upTo: 'identity' })
    const agreed = await people.agreedFor('face')
    const face = (image: string, texts: typeof agreed) => server.call('apply', 'face', { body: { image, agreed: texts } }, who)
    const large = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(imageBytesMax)]).toString('base64')
    expect((await face(Buffer.from('a text, no picture').toString('base64'), agreed)).error).toBe('IMAGE_NOT_SUPPORTED')
    expect((await face(large, agreed)).error).toBe('IMAGE_TOO_LARGE')
    expect((await face(pictures.png, [])).error).toBe('AGREEMENT_REQUIRED')
    expect((await face(pictures.png, outdated(agreed))).error).toBe('AGREEMENT_OUTDATED')
    server.providers.face.compare.next({ answer: 'refused', reason: 'noFace' })
    expect((await face(pictures.png, agreed)).detail).toEqual({ left: 4 })
  })
})

async function freshToken({ mobile }: Applicant): Promise<string> {
  await server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, { address: '10.2.0.1' })
  const authCode = /\d{4}/.exec(server.providers.sms.send.calls.at(-1)?.text ?? '')?.[0] ?? ''
  const { data } = await server.call('session', 'registerAndLogin', { body: { mobile, authCode, agreed: await people.agreedFor('login') } })
  return data?.token ?? ''
}
