import { api } from '@fyh/contract/api.ts'
import type { Page, Route } from '@playwright/test'
import { makeBorrower, takeLoan } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button } from './walk.ts'
import { filled, packs } from './words.ts'

/** Requests of one path: how many were made, which the page gave up, and under which keys. */
function watch(page: Page, path: string) {
  const seen = { made: 0, givenUp: 0, keys: new Set<string | undefined>() }
  const isOurs = (url: string) => new URL(url).pathname === `/api${path}`
  page.on('request', (request) => {
    if (!isOurs(request.url())) return
    seen.made += 1
    seen.keys.add(request.headers()['idempotency-key'])
  })
  page.on('requestfailed', (request) => {
    if (isOurs(request.url()) && request.failure()?.errorText === 'net::ERR_ABORTED') seen.givenUp += 1
  })
  return seen
}

/** Holds every request of the path until it is let go. */
async function hold(page: Page, path: string) {
  const held: Route[] = []
  await page.route(`**/api${path}`, (route) => void held.push(route))
  return {
    count: () => held.length,
    release: async () => {
      await page.unroute(`**/api${path}`)
      await Promise.all(held.splice(0).map((route) => route.continue().catch(() => undefined)))
    },
  }
}
const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('button', { name })
const told = (page: Page) => page.getByRole('status')

test('a read is given up when its screen is left, without a word, and asked for anew on coming back', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'leaving', number: 391, upTo: 'login' })
  await enter(borrower)
  await open('/home')
  await expect(page.getByText(words.borrower.messagesRow)).toBeVisible()
  const reads = watch(page, api.home.account.path)
  const errors: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/fuyh/trace')) errors.push(...(request.postData() ?? '').split('"action":"error"').slice(1))
  })
  const held = await hold(page, api.home.account.path)
  await tab(page, words.shell.tab.account).click()
  await expect.poll(held.count).toBe(1)
  await tab(page, words.shell.tab.home).click()
  await expect.poll(() => reads).toMatchObject({ made: 1, givenUp: 1 })
  await expect(page.getByText(words.borrower.messagesRow)).toBeVisible()
  await expect(told(page)).toHaveText('')
  await held.release()
  await tab(page, words.shell.tab.account).click()
  await expect(page.getByText(borrower.user.mobile)).toBeVisible()
  expect(reads).toMatchObject({ made: 2, givenUp: 1 })
  await expect(told(page)).toHaveText('')
  await expect(page.getByText(words.shell.ui.failedTitle)).toBeHidden()
  expect(errors).toEqual([])
})

test('ID-02 a payment that was sent is not given up by leaving: it is made once, home shows it, and its answer takes nobody away', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'leftpaying', number: 392, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 1000, periods: 3 })
  const paid = async () => (await borrower.call(api.loan.detail, { params: { id: loanId } })).paidTotal
  const due = (await borrower.call(api.repay.quote, { params: { id: loanId } })).parts.total
  await enter(borrower)
  await open('/home')
  await button(page, words.borrower.due.repay).click()
  await expect(page).toHaveURL(new RegExp(`/repaymentDetail/${loanId}`))
  const payments = watch(page, api.repay.pay.path)
  const held = await hold(page, api.repay.pay.path)
  const before = await sandbox.codes(borrower.mobile)
  await button(page, words.blocks.sms.get).click()
  await page.getByLabel(words.blocks.sms.label).fill(await sandbox.code(borrower.mobile, before))
  await expect.poll(held.count).toBe(1)
  await button(page, words.shell.ui.back).click()
  await expect(page).toHaveURL(/\/home/)
  await expect(button(page, words.borrower.due.repay)).toBeVisible()
  expect(await paid()).toBe(0)
  const answered = page.waitForResponse((response) => response.url().endsWith(api.repay.pay.path))
  const looks = watch(page, api.home.fyhHome.path)
  await held.release()
  await answered
  await expect.poll(paid).toBe(due)
  await expect.poll(() => looks.made).toBeGreaterThan(0)
  await expect(page).toHaveURL(/\/home/)
  await expect(told(page)).toHaveText('')
  expect(payments).toMatchObject({ made: 1, givenUp: 0 })
})

