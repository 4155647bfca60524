import { channelParty } from '@fyh/base/channel-party.ts'
import { civilDate } from '@fyh/base/dates.ts'
import { constants } from '@fyh/contract/options.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { sign } from '@fyh/serve/signed.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreedTo, goodProfile } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, newKey, signedQuote } from '#platform/test-loan.ts'
import { type Caller, type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
/** All that the server writes to its log, its least important lines too. */
const logged: string[] = []
beforeAll(async () => {
  server = await testServer({ log: makeLog({ name: 'test', level: 'trace', to: { write: (line: string) => void logged.push(line) } }) })
})
afterAll(() => server.close())

let phones = 4300
const newPhone = () => {
  phones += 1
  return `1380000${phones}`
}
let addresses = 0
const newAddress = () => {
  addresses += 1
  return `10.3.${Math.floor(addresses / 250)}.${addresses % 250}`
}
const agreedTexts = async () => (await server.call('agreement', 'current', { query: { scene: 'login' } })).data?.texts ?? []

type Referral = { readonly mobile: string; readonly channelCode?: string; readonly returnUrl?: string }

/** Calls as a partner does; `secretOf` signs as another channel. */
async function refer({ channelCode = 'demo-trip', ...rest }: Referral, { secretOf = channelCode, with: to = server } = {}) {
  const path = `${constants.apiPrefix}/fyh/app/flow/unionLogin/refer`
  const payload = JSON.stringify({ channelCode, ...rest })
  const secret = to.deps.config.vendorSecrets(channelParty(secretOf))[0]
  const signed = sign({ method: 'POST', path, body: payload, secret, at: to.machine.machineNow() })
  const answer = await to.http.inject({ method: 'POST', url: path, headers: { ...signed, 'content-type': 'application/json' }, payload })
  return answer.json()
}
const referenceFor = async (referral: Referral): Promise<string> => (await refer(referral)).data.loginRefer
const exchange = (id: string, caller: Caller = { address: newAddress() }) => server.call('flow', 'loginRefer', { params: { id } }, caller)
const agree = async (id: string, caller: Caller = { address: newAddress() }, more: { inviteCode?: string } = {}) =>
  server.call('flow', 'agreeRefer', { params: { id }, body: { agreed: await agreedTexts(), ...more } }, caller)

async function register(mobile: string, body: object = {}) {
  server.machine.pass(60_000)
  await server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, { address: newAddress() })
  const text = server.providers.sms.send.calls.findLast((call) => call.mobile === mobile)?.text ?? ''
  const authCode = /\d{4}/.exec(text)?.[0] ?? ''
  const login = { body: { mobile, authCode, agreed: await agreedTexts(), ...body } }
  return { authCode, answer: await server.call('session', 'registerAndLogin', login, { address: newAddress() }) }
}
const borrowerOf = (userId: number | undefined) =>
  server.db
    .selectFrom('borrower')
    .selectAll()
    .where('user_id', '=', userId ?? 0)
    .executeTakeFirstOrThrow()

async function blockedPhone(): Promise<string> {
  const mobile = newPhone()
  const phone_index = server.deps.seal.blindIndex('mobile', mobile)
  await server.db.insertInto('blocked_phone').values({ phone_index, reason: 'a test', blocked_at: server.machine.now() }).execute()
  return mobile
}

