import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindCard, lastCodeOf, must, type TestBorrower } from '#platform/test-borrower.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

let phones = 0
const newPhone = () => {
  phones += 1
  return `1350000${String(phones).padStart(4, '0')}`
}
const ask = (borrower: TestBorrower, purpose: 'oldPhone' | 'newPhone', mobile: string) => {
  server.machine.pass(61_000)
  return server.call('session', 'sendCode', { body: { purpose, mobile } }, borrower)
}
async function codes(borrower: TestBorrower, mobile: string) {
  must(await ask(borrower, 'oldPhone', mobile))
  const oldCode = lastCodeOf(server, borrower.mobile)
  must(await ask(borrower, 'newPhone', mobile))
  return { mobile, oldCode, newCode: lastCodeOf(server, mobile) }
}
const change = (borrower: TestBorrower, body: { mobile: string; oldCode: string; newCode: string }) =>
  server.call('session', 'changeMobile', { body }, borrower)
const wrong = (code: string) => (code === '0000' ? '1111' : '0000')
async function logIn(mobile: string) {
  server.machine.pass(61_000)
  must(await server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, { address: '10.8.0.9' }))
  const agreed = must(await server.call('agreement', 'current', { query: { scene: 'login' } })).texts
  return must(await server.call('session', 'registerAndLogin', { body: { mobile, authCode: lastCodeOf(server, mobile), agreed } }))
}
const textsTo = (mobile: string, template: string) =>
  server.providers.sms.send.calls.filter((call) => call.mobile === mobile && call.template === template).map(({ text }) => text)

describe('R2.28 changing the phone', () => {
  test('R2.28 after it the new phone logs into the same account, and the old one into a new account', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const mobile = newPhone()
    expect(must(await change(borrower, await codes(borrower, mobile)))).toEqual({ mobileMask: `135****${mobile.slice(7)}` })
    expect((await logIn(mobile)).user.userId).toBe(borrower.userId)
    const other = await logIn(borrower.mobile)
    expect(other.isNew).toBe(true)
    expect(other.user.userId).not.toBe(borrower.userId)
  })

  test('R2.28 the logins on other devices end, the one that changed it stays', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const { token } = await logIn(borrower.mobile)
    must(await change(borrower, await codes(borrower, newPhone())))
    expect((await server.call('session', 'devices', {}, { token })).error).toBe('LOGIN_EXPIRED')
    expect(must(await server.call('session', 'devices', {}, borrower)).devices).toHaveLength(1)
  })

  test('R2.28 the old phone gets one SMS about it, and the borrower a message with the new phone masked', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const mobile = newPhone()
    must(await change(borrower, await codes(borrower, mobile)))
    await server.runJobs()
    expect(textsTo(borrower.mobile, 'phoneChanged')).toEqual([expect.stringContaining('登录手机号已更换')])
    expect(textsTo(mobile, 'phoneChanged')).toEqual([])
    const { items } = must(await server.call('message', 'list', { query: {} }, borrower))
    expect(items.find(({ kind }) => kind === 'phoneChanged')?.params).toEqual({ mobileMask: `135****${mobile.slice(7)}` })
  })

  test('R2.28 the SMS to the old phone is sent once, though the carrier’s answer is lost', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await change(borrower, await codes(borrower, newPhone())))
    server.providers.sms.send.loseAnswer()
    await server.runJobs()
    await server.retryJobs()
    expect(
      new Set(
        server.providers.sms.send.calls
          .filter(({ template, mobile }) => template === 'phoneChanged' && mobile === borrower.mobile)
          .map(({ key }) => key),
      ).size,
    ).toBe(1)
  })

  test('R2.28 cards keep their reserved phone', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const before = must(await server.call('card', 'list', {}, borrower)).cards
    must(await change(borrower, await codes(borrower, newPhone())))
    expect(must(await server.call('card', 'list', {}, borrower)).cards).toEqual(before)
    await bindCard(server, borrower, 4321)
    expect(server.providers.bank.startBind.calls.at(-1)?.mobile).toBe(borrower.mobile)
  })

  test('R2.28 session.changeMobile: SMS_CODE_OTHER_ORDER, because the code to the old phone names the new one and confirms no other', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const mobile = newPhone()
    const { oldCode } = await codes(borrower, mobile)
    expect(textsTo(borrower.mobile, 'code.oldPhone').at(-1)).toContain(`将登录手机号更换为 135****${mobile.slice(7)}`)
    const other = newPhone()
    must(await ask(borrower, 'newPhone', other))
    expect((await change(borrower, { mobile: other, oldCode, newCode: lastCodeOf(server, other) })).error).toBe('SMS_CODE_OTHER_ORDER')
  })
})

async function block(mobile: string): Promise<void> {
  const row = { phone_index: server.deps.seal.blindIndex('mobile', mobile), reason: 'test', blocked_at: server.machine.now() }
  await server.db.insertInto('blocked_phone').values(row).execute()
}