test('R9.1 R8.2 R8.1 what gives no answer in 60 s, no network and a fault of the server are told in the words of the pack', async ({
  page,
  stack,
}) => {
  for (const language of ['zh-cn', 'en-us'] as const) {
    const words = packs[language]
    await page.goto(`${stack.web}/home?lang=${language}`)
    await expect(button(page, words.home.guest.seeLimit)).toBeVisible()
    await button(page, words.home.login).click()
    const w = words.session.login
    await page.getByLabel(w.mobile).fill('13800000393')
    const get = button(page, words.blocks.sms.get)
    const send = `**/api${api.session.sendCode.path}`

    await page.route(send, (route) => route.fulfill({ status: 503, body: '<html>' }))
    await get.click()
    await expect(told(page)).toHaveText(filled(words.shell.error.http, { status: 503 }))
    await page.unroute(send)

    const checks = watch(page, api.session.checkMobile.path)
    const codes = watch(page, api.session.sendCode.path)
    await page.context().setOffline(true)
    await get.click()
    await expect(told(page)).toHaveText(words.shell.error.unsent)
    await page.context().setOffline(false)
    // The phone is checked before a code is asked for.
    expect({ checked: checks.made, asked: codes.made }).toEqual({ checked: 1, asked: 0 })

    await page.clock.install()
    const held = await hold(page, api.session.sendCode.path)
    await get.click()
    await expect.poll(held.count).toBe(1)
    await page.clock.fastForward(40_000)
    await expect(told(page)).toHaveText('')
    expect(codes.givenUp).toBe(0)
    await page.clock.fastForward(20_000)
    await expect(told(page)).toHaveText(words.shell.error.noAnswer)
    // What could be done twice is not sent again by itself.
    expect(codes).toMatchObject({ made: 1, givenUp: 1 })
    await held.release()
  }
})

test('R7.1 R7.2 R9.2 R9.3 R4.4 a call carries the headers of the specification, out of what the browser keeps; R3.1 R3.2 R3.4', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'headers', number: 394, upTo: 'login' })
  const headersOf = async (act: () => Promise<void>) => {
    const asked = page.waitForRequest((request) => request.url().endsWith(api.home.account.path))
    await act()
    return (await asked).headers()
  }
  const kept = (area: 'localStorage' | 'sessionStorage'): Promise<Record<string, string>> =>
    page.evaluate((of) => Object.fromEntries(Object.entries(window[of])), area)

  await test.step('a first visit: what is unknown is left out, gps alone is empty', async () => {
    await open('/home')
    const asked = page.waitForRequest((request) => request.url().endsWith(api.home.tourist.path))
    await page.reload()
    const headers = (await asked).headers()
    expect(headers).toMatchObject({ phonetype: 'H5', gps: '', channel: 'fyh', appversion: '1.0.0' })
    for (const name of ['x-user-token', 'x-user-real-openid', 'x-user-appid', 'x-user-market']) expect(headers[name], name).toBeUndefined()
  })

  await enter(borrower)
  const report = page.waitForRequest((request) => request.url().endsWith(api.trace.report.path))
  await open('/home')
  expect((await report).postDataJSON()).toMatchObject({ userId: String(borrower.user.userId), channelCode: 'fyh' })
  await expect.poll(async () => (await kept('localStorage')).browserId).toMatch(/^.{19}\d{13}$/)
  await expect.poll(async () => (await kept('sessionStorage')).sessionId).toMatch(/\S/)
  await page.evaluate(() => {
    localStorage.setItem('latitude', '31.2304')
    localStorage.setItem('longitude', '121.4737')
    sessionStorage.setItem('openid', 'an-openid')
    sessionStorage.setItem('appid', 'an-app')
  })
  const again = page.waitForRequest((request) => request.url().endsWith(api.trace.report.path))
  const headers = await headersOf(() => open('/account'))
  const [local, session] = [await kept('localStorage'), await kept('sessionStorage')]
  expect(headers).toMatchObject({
    'x-user-token': borrower.token,
    'x-user-real-openid': 'an-openid',
    'x-user-appid': 'an-app',
    gps: '31.2304,121.4737',
    channel: 'fyh',
    traceid: session.traceId,
    tailid: session.tailId,
    generateid: local.browserId,
    appversion: '1.0.0',
    phonetype: 'H5',
    'content-type': 'application/json',
  })
  for (const id of [session.traceId, session.tailId]) expect(id).toMatch(/^[A-Za-z0-9]{11}$/)
  for (const id of [headers.eventid, session.eventId]) expect(id).toMatch(/^[A-Za-z0-9]{19}$/)
  expect((await again).postDataJSON()).toMatchObject({ sessionId: session.sessionId })

  expect(local).toMatchObject({ token: borrower.token, headerSta: '0', productTitle: words.shell.brand.fyh })
  expect(JSON.parse(local.user ?? '')).toMatchObject({ ...borrower.user, token: borrower.token })
  const { version, ...stored } = JSON.parse(local['app-user'] ?? '')
  expect(version).toBe(1)
  expect(Object.keys(stored).sort()).toEqual([
    'addBankInfo',
    'capitalHitItem',
    'confirmInfo',
    'faceMesage',
    'loanItem',
    'token',
    'withdrawInfo',
  ])
  expect(session.productType).toBe('fyh')
  await open('/setting')
  await expect.poll(async () => (await kept('localStorage')).headerSta).toBe('1')
})

