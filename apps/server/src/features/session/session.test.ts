import { maskMobile } from '@fyh/base/chinese-data.ts'
import { addDays, civilDate } from '@fyh/base/dates.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardIdOf, codeFor, quoted } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
/** All that the server writes to its log, its least important lines too. */
const logged: string[] = []
beforeAll(async () => {
  server = await testServer({ log: makeLog({ name: 'test', level: 'trace', to: { write: (line: string) => void logged.push(line) } }) })
})
afterAll(() => server.close())

let phones = 0
const newPhone = () => {
  phones += 1
  return `1380000${String(phones).padStart(4, '0')}`
}
let addresses = 0
const newAddress = () => {
  addresses += 1
  return `10.0.${Math.floor(addresses / 250)}.${addresses % 250}`
}

const lastCode = (mobile: string) => {
  const text = server.providers.sms.send.calls.findLast((call) => call.mobile === mobile)?.text ?? ''
  return /\d{4}/.exec(text)?.[0] ?? ''
}
const wrongCode = (code: string) => (code === '0000' ? '1111' : '0000')
const send = (mobile: string, address = newAddress()) =>
  server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, { address })
const agreedTexts = async () => (await server.call('agreement', 'current', { query: { scene: 'login' } })).data?.texts ?? []
const logIn = async (mobile: string, authCode: string) =>
  server.call('session', 'registerAndLogin', { body: { mobile, authCode, agreed: await agreedTexts() } })

async function newLogin(mobile = newPhone()) {
  await send(mobile)
  const answer = await logIn(mobile, lastCode(mobile))
  return { mobile, token: answer.data?.token ?? '' }
}

describe('phone check', () => {
  test('R7.17 a phone is checked, and the answer is the same whether it is registered or not', async () => {
    const { mobile } = await newLogin()
    server.machine.pass(60_000)
    const known = await server.call('session', 'checkMobile', { body: { mobile } })
    const unknown = await server.call('session', 'checkMobile', { body: { mobile: newPhone() } })
    expect(known.data).toEqual({ mobileMask: `138****${mobile.slice(7)}`, smsCodeDigits: 4, waitSeconds: 0 })
    expect({ ...unknown.data, mobileMask: '' }).toEqual({ ...known.data, mobileMask: '' })
  })

  test.each(['12000000000', '1380000000', '‎', 'abc'])('session.checkMobile: MOBILE_INVALID for %s', async (mobile) => {
    expect((await server.call('session', 'checkMobile', { body: { mobile } })).error).toBe('MOBILE_INVALID')
  })

  const blockedPhone = async () => {
    const mobile = newPhone()
    const phone_index = server.deps.seal.blindIndex('mobile', mobile)
    await server.db
      .insertInto('blocked_phone')
      .values({ phone_index, reason: 'asked for by its owner', blocked_at: server.machine.now() })
      .execute()
    return mobile
  }

  test('session.checkMobile: MOBILE_BLOCKED for a blocked phone', async () => {
    expect((await server.call('session', 'checkMobile', { body: { mobile: await blockedPhone() } })).error).toBe('MOBILE_BLOCKED')
  })

  test('session.sendCode: MOBILE_BLOCKED for a blocked phone, and nothing is sent', async () => {
    const mobile = await blockedPhone()
    expect((await send(mobile)).error).toBe('MOBILE_BLOCKED')
    expect(server.providers.sms.send.calls.some((call) => call.mobile === mobile)).toBe(false)
  })

  test('session.registerAndLogin: MOBILE_BLOCKED for a blocked phone', async () => {
    expect((await logIn(await blockedPhone(), '0000')).error).toBe('MOBILE_BLOCKED')
  })

  test.each(['‭138 0000 9000‬', '+86 138-0000-9000', '８６１３８００００９０００', '008613800009000'])(
    'UI-10 %j is the phone 13800009000 for the server too',
    async (mobile) => {
      const answer = await server.call('session', 'checkMobile', { body: { mobile } })
      expect(answer.data?.mobileMask).toBe('138****9000')
    },
  )
})

