import type { Page } from '@playwright/test'
import {
  barriers,
  keysIn,
  looseTexts,
  overflow,
  overflowAtDoubleText,
  overlaps,
  shifts,
  smallInputs,
  smallTargets,
  squeezed,
  strayChinese,
  translate,
  watchShifts,
} from './audit.ts'
import { expect } from './harness.ts'
import type { People } from './people.ts'
import { peopleTest as test } from './people-harness.ts'
import { laterScenes } from './plain-scenes.ts'
import { sandboxAt } from './sandbox.ts'
import { type Scene, scenes } from './scenes.ts'
import { listedScreens } from './screen-table.ts'
import { show } from './show-scene.ts'
import type { Stack } from './stack.ts'
import { type Language, packs } from './words.ts'

/** Until the page has been drawn again: sizes that depend on the window follow it a frame later. */
const draw = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

/** One interaction: the act of the screen or the dialog in front, or whatever else can be pressed there. */
async function pressOne(page: Page): Promise<void> {
  await page.evaluate(() => {
    const front = [...document.querySelectorAll('[role$=dialog]')].at(-1) ?? document
    const press = (selector: string) => front.querySelector<HTMLElement>(`${selector}:not(:disabled)`)
    const button = press('[type=submit]') ?? press('[data-kind=action]') ?? press('button')
    button?.click()
  })
  await draw(page)
}

/** Now and then a size follows the window some frames later. */
const patient = expect.configure({ soft: true, timeout: 5_000 })

/** A window of 195 px, a phone zoomed to 200 % (NF-01): nothing is wider, cut, squeezed or under something else. */
async function lookZoomed(page: Page, say: (what: string) => string): Promise<void> {
  await page.setViewportSize({ width: 195, height: 422 })
  await page.waitForFunction(() => window.matchMedia('(max-width: 195px)').matches)
  await draw(page)
  await patient.poll(() => overflow(page), say('wider than 195 px')).toEqual([])
  await patient.poll(() => squeezed(page), say('squeezed at 195 px')).toEqual([])
  const parts = 'header, main, footer, nav, [role$=dialog]'
  await patient.poll(() => overlaps(page, parts), say('over one another at 195 px')).toEqual([])
  expect.soft(await looseTexts(page), say('texts beside others')).toEqual([])
}

/** A browser translates the page, and what is pressed then changes its texts (NF-01); nothing that is sent arrives. */
async function pressTranslated(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()))
  await translate(page)
  await pressOne(page)
}

/**
 * What the tests of each screen are called: its requirement and its address. A screen that is not built yet proves no requirement, so its
 * test names the address alone. `*` is the screen of unknown addresses.
 */
const titles: readonly (readonly [screen: string, title: string])[] = [
  ...listedScreens.map(({ path, id, isLater }) => [path, isLater ? path : `${id} ${path}`.trim()] as const),
  ['*', 'R2.73 *'],
]

test.describe.configure({ mode: 'parallel' })
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 320, height: 568 } })

type World = { readonly page: Page; readonly stack: Stack; readonly people: People }

/** Shows a scene and hears what the server answered and what went wrong on the page. */
async function look({ page, stack, people }: World, scene: Scene, language: Language) {
  const faults: string[] = []
  const answers: Promise<string>[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('response', (response) => {
    if (response.url().includes('/api/')) answers.push(response.text().catch(() => ''))
  })
  const query = `lang=${language}&productType=${language === 'zh-cn' ? 'fyh' : 'fbd'}`
  await show(scene, { page, web: stack.web, people, words: packs[language], sandbox: sandboxAt(stack.sandbox), query })
  // biome-ignore lint/performance/useDomNodeTextContent: what is read, line by line, and not what is hidden
  const text = await page.locator('body').innerText()
  return { faults, text, answers: async () => (await Promise.all(answers)).join('\n') }
}

/** Waits until the page has been drawn anew: colours are judged one part after the other, and all must be of one scheme. */
async function paint(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((scheme) => window.matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)
  await draw(page)
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => one.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  )
}

