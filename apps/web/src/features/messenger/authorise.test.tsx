import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeHost } from '#host/fake.ts'
import { startWords } from '#locales/i18n.ts'
import { messenger as words } from '#locales/zh-cn/messenger.ts'
import { session } from '#platform/storage.ts'
import { forgetLogin } from '#platform/store.ts'
import { closeToast, ToastHost } from '#ui/toast.tsx'
import { authorise } from './authorise.ts'
import { sayHeldWord } from './held-word.ts'
import type { MessengerPage } from './page.ts'

const origin = 'https://h5.example.com'
const authorizeUrl = 'https://open.example.com/authorize'
const granted = { openId: 'o1', unionId: 'u1', appId: 'wxaccount', ticket: 't.1' }
/** What the server answers to an exchange. */
let exchange: () => unknown
let asked: string[]
beforeEach(async () => {
  window.sessionStorage.clear()
  forgetLogin()
  await startWords('zh-cn')
  asked = []
  exchange = () => ({ code: 0, msg: '', data: granted })
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    asked.push(`${address} ${request.body ?? ''}`.trim())
    const data = { appId: 'wxaccount', authorizeUrl, subscribed: null }
    return Response.json(address.endsWith('getUserGrantInfo') ? exchange() : { code: 0, msg: '', data })
  })
})
afterEach(() => vi.unstubAllGlobals())

const messengerHost = (powers = {}) => fakeHost({ kind: 'messenger', ...powers })
const refusal = (error: string, msg = '') => ({ code: 1, msg, data: null, error })

/** The messenger's page at an address; `choice` is what the person answers to a notice. */
function pageAt(path: string, choice: 'retry' | 'logIn' | 'goOn' = 'goOn') {
  const seen = { left: [] as string[], notices: [] as string[], address: `${origin}${path}` }
  const page: MessengerPage = {
    address: () => seen.address,
    path: () => seen.address.slice(origin.length),
    replace: (address) => {
      seen.address = new URL(address, origin).href
    },
    leave: async (address, how) => {
      seen.left.push(`${how} ${address}`)
      // Gone: a page that left takes no further part.
      return new Promise(() => undefined)
    },
    during: (work) => work,
    ask: async (why) => {
      seen.notices.push(why)
      return seen.notices.length === 1 ? choice : 'goOn'
    },
  }
  return { seen, page }
}