describe('the landing page of a channel', () => {
  const landing = async (channelCode: string, caller: Caller = {}) =>
    (await server.call('flow', 'channel', { query: { channelCode } }, caller)).data

  test('R2.9 shows the offer, a price range, a worked example and who lends', async () => {
    const data = await landing('demo-trip')
    expect(data).toMatchObject({ channelName: '示例出行', state: 'open', limitMaxFen: 20_000_000, ownPage: null })
    expect(data?.price?.fromPpm).toBeLessThan(data?.price?.toPpm ?? 0)
    expect(data?.lenders.length).toBe(3)
    const { lowest, highest, principal, periods } = data?.example ?? {}
    expect([principal, periods]).toEqual([1_000_000, 12])
    expect(lowest?.annualRatePpm).toBeLessThan(highest?.annualRatePpm ?? 0)
    // Twelve equal instalments give back the sum and the interest; the last one takes up the rounding.
    for (const row of [lowest, highest]) expect(Math.abs((row?.instalment ?? 0) * 12 - 1_000_000 - (row?.interest ?? 0))).toBeLessThan(12)
    expect((await landing('demo-trip', { language: 'en-us' }))?.channelName).toBe('Example Trips')
  })

  test('R2.9 names no partner for our own ways in and for a code that is not published', async () => {
    for (const code of ['fyh', 'FYH-mini', 'nobody-knows'])
      expect(await landing(code)).toMatchObject({ channelName: null, state: 'open', limitMaxFen: 20_000_000 })
  })

  test('R2.9 says when a channel is closed, not open yet, or over, and offers no more than it is published with', async () => {
    expect((await landing('demo-closed'))?.state).toBe('closed')
    const others = await Promise.all(
      ['2026-12-09', '2026-12-10', '2027-01-01'].map(async (today) => {
        const other = await testServer({ today })
        const { data } = await other.call('flow', 'channel', { query: { channelCode: 'demo-shop' } })
        await other.close()
        return { state: data?.state, opensOn: data?.opensOn, limitMaxFen: data?.limitMaxFen }
      }),
    )
    expect(others).toEqual([
      { state: 'notYet', opensOn: '2026-12-10', limitMaxFen: 5_000_000 },
      { state: 'open', opensOn: null, limitMaxFen: 5_000_000 },
      { state: 'over', opensOn: null, limitMaxFen: 5_000_000 },
    ])
  })

  test('R2.9 names the institution to whose own page a channel leads', async () => {
    expect((await landing('demo-bank'))?.ownPage).toEqual({ institution: '示例银行', address: 'http://127.0.0.1:8082/partner/institution' })
  })
})

describe('channel attribution', () => {
  test('R9.2 a borrower keeps the channel of the first visit and that of the registration', async () => {
    const { answer } = await register(newPhone(), { channelCode: 'demo-trip', firstChannelCode: 'FYH-mini' })
    expect(await borrowerOf(answer.data?.user.userId)).toMatchObject({ channel_code: 'demo-trip', first_channel_code: 'FYH-mini' })
    const without = await register(newPhone(), { channelCode: 'demo-trip' })
    expect(await borrowerOf(without.answer.data?.user.userId)).toMatchObject({ first_channel_code: 'demo-trip' })
  })

  test('R9.2 R6.2 an application and a loan keep the channel of the visit in which they were made', async () => {
    const person = await server.newBorrower({ upTo: 'identity' })
    const headers = { channel: 'demo-trip' }
    const profile = await server.call('apply', 'submitProfile', { body: goodProfile }, { token: person.token })
    expect(profile.code).toBe(0)
    const agreed = await agreedTo(server, 'apply')
    expect((await server.call('apply', 'submit', { body: { agreed } }, { token: person.token, headers })).code).toBe(0)
    const application = server.db.selectFrom('application').select('channel_code').where('user_id', '=', person.userId)
    expect(await application.execute()).toEqual([{ channel_code: 'demo-trip' }])

    const borrower = await server.newBorrower({ upTo: 'card' })
    const { quoteId } = await signedQuote(server, borrower)
    const body = { quoteId, cardId: cardIdOf(borrower), authCode: await codeFor(server, borrower, { quoteId }) }
    const caller = { token: borrower.token, key: newKey(), headers: { channel: 'FYH-mini' } }
    expect((await server.call('borrow', 'borrow', { body }, caller)).code).toBe(0)
    const loan = server.db.selectFrom('loan').select('channel_code').where('user_id', '=', borrower.userId)
    expect(await loan.execute()).toEqual([{ channel_code: 'FYH-mini' }])
  })

  test('an invalid channel header counts as the default code', async () => {
    const mobile = newPhone()
    server.machine.pass(60_000)
    await server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, { address: newAddress() })
    const authCode = /\d{4}/.exec(server.providers.sms.send.calls.at(-1)?.text ?? '')?.[0] ?? ''
    const headers = { channel: '<script>' }
    const body = { mobile, authCode, agreed: await agreedTexts() }
    const answer = await server.call('session', 'registerAndLogin', { body }, { address: newAddress(), headers })
    expect(await borrowerOf(answer.data?.user.userId)).toMatchObject({ channel_code: 'fyh' })
  })

  test('session.registerAndLogin: CHANNEL_CLOSED for a new account alone; the same code then registers directly', async () => {
    const mobile = newPhone()
    const { authCode, answer } = await register(mobile, { channelCode: 'demo-closed' })
    expect(answer.error).toBe('CHANNEL_CLOSED')
    const body = { mobile, authCode, channelCode: 'fyh', firstChannelCode: 'demo-closed', agreed: await agreedTexts() }
    const direct = await server.call('session', 'registerAndLogin', { body }, { address: newAddress() })
    expect(direct.data?.isNew).toBe(true)
    expect((await register(mobile, { channelCode: 'demo-closed' })).answer.data?.isNew).toBe(false)
  })
})

