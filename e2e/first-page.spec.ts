import { ppm } from '@fyh/base/money.ts'
import { type Api, api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { Page } from '@playwright/test'
import { rate } from '../apps/web/src/platform/format.ts'
import { makeBorrower } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import type { Stack } from './stack.ts'
import { packs } from './words.ts'

/** Keeps the page's scripts back until `release` is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Modules count towards the load of the page, so while they are kept back it never ends. */
const arrive = (page: Page, { web }: Stack) => page.goto(`${web}/home`, { waitUntil: 'commit' })

test('a guest reads the offer, its price and who lends while all scripts are blocked, in each language and brand', async ({
  browser,
  stack,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const offer: DataOf<Api['home']['tourist']> = (
    await (await page.request.post(`${stack.web}/api${api.home.tourist.path}`, { data: {} })).json()
  ).data
  const figures = [
    (offer.limitMaxFen / 100).toLocaleString('en'),
    rate(offer.price?.fromPpm ?? ppm(0)),
    rate(offer.price?.toPpm ?? ppm(0)),
    ((offer.example?.instalment ?? 0) / 100).toFixed(2),
  ]
  for (const language of ['zh-cn', 'en-us'] as const)
    for (const brand of ['fyh', 'fbd', 'neutral'] as const) {
      await page.goto(`${stack.web}/home?lang=${language}&productType=${brand}`)
      const { home, shell } = packs[language]
      await expect(page.getByRole('heading', { level: 1 })).toContainText(shell.brand[brand])
      await expect(page).toHaveTitle(shell.brand[brand])
      for (const text of [...figures, home.guest.lenderBody, home.guest.seeLimit]) await expect(page.getByText(text).first()).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-brand', brand)
    }
  expect(fetched.filter((path) => path !== '/home')).toEqual([])
  await context.close()
})

test('without scripts every page says in both languages that it needs them, on a background that can be read', async ({
  browser,
  stack,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 568 } })
  const page = await context.newPage()
  for (const path of ['/home?lang=en-us', '/login', '/loan/detail/1', '/no-such-page']) {
    await page.goto(`${stack.web}${path}`)
    await expect(page.getByText(/需要 JavaScript，未开启时按钮无法使用/)).toBeInViewport()
    await expect(page.getByText(/The buttons don’t work without it/)).toBeInViewport()
  }
  await context.close()
})

test('nothing moves when the scripts take over a guest’s home, and what was tapped before is obeyed', async ({ page, stack, words }) => {
  const release = await holdScripts(page)
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object.assign(window, { shifts: Reflect.get(window, 'shifts') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await arrive(page, stack)
  const main = page.getByRole('main')
  await expect(main.getByText(words.home.guest.lenderBody)).toBeVisible()
  await main.evaluate((element) => element.setAttribute('data-was-here', ''))
  release()
  await page.waitForFunction(() => document.documentElement.dataset.drawn === undefined)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('main[data-was-here]')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toBe(0)

  const releaseAgain = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('button', { name: words.home.guest.seeLimit }).click()
  releaseAgain()
  await expect(page).toHaveURL(/\/login/)
})

test('a borrower sees their own home coming and never the guest’s', async ({ page, stack, words, enter }) => {
  await enter(await makeBorrower(stack, { seed: 'first-page', number: 951, upTo: 'login' }))
  const release = await holdScripts(page)
  await arrive(page, stack)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words.shell.brand.fyh)
  await expect(page.getByRole('status', { name: words.shell.ui.loading })).toBeVisible()
  await expect(page.getByText(words.home.guest.lenderBody)).toBeHidden()
  release()
  await expect(page.getByRole('button', { name: words.borrower.noLimit.start })).toBeVisible()
})

test('a language chosen before hides a page drawn in another one; the next page is drawn in it', async ({ page, stack }) => {
  await page.goto(`${stack.web}/healthz`)
  await page.evaluate(() => localStorage.setItem('language', 'en-us'))
  const release = await holdScripts(page)
  await arrive(page, stack)
  await expect(page.getByText(packs['zh-cn'].home.guest.lenderBody)).toBeHidden()
  release()
  await expect(page.getByText(packs['en-us'].home.guest.lenderBody)).toBeVisible()
  const releaseAgain = await holdScripts(page)
  await arrive(page, stack)
  await expect(page.getByText(packs['en-us'].home.guest.lenderBody)).toBeVisible()
  releaseAgain()
})
