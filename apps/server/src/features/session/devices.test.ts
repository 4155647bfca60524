import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)'
const android = 'Mozilla/5.0 (Linux; Android 13)'
let phones = 0
const newPhone = () => {
  phones += 1
  return `1390000${String(phones).padStart(4, '0')}`
}

async function logIn(mobile: string, userAgent: string, address: string): Promise<string> {
  const caller = { address, headers: { 'user-agent': userAgent } }
  server.machine.pass(61_000)
  await server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, caller)
  const authCode = /\d{4}/.exec(server.providers.sms.send.calls.findLast((call) => call.mobile === mobile)?.text ?? '')?.[0] ?? ''
  const agreed = (await server.call('agreement', 'current', { query: { scene: 'login' } })).data?.texts ?? []
  const answer = await server.call('session', 'registerAndLogin', { body: { mobile, authCode, agreed } }, caller)
  return answer.data?.token ?? ''
}
const devices = async (token: string) => (await server.call('session', 'devices', {}, { token })).data?.devices ?? []
const codeOf = async (token: string) => (await server.call('session', 'devices', {}, { token })).code

test('AU-14 a borrower sees where the account is logged in, this device first, and nothing of anybody else', async () => {
  const mobile = newPhone()
  const first = await logIn(mobile, iphone, '10.1.0.1')
  const second = await logIn(mobile, android, '10.1.0.2')
  await logIn(newPhone(), android, '10.1.0.3')
  const seen = await devices(first)
  expect(seen.map(({ userAgent, address, isThis }) => [userAgent, address, isThis])).toEqual([
    [iphone, '10.1.0.1', true],
    [android, '10.1.0.2', false],
  ])
  expect(JSON.stringify(seen)).not.toContain(second)
  const started = new Date(seen[1]?.startedAt ?? '').getTime()
  expect(started - new Date(seen[0]?.startedAt ?? '').getTime()).toBe(61_000)
  const untilUsed = 61_000 + 3 * 86_400_000
  server.machine.pass(3 * 86_400_000)
  await devices(second)
  const later = (await devices(first)).find(({ isThis }) => !isThis)
  expect(new Date(later?.usedAt ?? '').getTime() - started).toBe(untilUsed)
})

test('AU-14 ending one device, or all others, makes their tokens dead at once and leaves this one', async () => {
  const mobile = newPhone()
  const [one, two, three] = [
    await logIn(mobile, iphone, '10.2.0.1'),
    await logIn(mobile, android, '10.2.0.2'),
    await logIn(mobile, android, '10.2.0.3'),
  ]
  const id = (await devices(one)).find(({ address }) => address === '10.2.0.2')?.id ?? ''
  for (const _ of ['first', 'again']) expect((await server.call('session', 'endDevice', { body: { id } }, { token: one })).code).toBe(0)
  expect(await Promise.all([one, two, three].map(codeOf))).toEqual([0, -1, 0])
  await server.call('session', 'endDevice', { body: { allOthers: true } }, { token: one })
  expect(await Promise.all([one, three].map(codeOf))).toEqual([0, -1])
})

test('nobody ends the login of somebody else', async () => {
  const own = await logIn(newPhone(), iphone, '10.3.0.1')
  const theirs = await logIn(newPhone(), android, '10.3.0.2')
  const id = (await devices(theirs))[0]?.id ?? randomUUID()
  await server.call('session', 'endDevice', { body: { id } }, { token: own })
  await server.call('session', 'endDevice', { body: { allOthers: true } }, { token: own })
  expect(await codeOf(theirs)).toBe(0)
})
