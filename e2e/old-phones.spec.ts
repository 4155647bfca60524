import type { Page } from '@playwright/test'
import { phone } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button, enterCode } from './walk.ts'

/** Takes away what browsers before iOS 13 and Chrome 76 lack, so that the page chooses the legacy bundle and that has to bring it. */
async function becomeOld(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const lacking: [object, string][] = [
      [Promise, 'allSettled'],
      [Promise, 'any'],
      [Promise.prototype, 'finally'],
      [Array.prototype, 'flatMap'],
      [Array.prototype, 'flat'],
      [Array.prototype, 'at'],
      [Object, 'fromEntries'],
      [Object, 'hasOwn'],
      [String.prototype, 'matchAll'],
      [String.prototype, 'replaceAll'],
      [Intl, 'PluralRules'],
      [Intl, 'ListFormat'],
      [Intl, 'RelativeTimeFormat'],
      [Request.prototype, 'signal'],
      [window, 'AbortController'],
      [window, 'AbortSignal'],
      [window, 'ResizeObserver'],
      [window, 'queueMicrotask'],
      [window, 'structuredClone'],
      [window, 'globalThis'],
    ]
    for (const [owner, name] of lacking) Reflect.deleteProperty(owner, name)
  })
}

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/')),
  )

test('an old phone logs in and sees its account and home by the legacy bundle, and loads nothing of the modern one', async ({
  page,
  sandbox,
  words,
  open,
}) => {
  await becomeOld(page)
  await open('/login?redirectUrl=%2Faccount')
  const mobile = phone(887)
  await page.getByLabel(words.session.login.mobile).fill(mobile)
  await enterCode({ page, sandbox, words }, mobile)
  await page.getByRole('checkbox').check()
  await button(page, words.session.login.submit).click()
  await expect(page).toHaveURL(/\/account/)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await open('/home')
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  expect(await page.evaluate(() => document.querySelector('script[type=module], link[rel=modulepreload]'))).toBeNull()
  const files = await scriptsOf(page)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(file).toMatch(/\/legacy-[\w-]+\.(js|css)$/)
})

test('a phone of today loads nothing of the legacy bundle', async ({ page, open }) => {
  await open('/home')
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  const files = await scriptsOf(page)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => file.includes('/legacy-'))).toEqual([])
})