describe('a reference of a partner', () => {
  test('R7.22 logs a customer in once they have agreed, registers them with the channel, and is used up', async () => {
    const mobile = newPhone()
    const made = await refer({ mobile })
    const id: string = made.data.loginRefer
    expect(made.data.address).toBe(`http://127.0.0.1:8080/h5Middle?loginRefer=${id}&channelCode=demo-trip&productType=fyh`)
    const masked = `138****${mobile.slice(7)}`
    expect((await exchange(id)).data).toEqual({ state: 'consent', mobileMask: masked, channelName: '示例出行' })
    const login = await agree(id)
    expect(login.data).toMatchObject({ state: 'login', isNew: true, user: { mobile: masked }, channelCode: 'demo-trip', returnUrl: null })
    expect(await borrowerOf(login.data?.user.userId)).toMatchObject({ channel_code: 'demo-trip' })
    expect((await server.call('flow', 'handOver', { body: { token: login.data?.token ?? '' } })).data?.user).toEqual(login.data?.user)
    expect((await exchange(id)).error).toBe('LOGIN_REFER_USED')
  })

  test('R7.22 who is registered and has agreed is logged in at once, and keeps their channel', async () => {
    const mobile = newPhone()
    const { answer } = await register(mobile)
    const login = await exchange(await referenceFor({ mobile }))
    expect(login.data).toMatchObject({ state: 'login', isNew: false, user: { userId: answer.data?.user.userId } })
    expect(await borrowerOf(answer.data?.user.userId)).toMatchObject({ channel_code: 'fyh' })
  })

  test('R7.22 who registers by a reference after an invite link counts for the friend once, and keeps the partner’s channel', async () => {
    const { answer } = await register(newPhone())
    const friend = { token: answer.data?.token ?? '' }
    const invited = async () => (await server.call('campaign', 'invite', { body: {} }, friend)).data
    const inviteCode = (await invited())?.code ?? ''
    const id = await referenceFor({ mobile: newPhone() })
    const address = newAddress()
    const login = await agree(id, { address }, { inviteCode })
    expect((await agree(id, { address }, { inviteCode })).data).toEqual(login.data)
    expect(await invited()).toMatchObject({ registered: 1 })
    expect(await borrowerOf(login.data?.user.userId)).toMatchObject({ channel_code: 'demo-trip' })
  })

  test('R7.22 where another account is logged in, the reference waits for the person’s word', async () => {
    const [mobile, other] = [newPhone(), newPhone()]
    await register(mobile)
    const { answer } = await register(other)
    const caller = { address: newAddress(), token: answer.data?.token ?? '' }
    const id = await referenceFor({ mobile })
    expect((await exchange(id, caller)).data).toEqual({ state: 'switch', mobileMask: `138****${mobile.slice(7)}`, channelName: '示例出行' })
    const none = await server.call('flow', 'agreeRefer', { params: { id }, body: { agreed: [] } }, caller)
    expect(none.data).toMatchObject({ state: 'login', isNew: false, user: { mobile: `138****${mobile.slice(7)}` } })
    expect((await exchange(await referenceFor({ mobile: other }), caller)).data?.state).toBe('login')
  })

  test('R7.22 two tabs and a request sent again get one session; another device finds the reference used, as later everyone does', async () => {
    const mobile = newPhone()
    await register(mobile)
    const id = await referenceFor({ mobile })
    const address = newAddress()
    const both = await Promise.all([exchange(id, { address }), exchange(id, { address }), exchange(id, { address })])
    expect(new Set(both.map(({ data }) => (data?.state === 'login' ? data.token : '')))).toHaveProperty('size', 1)
    const sessions = await server.db.selectFrom('login_session').select('session_id').where('address', '=', address).execute()
    expect(sessions).toHaveLength(1)
    expect((await exchange(id)).error).toBe('LOGIN_REFER_USED')
    server.machine.pass(30_000)
    expect((await exchange(id, { address })).error).toBe('LOGIN_REFER_USED')
  })

  test('R7.22 phone and reference are stored sealed, and neither is in the log or in what is forgotten last', async () => {
    const mobile = newPhone()
    const id = await referenceFor({ mobile })
    await agree(id)
    expect(logged.join('')).not.toContain(id)
    expect(logged.join('')).not.toContain(mobile)
    const rows = JSON.stringify(await server.db.selectFrom('union_login').selectAll().execute())
    expect(rows).not.toContain(id)
    server.machine.pass(30_001)
    await server.runJobs()
    const { deps } = server
    const marks = [...deps.seal.blindIndexes('unionLogin', id)]
    const used = server.db.selectFrom('union_login').selectAll().where('refer_mark', 'in', marks)
    expect(await used.executeTakeFirst()).toMatchObject({ mobile_sealed: null })
  })

  test('flow.loginRefer: LOGIN_REFER_WRONG for one that was tampered with or never made', async () => {
    const id = await referenceFor({ mobile: newPhone() })
    const swapped = `${id.startsWith('a') ? 'b' : 'a'}${id.slice(1)}`
    for (const wrong of [swapped, id.slice(1), `${id}0`, 'x', `${'a'.repeat(24)}${'0'.repeat(20)}`])
      expect((await exchange(wrong)).error, wrong).toBe('LOGIN_REFER_WRONG')
  })

  test('flow.loginRefer: LOGIN_REFER_EXPIRED after five minutes, also when it has been forgotten', async () => {
    const id = await referenceFor({ mobile: newPhone() })
    server.machine.pass(299_000)
    expect((await exchange(id)).data?.state).toBe('consent')
    server.machine.pass(1_000)
    expect((await exchange(id)).error).toBe('LOGIN_REFER_EXPIRED')
    await server.db.deleteFrom('union_login').execute()
    expect((await exchange(id)).error).toBe('LOGIN_REFER_EXPIRED')
  })

  test('flow.loginRefer: LOGIN_REFER_USED for the second who comes', async () => {
    const id = await referenceFor({ mobile: newPhone() })
    await agree(id)
    expect((await exchange(id)).error).toBe('LOGIN_REFER_USED')
  })

  test('flow.loginRefer: CHANNEL_CLOSED when the channel closed while the reference was on its way', async () => {
    const other = await testServer({ today: '2026-12-31' })
    const { data } = await refer({ mobile: newPhone(), channelCode: 'demo-shop' }, { with: other })
    await other.moveTo(civilDate('2027-01-01'))
    expect((await other.call('flow', 'loginRefer', { params: { id: data.loginRefer } })).error).toBe('CHANNEL_CLOSED')
    await other.close()
  })

  test('flow.loginRefer: MOBILE_BLOCKED for a blocked phone, which the partner does not learn', async () => {
    const made = await refer({ mobile: await blockedPhone() })
    expect(made.code).toBe(0)
    expect((await exchange(made.data.loginRefer)).error).toBe('MOBILE_BLOCKED')
  })

  test('flow.loginRefer: BUSY for one address that tries too often, and for no other', async () => {
    const address = newAddress()
    for (let tries = 0; tries < 120; tries += 1) expect((await exchange('x', { address })).error).toBe('LOGIN_REFER_WRONG')
    expect((await exchange('x', { address })).error).toBe('BUSY')
    expect((await exchange('x')).error).toBe('LOGIN_REFER_WRONG')
  })

  test('flow.agreeRefer: AGREEMENT_REQUIRED without a text, and the reference stays good', async () => {
    const id = await referenceFor({ mobile: newPhone() })
    const none = await server.call('flow', 'agreeRefer', { params: { id }, body: { agreed: [] } }, { address: newAddress() })
    expect(none.error).toBe('AGREEMENT_REQUIRED')
    expect((await agree(id)).data?.isNew).toBe(true)
  })

  test('flow.agreeRefer: AGREEMENT_OUTDATED for another version', async () => {
    const id = await referenceFor({ mobile: newPhone() })
    const agreed = (await agreedTexts()).map(({ key, sha256 }) => ({ key, sha256, version: '0.1' }))
    const old = await server.call('flow', 'agreeRefer', { params: { id }, body: { agreed } }, { address: newAddress() })
    expect(old.error).toBe('AGREEMENT_OUTDATED')
  })

  test('flow.agreeRefer: LOGIN_REFER_WRONG', async () => expect((await agree('x')).error).toBe('LOGIN_REFER_WRONG'))

  test('flow.agreeRefer: LOGIN_REFER_USED on another device', async () => {
    const id = await referenceFor({ mobile: newPhone() })
    await agree(id)
    expect((await agree(id)).error).toBe('LOGIN_REFER_USED')
  })

  test('flow.agreeRefer: LOGIN_REFER_EXPIRED, CHANNEL_CLOSED', async () => {
    const id = await referenceFor({ mobile: newPhone() })
    server.machine.pass(300_000)
    expect((await agree(id)).error).toBe('LOGIN_REFER_EXPIRED')
    const closing = await referenceFor({ mobile: newPhone() })
    await server.db.updateTable('union_login').set({ channel_code: 'demo-closed' }).where('used_at', 'is', null).execute()
    expect((await agree(closing)).error).toBe('CHANNEL_CLOSED')
  })

  test('flow.agreeRefer: CHANNEL_CLOSED for a channel that is published no more', async () => {
    const id = await referenceFor({ mobile: newPhone() })
    await server.db.updateTable('union_login').set({ channel_code: 'gone' }).where('used_at', 'is', null).execute()
    expect((await agree(id)).error).toBe('CHANNEL_CLOSED')
  })

  test('flow.agreeRefer: MOBILE_BLOCKED', async () => {
    expect((await agree(await referenceFor({ mobile: await blockedPhone() }))).error).toBe('MOBILE_BLOCKED')
  })

  test('flow.agreeRefer: BUSY', async () => {
    const address = newAddress()
    for (let tries = 0; tries < 120; tries += 1) await exchange('x', { address })
    expect((await agree('x', { address })).error).toBe('BUSY')
  })
})

