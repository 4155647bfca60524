import { productTypes } from '@fyh/contract/options.ts'
import type { Page } from '@playwright/test'
import { later as laterEn } from '../apps/web/src/locales/en-us/later.ts'
import { later as laterZh } from '../apps/web/src/locales/zh-cn/later.ts'
import { barriers, keysIn } from './audit.ts'
import { expect } from './harness.ts'
import type { Who } from './people.ts'
import { peopleTest as test } from './people-harness.ts'
import { sandboxAt } from './sandbox.ts'
import type { Scene } from './scenes.ts'
import { listedScreens } from './screen-table.ts'
import { show } from './show-scene.ts'
import { type Language, packs } from './words.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const notices: Readonly<Record<Language, string>> = { 'zh-cn': laterZh.lead, 'en-us': laterEn.lead }
const languages = ['zh-cn', 'en-us'] as const

/** Guest and borrower each meet every brand and both languages; between them, every brand in both languages. */
const visits = (['guest', 'active'] as const satisfies readonly Who[]).flatMap((as, nth) =>
  productTypes.map((productType, at) => ({ as, productType, language: languages[(nth + at) % 2] ?? 'zh-cn' })),
)

/** Words in the main part of the page; a page that shows only its frame has none. */
// biome-ignore lint/performance/useDomNodeTextContent: what is read, and not what is hidden
const mainText = (page: Page): Promise<string> => page.locator('main').innerText()

for (const { path, id, isLater } of listedScreens)
  test(`UI-17 ${isLater ? path : `${id} ${path}`.trim()} opens from the address bar for guest and borrower, in every brand and both languages`, async ({
    page,
    stack,
    people,
  }) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    for (const { as, productType, language } of visits) {
      const say = (what: string) => `${as} ${productType} ${language}: ${what}`
      // Something on the page of samples is always loading.
      const scene: Scene = { name: path, screen: path, as, path: path.replace(/:\w+/, '1'), ...(path === '/demo' && { waiting: true }) }
      const query = `lang=${language}&productType=${productType}`
      await show(scene, { page, web: stack.web, people, words: packs[language], sandbox: sandboxAt(stack.sandbox), query })
      await expect.poll(async () => (await mainText(page)).trim().length, say('words on the page')).toBeGreaterThan(7)
      const text = await mainText(page)
      expect.soft(await page.locator('h1').count(), say('main heading')).toBe(1)
      expect.soft(keysIn(text), say('untranslated')).toEqual([])
      if (!isLater) expect.soft(text, say('not open yet')).not.toContain(notices[language])
      expect.soft(await barriers(page), say('barriers')).toEqual([])
    }
    expect.soft(faults, 'errors of the page').toEqual([])
  })
