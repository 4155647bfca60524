import { api } from '@fyh/contract/api.ts'
import { makeBorrower } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button } from './walk.ts'
import { opening, refusal } from './words.ts'

test('UI-13 UI-08 photos of the id card: wrong side, unreadable, cancelled, the same again; pinyin in the name', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const w = words.apply.identity
  await enter(await makeBorrower(stack, { seed: 'photos', number: 361, upTo: 'login' }))
  await open('/applyIdentity')
  const front = page.locator('input[type=file]').nth(0)
  const back = page.locator('input[type=file]').nth(1)
  for (const input of [front, back]) {
    await expect(input).toHaveAttribute('accept', 'image/*')
    expect(await input.evaluate((box: HTMLInputElement) => [box.multiple, box.hasAttribute('capture')])).toEqual([false, false])
  }
  await page.getByRole('checkbox').check()
  const picture = page.getByRole('main').locator('img').first()

  await front.setInputFiles(await sandbox.sample('photos', 'back.png'))
  await expect(page.getByText(opening(refusal('ID_CARD_WRONG_SIDE', { side: '{{side}}' })))).toBeVisible()
  await front.setInputFiles(await sandbox.sample('photos', 'unreadable.png'))
  await expect(page.getByText(refusal('ID_CARD_UNREADABLE'))).toBeVisible()
  await front.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(page.getByText(w.photoBroken)).toBeVisible()
  await button(page, w.next).click()
  await expect(page.getByText(w.photoMissing)).toBeVisible()

  await front.setInputFiles(await sandbox.sample('photos', 'front.png'))
  await expect(page.getByText(w.frontDone)).toBeVisible()
  const address = await picture.getAttribute('src')
  await front.evaluate((box) => box.dispatchEvent(new Event('change', { bubbles: true })))
  await expect(picture).toHaveAttribute('src', address ?? '')
  await expect(page.getByText(w.frontDone)).toBeVisible()
  const again = page.waitForRequest((request) => request.url().endsWith(api.apply.readIdCard.path))
  await front.setInputFiles(await sandbox.sample('photos', 'front.png'))
  await again
  await expect(page.getByText(w.frontDone)).toBeVisible()

  await test.step('an input method composes undisturbed', async () => {
    const name = page.getByLabel(w.name)
    await name.fill('测')
    await name.focus()
    await page.keyboard.press('End')
    const ime = await page.context().newCDPSession(page)
    for (const text of ['z', 'zh', 'zha', 'zhan', 'zhang'])
      await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await ime.send('Input.insertText', { text: '张' })
    await expect(name).toHaveValue('测张')
    await name.fill('Zhang')
    await back.setInputFiles(await sandbox.sample('photos', 'back.png'))
    await expect(page.getByText(w.backDone)).toBeVisible()
    await button(page, w.next).click()
    await expect(page.getByText(w.nameInvalid)).toBeVisible()
    await name.fill('测试')
    const number = page.getByLabel(w.number)
    const right = await number.inputValue()
    await number.fill(`${right.slice(0, 17)}${right.endsWith('1') ? '2' : '1'}`)
    await button(page, w.next).click()
    await expect(page.getByText(words.apply.idNumber.ID_NUMBER_CHECK_DIGIT)).toBeVisible()
    await expect(page).toHaveURL(/\/applyIdentity/)
  })
})

test('R2.14 somebody under 18 and a card that ran out are stopped with the reason at its field', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const w = words.apply.identity
  for (const { seed, number, reason } of [
    { seed: 'minor-a', number: 362, reason: refusal('UNDER_AGE') },
    { seed: 'expired-a', number: 363, reason: w.expired },
  ]) {
    const borrower = await makeBorrower(stack, { seed, number, upTo: 'login' })
    await enter(borrower)
    await open('/applyIdentity')
    await page.getByRole('checkbox').check()
    await page
      .locator('input[type=file]')
      .nth(0)
      .setInputFiles(await sandbox.sample(seed, 'front.png'))
    await page
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles(await sandbox.sample(seed, 'back.png'))
    await expect(page.getByText(w.frontDone)).toBeVisible()
    await expect(page.getByText(w.backDone)).toBeVisible()
    await button(page, w.next).click()
    await expect(page.getByText(reason), seed).toBeVisible()
    await expect(page).toHaveURL(/\/applyIdentity/)
    expect((await borrower.call(api.apply.reFlow)).next).toBe('identity')
  }
})

