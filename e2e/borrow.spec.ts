import { api } from '@fyh/contract/api.ts'
import { constants } from '@fyh/contract/options.ts'
import type { Page } from '@playwright/test'
import { type ApiBorrower, bindCard, makeBorrower, signedQuote } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button, enterCode, wishFor } from './walk.ts'
import { filled, opening, refusal } from './words.ts'

const borrowCall = `**${constants.apiPrefix}${api.borrow.borrow.path}`
const withdrawOf = ({ lenderId, quoteId }: { lenderId: number; quoteId: number }) => `/withdraw/${lenderId}?quoteId=${quoteId}`
const loansOf = async ({ call }: ApiBorrower) => (await call(api.loan.list)).items

/** The keys of the calls that borrow, in the order the page sent them. */
function keysSent(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(api.borrow.borrow.path)) keys.push(request.headers()['idempotency-key'])
  })
  return keys
}

/** Taps that come before the page has drawn the first. */
const tapFiveTimes = (page: Page, name: string) =>
  button(page, name).evaluate((element: HTMLElement) => {
    for (let tap = 0; tap < 5; tap++) element.click()
  })

test('ID-01 UI-05 five taps in one tick make one loan; going back after it does not borrow again', async ({
  page,
  context,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'taps', number: 301, upTo: 'card' })
  const quote = await signedQuote(borrower, { yuan: 3000, periods: 6 })
  await enter(borrower)
  await open('/home')
  await open(withdrawOf(quote))
  const keys = keysSent(page)

  await test.step('without a connection nothing is sent, nothing is queued, and the page says so until there is one', async () => {
    // The code is asked for with a connection; then it goes away.
    const before = await sandbox.codes(borrower.mobile)
    await button(page, words.blocks.sms.get).click()
    const code = await sandbox.code(borrower.mobile, before)
    await context.setOffline(true)
    await page.getByLabel(words.blocks.sms.label).fill(code)
    await expect(page.getByRole('status').filter({ hasText: words.shell.error.unsent })).toBeVisible()
    await expect(page.getByText(words.borrow.withdraw.unsent)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(words.borrow.withdraw.unsent)).toBeHidden()
    await expect(page.getByText(words.borrow.withdraw.backOnline)).toBeVisible()
    expect(keys).toHaveLength(1)
    expect(await loansOf(borrower)).toEqual([])
  })

  const before = await borrower.call(api.borrow.options)
  await tapFiveTimes(page, words.borrow.withdraw.confirm)
  await expect(page).toHaveURL(/\/withdrawSuccess/)
  await expect(page.getByRole('heading', { name: new RegExp(`^${opening(words.borrow.success.paid)}`) })).toBeVisible()
  await expect(page.locator('html'), 'the removed code box took the keyboard with it').not.toHaveAttribute('data-typing')
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(await loansOf(borrower)).toHaveLength(1)
  expect((await borrower.call(api.borrow.options)).availableFen).toBe(before.availableFen - 300_000)
  const { items } = await borrower.call(api.message.list)
  expect(items.filter(({ kind }) => kind === 'payoutRequested')).toHaveLength(1)

  await page.goBack()
  await expect(page).toHaveURL(/\/home/)
  await page.goForward()
  await expect(page).toHaveURL(/\/withdrawSuccess/)
  await expect(page.getByRole('heading', { name: new RegExp(`^${opening(words.borrow.success.paid)}`) })).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(await loansOf(borrower)).toHaveLength(1)
})

test('ID-02 UI-04 an answer lost after the loan was made: taps, a reload and another tab lead to that one loan', async ({
  page,
  context,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'lost', number: 302, upTo: 'card' })
  const quote = await signedQuote(borrower, { yuan: 2500, periods: 3 })
  await enter(borrower)
  await open(withdrawOf(quote))
  const other = await context.newPage()
  await open(withdrawOf(quote), other)
  await expect(button(other, words.borrow.withdraw.confirm)).toBeVisible()
  const keys = keysSent(page)
  // The server has made the loan; its answer never reaches the page.
  await page.route(borrowCall, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await enterCode({ page, sandbox, words }, borrower.mobile)
  await expect(page.getByText(words.borrow.withdraw.lost)).toBeVisible()
  await expect.poll(async () => loansOf(borrower)).toHaveLength(1)
  const lostOnce = page.waitForEvent('requestfailed')
  await button(page, words.borrow.withdraw.confirm).click()
  await lostOnce
  await expect(button(page, words.borrow.withdraw.confirm)).not.toHaveAttribute('aria-busy')

  await page.unroute(borrowCall)
  await page.reload()
  await expect(page.getByText(words.borrow.quote.used)).toBeVisible()
  await expect(button(page, words.borrow.withdraw.confirm)).toHaveCount(0)
  await button(page, words.borrow.quote.see).click()
  await expect(page).toHaveURL(/\/withdrawSuccess/)
  // Two presses whose answer was lost, each sent a second time by the page itself.
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(1)
  const [loan, ...more] = await loansOf(borrower)
  expect(more).toEqual([])
  await expect(page).toHaveURL(new RegExp(`loanId=${loan?.loanId}`))

  await test.step('the tab that still shows the confirmation is led to the loan that was made', async () => {
    await enterCode({ page: other, sandbox, words }, borrower.mobile)
    await expect(other).toHaveURL(new RegExp(`/withdrawSuccess\\?loanId=${loan?.loanId}`))
    expect(await loansOf(borrower)).toHaveLength(1)
  })

  await test.step('a page that the browser brings back frozen asks for everything anew', async () => {
    const asked = page.waitForRequest((request) => request.url().includes(`/loan/detail/${loan?.loanId}`))
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await asked
  })
})

