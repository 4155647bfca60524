import { createServer } from 'node:http'
import { api } from '@fyh/contract/api.ts'
import { constants } from '@fyh/contract/options.ts'
import type { Browser, Page, Response } from '@playwright/test'
import { makeBorrower } from './api-borrower.ts'
import { barriers, overflow, overflowAtDoubleText, smallTargets } from './audit.ts'
import { test as alone, expect, sharedTest as test } from './harness.ts'
import type { Stack } from './stack.ts'
import { button, enterCode } from './walk.ts'
import { packs, refusal } from './words.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.40(0x18002831) NetType/WIFI Language/zh_CN'
const android =
  'Mozilla/5.0 (Linux; Android 13; V2254A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/111.0.5563.116 Mobile Safari/537.36 MicroMessenger/8.0.47.2560(0x28002F30) NetType/WIFI Language/zh_CN'
const at = (endpoint: { readonly path: string }) => `**${constants.apiPrefix}${endpoint.path}`

test.use({ userAgent: iPhone })
alone.use({ userAgent: iPhone })

/** Every visit of the authorisation page, and every code that came back from it. */
function watch(page: Page, stack: Stack) {
  const seen = { authorised: 0, codes: [] as string[] }
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return
    if (request.url().startsWith(`${stack.sandbox}/messenger/connect/oauth2/authorize`)) seen.authorised += 1
    const code = request.url().startsWith(stack.web) ? new URL(request.url()).searchParams.get('code') : null
    if (code !== null) seen.codes.push(code)
  })
  return seen
}
const onAuthorisePage = (page: Page) => expect(page.locator('#allow')).toBeVisible()
const allow = (page: Page) => page.locator('#allow').click()
const saved = (page: Page) => page.evaluate(() => [sessionStorage.getItem('openid'), sessionStorage.getItem('appid')])

test('R4.5 R7.23 R7.24 authorise, come back, log in, borrow with the openid in every call; reload and Back find no code', async ({
  page,
  stack,
  sandbox,
  words,
  open,
}) => {
  const seen = watch(page, stack)
  const before = await sandbox.exchanges()
  await open('/home')
  await onAuthorisePage(page)
  await allow(page)
  await button(page, words.home.guest.seeLimit).click()
  await expect(page).toHaveURL(/\/login/)
  expect(page.url()).not.toMatch(/[?&](code|state)=/)
  await expect.poll(async () => (await saved(page))[0]).not.toBeNull()
  const [openid, appid] = await saved(page)
  expect([openid, appid]).toEqual([expect.stringMatching(/^o\w{27}$/), 'wxsandboxaccount'])

  const linked = page.waitForResponse(at(api.messenger.linkIdentity))
  const mobile = '13800000371'
  await page.getByLabel(words.session.login.mobile).fill(mobile)
  await enterCode({ page, sandbox, words }, mobile)
  await page.getByRole('checkbox').check()
  await button(page, words.session.login.submit).click()
  expect((await (await linked).json()).code).toBe(0)

  const asked = page.waitForRequest((request) => request.url().includes('/api/') && request.headers()['x-user-token'] !== undefined)
  await open('/borrowMoney')
  const headers = (await asked).headers()
  expect([headers['x-user-real-openid'], headers['x-user-appid']]).toEqual([openid, appid])

  await page.reload()
  await page.goBack()
  expect([seen.authorised, await sandbox.exchanges()]).toEqual([1, before + 1])

  // A code that this visit did not ask for may be another person's: the page authorises again and never exchanges it.
  await open(`/home?code=${seen.codes[0]}&state=S1`)
  await expect.poll(sandbox.exchanges).toBe(before + 2)
  await expect(page.getByRole('navigation')).toBeVisible()
  expect(page.url()).not.toMatch(/[?&](code|state)=/)
  await expect(page.getByText(words.messenger.notice.failedTitle)).toHaveCount(0)
  expect(seen.authorised).toBe(2)
})

