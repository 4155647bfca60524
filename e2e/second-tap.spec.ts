import type { Locator, Page } from '@playwright/test'
import { makeBorrower } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button, fillWish } from './walk.ts'

type Place = { readonly x: number; readonly y: number }

/** A finger whose taps carry times of their own, so that what lies between two of them does not depend on the machine. */
async function fingerOn(page: Page): Promise<(place: Place, afterMs: number) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  let timestamp = await page.evaluate(() => (performance.timeOrigin + performance.now()) / 1000)
  return async (place, afterMs) => {
    timestamp += afterMs / 1000
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place], timestamp })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp })
  }
}

/** Counts the clicks that reach the page from now on. */
async function clicksOn(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counting: { clicks?: number } & Window = window
    counting.clicks = 0
    document.addEventListener('click', () => (counting.clicks = (counting.clicks ?? 0) + 1), { capture: true })
  })
  return () => page.evaluate(() => Number('clicks' in window ? window.clicks : 0))
}

async function placeOn(element: Locator, part = 0.5): Promise<Place> {
  await element.evaluate((shown) => shown.scrollIntoView({ block: 'center' }))
  const box = await element.boundingBox()
  if (box === null) throw new Error('nothing to tap on')
  return { x: box.x + box.width * part, y: box.y + box.height / 2 }
}

test('the second tap of a double tap does nothing on the sheet or the screen that the first one brought, a later one does', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  await enter(await makeBorrower(stack, { seed: 'tap-through', number: 9920, upTo: 'card' }))
  await page.setViewportSize({ width: 320, height: 568 })
  await open('/borrowMoney')
  await fillWish({ page, words }, '10000')
  const tap = await fingerOn(page)
  const clicks = await clicksOn(page)
  const sheets = page.getByRole('dialog')
  const figure = page.getByRole('button', { name: new RegExp(words.shell.ui.explain) }).first()
  for (const [round, gapMs] of [80, 150, 250].entries()) {
    const place = await placeOn(figure)
    await tap(place, 5000)
    await expect(sheets).toHaveCount(1)
    await tap(place, gapMs)
    await tap(place, 1000)
    await expect.poll(clicks, `${gapMs} ms`).toBe(2 * round + 2)
    // The later tap opened the row of the sheet that it fell on: Escape closes one after the other.
    await expect(sheets).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(sheets).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(sheets).toHaveCount(0)
  }
  const next = await placeOn(button(page, words.borrow.next))
  await tap(next, 5000)
  const contract = page.getByRole('dialog', { name: words.borrow.sign.sheet })
  await expect(contract).toBeVisible()
  await tap(next, 200)
  await tap(next, 1000)
  await expect.poll(clicks).toBe(8)
  await expect(contract).toBeVisible()
})

test('R5.1 quick taps on a keyboard all count, also near the edges of its keys', async ({ page, open, words }) => {
  await open('/demo')
  const keys = page.getByRole('group', { name: words.demo.password.rate })
  const right = await placeOn(keys.getByRole('button', { name: '1', exact: true }), 0.95)
  const left = await placeOn(keys.getByRole('button', { name: '2', exact: true }), 0.05)
  const tap = await fingerOn(page)
  for (const place of [right, left, left, right, left]) await tap(place, 60)
  await expect(page.getByLabel(words.demo.password.rate).first()).toHaveValue('12212')
})
