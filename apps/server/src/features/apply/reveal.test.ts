import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { type Applicant, applicants, goodProfile } from './test-applicant.ts'

let server: TestServer
let people: ReturnType<typeof applicants>
beforeAll(async () => {
  server = await testServer()
  people = applicants(server)
})
afterAll(() => server.close())

const reveal = (token: string | undefined) =>
  server.inject({
    method: 'POST',
    url: '/api/fyh/app/apply/confirm/reveal',
    headers: { 'content-type': 'application/json', ...(token && { 'x-user-token': token }) },
    payload: '{}',
  })
const next = async (who: Applicant) => (await server.call('apply', 'reFlow', {}, who)).data?.next

test('R2.18 the owner alone sees name, number and contacts in clear, in an answer that nothing may keep', async () => {
  const who = await people.applicant({ upTo: 'profile' })
  const answer = await reveal(who.token)
  expect(answer.json().data).toEqual({
    name: '测试',
    idNumber: who.idNumber,
    mobile: who.mobile,
    contacts: [goodProfile.contactOne, goodProfile.contactTwo].map(({ name, mobile }) => ({ name, mobile })),
  })
  expect(answer.headers['cache-control']).toBe('no-store')
  const other = await people.applicant({ upTo: 'profile' })
  expect((await reveal(other.token)).json().data.idNumber).toBe(other.idNumber)
  expect((await reveal(undefined)).json()).toMatchObject({ code: -1, error: 'LOGIN_EXPIRED' })
})

test('apply.reveal: APPLY_STEP_NOT_OPEN before the profile is handed in, and once the application is decided', async () => {
  for (const upTo of ['face', 'decision'] as const)
    expect((await reveal((await people.applicant({ upTo })).token)).json().error).toBe('APPLY_STEP_NOT_OPEN')
})

test('R2.14 the identity can be put right until the application is handed in; another name has to be proved by the face again', async () => {
  const who = await people.applicant({ upTo: 'profile' })
  await people.takePhotos(who)
  expect((await people.confirmIdentity(who, { validTo: '2037-03-07' })).code).toBe(0)
  expect(await next(who)).toBe('confirm')
  expect((await people.confirmIdentity(who, { name: '测验' })).code).toBe(0)
  expect(await next(who)).toBe('face')
  expect((await people.submit(who)).error).toBe('APPLY_STEP_NOT_OPEN')
  expect((await people.passFace(who)).code).toBe(0)
  expect(await next(who)).toBe('confirm')
})