test('WX-10 R8.3 a person who refuses logs in by SMS, and is not asked again in this visit', async ({
  page,
  stack,
  sandbox,
  words,
  open,
}) => {
  const seen = watch(page, stack)
  await open('/loan?x=1')
  await onAuthorisePage(page)
  await page.locator('#refuse').click()
  await expect(page.getByText(words.messenger.notice.refusedTitle)).toBeVisible()
  expect(page.url()).toMatch(/\/loan\?x=1/)
  expect(page.url()).not.toMatch(/state=/)
  expect(await page.title()).toBe(words.messenger.notice.title)
  await expect(page.getByRole('heading', { level: 1, name: words.messenger.notice.title })).toHaveCount(1)
  expect([await barriers(page), await overflow(page), await overflowAtDoubleText(page), await smallTargets(page)]).toEqual([[], [], [], []])

  // Trying again, and then going back instead of answering: the question stands, and nothing jumps.
  await button(page, words.messenger.notice.retry).click()
  await onAuthorisePage(page)
  await page.goBack()
  await expect(page.getByText(words.messenger.notice.refusedTitle)).toBeVisible()
  expect(seen.authorised).toBe(2)

  await button(page, words.messenger.notice.sms).click()
  await expect(page).toHaveURL(/\/login\?redirectUrl=%2Floan%3Fx%3D1/)
  await page.getByLabel(words.session.login.mobile).fill('13800000372')
  await enterCode({ page, sandbox, words }, '13800000372')
  await page.getByRole('checkbox').check()
  await button(page, words.session.login.submit).click()
  await expect(page).toHaveURL(/\/loan\?x=1/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(seen.authorised).toBe(2)
})

test('WX-01 WX-07 WX-13 a code that was used elsewhere begins authorising anew, without an error; an address with a code opened by itself goes on', async ({
  page,
  stack,
  browser,
  words,
  open,
}) => {
  const seen = watch(page, stack)
  await page.goto(`${stack.web}/home?code=C1&state=S1`)
  await onAuthorisePage(page)
  await allow(page)
  await expect.poll(async () => (await saved(page))[0]).toMatch(/^o/)

  const other = await (await browser.newContext({ userAgent: android })).newPage()
  const seenThere = watch(other, stack)
  await open('/home', other)
  await onAuthorisePage(other)
  const state = new URL(other.url()).searchParams.get('state')
  await other.goto(`${stack.web}/home?code=${seen.codes[1]}&state=${state}`)
  await onAuthorisePage(other)
  expect(seenThere.authorised).toBe(2)
  await allow(other)
  await expect(button(other, words.home.guest.seeLimit)).toBeVisible()
  await expect.poll(async () => (await saved(other))[0]).toMatch(/^o/)
  const [openid] = await saved(other)
  expect(openid).not.toBe((await saved(page))[0])
  await other.context().close()
})

test('WX-02 a phone that opens the address with the code a second time, while the first still waits, arrives with the same openid', async ({
  page,
  sandbox,
  open,
}) => {
  const before = await sandbox.exchanges()
  await open('/home')
  await onAuthorisePage(page)
  let first: Promise<{ data: { openId: string } }> | undefined
  await page.route(at(api.messenger.grantInfo), async (route) => {
    if (first !== undefined) return route.continue()
    // Carried out at the server; its answer never reaches the page that asked.
    first = route.fetch().then((answer) => answer.json())
  })
  const callback = page.waitForRequest((request) => request.isNavigationRequest() && request.url().includes('code='))
  await allow(page)
  const address = (await callback).url()
  await expect.poll(() => first !== undefined).toBe(true)
  await page.goto(address)
  const openId = (await first)?.data.openId
  await expect.poll(async () => (await saved(page))[0]).toBe(openId)
  expect(await sandbox.exchanges()).toBe(before + 1)
})

test('WX-04 with storage forbidden the page never leaves by itself: it offers the login by SMS', async ({ page, stack, words, open }) => {
  const seen = watch(page, stack)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
  })
  await open('/home')
  await expect(page.getByText(words.messenger.notice.failedTitle)).toBeVisible()
  await button(page, words.messenger.notice.sms).click()
  await expect(page.getByLabel(words.session.login.mobile)).toBeVisible()
  expect(seen.authorised).toBe(0)
})

/** `both`: the second address is signed, too. */
type Visit = { readonly userAgent: string; readonly press: string; readonly both: boolean }

/** The addresses that a visit has signed, after it entered at one and went on to another. */
async function signedAddresses(browser: Browser, stack: Stack, { userAgent, press, both }: Visit): Promise<string[]> {
  const context = await browser.newContext({ userAgent })
  const page = await context.newPage()
  await page.addInitScript(() => sessionStorage.setItem('openid', 'o-known'))
  const signed: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(api.messenger.scriptConfig.path)) signed.push(String(request.postDataJSON().url))
  })
  await page.goto(`${stack.web}/home?x=1#part`)
  await expect.poll(() => signed.length).toBe(1)
  await button(page, press).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => signed.length).toBe(both ? 2 : 1)
  await page.goBack()
  await expect(button(page, press)).toBeVisible()
  await context.close()
  return signed
}

test('WX-05 an iPhone signs the address it entered at, Android each present one; never what follows #', async ({
  browser,
  stack,
  words,
}) => {
  const press = words.home.guest.seeLimit
  expect(await signedAddresses(browser, stack, { userAgent: iPhone, press, both: false })).toEqual([`${stack.web}/home?x=1`])
  expect((await signedAddresses(browser, stack, { userAgent: android, press, both: true })).slice(0, 2)).toEqual([
    `${stack.web}/home?x=1`,
    `${stack.web}/login`,
  ])
})

