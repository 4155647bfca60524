import { api } from '@fyh/contract/api.ts'
import { constants } from '@fyh/contract/options.ts'
import { makeBorrower, phone } from './api-borrower.ts'
import { test as alone, expect, sharedTest as test } from './harness.ts'
import {
  agents,
  asked,
  borrowInHost,
  headerOf,
  logInInHost,
  logInToApp,
  pressBack,
  servePartner,
  simulateHost,
  stateOf,
} from './simulated-host.ts'
import { button } from './walk.ts'

const at = (endpoint: { readonly path: string }) => `**${constants.apiPrefix}${endpoint.path}`
const tokenOf = ({ token, user }: { token: string; user: object }) => ({ token, user })

for (const { kind, userAgent, hostName, number } of [
  { kind: 'nativeIos', userAgent: `${agents.iphone} FyhApp/3.2.0`, hostName: 'ios', number: 420 },
  { kind: 'nativeAndroid', userAgent: `${agents.android} FyhApp/3.2.0`, hostName: 'android', number: 430 },
] as const)
  test.describe(kind, () => {
    test.use({ userAgent })

    test(`R1.5 R2.80 R2.84 R6.3 ${kind}: a borrower whom the app logs in borrows under the app's header and goes home to the app`, async ({
      page,
      stack,
      sandbox,
      words,
      open,
    }) => {
      const borrower = await makeBorrower(stack, { seed: `host-${kind}`, number, upTo: 'card' })
      const calls = await simulateHost(page, { kind, market: true, ...tokenOf(borrower) })
      const init = page.waitForRequest((request) => /"event":"init"/.test(request.postData() ?? ''))
      const home = page.waitForRequest(at(api.home.fyhHome))
      await open('/home')
      expect((await (await home).allHeaders())['x-user-market']).toBe('market')
      expect((await init).postData()).toContain(`"content":"${hostName}"`)
      expect(headerOf(calls)).toEqual({ show: false, title: words.home.title })

      await borrowInHost({ page, sandbox, words }, borrower.mobile)
      await expect.poll(() => headerOf(calls)).toEqual({ show: true, title: words.borrow.title.withdrawSuccess })
      await expect(page.getByRole('banner')).toHaveCount(0)
      await button(page, words.borrow.success.done).click()
      await expect.poll(() => asked(calls).pop()).toBe('jumpHome')
      expect((await stateOf(page)).at).toBe('home')
      await expect(page).toHaveURL(/\/withdrawSuccess/)
    })

    test(`R2.86 UI-05 ${kind}: the app's back key closes a sheet, goes a screen back, and leaves the app to close the page at the first one`, async ({
      page,
      stack,
      words,
      open,
    }) => {
      const borrower = await makeBorrower(stack, { seed: `back-${kind}`, number: number + 1, upTo: 'login' })
      const calls = await simulateHost(page, { kind, ...tokenOf(borrower) })
      await open('/setting')
      await expect.poll(() => headerOf(calls)).toEqual({ show: true, title: words.settings.title })
      await expect(page.getByRole('banner')).toHaveCount(0)
      await button(page, words.settings.logout).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await pressBack(page)
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(page).toHaveURL(/\/setting/)
      await pressBack(page)
      await expect.poll(() => asked(calls).pop()).toBe('back')
      expect((await stateOf(page)).at).toBe('closed')
    })

    test(`R2.86 ${kind}: after something changed on the server the app is asked to refresh what is behind`, async ({
      page,
      sandbox,
      words,
      open,
    }) => {
      const calls = await simulateHost(page, { kind })
      await open('/login')
      await page.getByLabel(words.session.login.mobile).fill(phone(number + 2))
      await button(page, words.blocks.sms.get).click()
      await sandbox.code(phone(number + 2), 0)
      await expect(button(page, words.blocks.sms.get)).toHaveCount(0)
      await pressBack(page)
      await expect.poll(() => asked(calls).pop()).toBe('backRefresh')
    })

    test(`R4.3 ${kind}: an expired login is the app's to renew, and the page goes on with the new one where it was`, async ({
      page,
      stack,
      open,
    }) => {
      const borrower = await makeBorrower(stack, { seed: `expiry-${kind}`, number: number + 3, upTo: 'login' })
      const calls = await simulateHost(page, { kind, ...tokenOf(borrower) })
      await borrower.call(api.session.logout, { body: {} })
      await open('/account?x=1')
      await expect.poll(() => asked(calls).pop()).toBe('login')
      expect((await stateOf(page)).login).toBe(true)
      const again = await makeBorrower(stack, { seed: `expiry-${kind}`, number: number + 3, upTo: 'login' })
      await logInToApp(page, tokenOf(again))
      await expect(page.getByText(`138****${borrower.mobile.slice(-4)}`)).toBeVisible()
      await expect(page).toHaveURL(/\/account\?x=1/)
    })

    test(`R2.85 R4.3 ${kind}: an app that does not answer leaves title bar, home and login to the page`, async ({
      page,
      stack,
      words,
      open,
      enter,
    }) => {
      const borrower = await makeBorrower(stack, { seed: `silent-${kind}`, number: number + 4, upTo: 'login' })
      const calls = await simulateHost(page, { kind, silent: true })
      await enter(borrower)
      await open('/setting')
      await expect(page.getByRole('banner').getByRole('heading', { name: words.settings.title })).toBeVisible()
      expect(headerOf(calls)).toEqual({ show: false, title: words.settings.title })
      await page.getByRole('button', { name: words.shell.ui.back }).click()
      await expect(page).toHaveURL(/\/home/)
      expect(asked(calls).slice(-2)).toEqual(['back', 'jumpHome'])
      await borrower.call(api.session.logout, { body: {} })
      await open('/account')
      await expect(page).toHaveURL(/\/login\?redirectUrl=/)
      expect(asked(calls)).toContain('login')
    })
  })

