import { api } from '@fyh/contract/api.ts'
import { constants } from '@fyh/contract/options.ts'
import type { Page, Route } from '@playwright/test'
import { makeBorrower, phone } from './api-borrower.ts'
import { test as alone, expect, sharedTest as test } from './harness.ts'
import { button, enterCode, type Walker } from './walk.ts'
import { watchTold } from './watch-told.ts'
import { refusal, type Words } from './words.ts'

const at = (endpoint: { readonly path: string }) => `**${constants.apiPrefix}${endpoint.path}`
const expired = { code: -1, msg: refusal('LOGIN_EXPIRED'), data: null }

async function logInAs({ page, sandbox, words }: Pick<Walker, 'page' | 'sandbox' | 'words'>, mobile: string): Promise<void> {
  await page.getByLabel(words.session.login.mobile).fill(mobile)
  await enterCode({ page, sandbox, words }, mobile)
  await page.getByRole('checkbox').check()
  await button(page, words.session.login.submit).click()
}

test('AU-01 R4.3 an expired login: one toast, one redirect, back to the place after logging in', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'expiry', number: 311, upTo: 'login' })
  await enter(borrower)
  const seen = await watchTold(page)
  await borrower.call(api.session.logout)
  const answered = [api.home.tabInfo, api.home.account].map((call) => page.waitForResponse(at(call)))
  await open('/account?x=1')
  // The other one may be given up when the first leads away.
  await Promise.any(answered)
  await expect(page).toHaveURL(/\/login\?redirectUrl=/)
  expect(seen.toasts).toEqual([refusal('LOGIN_EXPIRED')])
  expect(seen.places.filter((place) => place === '/login')).toHaveLength(1)
  expect(await page.evaluate(() => ['token', 'user', 'stateUser', 'app-user'].filter((key) => localStorage.getItem(key) !== null))).toEqual(
    [],
  )

  await logInAs({ page, sandbox, words }, borrower.mobile)
  await expect(page).toHaveURL(/\/account\?x=1/)
  await expect(page.getByText(`138****${borrower.mobile.slice(-4)}`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`138****${borrower.mobile.slice(-4)}`)).toBeVisible()
  expect(seen.toasts.filter((text) => text === refusal('LOGIN_EXPIRED'))).toHaveLength(1)
  expect(seen.places.filter((place) => place === '/login')).toHaveLength(1)
})

test('AU-01 every call that /home makes is answered expired at once, those for its cards by the server itself: one toast, one redirect', async ({
  page,
  stack,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'homeexpired', number: 317, upTo: 'login' })
  await enter(borrower)
  await borrower.call(api.session.logout)
  const seen = await watchTold(page)
  const held = new Map<string, Route>()
  await page.route('**/api/**', (route) => void held.set(new URL(route.request().url()).pathname.slice(constants.apiPrefix.length), route))
  const own: string[] = [api.home.fyhHome.path, api.home.tabInfo.path]
  await page.goto(`${stack.web}/home`)
  await expect.poll(() => [...held.keys()]).toEqual(expect.arrayContaining([...own, api.trace.report.path]))
  // The server answers one after the other; the page hears all of it at once.
  const answers = await Promise.all(
    [...held].map(async ([path, route]) => ({ route, json: own.includes(path) ? await (await route.fetch()).json() : expired })),
  )
  expect(answers.map(({ json }) => json.code)).toEqual(answers.map(() => -1))
  await Promise.all(answers.map(({ route, json }) => route.fulfill({ json })))
  await page.unroute('**/api/**')
  await expect(page).toHaveURL(`${stack.web}/login?redirectUrl=%2Fhome`)
  await expect(page.getByRole('checkbox')).toBeVisible()
  expect(seen.toasts).toEqual([refusal('LOGIN_EXPIRED')])
  expect(seen.places.filter((place, at) => place !== seen.places[at - 1])).toEqual(['/home', '/login'])
})