test('R1.5 the messenger’s script is loaded in the messenger and in its mini-programs, and in no other host', async ({
  browser,
  stack,
}) => {
  const hosts = {
    messenger: android,
    miniProgram: `${android} miniProgram/wx0123456789abcdef`,
    browser: 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36',
    nativeAndroid: 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 FyhApp/3.2.0',
    nativeIos: 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 FyhApp/3.2.0',
  }
  const loading: string[] = []
  for (const [host, userAgent] of Object.entries(hosts)) {
    const context = await browser.newContext({ userAgent })
    const page = await context.newPage()
    await page.addInitScript(() => sessionStorage.setItem('openid', 'o-known'))
    const scripts: Response[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response)
    })
    await page.goto(`${stack.web}/home`)
    await expect(page.getByRole('navigation')).toBeVisible()
    await page.waitForLoadState('networkidle')
    // Read now and not as they come: one that comes later is not waited for, and its page is gone then.
    if ((await Promise.all(scripts.map((script) => script.text()))).some((script) => script.includes('preVerifyJSAPI'))) loading.push(host)
    await context.close()
  }
  expect(loading).toEqual(['messenger', 'miniProgram'])
})

alone('R8.3 a messenger that fails is told by a toast, and the login by SMS is there', async ({ page, stack, sandbox, words, open }) => {
  const seen = watch(page, stack)
  await open('/home')
  await onAuthorisePage(page)
  await sandbox.order('messenger', 'refuse')
  await allow(page)
  await expect(page.getByText(refusal('MESSENGER_BUSY'))).toBeVisible()
  await button(page, words.home.guest.seeLimit).click()
  await expect(page.getByLabel(words.session.login.mobile)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(words.session.login.mobile)).toBeVisible()
  expect(seen.authorised).toBe(1)
  expect(await saved(page)).toEqual([null, null])
})

/** A page of somebody else, that shows ours in a frame and writes down what it is told; its origin is one the product allows. */
const framed = alone.extend<{ around: string }>({
  around: async ({ browserName: _ }, use) => {
    const server = createServer((request, response) => {
      const shown = new URL(request.url ?? '', 'http://around').searchParams.get('shown')
      const script = `var heard = []; addEventListener('message', ({ data }) => heard.push(data))`
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<script>${script}</script><iframe src="${shown}"></iframe>`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    await use(typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '')
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  },
  settings: async ({ around }, use) => use({ FRAME_ANCESTORS: around }),
})

framed('WX-11 a frame never goes to the authorisation page: the page around is asked to', async ({ page, stack, words, around }) => {
  const places: string[] = []
  page.on('framenavigated', (frame) => places.push(frame.url()))
  await page.goto(`${around}/?shown=${encodeURIComponent(`${stack.web}/home`)}`)
  await expect(page.frameLocator('iframe').getByRole('button', { name: words.home.guest.seeLimit, exact: true })).toBeVisible()
  // The home is drawn before its scripts run, so the button is there earlier than the question.
  const heard = () => page.evaluate<unknown[]>(() => Reflect.get(window, 'heard') ?? [])
  const address = expect.stringContaining('/messenger/connect/oauth2/authorize?')
  await expect.poll(heard).toContainEqual(expect.objectContaining({ name: 'authorise', data: { address } }))
  expect(places.some((place) => place.startsWith(stack.web))).toBe(true)
  expect(places.filter((place) => place.includes('/connect/oauth2/'))).toEqual([])
})

test('WX-10 in English, and for one who is logged in: the notice goes on to where one was going', async ({ page, stack }) => {
  const words = packs['en-us'].messenger.notice
  const { token, user } = await makeBorrower(stack, { seed: 'messenger', number: 373, upTo: 'login' })
  const kept = { token, user: JSON.stringify({ ...user, token }) }
  await page.addInitScript((login) => {
    for (const [key, value] of Object.entries(login)) localStorage.setItem(key, value)
  }, kept)
  await page.route(`${stack.sandbox}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'the authorisation page' }))
  await page.goto(`${stack.web}/setting?lang=en-us`)
  await expect(page.getByText('the authorisation page')).toBeVisible()
  await page.goto(`${stack.web}/setting?lang=en-us`)
  await expect(page.getByText(words.refusedBody)).toBeVisible()
  await button(page, words.goOn).click()
  await expect(page).toHaveURL(/\/setting/)
  await expect(page.getByText(packs['en-us'].settings.logout).first()).toBeVisible()
})

test('WX-08 another person in the messenger has another openid', async ({ browser, open }) => {
  const visit = async () => {
    const page = await (await browser.newContext({ userAgent: android })).newPage()
    await open('/home', page)
    await onAuthorisePage(page)
    await allow(page)
    await expect.poll(async () => (await saved(page))[0]).not.toBeNull()
    return { page, openid: (await saved(page))[0] }
  }
  const [one, two] = [await visit(), await visit()]
  expect(one.openid).not.toBe(two.openid)
  for (const { page } of [one, two]) await page.context().close()
})
