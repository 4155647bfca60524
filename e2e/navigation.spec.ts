import { api } from '@fyh/contract/api.ts'
import type { Page } from '@playwright/test'
import { makeBorrower, takeLoan } from './api-borrower.ts'
import { expect, sharedTest } from './harness.ts'
import { type Stack, startStack } from './stack.ts'
import { enterCode } from './walk.ts'

const partner = 'partner.example'
const test = sharedTest.extend<object, { shared: Stack }>({
  shared: [
    async ({ browserName: _ }, use) => {
      const stack = await startStack({ SMS_WAIT_SECONDS: '1', REVIEW_SECONDS: '2', PARTNER_HOSTS: partner })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker' },
  ],
})
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const scrollY = (page: Page) => page.evaluate(() => window.scrollY)
const entries = (page: Page) => page.evaluate(() => window.history.length)

/** Event and page of everything that the trace backend is sent. */
function eventsOf(page: Page): string[] {
  const events: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/fuyh/trace') || request.method() !== 'POST') return
    for (const { event, page: where, content } of JSON.parse(request.postData() ?? '{"events":[]}').events)
      events.push(event === 'init' ? `init ${where} ${content}` : `${event} ${where}`)
  })
  return events
}

test('R2.80 entering home sends an init event with the host when one is logged in; download, extend, identity and profile always', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'init', number: 361, upTo: 'login' })
  const events = eventsOf(page)
  const inits = () => events.filter((event) => event.startsWith('init'))
  await open('/home')
  await expect(button(page, words.home.guest.seeLimit)).toBeVisible()
  for (const path of ['download', 'extend']) {
    await open(`/${path}`)
    await expect.poll(inits).toContain(`init ${path} h5`)
  }
  expect(inits()).toHaveLength(2)
  await enter(borrower)
  events.length = 0
  await open('/home')
  await expect.poll(inits).toEqual(['init home h5'])
  await open('/applyProfile')
  await expect.poll(inits).toContain('init applyProfile h5')
  events.length = 0
  await open('/applyIdcardGuid')
  await button(page, words.apply.guide.start).click()
  await expect(page).toHaveURL(/\/applyIdentity/)
  await expect.poll(() => events).toContain('page_load applyIdentity')
  expect(inits()).toEqual([])
  await open('/applyIdentity')
  await expect.poll(inits).toEqual(['init applyIdentity h5'])
})

test('R2.82 RT-05 escaped ampersands, once and twice, in query and hash, are replaced in one go; encoded values stay', async ({
  page,
  stack,
  words,
}) => {
  const events = eventsOf(page)
  await page.goto(`${stack.web}/healthz`)
  const before = await entries(page)
  const asked = page.waitForRequest((request) => request.url().includes('/api/fp/app/user/home/tourist'))
  let documents = 0
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
  await page.goto(`${stack.web}/?a=1&amp;channelCode=wx&amp;amp;redirectUrl=%2Floan&amp;kept=%26amp%3B#x&amp;y`)
  expect((await asked).headers().channel).toBe('wx')
  await expect(button(page, words.home.guest.seeLimit)).toBeVisible()
  expect(await entries(page)).toBe(before + 1)
  await page.goto(`${stack.web}/setting?a=1&amp;kept=%26amp%3B&amp;amp;b=2#x&amp;y`)
  await expect(page).toHaveURL(`${stack.web}/setting?a=1&kept=%26amp%3B&b=2#x&y`)
  await expect.poll(() => events).toContain('page_load setting')
  expect(documents).toBe(2)
  expect(events.filter((event) => event === 'page_load setting')).toHaveLength(1)
})