test('R4.3 R9.1 AU-01 all calls of a screen say expired: one toast, 1.5 s, one redirect; partner before capital form before login; who leaves first stays', async ({
  page,
  context,
  stack,
  words,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'branches', number: 315, upTo: 'login' })
  const partner = `${stack.web}/aboutUs?x=1`
  const fromPartner = { productType: 'fbd', redirUrl: encodeURIComponent(partner) }
  for (const { from, kept, end, leaves } of [
    { from: '/capitalProfile', kept: fromPartner, end: partner },
    { from: '/account', kept: { productType: 'fbd' }, end: `${stack.web}/login?redirectUrl=%2Faccount` },
    { from: '/capitalProfile', kept: {}, end: `${stack.web}/capitalForm` },
    { from: '/account', kept: {}, end: `${stack.web}/home`, leaves: true },
    { from: '/account?x=%E5%BC%A0', kept: {}, end: `${stack.web}/login?redirectUrl=%2Faccount%3Fx%3D%25E5%25BC%25A0` },
  ]) {
    await enter(borrower)
    await page.goto('about:blank')
    const tab = await context.newPage()
    await tab.clock.install()
    await tab.addInitScript((items) => {
      if (sessionStorage.getItem('begun') !== null) return
      sessionStorage.setItem('begun', '1')
      for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
    }, kept)
    const seen = await watchTold(tab)
    const held: Route[] = []
    await tab.route('**/api/**', (route) => void held.push(route))
    await tab.goto(`${stack.web}${from}`)
    // The last of them is the report of the visit, which every screen makes.
    await expect.poll(() => held.some((route) => route.request().url().endsWith(api.trace.report.path))).toBe(true)
    await tab.clock.pauseAt(Date.now() + 10_000)
    await Promise.all(held.map((route) => route.fulfill({ json: expired })))
    await expect(tab.getByText(expired.msg)).toBeVisible()
    await tab.clock.runFor(1_000)
    await tab.unroute('**/api/**')
    // The screen they go to is still on its way when the time is over.
    const come = Promise.withResolvers<void>()
    await tab.route(/\/assets\/home-screen[^/]*\.js/, (route) => come.promise.then(() => route.continue()))
    if (leaves) await button(tab, words.shell.tab.home).click()
    else await expect(tab.getByText(expired.msg)).toBeVisible()
    await tab.clock.runFor(499)
    if (!leaves) expect(tab.url()).toBe(`${stack.web}${from}`)
    await tab.clock.runFor(1)
    come.resolve()
    if (leaves) {
      await tab.clock.resume()
      await expect(button(tab, words.home.guest.seeLimit)).toBeVisible()
      // Time enough for a redirect that would be wrong.
      await tab.clock.fastForward(5_000)
    }
    await expect(tab, `${from} ${JSON.stringify(kept)}`).toHaveURL(end)
    expect(seen.toasts).toEqual([expired.msg])
    // Each document writes its place into its entry of the history, which counts as one more.
    expect(seen.places.filter((place, at) => place !== seen.places[at - 1])).toEqual([
      new URL(from, stack.web).pathname,
      new URL(end).pathname,
    ])
    await tab.close()
  }
})

test('R3.3 R3.4 R3.5 a cookie named token logs a first visit in; what was wished for is there again after a reload, under the id of the store', async ({
  page,
  context,
  stack,
  words,
  open,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'cookie', number: 316, upTo: 'applied' })
  await context.addCookies([{ name: 'token', value: borrower.token, url: stack.web }])
  await open('/account')
  await expect(page.getByText(borrower.user.mobile)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(borrower.token)

  await open('/borrowMoney')
  const amount = page.getByRole('textbox', { name: words.borrow.amount.label })
  await amount.fill('2300')
  await page.getByRole('radio', { name: words.option.period['6'], exact: true }).check()
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('app-user') ?? '{}').confirmInfo)
  const wish = { preMoney: '2300', period: 6, use: '01', showData: null, agree: false, showProtocol: false, tipsMassege: '' }
  await expect.poll(kept).toEqual(wish)
  await page.reload()
  await expect(amount).toHaveValue('2,300')
  await expect(page.getByRole('radio', { name: words.option.period['6'], exact: true })).toBeChecked()
  expect(await kept()).toEqual(wish)
})

test('AU-02 AU-05 the login page stays when every call says expired; it leads only to places of ours', async ({
  page,
  stack,
  words,
  open,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'landing', number: 312, upTo: 'login' })
  await page.clock.install()
  await open('/home')
  await page.evaluate(() => localStorage.setItem('token', 'stale'))
  await page.route(`**${constants.apiPrefix}/**`, (route) => route.fulfill({ json: expired }))
  const seen = await watchTold(page)
  const answered = page.waitForResponse(`${at(api.agreement.current)}**`)
  await open('/login?redirectUrl=%2Floan')
  await answered
  seen.places.length = 0
  await page.clock.runFor(5_000)
  expect(seen.places).toEqual([])
  await expect(page).toHaveURL(/\/login\?redirectUrl=%2Floan/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.unroute(`**${constants.apiPrefix}/**`)
  await button(page, words.blocks.agreement.failed).click()
  await expect(page.getByRole('checkbox')).toBeVisible()

  // The login itself is not what this is about, so its answer is a known one.
  const answer = { code: 0, msg: '', data: { token: borrower.token, user: borrower.user, isNew: false } }
  await page.route(at(api.session.registerAndLogin), (route) => route.fulfill({ json: answer }))
  const arrived = async (redirectUrl: string) => {
    await expect(page, redirectUrl).not.toHaveURL(/\/login/)
    const { origin, pathname, search } = new URL(page.url())
    expect(origin, redirectUrl).toBe(stack.web)
    return pathname + search
  }
  /** Where the address leads after a login; it leads there at once when a borrower is logged in. */
  const land = async (redirectUrl: string) => {
    await page.evaluate(() => localStorage.clear())
    await open(`/login?redirectUrl=${encodeURIComponent(redirectUrl)}`)
    await page.getByLabel(words.session.login.mobile).fill(borrower.mobile)
    await page.getByLabel(words.blocks.sms.label).fill('1234')
    await page.getByRole('checkbox').check()
    await button(page, words.session.login.submit).click()
    const place = await arrived(redirectUrl)
    await open(`/login?redirectUrl=${encodeURIComponent(redirectUrl)}`)
    expect(await arrived(redirectUrl), redirectUrl).toBe(place)
    return place
  }
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '/%5Cevil.example',
    ' //evil.example',
    'https://evil.example/',
    `${stack.web}@evil.example/`,
    '/.//evil.example',
    'javascript:alert(1)',
    '%252F%252Fevil.example',
  ])
    expect(await land(evil), evil).toBe('/home')
  expect(await land('/loan?x=1')).toBe('/loan?x=1')
  expect(await land(`${stack.web}/messageCenter`)).toBe('/messageCenter')
})