describe('sending a code', () => {
  test('R7.18 AU-11 a code of four digits is sent for five minutes, and is nowhere in the answer', async () => {
    const mobile = newPhone()
    const answer = await server.inject({
      method: 'POST',
      url: '/api/fp/app/sms/authCode/send',
      remoteAddress: newAddress(),
      payload: { mobile, purpose: 'login' },
    })
    expect(answer.json().data).toEqual({
      smsCodeDigits: 4,
      waitSeconds: 60,
      expiresInSeconds: 300,
      mobileMask: `138****${mobile.slice(7)}`,
    })
    const code = lastCode(mobile)
    expect(code).toMatch(/^\d{4}$/)
    const told = `${JSON.stringify({ ...answer.json(), data: null })}${JSON.stringify({ ...answer.headers, date: '', 'x-business-time': '', 'x-request-id': '' })}`
    expect(told).not.toContain(code)
  })

  test('AU-11 from sending to a vendor that fails to wrong and right tries, the code is in no answer, header or line of the log', async () => {
    const mobile = newPhone()
    const told: string[] = []
    const ask = async (url: string, payload: object) => {
      const { headers, payload: body } = await server.inject({ method: 'POST', url: `/api${url}`, remoteAddress: newAddress(), payload })
      const { date: _, 'x-business-time': __, 'x-request-id': ___, ...named } = headers
      told.push(JSON.stringify(named), body)
    }
    const before = logged.length
    const send = () => ask('/fp/app/sms/authCode/send', { mobile, purpose: 'login' })
    const tryCode = async (authCode: string) => ask('/fp/app/user/registerAndLogin', { mobile, authCode, agreed: await agreedTexts() })
    server.providers.sms.send.loseAnswer()
    await send()
    const codes = [lastCode(mobile)]
    server.machine.pass(60_000)
    await send()
    codes.push(lastCode(mobile))
    await send()
    await tryCode(wrongCode(lastCode(mobile)))
    await tryCode(lastCode(mobile))
    await tryCode(lastCode(mobile))
    const lines = logged.slice(before).map((line) => ({ ...JSON.parse(line), time: '', requestId: '', ms: 0 }))
    expect(lines.filter(({ path }) => path === '/api/fp/app/sms/authCode/send')).toHaveLength(3)
    // A code is four digits in a row and none beside them; ids and tokens are longer and drawn by chance.
    for (const code of codes) expect([...told, JSON.stringify(lines)].join('\n')).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`))
    expect(told.join('\n')).toContain('"token":')
  })

  test('session.sendCode: MOBILE_INVALID for what is no phone', async () => {
    expect((await server.call('session', 'sendCode', { body: { mobile: '1380000', purpose: 'login' } })).error).toBe('MOBILE_INVALID')
  })

  test('AU-07 session.sendCode: SMS_TOO_SOON tells the seconds left, as the phone check does after a reload; one message in all', async () => {
    const mobile = newPhone()
    await send(mobile)
    server.machine.pass(40_000)
    expect((await server.call('session', 'checkMobile', { body: { mobile } })).data?.waitSeconds).toBe(20)
    server.machine.pass(1_000)
    const again = await send(mobile)
    expect([again.error, again.detail, again.msg]).toEqual(['SMS_TOO_SOON', { waitSeconds: 19 }, '验证码发送过于频繁，请 19 秒后再试'])
    expect(server.providers.sms.send.calls.filter((call) => call.mobile === mobile)).toHaveLength(1)
    server.machine.pass(19_000)
    expect((await send(mobile)).code).toBe(0)
  })

  test('AU-08 two requests in the same moment send one message', async () => {
    const mobile = newPhone()
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(mobile)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(server.providers.sms.send.calls.filter((call) => call.mobile === mobile)).toHaveLength(1)
  })

  test('AU-08 session.sendCode: SMS_DAILY_LIMIT after ten a day, however the phone is written, and free again the next day', async () => {
    const mobile = newPhone()
    const spellings = [mobile, `+86${mobile}`, `0086${mobile}`, `${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}`]
    for (let count = 0; count < 10; count += 1) {
      expect((await send(spellings[count % spellings.length] ?? '')).code).toBe(0)
      server.machine.pass(60_000)
    }
    expect((await send(mobile)).error).toBe('SMS_DAILY_LIMIT')
    server.machine.pass(86_400_000)
    expect((await send(mobile)).code).toBe(0)
  })

  test('AU-08 session.sendCode: SMS_ADDRESS_LIMIT for the 31st of a day from one address, whatever X-Forwarded-For says', async () => {
    const sendFrom = (forwarded: number) =>
      server.call(
        'session',
        'sendCode',
        { body: { mobile: newPhone(), purpose: 'login' } },
        { address: '10.9.9.9', headers: { 'x-forwarded-for': `1.1.1.${forwarded}` } },
      )
    for (let count = 1; count <= 30; count += 1) expect((await sendFrom(count)).code).toBe(0)
    expect((await sendFrom(31)).error).toBe('SMS_ADDRESS_LIMIT')
  })

  test.each([{ answer: 'refused', reason: 'no route' } as const, { answer: 'unknown' } as const])(
    'session.sendCode: SMS_NOT_SENT when the carrier answers %j, and the next try need not wait',
    async (carrier) => {
      const mobile = newPhone()
      server.providers.sms.send.next(carrier)
      expect((await send(mobile)).error).toBe('SMS_NOT_SENT')
      expect((await send(mobile)).code).toBe(0)
    },
  )

  test('a code that moves money goes to the borrower’s own phone, and only to somebody logged in', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const { mobile, token } = borrower
    const { quoteId } = await quoted(server, borrower)
    const asked = { body: { purpose: 'withdraw', quoteId, cardId: cardIdOf(borrower) } } as const
    expect((await server.call('session', 'sendCode', asked, { address: newAddress() })).code).toBe(-1)
    expect((await server.call('session', 'sendCode', asked, { token, address: newAddress() })).data?.mobileMask).toBe(maskMobile(mobile))
    expect(server.providers.sms.send.calls.at(-1)).toMatchObject({ mobile, template: 'code.withdraw' })
  })
})

describe('logging in', () => {
  test('R7.16 the first login registers, the next finds the same borrower; R3.10', async () => {
    const mobile = newPhone()
    await send(mobile)
    const first = await logIn(mobile, lastCode(mobile))
    server.machine.pass(60_000)
    await send(mobile)
    const second = await logIn(`+86 ${mobile}`, lastCode(mobile))
    expect(first).toMatchObject({ code: 0, msg: '', data: { isNew: true, user: { mobile: `138****${mobile.slice(7)}`, name: null } } })
    expect(second.data).toMatchObject({ isNew: false, user: { userId: first.data?.user.userId } })
    expect(second.data?.token).not.toBe(first.data?.token)
  })

  test('phone and code in full-width digits log in', async () => {
    const mobile = newPhone()
    await send(mobile)
    const fullWidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    expect(await logIn(fullWidth(mobile), fullWidth(lastCode(mobile)))).toMatchObject({ code: 0, data: { isNew: true } })
  })

  test('R9.2 the channel code is fyh unless another one is given', async () => {
    const channelOf = async (channelCode?: string) => {
      const mobile = newPhone()
      await send(mobile)
      const body = { mobile, authCode: lastCode(mobile), agreed: await agreedTexts(), ...(channelCode !== undefined && { channelCode }) }
      const userId = (await server.call('session', 'registerAndLogin', { body })).data?.user.userId ?? 0
      return (await server.db.selectFrom('borrower').select('channel_code').where('user_id', '=', userId).executeTakeFirst())?.channel_code
    }
    expect([await channelOf(), await channelOf('FYH-mini')]).toEqual(['fyh', 'FYH-mini'])
  })

  test('a new borrower finds a word of welcome', async () => {
    const { token } = await newLogin()
    const { data } = await server.call('message', 'list', { query: {} }, { token })
    expect(data?.items.map(({ kind }) => kind)).toEqual(['welcome'])
  })

  test('session.registerAndLogin: AGREEMENT_REQUIRED names what is missing, and the code stays good', async () => {
    const mobile = newPhone()
    await send(mobile)
    const [first, ...rest] = await agreedTexts()
    const without = await server.call('session', 'registerAndLogin', { body: { mobile, authCode: lastCode(mobile), agreed: rest } })
    expect([without.error, without.msg]).toEqual(['AGREEMENT_REQUIRED', `请先阅读并同意《${first?.title}》`])
    expect((await logIn(mobile, lastCode(mobile))).code).toBe(0)
  })

  test('session.registerAndLogin: AGREEMENT_OUTDATED for another version', async () => {
    const mobile = newPhone()
    await send(mobile)
    const agreed = (await agreedTexts()).map((text) => ({ ...text, version: '0.9' }))
    expect((await server.call('session', 'registerAndLogin', { body: { mobile, authCode: lastCode(mobile), agreed } })).error).toBe(
      'AGREEMENT_OUTDATED',
    )
  })

  test('session.registerAndLogin: MOBILE_INVALID', async () => {
    expect((await logIn('123', '0000')).error).toBe('MOBILE_INVALID')
  })

  test('AU-10 session.registerAndLogin: SMS_CODE_EXPIRED for a code used before', async () => {
    const mobile = newPhone()
    await send(mobile)
    expect((await logIn(mobile, lastCode(mobile))).code).toBe(0)
    expect((await logIn(mobile, lastCode(mobile))).error).toBe('SMS_CODE_EXPIRED')
  })

  test('AU-10 of parallel logins by one code exactly one wins, and one borrower is made', async () => {
    const mobile = newPhone()
    await send(mobile)
    const code = lastCode(mobile)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(mobile, code)))
    expect(answers.map(({ error }) => error ?? 'in').sort()).toEqual([...Array.from({ length: 7 }, () => 'SMS_CODE_EXPIRED'), 'in'])
  })

  test('AU-10 session.registerAndLogin: SMS_CODE_WRONG tells the tries left; the right code still works', async () => {
    const mobile = newPhone()
    await send(mobile)
    const code = lastCode(mobile)
    const wrong = await logIn(mobile, wrongCode(code))
    expect([wrong.error, wrong.detail]).toEqual(['SMS_CODE_WRONG', { left: 4 }])
    expect((await logIn(mobile, code)).code).toBe(0)
  })

  test('after five wrong tries, also at once, the code is dead', async () => {
    const mobile = newPhone()
    await send(mobile)
    const code = lastCode(mobile)
    const wrong = await Promise.all(Array.from({ length: 12 }, () => logIn(mobile, wrongCode(code))))
    expect(wrong.filter(({ error }) => error === 'SMS_CODE_WRONG')).toHaveLength(4)
    expect((await logIn(mobile, code)).error).toBe('SMS_CODE_EXPIRED')
  })

  test('a code is dead after five minutes of machine time, whatever the business date', async () => {
    const mobile = newPhone()
    await send(mobile)
    await server.moveTo(addDays(civilDate((await server.call('session', 'clock', {})).data?.today ?? ''), 1))
    server.machine.pass(299_000)
    expect((await logIn(mobile, wrongCode(lastCode(mobile)))).error).toBe('SMS_CODE_WRONG')
    server.machine.pass(1_000)
    expect((await logIn(mobile, lastCode(mobile))).error).toBe('SMS_CODE_EXPIRED')
  })

  test('AU-13 after a second message the first code is wrong, the words say to use the latest, and the latest works', async () => {
    const mobile = newPhone()
    await send(mobile)
    const first = lastCode(mobile)
    do {
      server.machine.pass(61_000)
      await send(mobile)
    } while (lastCode(mobile) === first)
    const answer = await logIn(mobile, first)
    expect([answer.error, answer.msg]).toEqual(['SMS_CODE_WRONG', expect.stringContaining('请使用最新的一条')])
    expect((await logIn(mobile, lastCode(mobile))).code).toBe(0)
  })

  test('a code for one purpose does not serve another', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const { quoteId } = await quoted(server, borrower)
    const code = await codeFor(server, borrower, { quoteId })
    expect((await logIn(borrower.mobile, code)).error).toBe('SMS_CODE_EXPIRED')
  })
})

describe('sessions', () => {
  const list = (token?: string) => server.call('message', 'list', { query: {} }, token === undefined ? {} : { token })

  test('R7.19 AU-14 after logging out the token answers −1 at once, another login of the same borrower lives on', async () => {
    const { mobile, token } = await newLogin()
    server.machine.pass(60_000)
    const other = await newLogin(mobile)
    expect((await server.call('session', 'logout', { body: {} }, { token })).code).toBe(0)
    expect(await list(token)).toMatchObject({ code: -1, msg: '登录已过期，请重新登录', error: 'LOGIN_EXPIRED' })
    expect((await list(other.token)).code).toBe(0)
  })

  test.each([undefined, '', 'x'.repeat(43), 'short', "'; drop table borrower"])(
    'a token that is not one (%j) answers −1',
    async (token) => {
      expect((await list(token)).code).toBe(-1)
    },
  )

  test('a session lives 30 days from its last use, on machine time alone', async () => {
    const { token } = await newLogin()
    const days = (count: number) => server.machine.pass(count * 86_400_000)
    days(29)
    expect((await list(token)).code).toBe(0)
    days(29)
    expect((await list(token)).code).toBe(0)
    days(30)
    expect((await list(token)).code).toBe(-1)
  })

  test('only the hash of a token is stored', async () => {
    const { token } = await newLogin()
    const stored = await server.db.selectFrom('login_session').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('a phone is stored sealed', async () => {
    const { mobile } = await newLogin()
    const stored = await server.db.selectFrom('borrower').selectAll().execute()
    expect(stored.some(({ mobile_sealed }) => mobile_sealed.includes(mobile))).toBe(false)
  })

  test('old sessions, codes and counts are forgotten', async () => {
    await newLogin()
    server.machine.pass(31 * 86_400_000)
    await server.deps.jobs.send(server.db, 'session.forget', {})
    await server.runJobs()
    const left = await Promise.all(
      ['login_session', 'sms_code', 'sms_wait', 'sms_send_count'].map((table) =>
        server.db
          .selectFrom(table as 'sms_code')
          .selectAll()
          .execute(),
      ),
    )
    expect(left).toEqual([[], [], [], []])
  })
})

describe('business clock', () => {
  test('the date moves forward for everybody and its answer says so', async () => {
    const before = (await server.call('session', 'clock', {})).data?.today ?? ''
    const to = addDays(civilDate(before), 3)
    expect((await server.call('session', 'moveClock', { body: { today: to } })).data?.today).toBe(to)
    expect((await server.call('session', 'clock', {})).data?.today).toBe(to)
    const stored = await server.db.selectFrom('business_clock').select('offset_ms').executeTakeFirstOrThrow()
    expect(stored.offset_ms % 86_400_000).toBe(0)
  })

  test('session.moveClock: CLOCK_ONLY_FORWARD', async () => {
    const before = (await server.call('session', 'clock', {})).data?.today ?? ''
    expect((await server.call('session', 'moveClock', { body: { today: addDays(civilDate(before), -1) } })).error).toBe(
      'CLOCK_ONLY_FORWARD',
    )
  })

  test('a day more than 3,660 days ahead is refused by its field with the last day that can be had, and the date stays', async () => {
    const before = (await server.call('session', 'clock', {})).data?.today ?? ''
    const far = await server.call('session', 'moveClock', { body: { today: addDays(civilDate(before), 3_661) } })
    expect(far).toMatchObject({ error: 'INPUT_INVALID', detail: { fields: [{ field: 'today', reason: 'tooLarge' }] } })
    expect(far.msg).toBe(`请检查业务日期：一次最多调到 ${addDays(civilDate(before), 3_660)}`)
    expect((await server.call('session', 'clock', {})).data?.today).toBe(before)
  })

  test('a day that is none is refused', async () => {
    expect((await server.call('session', 'moveClock', { body: { today: '2027-02-30' } })).error).toBe('INPUT_INVALID')
    expect(await server.call('session', 'moveClock', { body: { today: 'tomorrow' } })).toMatchObject({ msg: '请检查日期：格式不正确' })
  })
})