test('every screen of the table is looked at, and no scene is of a screen that is not there', () => {
  const seen = new Set(scenes.map(({ screen }) => screen))
  expect(listedScreens.length).toBeGreaterThan(20)
  expect(titles.map(([screen]) => screen).filter((screen) => !seen.has(screen))).toEqual([])
  expect([...seen].filter((screen) => !titles.some(([known]) => known === screen))).toEqual([])
})

test('R2.1 the bare address leads home', async ({ page, stack }) => {
  await page.goto(`${stack.web}/`)
  await expect(page).toHaveURL(/\/home/)
})

for (const [screen, title] of titles) {
  const here = scenes.filter((scene) => scene.screen === screen)
  test(`UI-17 NF-01 ${title} in every state: titled, translated, within 320 px, free of barriers, large enough to touch, still`, async ({
    page,
    stack,
    people,
  }) => {
    // On a busy machine a scene takes ten seconds.
    test.setTimeout(Math.max(test.info().timeout, 60_000 + here.length * 15_000))
    await watchShifts(page)
    for (const scene of here)
      await test.step(scene.name, async () => {
        const { faults, text, answers } = await look({ page, stack, people }, scene, 'en-us')
        const say = (what: string) => `${scene.name}: ${what}`
        expect.soft(await shifts(page), say('layout shift')).toBeLessThan(0.1)
        expect.soft(await page.title(), say('title')).toMatch(/\S/)
        expect.soft(await page.locator('h1').count(), say('main heading')).toBe(1)
        expect.soft(await overflow(page), say('wider than the window')).toEqual([])
        expect.soft(keysIn(text), say('untranslated')).toEqual([])
        expect.soft(strayChinese(text, await answers()), say('Chinese of our own')).toEqual([])
        expect.soft(await barriers(page), say('barriers')).toEqual([])
        expect.soft(await smallTargets(page), say('small targets')).toEqual([])
        expect.soft(await smallInputs(page), say('inputs that make the phone zoom')).toEqual([])
        await lookZoomed(page, say)
        await page.setViewportSize({ width: 390, height: 844 })
        await page.waitForFunction(() => document.documentElement.clientWidth === 390)
        expect.soft(await overflowAtDoubleText(page), say('wider than the window with text of 200 %')).toEqual([])
        await page.setViewportSize({ width: 320, height: 568 })
        await pressTranslated(page)
        await expect.soft(page.getByText(packs['en-us'].shell.error.crashTitle), say('broken by a translator')).toHaveCount(0)
        expect.soft(faults, say('errors of the page')).toEqual([])
      })
  })
}

/** Screens that come later are one notice under many titles: one of them is enough to see it in Chinese and in the dark. */
const later = laterScenes.map(({ screen }) => screen)
const inChinese = titles.filter(([screen]) => !later.slice(1).includes(screen))

for (const [screen, title] of inChinese)
  test(`${title} in Chinese: titled, no key in sight, within 320 px, free of barriers, in the dark too`, async ({
    page,
    stack,
    people,
  }) => {
    const scene = scenes.find((one) => one.screen === screen)
    if (scene === undefined) throw new Error('no scene shows this screen')
    const { faults, text } = await look({ page, stack, people }, scene, 'zh-cn')
    expect.soft(await page.title(), 'title').toMatch(/\p{Script=Han}/u)
    expect.soft(keysIn(text), 'untranslated').toEqual([])
    expect.soft(await overflow(page), 'wider than the window').toEqual([])
    expect.soft(await barriers(page), 'barriers').toEqual([])
    await paint(page, 'dark')
    expect.soft(await barriers(page), 'barriers in the dark').toEqual([])
    await lookZoomed(page, (what) => what)
    expect.soft(faults, 'errors of the page').toEqual([])
  })