describe('a partner’s call', () => {
  test('R7.22 needs the secret of the channel that it names', async () => {
    const foreign = await refer({ mobile: newPhone() }, { secretOf: 'demo-shop' })
    expect(foreign.error).toBe('SIGNATURE_INVALID')
  })

  test('flow.refer: MOBILE_INVALID', async () => expect((await refer({ mobile: '12000000000' })).error).toBe('MOBILE_INVALID'))

  test('flow.refer: CHANNEL_CLOSED for a closed channel, one before its window, one without union login, and one that is not published', async () => {
    for (const channelCode of ['demo-closed', 'demo-shop', 'demo-bank', 'nobody-knows'])
      expect((await refer({ mobile: newPhone(), channelCode })).error, channelCode).toBe('CHANNEL_CLOSED')
  })

  test('flow.refer: RETURN_ADDRESS_REFUSED for an address that is not the channel’s; an allowed one comes back with the session', async () => {
    const mobile = newPhone()
    await register(mobile)
    expect((await refer({ mobile, returnUrl: 'https://evil.example/credit' })).error).toBe('RETURN_ADDRESS_REFUSED')
    const returnUrl = 'https://trip.example.com/credit/done?order=1'
    expect((await exchange(await referenceFor({ mobile, returnUrl }))).data).toMatchObject({ state: 'login', returnUrl })
  })

  test('flow.refer: BUSY above 600 references a minute', async () => {
    const subject_mark = server.deps.seal.blindIndex('channel', 'demo-trip')
    const minute = new Date(Math.floor(server.machine.machineNow().getTime() / 60_000) * 60_000)
    await server.db.deleteFrom('union_login_count').execute()
    await server.db.insertInto('union_login_count').values({ subject_mark, minute, calls: 599 }).execute()
    expect((await refer({ mobile: newPhone() })).code).toBe(0)
    expect((await refer({ mobile: newPhone() })).error).toBe('BUSY')
    server.machine.pass(60_000)
    expect((await refer({ mobile: newPhone() })).code).toBe(0)
  })
})

