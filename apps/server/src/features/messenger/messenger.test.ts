import { createHash } from 'node:crypto'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { createApp } from '../../app.ts'
import { scriptedApps, scriptedOpenId } from '../../providers/scripted-messenger.ts'
import { openIdOf } from './identities.ts'

const { account, mini } = scriptedApps
let server: TestServer
/** Another node on the same database. */
let node: Awaited<ReturnType<typeof createApp>>
const lines: string[] = []

beforeAll(async () => {
  const log = makeLog({ name: 'test', to: { write: (line: string) => lines.push(line) } })
  server = await testServer({ log })
  node = await createApp({ config: server.deps.config, log, machine: server.machine, providers: server.providers, superviseJobs: false })
})
beforeEach(() => server.machine.pass(60_000))
afterAll(async () => {
  await node.close()
  await server.close()
})

let addresses = 0
const newAddress = () => {
  addresses += 1
  return `10.2.${Math.floor(addresses / 250)}.${addresses % 250}`
}
const messenger = () => server.providers.messenger
const codeOf = (person: string, appId: string = account) => messenger().codeOf(appId, person)
const grant = (code: string, { appId, address = '10.1.0.1' }: { appId?: string; address?: string } = {}) =>
  server.call('messenger', 'grantInfo', { body: { code } }, { address, headers: appId === undefined ? {} : { 'x-user-appid': appId } })
const exchangesOf = (code: string) => messenger().exchange.calls.filter((call) => call.code === code).length

async function granted(person: string, appId: string = account) {
  const { data } = await grant(codeOf(person, appId), { appId, address: newAddress() })
  return data ?? expect.fail('nothing was granted')
}
const link = (token: string, ticket: string) => server.call('messenger', 'linkIdentity', { body: { ticket } }, { token })

describe('getUserGrantInfo', () => {
  test('R7.24 a code becomes openId and unionId, for the official account unless another app is named', async () => {
    const { code, msg, data } = await grant(codeOf('ann'))
    expect([code, msg]).toEqual([0, ''])
    expect(data).toMatchObject({ openId: scriptedOpenId(account, 'ann'), unionId: 'union-ann', appId: account })
    expect(await granted('ann', mini)).toMatchObject({ openId: scriptedOpenId(mini, 'ann'), unionId: 'union-ann', appId: mini })
  })

  test('WX-02 a code sent many times at once, to two nodes, is exchanged once, and everybody gets one answer', async () => {
    const code = codeOf('bea')
    const onNode = async () => {
      const answer = await node.http.inject({
        method: 'POST',
        url: '/api/fp/app/wechat/getUserGrantInfo',
        headers: { 'content-type': 'application/json', 'user-agent': 'test browser' },
        remoteAddress: '10.1.0.1',
        payload: JSON.stringify({ code }),
      })
      return answer.json()
    }
    const answers = await Promise.all([grant(code), onNode(), grant(code), onNode(), grant(code)])
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.data?.openId).toBe(scriptedOpenId(account, 'bea'))
    expect(exchangesOf(code)).toBe(1)
  })

  test('WX-02 when the messenger says no, the twin is told the same', async () => {
    const code = codeOf('bob')
    messenger().exchange.next({ answer: 'refused', reason: 'busy' })
    const answers = await Promise.all([grant(code), grant(code)])
    expect(answers.map(({ error }) => error)).toEqual(['MESSENGER_BUSY', 'MESSENGER_BUSY'])
    expect(exchangesOf(code)).toBe(1)
  })

  test('messenger.grantInfo: MESSENGER_CODE_USED for another device at once, and for everyone after a moment', async () => {
    const code = codeOf('cai')
    await grant(code)
    expect(await grant(code, { address: '10.1.0.2' })).toMatchObject({ code: 1, error: 'MESSENGER_CODE_USED' })
    expect((await grant(code)).code).toBe(0)
    server.machine.pass(31_000)
    expect(await grant(code)).toMatchObject({ code: 1, error: 'MESSENGER_CODE_USED', msg: expect.stringContaining('重新授权') })
    expect(exchangesOf(code)).toBe(1)
  })

  test('a code that the messenger has exchanged elsewhere is used as well', async () => {
    const code = codeOf('cleo')
    await messenger().exchange({ appId: account, code })
    expect(await grant(code)).toMatchObject({ error: 'MESSENGER_CODE_USED' })
  })

  test('messenger.grantInfo: MESSENGER_CODE_INVALID for a code that nobody was given, and for one of another app', async () => {
    expect(await grant('made up')).toMatchObject({ error: 'MESSENGER_CODE_INVALID' })
    expect(await grant(codeOf('dan', mini))).toMatchObject({ error: 'MESSENGER_CODE_INVALID' })
    expect(await grant('x'.repeat(513))).toMatchObject({ error: 'INPUT_INVALID' })
  })

  test.each([
    ['messenger.grantInfo: MESSENGER_NOT_ALLOWED', { answer: 'refused', reason: 'notAllowed' }, 'MESSENGER_NOT_ALLOWED'],
    ['messenger.grantInfo: MESSENGER_BUSY', { answer: 'refused', reason: 'busy' }, 'MESSENGER_BUSY'],
    ['messenger.grantInfo: VENDOR_UNAVAILABLE', { answer: 'unknown' }, 'VENDOR_UNAVAILABLE'],
  ] as const)('%s when the messenger answers so; the code can be tried again a moment later', async (_, answer, error) => {
    const code = codeOf('eve')
    messenger().exchange.next(answer)
    expect(await grant(code)).toMatchObject({ code: 1, error })
    server.machine.pass(3_000)
    expect((await grant(code)).code).toBe(0)
  })

  test('messenger.grantInfo: MESSENGER_APP_UNKNOWN for an app that is none of ours', async () => {
    expect(await grant(codeOf('fay'), { appId: 'wxsomebodyelse' })).toMatchObject({ error: 'MESSENGER_APP_UNKNOWN' })
  })

  test('one address tries so many codes a minute and no more, and the messenger is not asked beyond', async () => {
    const address = newAddress()
    for (let count = 0; count < 120; count += 1) await grant(`guess ${count}`, { address })
    expect(await grant('one guess more', { address })).toMatchObject({ error: 'MESSENGER_BUSY' })
    expect(exchangesOf('one guess more')).toBe(0)
    server.machine.pass(61_000)
    expect(await grant('one guess more', { address })).toMatchObject({ error: 'MESSENGER_CODE_INVALID' })
  })

  test('a code that a node took and then died with is exchanged by the next who brings it', async () => {
    const code = codeOf('gil')
    const isGone = new Promise<never>(() => undefined)
    const dying = { ...server.providers, messenger: { ...messenger(), exchange: () => isGone } }
    const { exchangeOnce } = await import('./exchange.ts')
    void exchangeOnce({ ...server.deps, providers: dying }, { appId: account, code, address: '10.1.0.1', device: 'test browser' })
    await expect
      .poll(async () => (await server.db.selectFrom('messenger_exchange').select('state').where('state', '=', 'running').execute()).length)
      .toBe(1)
    server.machine.pass(16_000)
    expect((await grant(code)).data?.openId).toBe(scriptedOpenId(account, 'gil'))
  })

  test('codes are forgotten after a day', async () => {
    await granted('hal')
    server.machine.pass(25 * 3_600_000)
    await server.deps.jobs.send(server.db, 'messenger.forget', {})
    await server.runJobs()
    expect(await server.db.selectFrom('messenger_exchange').select('state').execute()).toEqual([])
  })
})

