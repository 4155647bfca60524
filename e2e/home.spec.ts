import { api } from '@fyh/contract/api.ts'
import type { Page } from '@playwright/test'
import { expect, sharedTest as test } from './harness.ts'
import { button } from './walk.ts'
import { packs } from './words.ts'

const look = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return {
      title: document.title,
      icon: decodeURIComponent(document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''),
      action: style.getPropertyValue('--action').trim(),
    }
  })

test('R1.2 yellow fyh unless told; the productType of the address, then of the session, gives title, icon and colours', async ({
  page,
  stack,
  words,
}) => {
  for (const [asked, id, action] of [
    ['', 'fyh', '#ffc71f'],
    ['?productType=fbd', 'fbd', '#1a5fe8'],
    ['?productType=partner7', 'neutral', '#2b2f36'],
    ['?productType=fyh', 'fyh', '#ffc71f'],
  ] as const) {
    await page.goto(`${stack.web}/home${asked}`)
    await expect(page).toHaveTitle(words.shell.brand[id])
    const shown = await look(page)
    expect(shown.icon).toContain(`>${words.shell.brandMark[id]}<`)
    expect(shown.action).toBe(action)
    await page.goto(`${stack.web}/home`)
    await expect(page).toHaveTitle(words.shell.brand[id])
    expect(await look(page)).toEqual(shown)
  }
})

test.describe('on a phone that is set to English', () => {
  test.use({ locale: 'en-US' })

  test('R1.3 the pages are Chinese until somebody chooses otherwise', async ({ page, stack }) => {
    await page.goto(`${stack.web}/home`)
    await expect(button(page, packs['zh-cn'].home.guest.seeLimit)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
  })
})

test('R1.3 the language chosen in the settings is that of every page, also after a reload', async ({ page, stack, words }) => {
  const english = packs['en-us']
  await page.goto(`${stack.web}/setting`)
  await expect(page.getByRole('heading', { name: words.settings.title })).toBeVisible()
  const font = () => page.evaluate(() => getComputedStyle(document.body).fontFamily)
  expect(await font()).toMatch(/^"PingFang SC"/)
  // The choice shows when its words have come.
  await page.getByRole('group', { name: words.settings.language }).getByRole('radio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: english.settings.title })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
  // Of a Chinese font the quotation marks are as wide as a character.
  expect(await font()).toMatch(/^-apple-system.* Arial.*PingFang SC/)
  await page.reload()
  await expect(page.getByRole('heading', { name: english.settings.title })).toBeVisible()
  await page.goto(`${stack.web}/home`)
  await expect(button(page, english.home.guest.seeLimit)).toBeVisible()
})

test('R2.1 R2.73 R2.81 R2.82 unknown, escaped and bare addresses lead somewhere; a toast ends with its page', async ({
  page,
  stack,
  words,
  open,
}) => {
  await page.goto(`${stack.web}/no/such/page?lang=zh-cn`)
  await expect(page.getByText(words.shell.notFound.body)).toBeVisible()
  await button(page, words.shell.notFound.home).click()
  await expect(page).toHaveURL(`${stack.web}/home`)
  await page.goto(`${stack.web}/`)
  await expect(page).toHaveURL(`${stack.web}/home`)
  await page.goto(`${stack.web}/home?a=1&amp;b=2`)
  await expect(page).toHaveURL(`${stack.web}/home?a=1&b=2`)
  await page.goto(`${stack.web}/loan?a=1&amp;b=2`)
  await expect(page).toHaveURL(`${stack.web}/login?redirectUrl=${encodeURIComponent('/loan?a=1&b=2')}`)

  await page.clock.install()
  await open('/home')
  await open('/demo')
  await expect(button(page, words.demo.overlay.toast)).toBeVisible()
  // Time stands still: only the navigation can close the toast.
  await page.clock.pauseAt(Date.now() + 60_000)
  await button(page, words.demo.overlay.toast).click()
  const toast = page.getByText(words.demo.overlay.saved)
  await expect(toast).toBeVisible()
  await button(page, words.shell.ui.back).click()
  await expect(page).toHaveURL(/\/home/)
  await expect(toast).toBeHidden()
})

test('R2.83 TR-05 each arrival is one page-load event at the trace backend, over redirects and back too', async ({
  page,
  stack,
  words,
  open,
}) => {
  const arrived: string[] = []
  let stored = 0
  page.on('response', async (response) => {
    if (!response.url().startsWith(`${stack.trace}/fuyh/trace`) || response.request().method() !== 'POST') return
    const { events } = JSON.parse(response.request().postData() ?? '{"events":[]}')
    const answer = await response.json()
    stored += answer.data.stored
    for (const { event, page: where } of events) arrived.push(`${event} ${where}`)
  })
  await open('/')
  await expect(page).toHaveURL(/\/home/)
  await button(page, words.home.guest.seeLimit).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await expect(button(page, words.home.guest.seeLimit)).toBeVisible()
  await page.getByRole('navigation').getByRole('button', { name: words.shell.tab.account }).click()
  await expect(page).toHaveURL(/\/account/)
  const journey = ['home', 'login', 'home', 'account'].map((where) => `page_load ${where}`)
  await expect.poll(() => arrived.filter((event) => event.startsWith('page_load'))).toEqual(journey)
  expect(stored).toBe(arrived.length)
})

test('RT-01 files gone after a release: one reload, then a page that says so; a missing file is 404', async ({
  page,
  request,
  stack,
  words,
  open,
}) => {
  const missing = await request.get(`${stack.web}/assets/missing.js`)
  expect(missing.status()).toBe(404)
  expect(await missing.text()).not.toContain('<html')

  let documents = 0
  page.on('request', (asked) => {
    if (asked.isNavigationRequest() && asked.frame() === page.mainFrame()) documents += 1
  })
  await open('/home')
  await expect(button(page, words.home.guest.seeLimit)).toBeVisible()
  const chunk = /\/assets\/login-screen[^/]*\.js/
  documents = 0
  await page.route(chunk, (route) => (documents < 1 ? route.abort() : route.continue()))
  await button(page, words.home.guest.seeLimit).click()
  await expect(page.getByLabel(words.session.login.mobile)).toBeVisible()
  expect(documents).toBe(1)

  await page.unroute(chunk)
  await open('/home')
  documents = 0
  await page.route(chunk, (route) => route.abort())
  await button(page, words.home.guest.seeLimit).click()
  await expect(page.getByText(words.shell.error.chunkTitle)).toBeVisible()
  expect(documents).toBe(1)
  await page.unroute(chunk)
  await button(page, words.shell.error.reload).click()
  await expect(page.getByLabel(words.session.login.mobile)).toBeVisible()
})

test('R8.2 R8.1 without a connection or with a broken server home says so and comes back by its button', async ({ page, words, open }) => {
  const call = `**/api${api.home.tourist.path}`
  await page.route(call, (route) => route.abort())
  // What the server drew stays when newer data cannot be had.
  await open('/home')
  await page.waitForFunction(() => document.documentElement.dataset.drawn === undefined)
  await expect(button(page, words.home.guest.seeLimit)).toBeVisible()
  await open('/login')
  await button(page, words.shell.ui.back).click()
  await expect(page.getByText(words.shell.ui.failedTitle)).toBeVisible()
  await page.unroute(call)
  await page.route(call, (route) => route.fulfill({ status: 502, body: '' }))
  await button(page, words.shell.ui.retry).click()
  await expect(page.getByText('[502]')).toBeVisible()
  await page.unroute(call)
  await button(page, words.shell.ui.retry).click()
  await expect(button(page, words.home.guest.seeLimit)).toBeVisible()
})