test.describe('messenger', () => {
  test.use({ userAgent: `${agents.iphone} MicroMessenger/8.0.40(0x18002831) NetType/WIFI Language/zh_CN` })

  test('R1.5 messenger: authorised, logged in by SMS, borrowed; the title is the document’s alone', async ({
    page,
    stack,
    sandbox,
    words,
    open,
  }) => {
    const borrower = await makeBorrower(stack, { seed: 'host-messenger', number: 440, upTo: 'card' })
    await simulateHost(page, { kind: 'messenger' })
    await open('/home')
    await page.locator('#allow').click()
    await logInInHost({ page, sandbox, words }, borrower.mobile)
    await borrowInHost({ page, sandbox, words }, borrower.mobile)
    await expect(page).toHaveTitle(new RegExp(`^${words.borrow.title.withdrawSuccess} · `))
    await expect(page.getByRole('banner')).toHaveCount(0)
    await button(page, words.borrow.success.done).click()
    await expect(page).toHaveURL(/\/home/)
  })
})

test.describe('mini-program', () => {
  test.use({ userAgent: `${agents.android} MicroMessenger/8.0.47.2560(0x28002F30) NetType/WIFI Language/zh_CN miniProgram/wxsandboxmini` })

  test('R6.2 R2.85 PS-01 mini-program: the token of the address logs in and is told nowhere; borrowed; home is the program’s own page', async ({
    page,
    stack,
    sandbox,
    words,
  }) => {
    const borrower = await makeBorrower(stack, { seed: 'host-mini', number: 450, upTo: 'card' })
    const calls = await simulateHost(page, { kind: 'miniProgram' })
    const sent: string[] = []
    page.on('request', (request) => {
      const isOurCall = request.url().includes(constants.apiPrefix)
      sent.push(`${request.url()} ${request.postData() ?? ''} ${request.headers().referer ?? ''}`)
      if (isOurCall) expect(request.headers().channel, request.url()).toBe(constants.channelCodeMini)
    })
    await page.goto(`${stack.web}/loan?lang=zh-cn&token=${borrower.token}&x=%E5%BC%A0`)
    await expect(page).toHaveURL(`${stack.web}/loan?lang=zh-cn&x=%E5%BC%A0`)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await page.goto(`${stack.web}/home`)
    await borrowInHost({ page, sandbox, words }, borrower.mobile)
    await button(page, words.borrow.success.done).click()
    await expect.poll(() => asked(calls)).toContain('navigateBack')
    await expect(page).toHaveURL(/\/withdrawSuccess/)
    expect(sent.slice(1).filter((text) => text.includes(borrower.token))).toEqual([])
    expect(stack.output()).not.toContain(borrower.token)
  })

  test('R2.85 mini-program: without a page behind, home is ours', async ({ page, stack, words, open }) => {
    const borrower = await makeBorrower(stack, { seed: 'host-mini-2', number: 451, upTo: 'login' })
    const calls = await simulateHost(page, { kind: 'miniProgram', silent: true })
    await page.goto(`${stack.web}/withdrawSuccess?token=${borrower.token}&lang=zh-cn`)
    await button(page, words.borrow.success.done).click()
    await expect(page).toHaveURL(/\/home/)
    expect(asked(calls)).toContain('navigateBack')
    await open('/home')
  })
})

const framed = alone.extend<{ partner: { origin: string } }>({
  partner: async ({ browserName: _ }, use) => {
    const partner = await servePartner('localhost')
    await use(partner)
    await partner.close()
  },
  settings: async ({ partner }, use) => use({ FRAME_ANCESTORS: partner.origin }),
})