test('RT-04 R6.1 a guest’s address comes back byte for byte from the login, each time', async ({ page, stack, sandbox, words, open }) => {
  const borrower = await makeBorrower(stack, { seed: 'bytes', number: 362, upTo: 'login' })
  const address = '/loan?name=%E5%BC%A0%E6%9F%90&next=%2Fa%3Fb%3D1&plus=a+b%20c&amp=%26amp%3B#part%201'
  await open('/home')
  for (const round of [1, 2]) {
    await page.goto(`${stack.web}${address}`)
    await expect(page, `round ${round}`).toHaveURL(`${stack.web}/login?redirectUrl=${encodeURIComponent(address)}`)
    await page.getByLabel(words.session.login.mobile).fill(borrower.mobile)
    await enterCode({ page, sandbox, words }, borrower.mobile)
    await page.getByRole('checkbox').check()
    await button(page, words.session.login.submit).click()
    await expect(page, `round ${round}`).toHaveURL(`${stack.web}${address}`)
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${stack.web}/healthz`)
  }
})

test('AU-05 R2.85 R2.86 a login may end at an allowed partner; home and back lead where the visit came from', async ({
  page,
  stack,
  words,
  open,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'partner', number: 363, upTo: 'login' })
  await page.route(`https://${partner}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>partner</h1>' }))
  await test.step('AU-05 the login ends there', async () => {
    const answer = { code: 0, msg: '', data: { token: borrower.token, user: borrower.user, isNew: false } }
    await page.route(`**/api${api.session.registerAndLogin.path}`, (route) => route.fulfill({ json: answer }))
    await open(`/login?redirectUrl=${encodeURIComponent(`https://${partner}/done?x=1`)}`)
    await page.getByLabel(words.session.login.mobile).fill(borrower.mobile)
    await page.getByLabel(words.blocks.sms.label).fill('1234')
    await page.getByRole('checkbox').check()
    await button(page, words.session.login.submit).click()
    await expect(page).toHaveURL(`https://${partner}/done?x=1`)
  })
  await test.step('R2.86 goHome=true: Back is home, and R2.85 home is the partner’s address of the session', async () => {
    await open(`/setting?goHome=true&redirUrl=${encodeURIComponent(`https://${partner}/home?y=2`)}`)
    await button(page, words.shell.ui.back).click()
    await expect(page).toHaveURL(`https://${partner}/home?y=2`)
    await open(`/setting?goHome=true&redirUrl=${encodeURIComponent('https://evil.example/')}`)
    await button(page, words.shell.ui.back).click()
    await expect(page).toHaveURL(`${stack.web}/home`)
  })
  await test.step('R2.86 without it Back is one step, and from the first page home', async () => {
    await open('/account')
    await page.getByRole('button', { name: new RegExp(words.borrower.account.settings) }).click()
    await expect(page).toHaveURL(/\/setting$/)
    await button(page, words.shell.ui.back).click()
    await expect(page).toHaveURL(/\/account/)
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${stack.web}/setting`)
    await button(page, words.shell.ui.back).click()
    await expect(page).toHaveURL(`${stack.web}/home`)
  })
})

test('R2.1 R6.1 Back leaves a page that led elsewhere, and is not sent there again', async ({ page, stack }) => {
  for (const [address, shown] of [
    ['/', /\/home$/],
    ['/loan', /\/login\?/],
  ] as const) {
    await page.goto(`${stack.web}/healthz`)
    await page.goto(`${stack.web}${address}`)
    await expect(page).toHaveURL(shown)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${stack.web}/healthz`)
  }
})

test('UI-05 Back closes a sheet on a page that was opened by its address; what was typed stays, the next Back leaves', async ({
  page,
  stack,
  words,
}) => {
  await page.goto(`${stack.web}/healthz`)
  await page.goto(`${stack.web}/login?lang=zh-cn`)
  const mobile = page.getByLabel(words.session.login.mobile)
  await mobile.fill('13800000364')
  const text = page
    .locator('label')
    .filter({ has: page.getByRole('checkbox') })
    .getByRole('button')
    .first()
  const sheet = page.getByRole('dialog')
  await text.click()
  await expect(sheet).toBeVisible()
  const opened = await entries(page)
  await page.evaluate(() => window.history.back())
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(`${stack.web}/login?lang=zh-cn`)
  await expect(mobile).toHaveValue('13800000364')
  await test.step('closed by its mark, it leaves nothing for Back to take', async () => {
    await text.click()
    await sheet.getByRole('button', { name: words.shell.ui.close }).click()
    await expect(sheet).toBeHidden()
    expect(await entries(page)).toBe(opened)
    await expect.poll(() => page.evaluate(() => window.history.state.overlays ?? 0)).toBe(0)
  })
  await test.step('a reload under an open sheet finds the page without it', async () => {
    await text.click()
    await expect(sheet).toBeVisible()
    await page.reload()
    await expect(mobile).toBeVisible()
    await expect(sheet).toBeHidden()
    await expect.poll(() => page.evaluate(() => window.history.state.overlays ?? 0)).toBe(0)
  })
  await page.goBack()
  await expect(page).toHaveURL(`${stack.web}/healthz`)
})

test('UI-05 sheets over one another close one by one, and a screen entered from a sheet goes back to its page', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'sheets', number: 365, upTo: 'applied' })
  const { quoteId } = await borrower.call(api.borrow.quote, {
    body: { productId: 101, amountFen: 300_000, periods: 6, use: '01' },
  })
  await enter(borrower)
  await open('/home')
  await open(`/signAgreement?quoteId=${quoteId}`)
  const address = page.url()
  const sheets = page.getByRole('dialog')
  await expect(sheets).toHaveCount(1)
  await sheets.first().locator('label button').nth(1).click()
  await expect(sheets).toHaveCount(2)
  await page.evaluate(() => window.history.back())
  await expect(sheets).toHaveCount(1)
  await page.evaluate(() => window.history.back())
  await expect(sheets).toHaveCount(0)
  await expect(page).toHaveURL(address)
  await page.evaluate(() => window.history.forward())
  await expect.poll(() => page.evaluate(() => window.history.state.overlays ?? 0)).toBe(0)
  await expect(sheets).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/home/)
  await expect(button(page, words.borrower.limit.borrow)).toBeVisible()
})