test('RT-10 UI-05 the newest amount counts: pages of an older quote say that it is outdated, also in another tab', async ({
  page,
  context,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'outdated', number: 303, upTo: 'card' })
  await enter(borrower)
  await open('/home')
  await button(page, words.borrower.limit.borrow).click()

  await test.step('Back closes an open sheet and leaves page and typed amount as they are', async () => {
    await page.getByRole('textbox', { name: words.borrow.amount.label }).fill('2500')
    await page
      .getByRole('button', { name: new RegExp(`^${words.borrow.first} ${opening(words.borrow.firstValue)}(\\d{4}-)?\\d{2}-\\d{2}.* 元$`) })
      .click()
    const sheet = page.getByRole('dialog', { name: words.borrow.planSheet })
    await expect(sheet).toBeVisible()
    await page.evaluate(() => window.history.back())
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/borrowMoney/)
    await expect(page.getByRole('textbox', { name: words.borrow.amount.label })).toHaveValue('2,500')
  })

  await wishFor({ page, words }, { yuan: '2500', periods: '6' })
  const sheet = page.getByRole('dialog', { name: words.borrow.sign.sheet })
  await expect(sheet).toBeVisible()
  const old = page.url()
  const other = await context.newPage()
  await other.goto(old)
  const otherSheet = other.getByRole('dialog', { name: words.borrow.sign.sheet })
  await expect(otherSheet).toBeVisible()
  await page.evaluate(() => window.history.back())
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(old)
  await page.goBack()
  await expect(page).toHaveURL(/\/borrowMoney/)
  await wishFor({ page, words }, { yuan: '2300', periods: '6' })
  await expect(sheet).toBeVisible()

  await test.step('the other tab still shows the old sheet: it cannot be signed', async () => {
    await otherSheet.getByRole('checkbox').check()
    await otherSheet.getByRole('button', { name: words.borrow.sign.submit, exact: true }).click()
    await expect(otherSheet.getByText(refusal('QUOTE_OUTDATED'))).toBeVisible()
    await other.reload()
    await expect(other.getByText(words.borrow.quote.gone)).toBeVisible()
    const quoteId = new URL(old).searchParams.get('quoteId')
    await open(`/withdraw/1?quoteId=${quoteId}`, other)
    await expect(other.getByText(refusal('QUOTE_OUTDATED'))).toBeVisible()
  })

  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: words.borrow.sign.submit, exact: true }).click()
  await expect(page).toHaveURL(/\/withdraw\//)
  await expect(page.getByText('2,300.00', { exact: true })).toBeVisible()
})

test('UI-07 a wrong code says how many tries are left and empties the boxes; a filled-in sentence is sent once', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'wrongcode', number: 304, upTo: 'card' })
  const quote = await signedQuote(borrower, { yuan: 1000, periods: 3 })
  await enter(borrower)
  await open(withdrawOf(quote))
  const keys = keysSent(page)
  const box = page.getByLabel(words.blocks.sms.label)
  await button(page, words.borrow.withdraw.confirm).click()
  await expect(page.getByText(words.borrow.withdraw.codeMissing)).toBeVisible()
  expect(keys).toEqual([])

  const before = await sandbox.codes(borrower.mobile)
  await button(page, words.blocks.sms.get).click()
  const code = await sandbox.code(borrower.mobile, before)
  await box.fill(code === '0000' ? '0001' : '0000')
  await expect(page.getByText(refusal('SMS_CODE_WRONG', { left: 4 }))).toBeVisible()
  await expect(box).toHaveValue('')
  await expect(box).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(box).toHaveAttribute('inputmode', 'numeric')
  await box.fill(`【示例】验证码 ${code}，请勿告诉他人`)
  await expect(page).toHaveURL(/\/withdrawSuccess/)
  expect(keys).toHaveLength(2)
  expect(await loansOf(borrower)).toHaveLength(1)
})

