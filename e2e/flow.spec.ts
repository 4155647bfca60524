import { api } from '@fyh/contract/api.ts'
import { constants } from '@fyh/contract/options.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { makeBorrower } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button, enterCode } from './walk.ts'
import { filled, refusal } from './words.ts'

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const userOf = async (page: Page) =>
  z.object({ userId: z.number(), mobile: z.string() }).parse(JSON.parse((await stored(page, 'user')) ?? 'null'))
const made = z.object({ address: z.url() })

/** A link as the sandbox's partner makes it, on the origin of this product. */
async function linkOf({ web, sandbox }: { web: string; sandbox: string }, wish: Readonly<Record<string, string>>): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${sandbox}/api/partner/refer`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ channelCode: 'demo-trip', ...wish }),
  })
  const { pathname, search } = new URL(made.parse(await answer.json()).address)
  return `${web}${pathname}${search}`
}

test('R2.9 R9.2 a new customer registers on the landing page of a channel, and the channel stays with them', async ({
  page,
  stack,
  sandbox,
  words,
  open,
}) => {
  const w = words.flow.extend
  await open('/extend?channelCode=demo-trip')
  await expect(page.getByText(filled(w.partner, { partner: '示例出行' }))).toBeVisible()
  await expect(page.getByRole('table')).toContainText(filled(w.lowest, { rate: '' }).trim())
  expect(await stored(page, 'channelCode')).toBe('demo-trip')
  const mobile = '13800004310'
  await page.getByRole('textbox', { name: words.session.login.mobile }).fill(mobile)
  await enterCode({ page, sandbox, words }, mobile)
  const sent = page.waitForRequest((request) => request.url().endsWith(api.session.registerAndLogin.path))
  await page.getByRole('checkbox').check()
  await button(page, w.submit).click()
  expect((await sent).postDataJSON()).toMatchObject({ channelCode: 'demo-trip', firstChannelCode: 'demo-trip' })
  await expect(page).toHaveURL(/\/home/)
  expect((await userOf(page)).mobile).toBe('138****4310')
  await page.goto(`${stack.web}/home?channelCode=FYH-mini`)
  expect([await stored(page, 'channelCode'), await stored(page, 'firstChannel')]).toEqual(['FYH-mini', 'demo-trip'])
})

test('R2.9 a closed channel leads to the general offer, and another to the institution’s own page', async ({
  page,
  stack,
  words,
  open,
}) => {
  await open('/extend?channelCode=demo-closed')
  await expect(page.getByRole('heading', { name: words.flow.closed.closed })).toBeVisible()
  await button(page, words.flow.closed.direct).click()
  await expect(page.getByRole('textbox', { name: words.session.login.mobile })).toBeVisible()
  expect(await stored(page, 'channelCode')).toBe('fyh')
  await open('/extend?channelCode=demo-bank')
  await page.getByRole('link', { name: filled(words.flow.own.go, { institution: '示例银行' }) }).click()
  await expect(page).toHaveURL(`${stack.sandbox}/partner/institution`)
})

test('R7.22 a partner’s customer agrees once and is logged in; the reference is in no address, history or event', async ({
  page,
  stack,
  words,
}) => {
  const link = await linkOf(stack, { mobile: '13800004311' })
  const reference = new URL(link).searchParams.get('loginRefer') ?? ''
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/fuyh/trace') || request.url().includes(api.trace.report.path)) bodies.push(request.postData() ?? '')
  })
  await page.goto(`${link}&redirectUrl=%2Faccount`)
  await expect(page.getByText(filled(words.flow.middle.consentTitle, { mobile: '138****4311' }))).toBeVisible()
  expect(page.url()).not.toContain(reference)
  await page.reload()
  await button(page, words.flow.middle.agree).click()
  await expect(page.getByText(words.flow.middle.agreeFirst)).toBeVisible()
  await page.getByRole('checkbox').check()
  await button(page, words.flow.middle.agree).click()
  await expect(page).toHaveURL(/\/account/)
  await expect(page.getByText('138****4311')).toBeVisible()
  expect(await stored(page, 'channelCode')).toBe('demo-trip')
  expect(bodies.join('')).not.toContain(reference)
})

test('R7.22 two tabs with one reference get one login', async ({ page, context, stack }) => {
  await makeBorrower(stack, { seed: 'twotabs', number: 4_312, upTo: 'login' })
  const link = await linkOf(stack, { mobile: '13800004312' })
  const second = await context.newPage()
  await Promise.all([page.goto(`${link}&redirectUrl=%2Faccount`), second.goto(`${link}&redirectUrl=%2Faccount`)])
  for (const one of [page, second]) await expect(one).toHaveURL(/\/account/)
  const [token, other] = await Promise.all([stored(page, 'token'), stored(second, 'token')])
  expect(token).toBe(other)
})

for (const [failure, title] of [
  ['expired', 'expired'],
  ['used', 'used'],
  ['tampered', 'wrong'],
] as const)
  test(`R7.22 a reference that is ${failure} is said in its own words, with the login by text message beside it`, async ({
    page,
    stack,
    words,
  }) => {
    await page.goto(`${await linkOf(stack, { mobile: '13800004313', failure })}&redirectUrl=%2Floan`)
    await expect(page.getByRole('heading', { name: words.flow.middle[title] })).toBeVisible()
    await button(page, words.flow.middle.bySms).click()
    await expect(page).toHaveURL(/\/login\?redirectUrl=%2Floan/)
  })

test('R2.5 R3.1 a token in the address logs in once, leaves the address, and events carry the user', async ({ page, stack }) => {
  const borrower = await makeBorrower(stack, { seed: 'handed', number: 4_314, upTo: 'login' })
  const events: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/fuyh/trace')) events.push(request.postData() ?? '')
  })
  await page.goto(`${stack.web}/h5Middle?token=${borrower.token}&channelCode=demo-trip&redirectUrl=%2Faccount`)
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText('138****4314')).toBeVisible()
  expect((await userOf(page)).userId).toBe(borrower.user.userId)
  await expect.poll(() => events.join('')).toContain(`"userId":"${borrower.user.userId}"`)
  expect(events.join('')).not.toContain(borrower.token)
  await page.goBack()
  expect(page.url()).not.toContain(borrower.token)
})

test('R3.1 R3.3 a token by cookie gets its owner, and an event reports the login', async ({ page, context, stack }) => {
  const borrower = await makeBorrower(stack, { seed: 'cookie', number: 4_315, upTo: 'login' })
  const events: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/fuyh/trace')) events.push(request.postData() ?? '')
  })
  await context.addCookies([{ name: 'token', value: borrower.token, url: stack.web }])
  await page.goto(`${stack.web}/home`)
  await expect.poll(() => stored(page, 'user')).toContain(`"userId":${borrower.user.userId}`)
  await expect.poll(() => events.join('')).toContain('login_known')
})

test('R2.5 a wrong token leads to the login and back; an address of a stranger leads home', async ({ page, stack }) => {
  await page.goto(`${stack.web}/h5Middle?token=${'x'.repeat(43)}&redirectUrl=%2Floan`)
  await expect(page).toHaveURL(/\/login\?redirectUrl=%2Floan$/)
  for (const strange of ['https%3A%2F%2Fevil.example', '%2F%2Fevil.example', '%252F%252Fevil.example', '%2F%5Cevil.example']) {
    await page.goto(`${stack.web}/h5Middle?redirectUrl=${strange}`)
    await expect(page).toHaveURL(/\/home$/)
  }
})

test('R2.6 the download page shows stores, a code and a link; in WeChat it leads to the browser', async ({
  page,
  browser,
  stack,
  words,
  open,
}) => {
  const w = words.flow.download
  await open('/download?channelCode=demo-trip')
  await expect(page.getByRole('link', { name: w.store.appStore.name })).toHaveAttribute('href', `${stack.sandbox}/partner/store/appStore`)
  await expect(page.getByRole('img', { name: w.code })).toBeVisible()
  await button(page, w.continue).click()
  await expect(page).toHaveURL(/\/home/)
  const userAgent = 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 MicroMessenger/8.0.40'
  const messenger = await (await browser.newContext({ userAgent, viewport: { width: 390, height: 844 } })).newPage()
  // The visit needs no authorisation of the messenger here.
  await messenger.route(`**${constants.apiPrefix}${api.messenger.subscribeInfo.path}`, (route) =>
    route.fulfill({ json: { code: 1, msg: refusal('VENDOR_UNAVAILABLE'), data: null, error: 'VENDOR_UNAVAILABLE' } }),
  )
  await messenger.goto(`${stack.web}/download`)
  await messenger.getByRole('button', { name: w.store.market.name }).click()
  await expect(messenger.getByRole('dialog')).toContainText(w.stepBrowser)
  await messenger.context().close()
})