test('R2.7 RT-07 RT-08 a kept list is as it was left, at its place, and asked for anew; a visit by its address begins at the top', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'kept', number: 366, upTo: 'card' })
  await takeLoan(stack, borrower, { yuan: 1000, periods: 12 })
  await enter(borrower)
  await page.route('**/repay/bills**', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const bills = Array.from({ length: 5 }, (_, each) =>
      data.bills.map((bill: { period: number; total: number }) => ({ ...bill, period: bill.period + 12 * each, payNowFen: bill.total })),
    )
    await route.fulfill({ response, json: { ...rest, data: { ...data, bills: bills.flat() } } })
  })
  await open('/loan/record')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(60)
  expect(await scrollY(page)).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 2000))
  await expect.poll(() => scrollY(page)).toBe(2000)
  const held = await rows.nth(35).elementHandle()
  await page.mouse.click(195, 420)
  await expect(page).toHaveURL(/\/repaymentDetail\//)
  await expect.poll(() => scrollY(page)).toBe(0)
  expect(await held?.evaluate((row) => row.isConnected && row.checkVisibility())).toBe(false)
  expect(await held?.evaluate((row) => row.isConnected)).toBe(true)
  const asked = page.waitForRequest('**/repay/bills**')
  await button(page, words.shell.ui.back).click()
  await expect(page).toHaveURL(/\/loan\/record/)
  await expect.poll(async () => Math.abs((await scrollY(page)) - 2000)).toBeLessThan(50)
  expect(await held?.evaluate((row) => row.checkVisibility())).toBe(true)
  await asked
  await open('/loan/record')
  await expect(rows).toHaveCount(60)
  expect(await scrollY(page)).toBe(0)
})

test('RT-07 going back to a list that is not kept and comes late finds the old place', async ({ page, stack, open, enter }) => {
  const borrower = await makeBorrower(stack, { seed: 'late', number: 367, upTo: 'login' })
  await enter(borrower)
  let release: () => void = () => undefined
  let gate = Promise.resolve()
  await page.route('**/message/list**', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const [first] = data.items
    const items = Array.from({ length: 60 }, (_, each) => (each === 0 ? first : { ...first, messageId: 1000 + each }))
    await gate
    await route.fulfill({ response, json: { ...rest, data: { ...data, items } } }).catch(() => undefined)
  })
  await open('/messageCenter')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(60)
  await page.evaluate(() => window.scrollTo(0, 2000))
  await expect.poll(() => scrollY(page)).toBe(2000)
  await page.evaluate(() => (window.name = 'same document'))
  await page.mouse.click(195, 420)
  await expect(page).toHaveURL(/\/messageDetail/)
  gate = new Promise((resolve) => (release = resolve))
  await page.goBack()
  await expect(page).toHaveURL(/\/messageCenter/)
  release()
  await expect(rows).toHaveCount(60)
  await expect.poll(async () => Math.abs((await scrollY(page)) - 2000)).toBeLessThan(50)
  expect(await page.evaluate(() => window.name)).toBe('same document')
})

test('RT-01 files gone after a release: one reload on the way, and what was typed is still there', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'draft', number: 368, upTo: 'face' })
  await enter(borrower)
  await open('/applyProfile')
  const employer = page.getByLabel(words.apply.profile.employer)
  await employer.fill('示例科技有限公司')
  let documents = 0
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
  await page.route(/\/assets\/home-screen[^/]*\.js/, (route) => (documents < 1 ? route.abort() : route.continue()))
  await button(page, words.shell.ui.back).click()
  await expect(page).toHaveURL(/\/home/)
  await expect(page.getByRole('navigation')).toBeVisible()
  expect(documents).toBe(1)
  await open('/applyProfile')
  await expect(employer).toHaveValue('示例科技有限公司')
})

test('RT-01 the rest of the table gone after a release: one reload, then the screen', async ({ page, words, open }) => {
  const table = /\/assets\/more-screens[^/]*\.js/
  let documents = 0
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
  // The page asks for it by itself a moment after its start, too: it is gone until the reload, whoever asks.
  await page.route(table, (route) => (documents < 2 ? route.abort() : route.continue()))
  await open('/setting')
  await expect(page.getByRole('heading', { name: words.settings.title, level: 1 })).toBeVisible()
  expect(documents).toBe(2)
})

test('WX-14 Back from a page of somebody else finds a page that can be used', async ({ page, words, open }) => {
  await page.route(`https://${partner}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>partner</h1>' }))
  await open('/home')
  await page.goto(`https://${partner}/`)
  await page.goBack()
  await expect(button(page, words.home.guest.seeLimit)).toBeVisible()
  await button(page, words.home.guest.seeLimit).click()
  await expect(page).toHaveURL(/\/login/)
})