/** Opens the application at an address; settles when it may start, or when it has left. */
async function open(
  path: string,
  { choice = 'goOn', host = messengerHost() }: { choice?: 'retry' | 'logIn' | 'goOn'; host?: ReturnType<typeof fakeHost> } = {},
) {
  const { seen, page } = pageAt(path, choice)
  const gone = vi.fn()
  const left = new Promise<void>((settle) => gone.mockImplementation(() => settle()))
  const leave: MessengerPage['leave'] = (...where) => {
    gone()
    return page.leave(...where)
  }
  await Promise.race([authorise(host, { ...page, leave }), left])
  return { ...seen, state: /state=(\w+)#/.exec(seen.left[0] ?? '')?.[1] ?? '' }
}
const exchanges = () => asked.filter((call) => call.includes('getUserGrantInfo'))

/** The toast of the first screen, as the person sees it. */
async function saidOnThePage(): Promise<string> {
  const view = render(<ToastHost />)
  act(() => sayHeldWord({ state: { initialized: true, navigation: { state: 'idle' } }, subscribe: () => undefined }))
  const text = view.getByRole('status').textContent ?? ''
  act(() => closeToast())
  view.unmount()
  return text
}

describe('R4.5', () => {
  test('R4.5 without an openid the page leaves for the authorisation page, scope base, and is to come back to where it was', async () => {
    const { left, state } = await open('/loan/detail/7?from=message#top')
    const back = encodeURIComponent(`${origin}/loan/detail/7?from=message`)
    expect(left).toEqual([
      `inPlace ${authorizeUrl}?appid=wxaccount&redirect_uri=${back}&response_type=code&scope=snsapi_base&state=${state}#wechat_redirect`,
    ])
    expect(state).toMatch(/^1[A-Za-z0-9]{31}$/)
  })

  test('R4.5 R7.24 the code that comes back is exchanged, openid and appid are kept, code and state leave the address, the rest stays as it was', async () => {
    const { state } = await open('/home')
    const { address, left } = await open(`/home?a=%20b+c&code=C1&state=${state}&a=2#part`)
    expect(address).toBe(`${origin}/home?a=%20b+c&a=2#part`)
    expect(exchanges()).toEqual(['/api/fp/app/wechat/getUserGrantInfo {"code":"C1"}'])
    expect([session.get('openid'), session.get('appid')]).toEqual(['o1', 'wxaccount'])
    expect(left).toEqual([])
  })

  test('R4.5 WX-01 a saved openid is used: nothing is asked, also where the code that it was got for comes again', async () => {
    const { state } = await open('/home')
    await open(`/home?code=C1&state=${state}`)
    asked = []
    for (const path of ['/home', `/home?code=C1&state=${state}`]) {
      const { address, left, notices } = await open(path)
      expect([address, left, notices, asked]).toEqual([`${origin}/home`, [], [], []])
    }
    expect(session.get('openid')).toBe('o1')
  })

  test('R4.5 a new code beside a saved openid counts: the former openid is used no more, and the page authorises for the person of now', async () => {
    session.set('openid', 'former')
    session.set('appid', 'wxaccount')
    const first = await open('/home?code=C2&state=STATE')
    expect([first.address, first.left.length, session.get('openid')]).toEqual([`${origin}/home`, 1, undefined])
    await open(`/home?code=C3&state=${first.state}`)
    expect(exchanges()).toEqual(['/api/fp/app/wechat/getUserGrantInfo {"code":"C3"}'])
    expect(session.get('openid')).toBe('o1')
  })

  test('R4.5 code and state behind # are taken and leave the address too, without a notice', async () => {
    const { state } = await open('/#/loan/apply')
    const { address, left, notices } = await open(`/#/loan/apply?code=C1&state=${state}&a=1`)
    expect([address, left, notices]).toEqual([`${origin}/#/loan/apply?a=1`, [], []])
    expect(exchanges()).toEqual(['/api/fp/app/wechat/getUserGrantInfo {"code":"C1"}'])
  })

  test.each(['', '#wechat_redirect'])('R4.5 what followed # is there again when the page comes back with "%s"', async (hash) => {
    const { state } = await open('/home?a=1#/loan/apply?b=2')
    const { address } = await open(`/home?a=1&code=C1&state=${state}${hash}`)
    expect(address).toBe(`${origin}/home?a=1#/loan/apply?b=2`)
  })
})

describe('WX-07 a code whose state this visit did not send out is not exchanged; authorising begins anew, once', () => {
  const sent = async () => (await open('/home')).state
  test.each([
    ['with text that a browser appended', async () => `${await sent()}https%3A%2F%2Fbrowser.example`],
    ['with a constant', () => sent().then(() => 'STATE')],
    ['with that of another visit', () => sent().then(() => `1${'x'.repeat(31)}`)],
    ['with none', () => sent().then(() => '')],
    [
      'with one of ours that storage has lost',
      async () => {
        const state = await sent()
        window.sessionStorage.clear()
        return state
      },
    ],
  ])('WX-07 %s', async (_, make) => {
    const state = await make()
    const address = `/home?code=C1${state === '' ? '' : `&state=${state}`}`
    const back = await open(address)
    expect(back.left).toHaveLength(1)
    expect(back.state).toMatch(/^2/)
    const again = await open(address.replace('code=C1', 'code=C2'))
    expect(again.left).toEqual([])
    expect(again.notices).toEqual(['failed'])
    expect(exchanges()).toEqual([])
    expect(session.get('openid')).toBeUndefined()
  })

  test('WX-13 an address with a code that is opened by itself goes on in the same page', async () => {
    const { left, address } = await open('/home?code=C1&state=S1')
    expect([left.length, address]).toEqual([1, `${origin}/home`])
  })

  test('WX-04 storage that loses everything on the way ends in the notice and not in a circle', async () => {
    const first = await open('/home')
    window.sessionStorage.clear()
    const second = await open(`/home?code=C1&state=${first.state}`)
    window.sessionStorage.clear()
    const third = await open(`/home?code=C2&state=${second.state}`)
    expect([first.left.length, second.left.length, third.left.length]).toEqual([1, 1, 0])
    expect(third.notices).toEqual(['failed'])
  })
})

test('WX-04 where nothing can be kept the page does not leave at all: what came back could not be told from a stranger’s', async () => {
  const forbidden = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  const { left, notices } = await open('/home')
  expect([left, notices]).toEqual([[], ['failed']])
  forbidden.mockRestore()
  session.remove('authorisation')
})

test.each(['MESSENGER_CODE_USED', 'MESSENGER_CODE_INVALID'])(
  'WX-01 a code that is %s begins authorising anew, once, without an error',
  async (error) => {
    exchange = () => refusal(error)
    const first = await open('/home')
    const second = await open(`/home?code=C1&state=${first.state}`)
    expect([second.left.length, second.notices]).toEqual([1, []])
    const third = await open(`/home?code=C2&state=${second.state}`)
    expect([third.left, third.notices]).toEqual([[], ['failed']])
  },
)

describe('R8.3', () => {
  test('R8.3 code not obtained: a refusal is a notice, and after it this visit asks no more by itself', async () => {
    const { state } = await open('/home')
    const refused = await open(`/home?state=${state}`)
    expect([refused.address, refused.left, refused.notices]).toEqual([`${origin}/home`, [], ['refused']])
    const later = await open('/home')
    expect([later.left, later.notices]).toEqual([[], []])
  })

  test('WX-10 coming back without a code is the notice as well, and no jump', async () => {
    await open('/home')
    const { left, notices } = await open('/home')
    expect([left, notices]).toEqual([[], ['refused']])
  })

  test('WX-10 trying again leaves beside the notice, so that Back returns to it', async () => {
    await open('/home')
    const { left } = await open('/home', { choice: 'retry' })
    expect(left).toHaveLength(1)
    expect(left[0]).toMatch(/^beside /)
  })

  test('R8.3 choosing SMS leads to the login, and from there back to the place', async () => {
    await open('/loan?x=1')
    const { address } = await open('/loan?x=1', { choice: 'logIn' })
    expect(address).toBe(`${origin}/login?redirectUrl=%2Floan%3Fx%3D1`)
  })

  test.each([
    ['the words of the server', () => refusal('MESSENGER_BUSY', '微信服务繁忙'), '微信服务繁忙'],
    ['the fallback where it has none', () => refusal('MESSENGER_NOT_ALLOWED'), words.error.noUserInfo],
  ])('R8.3 no user info: %s, once there is a page, and the application starts', async (_, answer, expected) => {
    exchange = answer
    const { state } = await open('/home')
    const { left, notices } = await open(`/home?code=C1&state=${state}`)
    expect([left, notices]).toEqual([[], []])
    expect(await saidOnThePage()).toBe(expected)
    expect((await open('/home')).left, 'not again in this visit').toEqual([])
  })

  test('R8.3 authorisation failed: no answer to where to authorise is a toast, and the application starts', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
    const { left, notices } = await open('/home')
    expect([left, notices]).toEqual([[], []])
    expect(await saidOnThePage()).toBe(words.error.failed)
  })

  test('R8.3 not in the messenger: says so and does nothing', async () => {
    const { left, address } = await open('/home?code=C1&state=S1', { host: fakeHost({ kind: 'browser' }) })
    expect([left, address, asked]).toEqual([[], `${origin}/home?code=C1&state=S1`, []])
    expect(await saidOnThePage()).toBe(words.error.notInMessenger)
  })
})

test('WX-11 in a frame the page itself never leaves: the page around is asked, once, and the application starts whatever it answers', async () => {
  const addresses: string[] = []
  const authoriseAround = async (address: string) => {
    addresses.push(address)
    return false
  }
  const host = messengerHost({ framed: true, authorise: authoriseAround })
  for (let visit = 0; visit < 2; visit += 1) {
    const { left, notices } = await open('/home', { host })
    expect([left, notices]).toEqual([[], []])
  }
  expect(addresses).toHaveLength(1)
  expect(addresses[0]).toMatch(/^https:\/\/open\.example\.com\/authorize\?/)
})

test('where no messenger is set up nobody is sent anywhere, and nobody is told', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 0, msg: '', data: { appId: 'wxaccount', authorizeUrl: null, subscribed: null } }),
  )
  const { left, notices } = await open('/home')
  expect([left, notices, await saidOnThePage()]).toEqual([[], [], ''])
})

test('R8.3 a server that does not answer is waited for ten seconds and no longer; then the application starts', async () => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, fail) => {
        signal.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')))
      }),
  )
  const started = vi.fn()
  const opened = open('/home').then(started)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(started).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await opened
  vi.useRealTimers()
  expect(await saidOnThePage()).toBe(words.error.failed)
})
