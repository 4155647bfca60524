import type { SolvedCheck } from '@fyh/contract/sms-check.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { agreedTo, lastCodeOf, must } from '#platform/test-borrower.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { scriptedSolution } from '#providers/scripted.ts'

const settings = { SMS_CHECK_SENDS: '5', SMS_CHECK_PHONES: '3', SMS_CHECK_WRONG: '3', SMS_ADDRESS_DAILY_MAX: '30' }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings })
})
afterAll(() => server.close())

let phones = 0
const newPhone = () => {
  phones += 1
  return `1360000${String(phones).padStart(4, '0')}`
}
let addresses = 0
const newAddress = () => {
  addresses += 1
  return `10.3.${Math.floor(addresses / 250)}.${addresses % 250}`
}
const send = (mobile: string, address: string, check?: SolvedCheck) =>
  server.call('session', 'sendCode', { body: { mobile, purpose: 'login', ...(check && { check }) } }, { address })
const smsTo = (mobile: string) => server.providers.sms.send.calls.filter((call) => call.mobile === mobile).length
const detail = z.object({ challenge: z.object({ checkId: z.string(), question: z.string(), width: z.int() }) })
const checkIdOf = (answer: { detail?: unknown }) => detail.parse(answer.detail).challenge.checkId
const solved = (checkId: string): SolvedCheck => ({ checkId, solution: scriptedSolution })

/** A network from which as many codes were sent as need no check, all to one household's three phones. */
async function busyNetwork(): Promise<string> {
  const address = newAddress()
  const mobiles = [newPhone(), newPhone(), newPhone()]
  for (const mobile of [...mobiles, ...mobiles.slice(0, 2)]) {
    server.machine.pass(61_000)
    must(await send(mobile, address))
  }
  server.machine.pass(61_000)
  return address
}
async function challenged(mobile: string, address: string): Promise<string> {
  const answer = await send(mobile, address)
  expect(answer.error).toBe('CHECK_REQUIRED')
  return checkIdOf(answer)
}

describe('when a check is asked for', () => {
  test('R2.8 session.sendCode: CHECK_REQUIRED with a challenge once a network has had five codes sent, and no SMS goes out', async () => {
    const address = await busyNetwork()
    const mobile = newPhone()
    const answer = await send(mobile, address)
    expect(answer.error).toBe('CHECK_REQUIRED')
    expect(detail.parse(answer.detail).challenge).toMatchObject({ question: expect.stringContaining('等于'), width: 280 })
    expect(smsTo(mobile)).toBe(0)
  })

  test('R2.8 the fourth phone of a network needs a check, a phone from before does not', async () => {
    const address = newAddress()
    const first = newPhone()
    for (const mobile of [first, newPhone(), newPhone()]) must(await send(mobile, address))
    expect((await send(newPhone(), address)).error).toBe('CHECK_REQUIRED')
    server.machine.pass(61_000)
    must(await send(first, address))
  })

  test('R2.8 three wrong codes of strangers for a phone need a check, from whichever network the next code is asked', async () => {
    const mobile = newPhone()
    const address = newAddress()
    must(await send(mobile, address))
    const wrong = lastCodeOf(server, mobile) === '0000' ? '1111' : '0000'
    const body = { mobile, authCode: wrong, agreed: await agreedTo(server, 'login') }
    for (let tries = 0; tries < 3; tries += 1) await server.call('session', 'registerAndLogin', { body }, { address })
    server.machine.pass(61_000)
    expect((await send(mobile, newAddress())).error).toBe('CHECK_REQUIRED')
  })

  test('R2.8 the owner of a phone who is logged in in the network needs none', async () => {
    const address = newAddress()
    const mobile = newPhone()
    must(await send(mobile, address))
    const body = { mobile, authCode: lastCodeOf(server, mobile), agreed: await agreedTo(server, 'login') }
    must(await server.call('session', 'registerAndLogin', { body }, { address }))
    for (let other = 0; other < 2; other += 1) must(await send(newPhone(), address))
    for (let more = 0; more < 3; more += 1) {
      server.machine.pass(61_000)
      must(await send(mobile, address))
    }
  })

  test('R2.8 registered and unknown phones are treated alike', async () => {
    const known = await server.newBorrower({ upTo: 'login' })
    const address = await busyNetwork()
    expect((await send(known.mobile, address)).error).toBe('CHECK_REQUIRED')
    expect((await send(newPhone(), address)).error).toBe('CHECK_REQUIRED')
  })
})