describe('R2.28 refusals', () => {
  test('session.sendCode: MOBILE_SAME for the phone that is logged in with', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    expect((await ask(borrower, 'oldPhone', borrower.mobile)).error).toBe('MOBILE_SAME')
    expect((await ask(borrower, 'newPhone', borrower.mobile)).error).toBe('MOBILE_SAME')
  })

  test('session.changeMobile: MOBILE_INVALID, session.changeMobile: MOBILE_BLOCKED', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const proof = { oldCode: '0000', newCode: '0000' }
    expect((await change(borrower, { mobile: '12345', ...proof })).error).toBe('MOBILE_INVALID')
    const mobile = newPhone()
    await block(mobile)
    expect((await change(borrower, { mobile, ...proof })).error).toBe('MOBILE_BLOCKED')
  })

  test('session.changeMobile: MOBILE_BLOCKED for a borrower whose phone was blocked after its code was sent', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const proof = await codes(borrower, newPhone())
    await block(borrower.mobile)
    expect((await change(borrower, proof)).error).toBe('MOBILE_BLOCKED')
  })

  test('session.changeMobile: MOBILE_TAKEN only after both codes are right; asking for codes and a wrong code say nothing of it', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const taken = (await server.newBorrower({ upTo: 'login' })).mobile
    const free = newPhone()
    const [ofTaken, ofFree] = [await ask(borrower, 'newPhone', taken), await ask(borrower, 'newPhone', free)]
    expect({ ...ofTaken.data, mobileMask: '' }).toEqual({ ...ofFree.data, mobileMask: '' })
    const proof = await codes(borrower, taken)
    expect((await change(borrower, { ...proof, newCode: wrong(proof.newCode) })).error).toBe('SMS_CODE_WRONG')
    expect((await change(borrower, proof)).error).toBe('MOBILE_TAKEN')
    // Nothing changed, and the codes can still be used for another phone's refusal alone.
    expect((await logIn(borrower.mobile)).user.userId).toBe(borrower.userId)
  })

  test('session.changeMobile: SMS_CODE_WRONG for either code, session.changeMobile: SMS_CODE_EXPIRED without one', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const mobile = newPhone()
    expect((await change(borrower, { mobile, oldCode: '0000', newCode: '0000' })).error).toBe('SMS_CODE_EXPIRED')
    const proof = await codes(borrower, mobile)
    const wrongCode = { error: 'SMS_CODE_WRONG' }
    expect(await change(borrower, { ...proof, oldCode: wrong(proof.oldCode) })).toMatchObject({ ...wrongCode, detail: { of: 'oldCode' } })
    expect(await change(borrower, { ...proof, newCode: wrong(proof.newCode) })).toMatchObject({ ...wrongCode, detail: { of: 'newCode' } })
    must(await change(borrower, proof))
  })

  test('session.changeMobile: SMS_TRIES_LIMIT after twenty wrong codes in a day', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const mobile = newPhone()
    const { newCode } = await codes(borrower, mobile)
    let oldCode = ''
    for (let tries = 0; tries < 20; tries += 1) {
      if (tries % 4 === 0) must(await ask(borrower, 'oldPhone', mobile))
      oldCode = lastCodeOf(server, borrower.mobile)
      await change(borrower, { mobile, oldCode: wrong(oldCode), newCode })
    }
    expect((await change(borrower, { mobile, oldCode, newCode })).error).toBe('SMS_TRIES_LIMIT')
  })

  test('session.changeMobile: the code that one account had sent to the new phone proves nothing for another account', async () => {
    const [one, other] = [await server.newBorrower({ upTo: 'login' }), await server.newBorrower({ upTo: 'login' })]
    const mobile = newPhone()
    must(await ask(other, 'oldPhone', mobile))
    const oldCode = lastCodeOf(server, other.mobile)
    must(await ask(one, 'newPhone', mobile))
    expect((await change(other, { mobile, oldCode, newCode: lastCodeOf(server, mobile) })).error).toBe('SMS_CODE_OTHER_ORDER')
  })

  test('session.sendCode: the codes to a new phone end at five a day', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const mobile = newPhone()
    for (let sent = 0; sent < 5; sent += 1) must(await ask(borrower, 'newPhone', mobile))
    expect((await ask(borrower, 'newPhone', mobile)).error).toBe('SMS_DAILY_LIMIT')
  })
})

describe('R2.28 at once and again', () => {
  test('R2.28 two taps with the same codes change it once, and both answer that it is changed', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const proof = await codes(borrower, newPhone())
    const answers = await Promise.all([change(borrower, proof), change(borrower, proof), change(borrower, proof)])
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
    const rows = await server.db.selectFrom('phone_change').select('change_id').where('user_id', '=', borrower.userId).execute()
    expect(rows).toHaveLength(1)
  })

  test('R2.28 two accounts that want one phone at once: one gets it', async () => {
    const [one, other] = [await server.newBorrower({ upTo: 'login' }), await server.newBorrower({ upTo: 'login' })]
    const mobile = newPhone()
    // The newest code to the phone belongs to one account, so the other proves first what it can.
    const first = await codes(one, mobile)
    const second = await codes(other, mobile)
    const answers = await Promise.all([change(one, first), change(other, second)])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect((await logIn(mobile)).user.userId).toBe(other.userId)
  })

  test('R2.28 a crash on the way leaves the old phone in force and the codes usable', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const proof = await codes(borrower, newPhone())
    const { send } = server.deps.jobs
    server.deps.jobs.send = async () => {
      throw new Error('the process ended here')
    }
    await expect(change(borrower, proof)).rejects.toThrow('500')
    server.deps.jobs.send = send
    expect(must(await server.call('session', 'devices', {}, borrower)).devices).toHaveLength(1)
    must(await change(borrower, proof))
  })
})
