import type { Page } from '@playwright/test'
import { barriers, keysIn, overflow, smallInputs, smallTargets } from './audit.ts'
import { expect } from './harness.ts'
import { peopleTest as test } from './people-harness.ts'
import { laterScenes } from './plain-scenes.ts'
import { sandboxAt } from './sandbox.ts'
import { scenes } from './scenes.ts'
import { show } from './show-scene.ts'
import { type Language, packs } from './words.ts'

test.describe.configure({ timeout: 600_000 })
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 320, height: 568 } })

const chosen = (page: Page) => page.locator('html').getAttribute('data-text')
const sizeOf = (page: Page, text: string) =>
  page
    .getByText(text, { exact: true })
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))

test('a guest finds the larger look from their account, sees it at once, and finds it again before anything is drawn', async ({
  page,
  words,
  open,
}) => {
  const w = words.settings.textSize
  await open('/account')
  const row = page.getByRole('button', { name: words.borrower.account.settings })
  await expect(row).toContainText(words.borrower.account.settingsNote)
  await row.click()
  const group = page.getByRole('group', { name: w.title })
  await expect(group.getByRole('radio', { name: w.standard, exact: true })).toBeChecked()
  const before = { text: await sizeOf(page, w.body), target: await group.locator('label').first().boundingBox() }
  expect(before.text).toBe(16)

  await group.getByRole('radio', { name: w.large, exact: true }).check()
  await expect(page.getByRole('status').filter({ hasText: w.chosen.large })).toBeVisible()
  await expect.poll(() => chosen(page)).toBe('large')
  const growth = async () => (await sizeOf(page, w.body)) / before.text
  await expect.poll(growth).toBeGreaterThanOrEqual(1.25)
  expect(await growth()).toBeLessThanOrEqual(1.4)
  expect((await sizeOf(page, w.kept)) / 14).toBeGreaterThanOrEqual(1.25)
  const target = await group.locator('label').first().boundingBox()
  expect(target?.height).toBeGreaterThanOrEqual((before.target?.height ?? 44) * 1.25)

  await page.addInitScript(() => {
    const drawn: { firstDrawn?: string | undefined } & Window = window
    new MutationObserver(() => {
      if (document.getElementById('root')?.hasChildNodes()) drawn.firstDrawn ??= document.documentElement.dataset.text ?? 'nothing'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(group.getByRole('radio', { name: w.large, exact: true })).toBeChecked()
  expect(await page.evaluate(() => ('firstDrawn' in window ? window.firstDrawn : undefined))).toBe('large')

  await group.getByRole('radio', { name: w.standard, exact: true }).check()
  await expect.poll(() => sizeOf(page, w.body)).toBe(16)
})

test('the larger look stays on the device through login and logout', async ({ page, open, enter, people, words }) => {
  await open('/setting')
  await page.getByRole('radio', { name: words.settings.textSize.large, exact: true }).check()
  await enter(people.fresh)
  await open('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await chosen(page)).toBe('large')
})

test('the larger look leaves out pictures beside the words and nothing that is said: costs, contracts and ways on are all there', async ({
  page,
  people,
  stack,
  words,
}) => {
  const sandbox = sandboxAt(stack.sandbox)
  // biome-ignore lint/performance/useDomNodeTextContent: what is seen, and not what is hidden
  const seen = async () => (await page.locator('body').innerText()).split(/\s+/).filter(Boolean)
  for (const name of ['home-guest', 'home-limit', 'account', 'borrow', 'cost-sheet-read', 'repay-due', 'loan-4-repaying']) {
    const scene = scenes.find((one) => one.name === name)
    if (scene === undefined) throw new Error(`no scene ${name}`)
    await show(scene, { page, web: stack.web, people, words, sandbox, query: 'lang=zh-cn' })
    const standard = await seen()
    await page.evaluate(() => {
      document.documentElement.dataset.text = 'large'
    })
    expect(await seen(), name).toEqual(standard)
  }
})

for (const language of ['zh-cn', 'en-us'] as const satisfies readonly Language[])
  test(`every screen holds in the larger look at 320 px, ${language}: nothing too wide, no barriers, large enough to touch`, async ({
    page,
    stack,
    people,
  }) => {
    const sandbox = sandboxAt(stack.sandbox)
    await page.addInitScript(() => document.addEventListener('readystatechange', () => localStorage.setItem('textSize', 'large')))
    for (const scene of looked)
      await test.step(scene.name, async () => {
        await show(scene, { page, web: stack.web, people, words: packs[language], sandbox, query: `lang=${language}` })
        expect.soft(await chosen(page), scene.name).toBe('large')
        expect.soft(await overflow(page), `${scene.name}: wider than the window`).toEqual([])
        expect.soft(await cutWords(page), `${scene.name}: words that are cut off`).toEqual([])
        expect.soft(await barriers(page), `${scene.name}: barriers`).toEqual([])
        expect.soft(await smallTargets(page), `${scene.name}: small targets`).toEqual([])
        expect.soft(await smallInputs(page), `${scene.name}: inputs that make the phone zoom`).toEqual([])
        // biome-ignore lint/performance/useDomNodeTextContent: what is read, line by line, and not what is hidden
        expect.soft(keysIn(await page.locator('body').innerText()), `${scene.name}: untranslated`).toEqual([])
      })
  })

/** Every screen that is built, once, and those on which money is decided in the states that say most. */
const tellMost = [
  'home-limit',
  'home-due',
  'home-overdue',
  'cost-sheet',
  'repay-part',
  'loan-4-repaying',
  'loan-6-overdue',
  'prepay-quoted',
]
const looked = [
  ...new Map(
    scenes
      .filter(({ waiting }) => waiting !== true)
      .toReversed()
      .map((scene) => [scene.screen, scene]),
  ).values(),
]
  .filter((scene) => !laterScenes.includes(scene))
  .concat(scenes.filter(({ name }) => tellMost.includes(name)))

/** Words that their own box hides at its edge; boxes that scroll show them all. */
const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, [role=dialog] *, [role=alertdialog] *, header *')]
      .filter((part) => part.checkVisibility() && part.clientWidth > 1 && /hidden|clip/.test(getComputedStyle(part).overflowX))
      .filter((part) => getComputedStyle(part).clipPath === 'none' && part.textContent !== '' && part.scrollWidth > part.clientWidth + 1)
      .map((part) => part.outerHTML.slice(0, 160)),
  )
