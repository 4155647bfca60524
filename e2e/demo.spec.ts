import type { Page } from '@playwright/test'
import { expect, sharedTest as test } from './harness.ts'
import { agents } from './simulated-host.ts'
import { button } from './walk.ts'
import { packs } from './words.ts'

const scrollY = (page: Page) => page.evaluate(() => window.scrollY)
test('R2.7 the gallery is kept alive: what was typed and where one was is there again', async ({ page, open, words }) => {
  await open('/demo')
  const box = page.getByLabel(words.demo.input.digit, { exact: true })
  await box.fill('4711')
  await page.getByRole('listitem').filter({ hasText: words.demo.states.more }).getByRole('button').click()
  await expect(page).toHaveURL(/\/setting/)
  await expect(box).toBeHidden()
  await page.goBack()
  await expect(box).toHaveValue('4711')
  await expect(page).toHaveTitle(new RegExp(words.demo.title))
})

test('R2.7 the gallery changes its language at once and its brand anew, and keeps the language over it', async ({ page, open, words }) => {
  await open('/demo')
  await expect(page.getByRole('heading', { name: words.demo.title })).toBeVisible()
  await page.getByRole('radio', { name: 'English', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Component gallery' })).toBeVisible()
  const action = button(page, 'Main action')
  const colour = () => action.evaluate((element) => getComputedStyle(element).backgroundColor)
  const colours = [await colour()]
  for (const brand of ['fbd', 'neutral'] as const) {
    await page.getByRole('radio', { name: packs['en-us'].shell.brand[brand], exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-brand', brand)
    await expect(page.getByRole('heading', { name: 'Component gallery' })).toBeVisible()
    colours.push(await colour())
  }
  expect(new Set(colours).size).toBe(3)
})

test('R2.7 nothing of the gallery is loaded by a visit of /home', async ({ page, open, words }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open('/home')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.includes('demo'))).toEqual([])
  await open('/demo')
  await expect(page.getByRole('heading', { name: words.demo.section.text })).toBeVisible()
  expect(asked.filter((url) => /assets\/demo-screen.*\.js/.test(url))).toHaveLength(1)
})

test.describe('R5.1 short password', () => {
  test('R5.1 by a keyboard that is there: wrong empties and says so, right closes; the box asks for no keyboard of the phone', async ({
    page,
    open,
    words: { demo },
  }) => {
    await open('/demo')
    await button(page, demo.password.open).click()
    const dialog = page.getByRole('dialog', { name: demo.password.title })
    const box = dialog.getByLabel(demo.password.digits.replace('{{length}}', '6'))
    await expect(box).toBeFocused()
    await expect(box).toHaveAttribute('inputmode', 'none')
    await page.keyboard.type('654321')
    await expect(dialog.getByRole('alert')).toHaveText(demo.password.wrong)
    await expect(box).toHaveValue('')
    await page.keyboard.type('12345')
    await dialog.getByRole('button', { name: '6', exact: true }).tap()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: demo.password.right })).toBeVisible()
    await expect(button(page, demo.password.open)).toBeFocused()
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(stored).not.toMatch(/123456|654321/)
  })

  test('R5.1 by its own keys, in their shuffled order; four digits are enough where four are asked', async ({
    page,
    open,
    words: { demo },
  }) => {
    await open('/demo')
    for (const [name, length] of [
      ['shuffled', 6],
      ['short', 4],
    ] as const) {
      await button(page, demo.password[name]).click()
      const dialog = page.getByRole('dialog', { name: demo.password.title })
      for (let digit = 1; digit <= length; digit += 1) await dialog.getByRole('button', { name: String(digit), exact: true }).tap()
      await expect(dialog).toBeHidden()
    }
  })
})

test('R5.2 the first wrong field has the focus and its error; the first failing rule is the one told', async ({
  page,
  open,
  words: { demo },
}) => {
  await open('/demo')
  const [mobile, nick] = [page.getByLabel(demo.form.mobile, { exact: true }), page.getByLabel(demo.form.nick, { exact: true })]
  const send = button(page, demo.form.send)
  await send.click()
  await expect(mobile).toBeFocused()
  await expect(mobile).toHaveAccessibleDescription(demo.form.mobileMissing)
  await expect(nick).toHaveAccessibleDescription(demo.form.nickMissing)
  await mobile.fill('138')
  await nick.fill('taken')
  await send.click()
  await expect(mobile).toHaveAccessibleDescription(demo.form.mobileWrong)
  await expect(nick).toHaveAccessibleDescription(demo.form.nickTaken)
  await mobile.fill('13800000000')
  await send.click()
  await expect(nick).toBeFocused()
  await nick.fill('free')
  await send.click()
  await expect(page.getByText(demo.form.sent)).toBeVisible()
})

test('R5.3 UI-08 CN-10 a box of fifty: an input method ends in its character, the fifty-first is refused, the counter says 50/50', async ({
  page,
  open,
  words: { demo },
}) => {
  await open('/demo')
  const box = page.getByLabel(demo.input.plain, { exact: true })
  await box.fill('中'.repeat(49))
  await box.press('End')
  const ime = await page.context().newCDPSession(page)
  for (const text of ['z', 'zh', 'zhang'])
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await ime.send('Input.insertText', { text: '张' })
  await expect(box).toHaveValue(`${'中'.repeat(49)}张`)
  await expect(page.getByText('50/50').first()).toBeVisible()
  await box.press('Home')
  await page.keyboard.insertText('文')
  await expect(box).toHaveValue(`${'中'.repeat(49)}张`)
  await box.press('Delete')
  await expect(box).toHaveValue(`${'中'.repeat(48)}张`)
})