describe('who a borrower is', () => {
  test('WX-08 two borrowers, two apps, at once, many times: each keeps the own openId of each app', async () => {
    const [one, two] = [await server.newBorrower({ upTo: 'login' }), await server.newBorrower({ upTo: 'login' })]
    const enter = async ({ token }: { token: string }, person: string, appId: string) => link(token, (await granted(person, appId)).ticket)
    for (let round = 0; round < 50; round += 1)
      await Promise.all([enter(one, 'u1', account), enter(one, 'u1', mini), enter(two, 'u2', account)])
    const known = (userId: number, appId: string) => openIdOf(server.deps, { userId, appId })
    expect(await known(one.userId, account)).toBe(scriptedOpenId(account, 'u1'))
    expect(await known(one.userId, mini)).toBe(scriptedOpenId(mini, 'u1'))
    expect(await known(two.userId, account)).toBe(scriptedOpenId(account, 'u2'))
    expect(await known(two.userId, mini)).toBeUndefined()
  })

  test('messenger.linkIdentity: MESSENGER_TICKET_INVALID for one made up, one changed, one whose time is over', async () => {
    const { token, userId } = await server.newBorrower({ upTo: 'login' })
    const { ticket } = await granted('ivy')
    const [text = '', mark = ''] = ticket.split('.')
    const other = (await granted('jan')).ticket.split('.')[0] ?? ''
    for (const wrong of ['x', 'x.y', `${other}.${mark}`, `${text}.`, text])
      expect(await link(token, wrong), wrong).toMatchObject({ error: 'MESSENGER_TICKET_INVALID' })
    server.machine.pass(2 * 3_600_000 + 1)
    expect(await link(token, ticket)).toMatchObject({ error: 'MESSENGER_TICKET_INVALID' })
    expect(await openIdOf(server.deps, { userId, appId: account })).toBeUndefined()
    expect((await server.call('messenger', 'linkIdentity', { body: { ticket } })).code).toBe(-1)
  })

  test('R7.23 tells where to authorise, and of a borrower known to the messenger whether the account is followed', async () => {
    const info = async (token?: string) => (await server.call('messenger', 'subscribeInfo', {}, token === undefined ? {} : { token })).data
    const { authorizeUrl } = server.deps.config.messenger
    expect(await info()).toEqual({ appId: account, authorizeUrl, subscribed: null })
    const { token } = await server.newBorrower({ upTo: 'login' })
    expect((await info(token))?.subscribed).toBeNull()
    await link(token, (await granted('kim')).ticket)
    expect((await info(token))?.subscribed).toBe(false)
    await link(token, (await granted('kim-follower')).ticket)
    expect((await info(token))?.subscribed).toBe(true)
    messenger().follows.next({ answer: 'unknown' })
    expect((await info(token))?.subscribed).toBeNull()
  })

  test('an access token that was replaced elsewhere is fetched anew', async () => {
    const { token } = await server.newBorrower({ upTo: 'login' })
    await link(token, (await granted('lee-follower')).ticket)
    const before = messenger().accessToken.calls.length
    messenger().replaceToken()
    expect((await server.call('messenger', 'subscribeInfo', {}, { token })).data?.subscribed).toBe(true)
    expect(messenger().accessToken.calls.length).toBe(before + 1)
  })
})