test('RT-11 CN-10 the draft of the profile outlives a reload and leaving; the browser keeps nothing of it; an address has fifty characters', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const w = words.apply.profile
  await enter(await makeBorrower(stack, { seed: 'draft', number: 364, upTo: 'face' }))
  await open('/home')
  await button(page, words.borrower.noLimit.continue).click()
  await page.getByRole('button', { name: new RegExp(`^${opening(words.apply.next.go)}`) }).click()
  await expect(page).toHaveURL(/\/applyProfile/)
  const first = page.getByRole('region', { name: w.contactOne })
  await page.getByRole('group', { name: w.marital }).getByRole('radio', { name: words.option.marital['2'], exact: true }).check()
  await page.getByLabel(w.employer).fill('示例单位甲')
  await page.getByLabel(w.address).fill('示例街道 7 号')
  await first.getByLabel(w.contactName).fill('测试甲')
  await first.getByLabel(w.contactMobile).fill('13800008771')
  await expect(page.getByText(new RegExp(`^${opening(w.savedAt)}`))).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(w.employer)).toHaveValue('示例单位甲')
  await expect(page.getByRole('radio', { name: words.option.marital['2'], exact: true })).toBeChecked()
  await expect(first.getByLabel(w.contactMobile)).toHaveValue('13800008771')

  // Left at once, before the pause after which a draft is saved.
  await page.getByLabel(w.address).fill('示例街道 8 号 102 室')
  await page.goBack()
  await expect(page).toHaveURL(/\/applyNext/)
  await page.goForward()
  await expect(page.getByLabel(w.address)).toHaveValue('示例街道 8 号 102 室')
  await page.getByLabel(w.address).fill('示例街道 9 号 103 室')
  await page.reload()
  await expect(page.getByLabel(w.address)).toHaveValue('示例街道 9 号 103 室')

  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toMatch(/示例|测试|13800008771|13800000364/)

  await test.step('what is missing is shown at once, and nothing is sent', async () => {
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(api.apply.submitProfile.path)) sent += 1
    })
    await first.getByLabel(w.contactMobile).fill('138')
    await button(page, w.submit).click()
    await expect(page.getByText(words.apply.wrong.contactMobile).first()).toBeVisible()
    await expect(page.getByText(words.apply.wrong.area)).toBeVisible()
    await expect(page).toHaveURL(/\/applyProfile/)
    expect(sent).toBe(0)
  })

  await test.step('UI-05 Back closes a list and keeps what was typed', async () => {
    await page.getByLabel(w.area).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await page.evaluate(() => window.history.back())
    await expect(sheet).toBeHidden()
    await expect(page.getByLabel(w.employer)).toHaveValue('示例单位甲')
  })

  await test.step('CN-10 fifty characters of either kind fit, the fifty-first is refused, and the counter says 50/50', async () => {
    const box = page.getByLabel(w.address)
    for (const [kind, next] of [
      ['路', '文'],
      ['a', 'b'],
    ] as const) {
      await box.fill(kind.repeat(49))
      await expect(page.getByText('49/50')).toBeVisible()
      await box.press('End')
      await page.keyboard.insertText(kind)
      await expect(page.getByText('50/50').first()).toBeVisible()
      await page.keyboard.insertText(next)
      await expect(box).toHaveValue(kind.repeat(50))
    }
  })

  await test.step('what was pasted is kept up to the limit, and the field says that the rest was left out', async () => {
    for (const [label, max] of [
      [w.address, 50],
      [w.employer, 100],
    ] as const) {
      const box = page.getByLabel(label)
      await box.fill('')
      await page.keyboard.insertText('示'.repeat(300))
      await expect(box).toHaveValue('示'.repeat(max))
      await expect(box).toHaveAccessibleDescription(words.shell.ui.tooLong.replace('{{max}}', String(max)))
    }
  })

  await test.step('emoji are wrong when the field is left, and no longer once they are gone', async () => {
    for (const label of [w.address, w.employer]) {
      const box = page.getByLabel(label)
      await box.fill('😀😀😀😀')
      await box.blur()
      await expect(box).toHaveAttribute('aria-invalid', 'true')
      await expect(box).toHaveAccessibleDescription(words.apply.wrong.symbols)
      await box.fill('示例路1号')
      await box.blur()
      await expect(box).not.toHaveAttribute('aria-invalid', 'true')
    }
  })
})

test('R2.17 R2.18 R2.20 a step that is not open yet, or is done, says so and leads to the one that is', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'early', number: 366, upTo: 'login' })
  await enter(borrower)
  for (const path of ['/faceApplyLive', '/applyProfile', '/applyConfirm']) {
    await open(path)
    await expect(page.getByText(words.apply.notOpen), path).toBeVisible()
  }
  await button(page, words.apply.goOn).click()
  await expect(page).toHaveURL(/\/applyNext/)

  await enter(await makeBorrower(stack, { seed: 'handed-in', number: 367, upTo: 'applied' }))
  for (const path of ['/applyProfile', '/applyConfirm']) {
    await open(path)
    await expect(page.getByText(words.apply.notOpen), path).toBeVisible()
    await expect(button(page, words.apply.confirm.submit)).toHaveCount(0)
  }
})

for (const { told, number, afterMs } of [
  { told: true, number: 718, afterMs: 5_000 },
  { told: false, number: 719, afterMs: 400 },
])
  test(`UI-02 with the keyboard up, ${told ? 'told by a resize' : 'without a word of it'}, the last box of a form is in sight and apart from the action bar`, async ({
    page,
    stack,
    words,
    open,
    enter,
  }) => {
    const w = words.apply.profile
    await page.clock.install()
    if (!told) await page.addInitScript(() => window.addEventListener('resize', (event) => event.stopImmediatePropagation(), true))
    await page.setViewportSize({ width: 360, height: 640 })
    await enter(await makeBorrower(stack, { seed: `keyboard-${number}`, number, upTo: 'face' }))
    await open('/applyProfile')
    const box = page.getByRole('region', { name: w.contactTwo }).getByLabel(w.contactMobile)
    const bar = page.getByRole('contentinfo')
    await expect(bar).toBeInViewport({ ratio: 1 })
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000))
    await box.tap()
    await page.clock.runFor(afterMs)
    await page.setViewportSize({ width: 360, height: 340 })
    await page.waitForFunction(() => window.innerHeight === 340)
    await page.clock.runFor(1_000)
    await expect(box).toBeFocused()
    await expect(box).toBeInViewport({ ratio: 1 })
    const [place, below] = [await box.boundingBox(), await bar.boundingBox()]
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  })
