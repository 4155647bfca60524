import type { Locator, Page } from '@playwright/test'
import { makeBorrower, phone, takeLoan } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { bindCard, button, logIn, pay, sign, wishFor, withdraw } from './walk.ts'
import { opening, pattern } from './words.ts'

const holdsFocus = (box: Locator) => box.evaluate((element) => element.contains(document.activeElement))

async function opensByKeys(page: Page, opener: Locator, role: 'dialog' | 'alertdialog' = 'dialog'): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole(role)
  await expect(box).toHaveCount(1)
  await expect(box).toHaveAccessibleName(/\S/)
  await expect.poll(() => holdsFocus(box)).toBe(true)
  for (const key of ['Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 14; presses++) {
      await page.keyboard.press(key)
      expect(await holdsFocus(box), `${key} leads out`).toBe(true)
    }
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test('sheets and questions are named, take the focus, keep it under Tab and Shift+Tab, close by Escape and give it back', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  await open('/login')
  await opensByKeys(page, page.locator('label button').first())
  const borrower = await makeBorrower(stack, { seed: 'dialogs', number: 701, upTo: 'applied' })
  await enter(borrower)
  await open('/borrowMoney')
  await page.getByRole('textbox', { name: words.borrow.amount.label }).fill('5000')
  await opensByKeys(page, page.getByRole('button', { name: new RegExp(`^${words.borrow.use}`) }))
  await opensByKeys(page, page.getByRole('button', { name: /\d\d-\d\d/ }).first())
  await opensByKeys(page, page.getByRole('button', { name: new RegExp(words.shell.ui.explain) }).first())
  await open('/setting')
  await opensByKeys(page, button(page, words.settings.logout), 'alertdialog')
})

test('toasts are told by a live region that was there before their words', async ({ page, words, open }) => {
  await open('/demo')
  await button(page, words.demo.overlay.toast).waitFor()
  const region = await page.evaluateHandle(() => document.querySelector('[role=status][aria-live=polite]'))
  expect(await region.evaluate((element) => element?.textContent)).toBe('')
  await button(page, words.demo.overlay.toast).click()
  await expect.poll(() => region.evaluate((element) => element?.isConnected && element.textContent)).toBe(words.demo.overlay.saved)
})

/** The place is marked as wrong, and what is wrong is read out with it. */
async function told(place: Locator, what: RegExp = /\S/): Promise<void> {
  await expect(place).toHaveAttribute('aria-invalid', 'true')
  await expect(place).toHaveAccessibleDescription(what)
}

test('what is wrong is tied to its field: login', async ({ page, words, open }) => {
  await open('/login')
  const mobile = page.getByLabel(words.session.login.mobile)
  await mobile.fill('1380')
  await button(page, words.session.login.submit).click()
  await told(mobile, pattern(words.session.login.mobileInvalid))
  await mobile.fill('13800000703')
  await button(page, words.session.login.submit).click()
  await told(page.getByLabel(words.blocks.sms.label), pattern(words.session.login.codeMissing))
})

test('what is wrong is tied to its field: identity; photos that are missing are told', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const w = words.apply.identity
  await enter(await makeBorrower(stack, { seed: 'wrong-new', number: 703, upTo: 'login' }))
  await open('/applyIdentity')
  await button(page, w.next).click()
  await expect(page.locator('[role=status], [role=alert]').filter({ hasText: w.photoMissing })).toBeVisible()
  await page.getByRole('checkbox').check()
  const photos = page.locator('input[type=file]')
  await photos.nth(0).setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(photos.nth(0)).toHaveAccessibleDescription(w.photoBroken)
  await photos.nth(0).setInputFiles(await sandbox.sample('wrong-new', 'front.png'))
  await photos.nth(1).setInputFiles(await sandbox.sample('wrong-new', 'back.png'))
  await expect(page.getByText(w.frontDone)).toBeVisible()
  await expect(page.getByText(w.backDone)).toBeVisible()
  await page.getByLabel(w.name).fill('x')
  await page.getByLabel(w.number).fill('11010119900307')
  await button(page, w.next).click()
  await told(page.getByLabel(w.name), pattern(w.nameInvalid))
  await told(page.getByLabel(w.number))
})

