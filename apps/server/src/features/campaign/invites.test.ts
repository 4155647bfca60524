import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreedTo, lastCodeOf, must } from '#platform/test-borrower.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

/** Logs in by phone, with a code out of an invite link if there is one. */
async function logIn(mobile: string, inviteCode?: string) {
  server.machine.pass(61_000)
  must(await server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }))
  const body = { mobile, authCode: lastCodeOf(server, mobile), agreed: await agreedTo(server, 'login'), ...(inviteCode && { inviteCode }) }
  const { token, isNew, user } = must(await server.call('session', 'registerAndLogin', { body }))
  return { token, isNew, userId: user.userId }
}

const invite = async ({ token }: { token: string }) => must(await server.call('campaign', 'invite', { body: {} }, { token }))
const invitations = async (userId: number) =>
  (
    await server.db.selectFrom('invitation').select(['invitee_id', 'result']).where('user_id', '=', userId).orderBy('invitee_id').execute()
  ).map(({ invitee_id, result }) => [invitee_id, result])

test('an invite code is made once, is random, and says nothing of the borrower', async () => {
  const inviter = await logIn('13800000101')
  const codes = await Promise.all([invite(inviter), invite(inviter), invite(inviter)])
  expect(new Set(codes.map(({ code }) => code)).size).toBe(1)
  expect(codes[0]?.code).toMatch(/^[A-Za-z0-9]{10}$/)
  expect((await invite(await logIn('13800000102'))).code).not.toBe(codes[0]?.code)
})

test('a friend who registers with the code counts, once', async () => {
  const inviter = await logIn('13800000111')
  const { code } = await invite(inviter)
  const friend = await logIn('13800000112', code)
  expect(friend.isNew).toBe(true)
  expect(await invitations(inviter.userId)).toEqual([[friend.userId, 'counted']])
  await logIn('13800000112', code)
  expect(await invite(inviter)).toEqual({ code, registered: 1 })
})

test('one’s own code, a borrower who had registered before, and a code that is none don’t count; the login works all the same', async () => {
  const inviter = await logIn('13800000121')
  const { code } = await invite(inviter)
  const known = await logIn('13800000122')
  await logIn('13800000122', code)
  await logIn('13800000121', code)
  const stranger = await logIn('13800000123', 'nobodysone')
  expect(stranger.isNew).toBe(true)
  expect(await invitations(inviter.userId)).toEqual(
    [
      [inviter.userId, 'self'],
      [known.userId, 'existingUser'],
    ].toSorted((a, b) => Number(a[0]) - Number(b[0])),
  )
  expect((await invite(inviter)).registered).toBe(0)
})
