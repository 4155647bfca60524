import * as streams from 'node:stream/web'
import { fen } from '@fyh/base/money.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api, connectApi, isRefusal } from './api.ts'
import { today } from './clock.ts'
import { forgetLogin, rememberLogin } from './store.ts'

const say = vi.fn()
const onExpired = vi.fn()
const onChange = vi.fn()
const fetched = vi.fn<typeof fetch>()

const answer = (body: unknown, headers: Record<string, string> = {}) => Promise.resolve(Response.json(body, { headers }))
const headersOf = (call: number) => new Headers(fetched.mock.calls[call]?.[1]?.headers)

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  forgetLogin()
  vi.clearAllMocks()
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(() => answer({ code: 0, msg: '', data: { unread: 2, dueCount: 1 } }))
  connectApi({
    language: () => 'en-US',
    say,
    words: { httpFailed: (status) => `http ${status}`, noAnswer: () => 'no answer', unsent: () => 'no network' },
    onExpired,
    onChange,
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('headers', () => {
  test('R9.3 every request has a tracing id of its own: 11 random characters and a timestamp', async () => {
    await api.home.tabInfo()
    await api.home.tabInfo()
    const ids = [headersOf(0), headersOf(1)].map((headers) => headers.get('tracingId'))
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{11}\d{13}$/)
    expect(new Set(ids).size).toBe(2)
  })

  test('R7.1 R7.2 every request carries the headers of the specification', async () => {
    rememberLogin('T', { userId: 7, mobile: '138****0000', name: null })
    window.localStorage.setItem('latitude', '31.2')
    window.localStorage.setItem('longitude', '121.4')
    window.sessionStorage.setItem('openid', 'O')
    window.sessionStorage.setItem('appid', 'A')
    window.sessionStorage.setItem('market', '1')
    window.localStorage.setItem('browserId', 'B')
    await api.home.tabInfo()
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/fp/app/tab/info')
    const headers = headersOf(0)
    expect(
      Object.fromEntries(
        [
          'X-User-Token',
          'X-User-Real-OpenID',
          'X-User-AppID',
          'X-User-Market',
          'gps',
          'channel',
          'appVersion',
          'phoneType',
          'Accept-Language',
        ].map((name) => [name, headers.get(name)]),
      ),
    ).toEqual({
      'X-User-Token': 'T',
      'X-User-Real-OpenID': 'O',
      'X-User-AppID': 'A',
      'X-User-Market': 'market',
      gps: '31.2,121.4',
      channel: 'fyh',
      appVersion: '1.0.0',
      phoneType: 'H5',
      'Accept-Language': 'en-US',
    })
    expect(headers.get('traceId')).toHaveLength(11)
    expect(headers.get('tailId')).toHaveLength(11)
    expect(headers.get('eventId')).toHaveLength(19)
    expect(headers.get('generateId')).toBe('B')
  })
  test('R7.2 what is unknown is left out; gps may be empty, and in a first visit the browser id', async () => {
    await api.home.tabInfo()
    const headers = headersOf(0)
    for (const name of ['X-User-Token', 'X-User-Real-OpenID', 'X-User-AppID', 'X-User-Market', 'Idempotency-Key'])
      expect(headers.has(name), name).toBe(false)
    expect([headers.get('gps'), headers.get('generateId')]).toEqual(['', ''])
  })
  test('a call that moves money carries its idempotency key, and its type demands one', async () => {
    const request = { params: { id: 5 }, body: { quoteId: 1, cardId: 1, authCode: '0000' } }
    await api.borrow.reLoan({ ...request, idempotencyKey: 'K' })
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/fyh/app/apply/reLoan/5')
    expect(headersOf(0).get('Idempotency-Key')).toBe('K')
    // @ts-expect-error money does not move without a key
    await api.borrow.reLoan(request)
  })
})

test('the business date follows the server', async () => {
  fetched.mockImplementation(() => answer({ code: 0, msg: '', data: {} }, { 'X-Business-Time': '2031-05-06T02:00:00.000Z' }))
  await api.home.tabInfo()
  expect(today()).toBe('2031-05-06')
})

test('R2.86 a change that the server took is told, so that the host knows that what it shows is out of date; a look is not', async () => {
  await api.home.tabInfo()
  await api.trace.report({ body: { userId: '', sessionId: '', channelCode: 'fyh' } }, { quiet: true })
  await api.home.tourist({ body: {} }, { reads: true })
  expect(onChange).not.toHaveBeenCalled()
  await api.session.logout({ body: {} })
  expect(onChange).toHaveBeenCalledTimes(1)
  fetched.mockImplementation(() => answer({ code: 1, msg: 'wrong', data: null }))
  await api.session.logout({ body: {} }).catch(() => undefined)
  expect(onChange).toHaveBeenCalledTimes(1)
})

describe('answers', () => {
  test('R3.10 code 0 gives the data', async () => {
    expect(await api.home.tabInfo()).toEqual({ unread: 2, dueCount: 1 })
    expect(say).not.toHaveBeenCalled()
  })
  test('R7.30 code 1 shows msg as a toast, and the screen can tell the refusal apart', async () => {
    fetched.mockImplementation(() => answer({ code: 1, msg: 'wrong', data: null, error: 'SMS_CODE_WRONG', detail: { left: 4 } }))
    const failure = await api.home.tabInfo().catch((error: unknown) => error)
    expect(say.mock.calls).toEqual([['wrong']])
    expect(isRefusal(failure, 'SMS_CODE_WRONG')).toBe(true)
    expect(isRefusal(failure, 'SMS_TOO_SOON')).toBe(false)
    expect(failure).toMatchObject({ shown: true, detail: { left: 4 } })
  })
  test('R7.30 a refusal that the caller handles is not toasted', async () => {
    fetched.mockImplementation(() => answer({ code: 1, msg: 'wrong', data: null, error: 'SMS_CODE_WRONG' }))
    await expect(api.home.tabInfo({}, { handles: ['SMS_CODE_WRONG'] })).rejects.toMatchObject({ shown: false })
    await expect(api.home.tabInfo({}, { handles: 'all' })).rejects.toMatchObject({ shown: false })
    expect(say).not.toHaveBeenCalled()
    await expect(api.home.tabInfo({}, { handles: ['SMS_TOO_SOON'] })).rejects.toMatchObject({ shown: true })
    expect(say).toHaveBeenCalledTimes(1)
  })
  test('R4.3 code -1 goes to the one expiry handling and is no toast of its own', async () => {
    fetched.mockImplementation(() => answer({ code: -1, msg: 'expired', data: null }))
    await expect(api.home.tabInfo()).rejects.toMatchObject({ kind: 'expired' })
    expect(onExpired.mock.calls).toEqual([['expired']])
    expect(say).not.toHaveBeenCalled()
  })
  test('AU-01 a late answer to a login that was renewed or forgotten since is silent', async () => {
    let answerNow: (response: Response) => void = () => undefined
    fetched.mockImplementation(() => new Promise((resolve) => (answerNow = resolve)))
    rememberLogin('old', { userId: 7, mobile: '138****0000', name: null })
    for (const meanwhile of [() => rememberLogin('new', { userId: 7, mobile: '138****0000', name: null }), forgetLogin]) {
      const call = api.home.tabInfo()
      meanwhile()
      answerNow(Response.json({ code: -1, msg: 'expired', data: null }))
      await expect(call).rejects.toMatchObject({ kind: 'expired', shown: true })
    }
    expect(onExpired).not.toHaveBeenCalled()
  })
  test('R8.1 an HTTP error is a toast with the status, and is rethrown', async () => {
    fetched.mockImplementation(() => Promise.resolve(new Response('', { status: 502 })))
    await expect(api.home.tabInfo()).rejects.toMatchObject({ kind: 'http' })
    expect(say.mock.calls).toEqual([['http 502']])
  })
  test('R8.2 no response is a toast, and is rethrown', async () => {
    fetched.mockRejectedValue(new TypeError('failed to fetch'))
    await expect(api.home.tabInfo()).rejects.toMatchObject({ kind: 'network', shown: true })
    expect(say.mock.calls).toEqual([['no answer']])
  })
  test.each([
    ['a look at the server', () => api.home.tabInfo()],
    ['a read by POST', () => api.home.fyhHome({ body: {} }, { reads: true })],
    [
      'an act that moves money',
      () => api.repay.pay({ body: { loanId: 1, mode: 'all', amountFen: fen(100), cardId: 2, authCode: '1234' }, idempotencyKey: 'K1' }),
    ],
  ])('%s is sent once more when the connection breaks, the same in every byte, without a word', async (_, call) => {
    fetched.mockRejectedValueOnce(new TypeError('failed to fetch'))
    await call()
    expect(fetched.mock.calls[1]).toEqual(fetched.mock.calls[0])
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(say).not.toHaveBeenCalled()
  })
  test('a way that is busy is tried once more, and then told', async () => {
    fetched.mockImplementation(() => Promise.resolve(new Response('', { status: 503 })))
    await expect(api.home.tabInfo()).rejects.toMatchObject({ kind: 'http' })
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(say.mock.calls).toEqual([['http 503']])
  })
  test('BUSY: a call that was turned away before it was read is made again, also one that could happen twice, and then told in its words', async () => {
    vi.useFakeTimers()
    const busy = () => Promise.resolve(Response.json({ code: 1, msg: 'too many', data: null, error: 'BUSY' }, { status: 429 }))
    const send = () => api.session.sendCode({ body: { purpose: 'login', mobile: '13800000000' } })
    fetched.mockImplementationOnce(busy).mockImplementationOnce(busy)
    const sent = send()
    await vi.advanceTimersByTimeAsync(3_000)
    await sent
    expect(fetched).toHaveBeenCalledTimes(3)
    expect(say).not.toHaveBeenCalled()
    fetched.mockImplementation(busy)
    const refused = expect(send()).rejects.toMatchObject({ kind: 'refused', error: 'BUSY', shown: true })
    await vi.advanceTimersByTimeAsync(3_000)
    await refused
    expect(fetched).toHaveBeenCalledTimes(6)
    expect(say.mock.calls).toEqual([['too many']])
    vi.useRealTimers()
  })
  test('what could happen twice is never sent again by itself', async () => {
    fetched.mockRejectedValue(new TypeError('failed to fetch'))
    await expect(api.session.sendCode({ body: { purpose: 'login', mobile: '13800000000' } })).rejects.toMatchObject({ kind: 'network' })
    expect(fetched).toHaveBeenCalledTimes(1)
  })
  test('AU-04 a login that is over, a refusal and a fault of the server are not asked again', async () => {
    for (const response of [
      () => Response.json({ code: -1, msg: 'expired', data: null }),
      () => Response.json({ code: 1, msg: 'no', data: null }),
      () => new Response('', { status: 500 }),
    ]) {
      fetched.mockClear()
      fetched.mockImplementation(() => Promise.resolve(response()))
      await expect(api.home.tabInfo()).rejects.toBeInstanceOf(Error)
      expect(fetched).toHaveBeenCalledTimes(1)
    }
  })
  test('R8.2 without a network nothing is waited for, and the toast says that nothing was sent', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fetched.mockRejectedValue(new TypeError('failed to fetch'))
    await expect(api.home.tabInfo()).rejects.toMatchObject({ kind: 'network', shown: true, unsent: true })
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(say.mock.calls).toEqual([['no network']])
    vi.restoreAllMocks()
  })
  test.each([
    ['goes away', true, false],
    ['comes back', false, true],
  ])('R8.2 a network that %s during the call may have carried it: no word of nothing sent', async (_, before, after) => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(before)
    fetched.mockImplementation(() => {
      network.mockReturnValue(after)
      return Promise.reject(new TypeError('failed to fetch'))
    })
    const call = api.session.sendCode({ body: { purpose: 'login', mobile: '13800000000' } })
    await expect(call).rejects.toMatchObject({ kind: 'network', unsent: false })
    expect(say.mock.calls).toEqual([['no answer']])
    vi.restoreAllMocks()
  })
  test('an answer that is not JSON counts as an HTTP error', async () => {
    fetched.mockImplementation(() => Promise.resolve(new Response('<html>', { status: 200 })))
    await expect(api.home.tabInfo()).rejects.toMatchObject({ kind: 'http' })
  })
  test('R9.1 a request is given up after 60 s', async () => {
    vi.useFakeTimers()
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
    )
    const outcome = api.home.tabInfo().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(say).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject({ kind: 'network' })
    vi.useRealTimers()
  })
  test('R9.1 R8.2 an answer that stops half-way is given up after 60 s as well, and one that breaks off is none', async () => {
    // jsdom has none.
    vi.stubGlobal('ReadableStream', streams.ReadableStream)
    const stuck = () => {
      let breakOff: (reason: Error) => void = () => undefined
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"code":0,'))
          breakOff = (reason) => controller.error(reason)
        },
      })
      return { body, breakOff: (reason: Error) => breakOff(reason) }
    }
    vi.useFakeTimers()
    const held = stuck()
    fetched.mockImplementation((_, init) => {
      init?.signal?.addEventListener('abort', () => held.breakOff(new DOMException('', 'AbortError')))
      return Promise.resolve(new Response(held.body))
    })
    const outcome = api.home.tabInfo().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toMatchObject({ kind: 'network', message: 'no answer' })
    expect(fetched).toHaveBeenCalledTimes(1)
    vi.useRealTimers()

    const broken = stuck()
    fetched.mockImplementation(() => Promise.resolve(new Response(broken.body)))
    const lost = api.session.sendCode({ body: { purpose: 'login', mobile: '13800000000' } }).catch((error: unknown) => error)
    broken.breakOff(new TypeError('network error'))
    expect(await lost).toMatchObject({ kind: 'network', message: 'no answer' })
  })
  test('a call that the screen itself gives up is silent', async () => {
    const stop = new AbortController()
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
    )
    const outcome = api.home.tabInfo({}, { signal: stop.signal }).catch((error: unknown) => error)
    stop.abort()
    expect(await outcome).toMatchObject({ shown: false })
    fetched.mockImplementation((_, init) =>
      init?.signal?.aborted === true ? Promise.reject(new DOMException('', 'AbortError')) : answer({ code: 0, msg: '', data: null }),
    )
    await expect(api.home.tabInfo({}, { signal: stop.signal })).rejects.toMatchObject({ shown: false })
    expect(say).not.toHaveBeenCalled()
  })
})