describe('the script of the messenger', () => {
  const sign = (url: string) => server.call('messenger', 'scriptConfig', { body: { url } })

  test('WX-05 an address is signed as the script checks it, without what follows #', async () => {
    const { data } = await sign('https://h5.example.com/a?x=1#part')
    const ticket = await ticketInForce()
    const text = `jsapi_ticket=${ticket}&noncestr=${data?.nonceStr}&timestamp=${data?.timestamp}&url=https://h5.example.com/a?x=1`
    expect(data?.signature).toBe(createHash('sha1').update(text).digest('hex'))
    expect(data?.appId).toBe(account)
    expect(data?.timestamp).toBe(Math.floor(server.machine.machineNow().getTime() / 1_000))
  })

  test('WX-05 one ticket serves all nodes until shortly before it ends; then one node fetches, however many are asked', async () => {
    server.machine.pass(3 * 3_600_000)
    const before = messenger().scriptTicket.calls.length
    const onNode = () =>
      node.http.inject({
        method: 'POST',
        url: '/api/fp/app/wechat/scriptConfig',
        headers: { 'content-type': 'application/json' },
        payload: '{"url":"https://h5.example.com/"}',
      })
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => sign('https://h5.example.com/')),
      ...Array.from({ length: 8 }, async () => (await onNode()).json()),
    ])
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 16 }, () => 0))
    expect(messenger().scriptTicket.calls.length).toBe(before + 1)
    server.machine.pass(6_800_000)
    await sign('https://h5.example.com/')
    expect(messenger().scriptTicket.calls.length).toBe(before + 1)
    server.machine.pass(200_000)
    messenger().scriptTicket.next({ answer: 'unknown' })
    expect((await sign('https://h5.example.com/')).code, 'the present one still holds').toBe(0)
    await sign('https://h5.example.com/')
    expect(messenger().scriptTicket.calls.length).toBe(before + 3)
  })

  test.each([
    ['messenger.scriptConfig: MESSENGER_BUSY', { answer: 'refused', reason: 'busy' }, 'MESSENGER_BUSY'],
    ['messenger.scriptConfig: MESSENGER_NOT_ALLOWED', { answer: 'refused', reason: 'notAllowed' }, 'MESSENGER_NOT_ALLOWED'],
    ['messenger.scriptConfig: VENDOR_UNAVAILABLE', { answer: 'unknown' }, 'VENDOR_UNAVAILABLE'],
  ] as const)('%s while the messenger lends nothing, and the next one who asks tries again', async (_, answer, error) => {
    server.machine.pass(3 * 3_600_000)
    messenger().scriptTicket.next(answer)
    expect(await sign('https://h5.example.com/')).toMatchObject({ error })
    expect((await sign('https://h5.example.com/')).code).toBe(0)
  })
})

test('what opens doors is in no answer, no row that can be read, and no line of the log', async () => {
  const { account: app, mini: miniApp } = server.deps.config.messenger
  const { data } = await server.call('messenger', 'subscribeInfo', {})
  const code = codeOf('mia')
  const answer = await grant(code)
  const config = await server.call('messenger', 'scriptConfig', { body: { url: 'https://h5.example.com/' } })
  const rows = await Promise.all(
    (['messenger_exchange', 'messenger_token', 'messenger_identity'] as const).map((table) =>
      server.db.selectFrom(table).selectAll().execute(),
    ),
  )
  const shown = JSON.stringify([data, answer, config])
  const kept = JSON.stringify(rows, (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value))
  const ticket = await ticketInForce()
  for (const secret of [
    app.secret,
    miniApp?.secret ?? '',
    ticket,
    ...messenger().scriptTicket.calls.map(({ accessToken }) => accessToken),
  ]) {
    expect(secret.length).toBeGreaterThan(6)
    for (const text of [shown, kept, lines.join('')]) expect(text).not.toContain(secret)
  }
  for (const personal of [code, scriptedOpenId(account, 'mia'), 'union-mia']) {
    expect(lines.join('')).not.toContain(personal)
    expect(kept).not.toContain(personal)
  }
  expect(lines.length).toBeGreaterThan(0)
})

/** The ticket that signatures are made with, read as the server reads it. */
async function ticketInForce(): Promise<string> {
  const { lentValue } = await import('./lent-values.ts')
  const lent = await lentValue(server.deps, { appId: account, kind: 'script' })
  return lent.answer === 'ok' ? lent.value : expect.fail(lent.answer)
}