test('R7.30 an answer of code 1 is shown as a toast of two seconds, and the page stays as it was', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  await enter(await makeBorrower(stack, { seed: 'codeone', number: 395, upTo: 'login' }))
  await page.clock.install()
  await open('/setting')
  await page.route(`**/api${api.session.logout.path}`, (route) => route.fulfill({ json: { code: 1, msg: 'not now', data: null } }))
  await button(page, words.settings.logout).click()
  await page.getByRole('alertdialog').getByRole('button', { name: words.settings.logoutConfirm, exact: true }).click()
  await expect(told(page)).toHaveText('not now')
  await page.clock.fastForward(2_000)
  await expect(told(page)).toHaveText('')
  await expect(page).toHaveURL(/\/setting/)
  await expect(button(page, words.settings.logout)).toBeEnabled()
})

test('RT-02 a page from before a release works on; where a call is no longer understood, the person is asked to reload and has the new page', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'release', number: 396, upTo: 'login' })
  await enter(borrower)
  const older = await fetch(`${stack.web}/api${api.home.account.path}`, {
    headers: { 'X-User-Token': borrower.token, appVersion: '0.9.0' },
  })
  expect(await older.json()).toMatchObject({ code: 0 })
  await open('/home')
  await expect(page.getByText(words.borrower.messagesRow)).toBeVisible()
  const gone = `**/api${api.home.account.path}`
  await page.route(gone, (route) => route.fulfill({ status: 404, json: { code: 1, msg: '', data: null } }))
  await page.route(`${stack.web}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-new.js">' }))
  await tab(page, words.shell.tab.account).click()
  const question = page.getByRole('alertdialog', { name: words.shell.error.oldTitle })
  await expect(question).toBeVisible()
  await page.unroute(gone)
  // The new page is slow to come: a step back that takes the question's entry off the history must not keep it away.
  const stepped = Promise.withResolvers<void>()
  await page.exposeFunction('stepped', stepped.resolve)
  await page.evaluate(() => window.addEventListener('popstate', () => Reflect.get(window, 'stepped')()))
  await page.route('**/account**', async (route) => {
    if (route.request().isNavigationRequest()) await stepped.promise
    await route.fallback()
  })
  await question.getByRole('button', { name: words.shell.error.reload }).click()
  await expect(page.getByText(borrower.user.mobile)).toBeVisible()
  await expect(question).toBeHidden()
})

test('R8.1 a screen whose first load fails stays with the failure and a way to try again, beside the toast; then it comes', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  await enter(await makeBorrower(stack, { seed: 'firstload', number: 397, upTo: 'login' }))
  for (const [path, call] of [
    ['/account', api.home.account.path],
    ['/messageCenter', api.message.list.path],
  ]) {
    await page.route(`**/api${call}**`, (route) => route.fulfill({ status: 500, body: '' }))
    await open(path ?? '')
    const failed = page.getByRole('alert')
    await expect(failed).toContainText(words.shell.ui.failedTitle)
    await expect(told(page)).toHaveText(filled(words.shell.error.http, { status: 500 }))
    await page.unroute(`**/api${call}**`)
    await failed.getByRole('button', { name: words.shell.ui.retry }).click()
    await expect(failed).toBeHidden()
  }
})
