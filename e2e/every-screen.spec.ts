import { readFileSync } from 'node:fs'
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
import { laterScenes } from './later-scenes.ts'
import type { People } from './people.ts'
import { peopleTest as test } from './people-harness.ts'
import { sandboxAt } from './sandbox.ts'
import { type Scene, scenes } from './scenes.ts'
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

/** The id of each screen in the list of addresses. */
const ids: Readonly<Record<string, string>> = {
  '/home': 'R2.1 R2.2',
  '/account': 'R2.3',
  '/borrowMoney': 'R2.4',
  '/h5Middle': 'R2.5',
  '/download': 'R2.6',
  '/demo': 'R2.7',
  '/login': 'R2.8',
  '/extend': 'R2.9',
  '/signAgreement': 'R2.10',
  '/capitalProtocol': 'R2.11',
  '/customAgreement': 'R2.12',
  '/capitalProtocolSingle': 'R2.13',
  '/applyIdentity': 'R2.14',
  '/applyIdcardGuid': 'R2.15',
  '/applyNext': 'R2.16',
  '/applyProfile': 'R2.17',
  '/applyConfirm': 'R2.18',
  '/applyResult': 'R2.19',
  '/faceApplyLive': 'R2.20',
  '/repayment': 'R2.21',
  '/repaymentDetail/:id': 'R2.22',
  '/prepayment/:id': 'R2.22',
  '/repaymentResult': 'R2.23',
  '/loan': 'R2.24',
  '/loan/detail/:id': 'R2.25',
  '/loan/record': 'R2.26',
  '/loan/borrowMoney': 'R2.27',
  '/setting': 'R2.28',
  '/userAgreement': 'R2.29',
  '/aboutUs': 'R2.30',
  '/aboutFyh': 'R2.31',
  '/messageCenter': 'R2.32',
  '/messageDetail': 'R2.33',
  '/withdraw/:capitalId': 'R2.34',
  '/addBankCard': 'R2.35',
  '/selectBank': 'R2.36',
  '/supportedBankList': 'R2.37',
  '/withdrawSuccess': 'R2.38',
  '/product': 'R2.39',
  '/webViewProduct': 'R2.40',
  '/funders/jsd': 'R2.41',
  '/funders/cash/:id': 'R2.42',
  '/funders/cashReceive': 'R2.43',
  '/funders/cashReceiveRecord/:activityId': 'R2.44',
  '/capitalForm': 'R2.45',
  '/capitalProfile': 'R2.46',
  '/capitalWithdraw': 'R2.47',
  '/capitalResult': 'R2.48',
  '/equityOrder': 'R2.49',
  '/mock/memberBenefit': 'R2.50',
  '/mock/authorizedDeduction': 'R2.51',
  '/mock/userInfoAuth': 'R2.52',
  '/mock/serviceAgreement': 'R2.53',
  '/protocol/creditEnquiry': 'R2.54',
  '/protocol/registration': 'R2.55',
  '/protocol/userPrivacy': 'R2.56',
  '/protocol/sdkDescription': 'R2.57',
  '/protocol/informationCollection': 'R2.58',
  '/protocol/loanFlowShare': 'R2.59',
  '/protocol/commitment': 'R2.60',
  '/protocol/electronicSignature': 'R2.61',
  '/protocol/creditEnquiryOut': 'R2.62',
  '/protocol/registrationOut': 'R2.62',
  '/protocol/userPrivacyOut': 'R2.62',
  '/protocol/loanFlowShareOut': 'R2.62',
  '/protocol/commitmentOut': 'R2.62',
  '/protocol/electronicSignatureOut': 'R2.62',
  '/protocol/shareAgreement/:id': 'R2.63',
  '/capitalProList': 'R2.64',
  '/capitalProListToSingle': 'R2.65',
  '/sharedIndividual': 'R2.66',
  '/customized': 'R2.67',
  '/authentication/staff': 'R2.68',
  '/authentication/bankCard': 'R2.69',
  '/authentication/reserveFund': 'R2.70',
  '/authentication/success': 'R2.71',
  '/additionalInformation': 'R2.72',
  '*': 'R2.73',
}
const listed = [...readFileSync(new URL('../docs/generated/screens.md', import.meta.url), 'utf8').matchAll(/^\|[^`]*`(\/[^`]*)`/gm)].map(
  ([, path = '']) => path,
)

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

test('every screen of the table is looked at', () => {
  const seen = scenes.map(({ screen }) => screen)
  expect(listed.length).toBeGreaterThan(20)
  expect(listed.filter((path) => !seen.includes(path))).toEqual([])
  expect(seen.filter((path) => ids[path] === undefined)).toEqual([])
  const named = new Set(Object.values(ids).flatMap((text) => text.split(' ')))
  expect([...named]).toEqual(Array.from({ length: 73 }, (_, place) => `R2.${place + 1}`))
})

test('R2.1 the bare address leads home', async ({ page, stack }) => {
  await page.goto(`${stack.web}/`)
  await expect(page).toHaveURL(/\/home/)
})

for (const [screen, id] of Object.entries(ids)) {
  const here = scenes.filter((scene) => scene.screen === screen)
  test(`${id} UI-17 ${screen} in every state: titled, translated, within 320 px, free of barriers, large enough to touch, still`, async ({
    page,
    stack,
    people,
  }) => {
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
        expect.soft(faults, say('errors of the page')).toEqual([])
      })
  })
}

/** Screens that come later are one notice under many titles: one of them is enough to see it in Chinese and in the dark. */
const later = laterScenes.map(({ screen }) => screen)
const inChinese = Object.entries(ids).filter(([screen]) => !later.slice(1).includes(screen))

for (const [screen, id] of inChinese)
  test(`${id} ${screen} in Chinese: titled, no key in sight, within 320 px, free of barriers, in the dark too`, async ({
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