describe('a challenge', () => {
  test('R2.8 solved, it sends one code, and never a second one', async () => {
    const address = await busyNetwork()
    const mobile = newPhone()
    const checkId = await challenged(mobile, address)
    must(await send(mobile, address, solved(checkId)))
    expect(smsTo(mobile)).toBe(1)
    server.machine.pass(61_000)
    const again = await send(mobile, address, solved(checkId))
    expect(again.error).toBe('CHECK_EXPIRED')
    expect(checkIdOf(again)).not.toBe(checkId)
    expect(smsTo(mobile)).toBe(1)
  })

  test('R2.8 session.sendCode: CHECK_WRONG with another challenge; the first one is used up', async () => {
    const address = await busyNetwork()
    const mobile = newPhone()
    const checkId = await challenged(mobile, address)
    const answer = await send(mobile, address, { checkId, solution: { kind: 'slide', x: 1 } })
    expect(answer.error).toBe('CHECK_WRONG')
    expect((await send(mobile, address, solved(checkId))).error).toBe('CHECK_EXPIRED')
    must(await send(mobile, address, solved(checkIdOf(answer))))
  })

  test('R2.8 the question is another way to solve it', async () => {
    const address = await busyNetwork()
    const mobile = newPhone()
    const checkId = await challenged(mobile, address)
    must(await send(mobile, address, { checkId, solution: { kind: 'question', text: '12' } }))
    expect(smsTo(mobile)).toBe(1)
  })

  test('R2.8 it counts for its phone and its network alone', async () => {
    const address = await busyNetwork()
    const other = await busyNetwork()
    const mobile = newPhone()
    const checkId = await challenged(mobile, address)
    expect((await send(newPhone(), address, solved(checkId))).error).toBe('CHECK_EXPIRED')
    expect((await send(mobile, other, solved(checkId))).error).toBe('CHECK_EXPIRED')
  })

  test('R2.8 session.sendCode: CHECK_EXPIRED after two minutes', async () => {
    const address = await busyNetwork()
    const mobile = newPhone()
    const checkId = await challenged(mobile, address)
    server.machine.pass(121_000)
    expect((await send(mobile, address, solved(checkId))).error).toBe('CHECK_EXPIRED')
  })

  test('R2.8 two requests at once with one solution send one code', async () => {
    const address = await busyNetwork()
    const mobile = newPhone()
    const checkId = await challenged(mobile, address)
    const answers = await Promise.all([send(mobile, address, solved(checkId)), send(mobile, address, solved(checkId))])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(smsTo(mobile)).toBe(1)
  })

  test('R2.8 a running wait is reported before a check, so that no challenge is solved in vain', async () => {
    const address = await busyNetwork()
    const mobile = newPhone()
    must(await send(mobile, address, solved(await challenged(mobile, address))))
    expect((await send(mobile, address)).error).toBe('SMS_TOO_SOON')
  })
})

describe('while the checking party does not answer', () => {
  test('R2.8 session.sendCode: CHECK_UNAVAILABLE when no challenge can be issued or judged; unusual requests send nothing', async () => {
    const address = await busyNetwork()
    const mobile = newPhone()
    server.providers.check.issue.next({ answer: 'unknown' })
    expect((await send(mobile, address)).error).toBe('CHECK_UNAVAILABLE')
    const checkId = await challenged(mobile, address)
    server.providers.check.verify.next({ answer: 'unknown' })
    expect((await send(mobile, address, solved(checkId))).error).toBe('CHECK_UNAVAILABLE')
    expect(smsTo(mobile)).toBe(0)
  })

  test('R2.8 the first codes of a network go out as ever', async () => {
    server.providers.check.issue.next({ answer: 'unknown' })
    must(await send(newPhone(), newAddress()))
    server.providers.check.issue.forget()
  })
})

describe('a flood', () => {
  test('R2.8 a thousand requests at once from one network, each for another phone, send three codes and cost 200 challenges at most', async () => {
    const address = newAddress()
    const before = server.providers.sms.send.calls.length
    const challenges = server.providers.check.issue.calls.length
    const answers = []
    for (let batch = 0; batch < 20; batch += 1)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => send(newPhone(), address)))))
    expect(server.providers.sms.send.calls.length - before).toBe(3)
    expect(server.providers.check.issue.calls.length - challenges).toBe(200)
    const errors = answers.map(({ error }) => error)
    expect(errors.filter((error) => error === undefined)).toHaveLength(3)
    expect(errors.filter((error) => error === 'CHECK_REQUIRED')).toHaveLength(200)
    expect(errors.filter((error) => error === 'SMS_ADDRESS_LIMIT')).toHaveLength(797)
  })

  test('R2.8 one that solves every challenge ends at the daily limit of the network', async () => {
    const address = newAddress()
    const before = server.providers.sms.send.calls.length
    for (let request = 0; request < 40; request += 1) {
      const mobile = newPhone()
      const answer = await send(mobile, address)
      if (answer.error === 'CHECK_REQUIRED') await send(mobile, address, solved(checkIdOf(answer)))
    }
    expect(server.providers.sms.send.calls.length - before).toBe(30)
    expect((await send(newPhone(), address)).error).toBe('SMS_ADDRESS_LIMIT')
  })
})