test('R7.20 a code sent for one card borrows to no other: the form stays, asks for a new code, and that one pays out to the chosen card', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'othercard', number: 329, upTo: 'card' })
  // Its bank knows another phone, which need not wait a minute for a second code.
  await bindCard({ ...borrower, mobile: '13800009322' }, sandbox, 322)
  const quote = await signedQuote(borrower, { yuan: 1000, periods: 3 })
  await enter(borrower)
  await open(withdrawOf(quote))
  await expect(page.getByText('0329').first()).toBeVisible()
  const before = await sandbox.codes(borrower.mobile)
  await button(page, words.blocks.sms.get).click()
  const code = await sandbox.code(borrower.mobile, before)
  await page.getByText('0329').first().click()
  await page.getByRole('dialog').getByText('0322').click()
  await expect(page.getByText(words.blocks.sms.otherOrder)).toBeVisible()
  const box = page.getByLabel(words.blocks.sms.label)
  await box.fill(code)
  await expect(page.getByText(refusal('SMS_CODE_OTHER_ORDER', {}))).toBeVisible()
  await expect(box).toHaveValue('')
  expect(await loansOf(borrower)).toEqual([])
  await expect(page.getByText('0322').first()).toBeVisible()
  await enterCode({ page, sandbox, words }, borrower.mobile)
  await expect(page).toHaveURL(/\/withdrawSuccess/)
  const [loan] = await loansOf(borrower)
  expect((await borrower.call(api.loan.detail, { params: { id: loan?.loanId ?? 0 } })).card.tail).toBe('0322')
})

test('R2.10 R2.34 R2.38 unknown and expired quotes, and a loan that is not there, say so and lead on', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'unknown', number: 305, upTo: 'card' })
  await enter(borrower)
  for (const path of ['/signAgreement?quoteId=9', '/signAgreement', '/withdraw/1?quoteId=9', '/withdraw/1?quoteId=abc']) {
    await open(path)
    await expect(page.getByText(words.borrow.quote.gone), path).toBeVisible()
  }
  await button(page, words.borrow.quote.again).click()
  await expect(page).toHaveURL(/\/borrowMoney/)
  for (const path of ['/withdrawSuccess?loanId=9', '/withdrawSuccess?loanId=x', '/withdrawSuccess']) {
    await open(path)
    await expect(page.getByText(words.borrow.success.notFound), path).toBeVisible()
  }

  await test.step('amounts that cannot be borrowed are named at the field and ask for no quote', async () => {
    await open('/borrowMoney')
    const amount = page.getByRole('textbox', { name: words.borrow.amount.label })
    let quotes = 0
    page.on('request', (request) => {
      if (request.url().endsWith(api.borrow.quote.path)) quotes += 1
    })
    for (const [typed, sentence] of [
      ['499', filled(words.borrow.amount.tooSmall, { min: '500' })],
      ['2550', filled(words.borrow.amount.step, { step: '100' })],
      ['99999900', opening(words.borrow.amount.tooLarge)],
      ['', words.borrow.amount.missing],
    ] as const) {
      await amount.fill(typed)
      await page.mouse.wheel(0, 2_000)
      await button(page, words.borrow.next).click()
      await expect(page.getByText(sentence).first(), typed).toBeInViewport()
      await expect(amount).toBeFocused()
    }
    await expect(page).toHaveURL(/\/borrowMoney/)
    expect(quotes).toBe(0)
  })
})

test('R2.4 R3.11 term, method and use can be chosen, closed and chosen again; an emptied amount takes what is typed', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'choices', number: 309, upTo: 'card' })
  await enter(borrower)
  await open('/borrowMoney')
  const amount = page.getByRole('textbox', { name: words.borrow.amount.label })
  await expect(amount).toHaveValue('')
  await page.getByRole('button', { name: `${words.borrow.method} ${words.option.repayMethod.equalInstalment}`, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: words.option.repayMethod.equalInstalment }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.option.repayMethod.equalPrincipal }).click()
  await expect(page.getByRole('button', { name: words.option.repayMethod.equalPrincipal })).toBeVisible()
  await page.locator('dt', { hasText: words.borrow.use }).click({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: words.option.loanUse['03'] }).click()
  await expect(page.getByRole('button', { name: words.option.loanUse['03'] })).toBeVisible()
  await page.waitForFunction(() => !(window.history.state?.overlays > 0))
  await page.reload()
  await expect(page.getByRole('button', { name: words.option.repayMethod.equalPrincipal })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 640 })
  await amount.tap()
  await amount.pressSequentially('6000')
  await expect(amount).toHaveValue('6,000')
  await expect(page.locator('html')).toHaveAttribute('data-typing')
  await page.getByRole('radio', { name: words.option.period['6'] }).tap()
  await expect(page.locator('html')).not.toHaveAttribute('data-typing')
  await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 })
  await button(page, words.borrow.next).click()
  await expect(page.getByRole('dialog', { name: words.borrow.sign.sheet })).toBeVisible()
  const quoteId = new URL(page.url()).searchParams.get('quoteId')
  const quote = await borrower.call(api.borrow.quoted, { params: { id: Number(quoteId) } })
  expect(quote).toMatchObject({ amountFen: 600_000, method: 'equalPrincipal', use: '03' })
})