framed(
  'R1.5 R2.85 PS-07 UI-11 iframe: borrowed inside a partner’s page, which is told titles and asked for home; foreign pages get nothing',
  async ({ page, stack, sandbox, words, partner }) => {
    const borrower = await makeBorrower(stack, { seed: 'host-frame', number: 460, upTo: 'card' })
    const calls: Parameters<typeof asked>[0][number][] = []
    await page.exposeFunction('reportHostCall', (call: (typeof calls)[number]) => calls.push(call))
    const show = async (path: string, silent = false) => {
      await page.goto(
        `${partner.origin}/?app=${encodeURIComponent(stack.web)}&path=${encodeURIComponent(path)}${silent ? '&silent=1' : ''}`,
      )
      const frame = page.frames().find((one) => one.url().startsWith(stack.web))
      if (frame === undefined) throw new Error('the frame did not open')
      return frame
    }

    const frame = await show('/home?lang=zh-cn')
    await logInInHost({ page: frame, sandbox, words }, borrower.mobile)
    await borrowInHost({ page: frame, sandbox, words }, borrower.mobile)
    expect(headerOf(calls)).toEqual({ show: false, title: words.borrow.title.withdrawSuccess })
    await expect(frame.getByRole('banner')).toHaveCount(1)
    await frame.getByRole('button', { name: words.borrow.success.done, exact: true }).click()
    await expect.poll(() => asked(calls)).toEqual(['jumpHome'])
    expect((await stateOf(page)).at).toBe('home')

    await page.addInitScript(() => {
      if (window.parent === window) return
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
    })
    const blocked = await show('/home?lang=zh-cn')
    await logInInHost({ page: blocked, sandbox, words }, borrower.mobile)

    const silent = await show('/setting?lang=zh-cn', true)
    await silent.getByRole('button', { name: words.shell.ui.back }).click()
    await expect(silent.getByRole('navigation', { name: words.shell.tab.label })).toBeVisible()

    const foreign = await servePartner('127.0.0.1')
    try {
      await page.goto(`${foreign.origin}/?app=${encodeURIComponent(stack.web)}`)
      await expect(page.locator('iframe')).toBeVisible()
      expect(page.frames().filter((one) => one.url().startsWith(`${stack.web}/`))).toEqual([])
    } finally {
      await foreign.close()
    }
  },
)

for (const { host, kind } of [
  { host: 'native-ios', kind: 'native' },
  { host: 'native-android', kind: 'native' },
  { host: 'mini-program', kind: 'miniProgram' },
] as const)
  test(`the host lab runs the product inside ${host}, logs in there, and shows what host and page say to each other`, async ({
    page,
    stack,
    words,
  }) => {
    const calls = page.getByRole('table')
    await page.goto(`${stack.sandbox}/lab?host=${host}`)
    const app = page.frameLocator('#app')
    await expect(app.getByRole('button', { name: words.home.guest.seeLimit, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Log in 登录' }).click()
    await expect(page.getByRole('status')).toHaveText(/138\*\*\*\*0001/)
    await expect(app.getByRole('button', { name: words.borrower.noLimit.start, exact: true })).toBeVisible()
    if (kind === 'native') {
      await expect(calls.getByRole('row', { name: /host → page identity ok/ })).toBeVisible()
      await app.getByRole('button', { name: words.borrower.noLimit.start, exact: true }).click()
      await expect(app.getByRole('button', { name: words.borrower.noLimit.start, exact: true })).toHaveCount(0)
      // The bar moves what stands below it.
      const bar = page.getByRole('button', { name: 'Back key of the host' })
      await expect(bar).toBeVisible()
      await page.getByRole('button', { name: 'Back key 返回键' }).click()
      await expect(calls.getByRole('row', { name: /host → page back ok/ })).toBeVisible()
      await expect(app.getByRole('button', { name: words.borrower.noLimit.start, exact: true })).toBeVisible()
      await expect(bar).toBeHidden()
      await page.getByRole('button', { name: 'Back key 返回键' }).click()
      await expect(calls.getByRole('row', { name: /page → host back(Refresh)? ok/ })).toBeVisible()
      await expect(page.getByText(/The host closed the page/)).toBeVisible()
    }
    expect(await calls.textContent()).not.toMatch(/"token"/)
  })

test('the host lab shows the product in a frame of a partner and in the messenger, which leads out to the authorization page', async ({
  page,
  context,
  stack,
  words,
}) => {
  await page.goto(`${stack.sandbox}/lab?host=iframe`)
  await expect(page.frameLocator('#app').getByRole('button', { name: words.home.guest.seeLimit, exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /page → host setHeader/ })).toBeVisible()
  await page.goto(`${stack.sandbox}/lab?host=messenger`)
  await expect(page.getByRole('row', { name: /page → host authorise/ })).toBeVisible()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /Open in a new window/ }).click()
  const own = await opened
  await own.locator('#allow').click()
  await expect(own.getByRole('button', { name: words.home.guest.seeLimit, exact: true })).toBeVisible()
  expect(new URL(own.url()).hostname).toBe('messenger.localhost')
})