test('R5.3 UI-10 a pasted number with invisible marks and full-width digits becomes its digits', async ({
  page,
  open,
  words: { demo },
}) => {
  await open('/demo')
  const box = page.getByLabel(demo.input.digit, { exact: true })
  await box.focus()
  for (const [pasted, digits] of [
    ['\u202D138 0000 0000\u202C', '13800000000'],
    ['８６１３８００００００００', '8613800000000'],
    ['\u200E', ''],
  ] as const) {
    await box.fill('')
    await page.keyboard.insertText(pasted)
    await expect(box).toHaveValue(digits)
  }
})

test.describe('R9.5 by keyboard', () => {
  test('R9.5 a range of days is chosen by keys alone', async ({ page, open, words: { demo } }) => {
    await open('/demo')
    await button(page, demo.calendar.range).click()
    const dialog = page.getByRole('dialog', { name: demo.calendar.range })
    const days = dialog.getByRole('grid')
    await days.locator('[tabindex="0"]').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const range = page.getByText(/^\d{4}-\d\d-\d\d–\d{4}-\d\d-\d\d$/)
    const [from = '', to = ''] = ((await range.textContent()) ?? '').split('–')
    expect(Date.parse(to) - Date.parse(from)).toBe(8 * 86_400_000)
  })

  test('R9.5 five page buttons lead to the first, the last and the neighbours', async ({ page, open, words: { demo } }) => {
    await open('/demo')
    const pages = page.getByRole('navigation', { name: demo.list.pages })
    const numbers = pages.getByRole('listitem')
    await expect(numbers).toHaveText(['1', '2', '3', '4', '20'])
    await numbers.last().getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(numbers).toHaveText(['1', '17', '18', '19', '20'])
    await expect(pages.getByRole('button', { name: demo.list.next, exact: true })).toBeDisabled()
    await pages.getByRole('button', { name: demo.list.previous, exact: true }).press('Enter')
    await expect(pages.locator('[aria-current=page]')).toHaveText('19')
  })
})

test('UI-19 scrolling a sheet to its end and further leaves the page where it was, while it is open and after', async ({
  page,
  open,
  words: { demo },
}) => {
  await open('/demo')
  const opener = button(page, demo.overlay.sheet)
  await opener.scrollIntoViewIfNeeded()
  const before = await scrollY(page)
  expect(before).toBeGreaterThan(600)
  await opener.click()
  const dialog = page.getByRole('dialog')
  const frame = await dialog.boundingBox()
  await page.mouse.move((frame?.x ?? 0) + 100, (frame?.y ?? 0) + 200)
  const body = dialog.locator('[tabindex="0"]').first()
  for (const deltaY of [400, 20_000, 800]) await page.mouse.wheel(0, deltaY)
  await expect
    .poll(() => body.evaluate((element) => Math.ceil(element.scrollTop + element.clientHeight) - element.scrollHeight))
    .toBeGreaterThan(-2)
  await page.mouse.wheel(0, 800)
  expect(await scrollY(page)).toBe(before)
  await dialog.getByRole('button', { name: demo.overlay.close, exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(await scrollY(page)).toBe(before)
})

test('UI-02 with the keyboard up the last box is in sight and nothing fixed lies over it', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await open('/demo')
  const box = page.locator('main input[type=text]:not([inputmode=none])').last()
  await box.tap()
  await page.setViewportSize({ width: 360, height: 340 })
  await expect(box).toBeInViewport({ ratio: 1 })
  const isOnTop = () =>
    box.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)
})

test.describe('on an iPhone', () => {
  test.use({ userAgent: agents.iphone })

  test('UI-01 within 200 ms of the last blur the scroll is set again where it was; moving on to another box sets nothing', async ({
    page,
    open,
    words: { demo },
  }) => {
    const set: unknown[] = []
    await page.exposeFunction('scrollSet', (...place: unknown[]) => set.push(place))
    await page.addInitScript(() => {
      const told: { scrollSet?: (...place: unknown[]) => void } & Window = window
      const scrollTo = window.scrollTo.bind(window)
      Object.assign(window, {
        scrollTo: (x: number, y: number) => {
          told.scrollSet?.(x, y)
          scrollTo(x, y)
        },
      })
    })
    await page.clock.install()
    await open('/demo')
    const [first, second] = [page.getByLabel(demo.input.digit, { exact: true }), page.getByLabel(demo.input.number, { exact: true })]
    await first.tap()
    await first.pressSequentially('47')
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000))
    const place = await page.evaluate(() => [window.scrollX, window.scrollY])
    expect(place[1]).toBeGreaterThan(0)
    set.length = 0

    await second.focus()
    await page.clock.runFor(1_000)
    expect(set).toEqual([])
    await second.blur()
    await page.clock.runFor(200)
    expect(set).toEqual([place])
    expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual(place)
  })
})