describe('a handed-over login', () => {
  test('R2.5 the owner of a live token is shown masked', async () => {
    const mobile = newPhone()
    const { answer } = await register(mobile)
    const { data } = await server.call('flow', 'handOver', { body: { token: answer.data?.token ?? '' } })
    expect(data?.user).toEqual({ userId: answer.data?.user.userId, mobile: `138****${mobile.slice(7)}`, name: null })
    const own = await server.call('flow', 'handOver', { body: {} }, { token: answer.data?.token ?? '' })
    expect(own.data).toEqual(data)
    expect((await server.call('flow', 'handOver', { body: {} })).error).toBe('HANDED_LOGIN_INVALID')
  })

  test('flow.handOver: HANDED_LOGIN_INVALID for a wrong token and for one that was logged out', async () => {
    const { answer } = await register(newPhone())
    const token = answer.data?.token ?? ''
    await server.call('session', 'logout', { body: {} }, { token })
    for (const ended of [token, 'wrong', 'a'.repeat(43)])
      expect((await server.call('flow', 'handOver', { body: { token: ended } })).error).toBe('HANDED_LOGIN_INVALID')
  })
})

describe('the download page', () => {
  test('R2.6 names the stores that are set up, and none that is not', async () => {
    const settings = {
      DOWNLOAD_APP_STORE_URL: 'https://apps.apple.com/cn/app/id1',
      DOWNLOAD_VERSION: '1.2.0',
      DOWNLOAD_UPDATED_ON: '2026-11-01',
    }
    const other = await testServer({ settings })
    expect((await other.call('flow', 'download', {})).data).toEqual({
      stores: [{ kind: 'appStore', address: 'https://apps.apple.com/cn/app/id1' }],
      version: '1.2.0',
      updatedOn: '2026-11-01',
      developer: null,
    })
    await other.close()
    expect((await server.call('flow', 'download', {})).data?.stores.map(({ kind }) => kind)).toEqual(['appStore', 'huawei', 'market'])
    await expect(testServer({ settings: { DOWNLOAD_MARKET_URL: 'javascript:alert(1)' } })).rejects.toThrow('DOWNLOAD_MARKET_URL')
  })
})