test('UI-10 UI-07 PS-04 a pasted phone and a pasted code are cleaned; mask and code follow the phone that is shown', async ({
  page,
  sandbox,
  words,
  open,
}) => {
  const w = words.session.login
  await open('/login')
  const mobile = page.getByLabel(w.mobile)
  const get = page.getByRole('button', { name: words.blocks.sms.get, exact: true })

  await mobile.fill('\u200e')
  await get.click()
  await expect(page.getByText(w.mobileInvalid)).toBeVisible()
  await button(page, w.submit).click()
  await expect(page.getByText(w.mobileInvalid)).toBeVisible()

  for (const pasted of [`\u202d138 0000 0313\u202c`, '+86 138-0000-0313', '８６１３８０００００３１３']) {
    await mobile.fill(pasted)
    await mobile.blur()
    await expect(mobile, pasted).toHaveValue(phone(313))
  }
  await enterCode({ page, sandbox, words }, phone(313))
  await expect(page.getByText('138****0313')).toBeVisible()

  await mobile.fill(phone(314))
  await expect(page.getByText('138****0313')).toBeHidden()
  const before = await sandbox.codes(phone(314))
  await get.click()
  await expect(page.getByText('138****0314')).toBeVisible()
  const code = await sandbox.code(phone(314), before)

  const box = page.getByLabel(words.blocks.sms.label)
  await expect(box).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(box).toHaveAttribute('inputmode', 'numeric')
  await box.fill(`${code}789`)
  await expect(box).toHaveValue(code)
  await button(page, w.submit).click()
  await expect(page.getByRole('main').getByText(w.agreeFirst)).toBeVisible()
  await expect(page.getByRole('checkbox')).toBeFocused()
  await page.getByRole('checkbox').check()

  await box.fill(code === '0000' ? '0001' : '0000')
  await button(page, w.submit).click()
  await expect(page.getByText(refusal('SMS_CODE_WRONG', { left: 4 }))).toBeVisible()
  await box.fill(`验证码 ${code}`)
  await expect(box).toHaveValue(code)
  await button(page, w.submit).click()
  await expect(page).toHaveURL(/\/home/)
  await expect(page.getByRole('navigation')).toBeInViewport({ ratio: 1 })
  await open('/account')
  await expect(page.getByText('138****0314')).toBeVisible()
})

alone.describe('with a minute between two codes', () => {
  alone.use({ settings: { SMS_WAIT_SECONDS: '60' } })

  alone(
    'AU-07 a reload keeps the countdown and another tab shows it, too; one message goes out',
    async ({ page, context, sandbox, words, open }) => {
      await open('/login')
      await page.getByLabel(words.session.login.mobile).fill(phone(315))
      await button(page, words.blocks.sms.get).click()
      await sandbox.code(phone(315), 0)
      const left = async (on: Page) => secondsIn(words, (await waiting(on, words).textContent()) ?? '')
      await expect.poll(() => left(page)).toBeLessThanOrEqual(57)

      await page.reload()
      await expect(page.getByLabel(words.session.login.mobile)).toHaveValue(phone(315))
      await expect(waiting(page, words)).toBeDisabled()
      expect(await left(page)).toBeLessThanOrEqual(57)

      const other = await context.newPage()
      await open('/login', other)
      await other.getByLabel(words.session.login.mobile).fill(phone(315))
      await expect(other.getByText(words.blocks.sms.sentBefore)).toBeVisible()
      await expect(waiting(other, words)).toBeDisabled()
      expect(await left(other)).toBeLessThanOrEqual(57)
      expect(await sandbox.texts(phone(315))).toHaveLength(1)
    },
  )
})

const waitPattern = (words: Words) => new RegExp(words.blocks.sms.wait.replace('{{seconds}}', '(\\d+)'))
const waiting = (page: Page, words: Words) => page.getByRole('button', { name: waitPattern(words) })
const secondsIn = (words: Words, text: string) => Number(waitPattern(words).exec(text)?.[1] ?? Number.NaN)
