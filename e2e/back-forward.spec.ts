import { api } from '@fyh/contract/api.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { borrowBy, makeBorrower, signedQuote, takeLoan } from './api-borrower.ts'
import { chromiumLaunch, wholeBrowser } from './chromium.ts'
import { expect, sharedTest } from './harness.ts'
import { servePartner } from './simulated-host.ts'
import { button, enterCode } from './walk.ts'

// A browser without a window freezes no page that is left; the machine's own does, where there is one.
const test = sharedTest.extend<{ partner: { origin: string } }>({
  partner: async ({ browserName: _ }, use) => {
    const partner = await servePartner('localhost')
    await use(partner)
    await partner.close()
  },
})
test.use({
  launchOptions: {
    ...(await chromiumLaunch()),
    ...(wholeBrowser !== undefined && { executablePath: wholeBrowser }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})
test.skip(wholeBrowser === undefined, 'no browser here that keeps pages frozen')

const whyNot = z.object({ notRestoredExplanations: z.array(z.object({ type: z.string(), reason: z.string() })) })

/**
 * Leaves for somebody else's page; the answer goes back, and says that the very page that was left came again, or why the browser kept it not. One that
 * had reasons of its own (too little memory, too long a wait), and none in the page, leaves nothing to look at.
 */
async function leave(page: Page, { origin }: { origin: string }): Promise<() => Promise<string>> {
  const reasons: z.infer<typeof whyNot>['notRestoredExplanations'] = []
  const browser = await page.context().newCDPSession(page)
  browser.on('Page.backForwardCacheNotUsed', (event) => void reasons.push(...whyNot.parse(event).notRestoredExplanations))
  await browser.send('Page.enable')
  // A request that is under way when a page is frozen can end its being kept.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    window.name = ''
    Object.assign(window, { isLeft: true })
    window.addEventListener('pageshow', ({ persisted }) => (window.name = persisted ? 'frozen' : 'shown again'))
  })
  await page.goto(origin)
  return async () => {
    const address = page.url()
    // The browser tells nobody that a frozen page has loaded, so there is no load to wait for; the step comes after the answer.
    await page.evaluate(() => void setTimeout(() => window.history.back()))
    await expect.poll(() => page.url()).not.toBe(address)
    const shown = () => page.evaluate(() => ('isLeft' in window ? window.name : 'made anew')).catch(() => '')
    await expect.poll(shown, 'how the page came').not.toBe('')
    const told = [await shown(), ...reasons.map(({ reason }) => reason)].join(': ')
    const isBrowsers = reasons.length > 0 && reasons.every(({ type, reason }) => type === 'Circumstantial' && !/Disabled/.test(reason))
    test.skip(isBrowsers, `the browser let go of the page for reasons of its own (${told})`)
    return told
  }
}

test('UI-04 WX-14 home that was frozen when it was left shows what happened meanwhile, without being loaded again', async ({
  page,
  stack,
  words,
  partner,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'frozenhome', number: 371, upTo: 'card' })
  await enter(borrower)
  await open('/home')
  await expect(button(page, words.borrower.limit.borrow)).toBeVisible()
  const back = await leave(page, partner)
  await takeLoan(stack, borrower, { yuan: 1000, periods: 3 })
  expect(await back()).toBe('frozen')
  await expect(button(page, words.borrower.due.repay)).toBeVisible()
  await button(page, words.borrower.due.repay).click()
  await expect(page).toHaveURL(/\/repaymentDetail\//)
})

test('UI-04 a confirmation that was frozen before its loan was made elsewhere says so, and makes no second one', async ({
  page,
  stack,
  words,
  partner,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'frozenquote', number: 372, upTo: 'card' })
  const quote = await signedQuote(borrower, { yuan: 2500, periods: 3 })
  await enter(borrower)
  await open(`/withdraw/${quote.lenderId}?quoteId=${quote.quoteId}`)
  await expect(button(page, words.borrow.withdraw.confirm)).toBeVisible()
  const back = await leave(page, partner)
  await borrowBy(stack, borrower, quote.quoteId)
  expect(await back()).toBe('frozen')
  await expect(page.getByText(words.borrow.quote.used)).toBeVisible()
  await expect(button(page, words.borrow.withdraw.confirm)).toHaveCount(0)
  await button(page, words.borrow.quote.see).click()
  await expect(page).toHaveURL(/\/withdrawSuccess/)
  expect((await borrower.call(api.loan.list)).items).toHaveLength(1)
})

test('UI-04 the result of a loan that was frozen is asked for anew, and nothing on it is under way', async ({
  page,
  stack,
  sandbox,
  words,
  partner,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'frozenresult', number: 373, upTo: 'card' })
  const quote = await signedQuote(borrower, { yuan: 2500, periods: 3 })
  await enter(borrower)
  await open(`/withdraw/${quote.lenderId}?quoteId=${quote.quoteId}`)
  await enterCode({ page, sandbox, words }, borrower.mobile)
  await expect(page).toHaveURL(/\/withdrawSuccess/)
  await expect(button(page, words.borrow.success.done)).toBeVisible()
  const back = await leave(page, partner)
  const asked = page.waitForRequest((request) => request.url().includes('/loan/detail/'))
  expect(await back()).toBe('frozen')
  await asked
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await button(page, words.borrow.success.done).click()
  await expect(page).toHaveURL(/\/home/)
  expect((await borrower.call(api.loan.list)).items).toHaveLength(1)
})

test('AU-14 a page that was frozen before another account logged in elsewhere shows that account, and nothing of the first', async ({
  page,
  context,
  stack,
  words,
  partner,
  open,
  enter,
}) => {
  const first = await makeBorrower(stack, { seed: 'frozenfirst', number: 374, upTo: 'login' })
  const second = await makeBorrower(stack, { seed: 'frozensecond', number: 375, upTo: 'login' })
  await enter(first)
  await open('/account')
  await expect(page.getByText(first.user.mobile)).toBeVisible()
  const back = await leave(page, partner)
  const elsewhere = await context.newPage()
  // The login itself is not what this is about, so its answer is a known one.
  const answer = { code: 0, msg: '', data: { token: second.token, user: second.user, isNew: false } }
  await elsewhere.route(`**${api.session.registerAndLogin.path}`, (route) => route.fulfill({ json: answer }))
  await open('/login?redirectUrl=%2Faccount', elsewhere)
  await elsewhere.getByLabel(words.session.login.mobile).fill(second.mobile)
  await elsewhere.getByLabel(words.blocks.sms.label).fill('1234')
  await elsewhere.getByRole('checkbox').check()
  await button(elsewhere, words.session.login.submit).click()
  await expect(elsewhere.getByText(second.user.mobile)).toBeVisible()
  await page.bringToFront()
  expect(await back()).toBe('frozen')
  await expect(page.getByText(second.user.mobile)).toBeVisible()
  await expect(page.getByText(first.user.mobile)).toHaveCount(0)
})