test('what is wrong is tied to its field: profile, and the first wrong one has the focus', async ({ page, stack, words, open, enter }) => {
  await enter(await makeBorrower(stack, { seed: 'wrong-profile', number: 704, upTo: 'face' }))
  await open('/applyProfile')
  await button(page, words.apply.profile.submit).click()
  const wrong = page.locator('[aria-invalid=true]')
  await expect.poll(() => wrong.count()).toBeGreaterThan(7)
  for (const place of await wrong.all()) await told(place)
  await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true')
})

test('what is wrong is tied to its field: card, amount, part of a payment', async ({ page, stack, words, open, enter }) => {
  const borrower = await makeBorrower(stack, { seed: 'wrong-card', number: 705, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 1000, periods: 3 })
  await enter(borrower)
  await open('/addBankCard')
  await page.getByLabel(words.card.add.number).fill('4000')
  await button(page, words.card.add.submit).click()
  await told(page.getByLabel(words.card.add.number))
  await open('/borrowMoney')
  await page.getByRole('textbox', { name: words.borrow.amount.label }).fill('650')
  await told(page.getByRole('textbox', { name: words.borrow.amount.label }))
  await open(`/repaymentDetail/${loanId}`)
  await button(page, words.repay.detail.payPart).click()
  await page.getByLabel(words.repay.detail.amount).fill('999999')
  await told(page.getByLabel(words.repay.detail.amount))
})

test('with text of twice the size everything on the way from the login to a loan that is paid can be reached and pressed', async ({
  page,
  stack,
  sandbox,
  words,
  open,
}) => {
  const walker = { page, sandbox, words, open }
  const person = { seed: 'double', mobile: phone(709), number: 709 }
  await makeBorrower(stack, { ...person, upTo: 'applied' })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.addInitScript(() =>
    document.addEventListener('readystatechange', () => document.documentElement.style.setProperty('font-size', '200%')),
  )
  await logIn(walker, person)
  await button(page, words.borrower.limit.borrow).click()
  await wishFor(walker, { yuan: '2000', periods: '3' })
  await sign(walker)
  await bindCard(walker, person)
  await withdraw(walker, person)
  await expect(page.getByRole('heading', { name: new RegExp(`^${opening(words.borrow.success.paid)}`) })).toBeVisible()
  await button(page, words.borrow.success.done).click()
  await button(page, words.borrower.due.repay).click()
  await pay(walker, person)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
})

test('what a place says comes before the bar of places, which says where one is', async ({ page, words, open }) => {
  await open('/home')
  const main = page.getByRole('main')
  await button(page, words.home.guest.seeLimit).waitFor()
  const bar = page.getByRole('navigation', { name: words.shell.tab.label })
  await expect(bar.locator('[aria-current=page]')).toHaveText(words.shell.tab.home)
  await page.keyboard.press('Tab')
  expect(await holdsFocus(bar)).toBe(false)
  for (let presses = 0; presses < 30 && !(await holdsFocus(bar)); presses++) await page.keyboard.press('Tab')
  expect(await main.evaluate((element) => element.compareDocumentPosition(document.activeElement ?? element) & 4)).toBe(4)
  await bar.getByRole('button', { name: words.shell.tab.account }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the page names the language it is written in, also after another was chosen', async ({ page, words, open }) => {
  await open('/setting')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.getByRole('group', { name: words.settings.language }).getByRole('radio').nth(1).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})

test.describe('for those who asked for stillness', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('nothing moves: no animation or transition lasts', async ({ page, words, open }) => {
    await open('/login')
    await button(page, words.session.login.submit).waitFor()
    await page.locator('label button').first().click()
    await page.getByRole('dialog').waitFor()
    const lasting = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((part) => {
          const { animationDuration, transitionDuration } = getComputedStyle(part)
          return [animationDuration, transitionDuration].some((times) => times.split(',').some((time) => Number.parseFloat(time) > 0.001))
        }).length,
    )
    expect(lasting).toBe(0)
  })
  test('a size that changes with the window is the new one at once, not a frame later', async ({ page, words, open }) => {
    await open('/login')
    await button(page, words.session.login.submit).waitFor()
    const widths = await page.evaluate(() => {
      const main = document.querySelector('main') ?? document.body
      return ['100px', '200px'].map((width) => {
        main.style.flexBasis = width
        return getComputedStyle(main).flexBasis
      })
    })
    expect(widths).toEqual(['100px', '200px'])
  })
})
