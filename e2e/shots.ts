import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'
import { makePeople, type People, startStackOfPeople } from './people.ts'
import { sandboxAt } from './sandbox.ts'
import { type Scene, scenes } from './scenes.ts'
import { show } from './show-scene.ts'
import type { Stack } from './stack.ts'
import { type Language, packs } from './words.ts'

/**
 * `npm run shots`: pictures of every screen in its states, two sizes, two languages, two brands, for a person to look at:
 * shots/<brand>/<language>/<size>/<scene>.png. `npm run shots -- --only home --brand fyh --language zh-cn --dark` takes fewer,
 * and the dark ones; `--readme` takes the two pictures of the README.
 */
const { values: wish } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    brand: { type: 'string' },
    language: { type: 'string' },
    dark: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
    out: { type: 'string', default: fileURLToPath(new URL('../shots', import.meta.url)) },
  },
})
/** Scene and file of the pictures in the README. */
const readme: Readonly<Record<string, string>> = { 'home-due': 'home', plan: 'plan' }
const images = fileURLToPath(new URL('../docs/images', import.meta.url))
const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]
type Look = { readonly brand: string; readonly language: Language }
const looks: readonly Look[] = (['fyh', 'fbd'] as const)
  .flatMap((brand) => (['zh-cn', 'en-us'] as const).map((language) => ({ brand, language })))
  .filter(({ brand, language }) => (wish.brand ?? brand) === brand && (wish.language ?? language) === language)

const began = performance.now()
const stack = await startStackOfPeople()
const failures: string[] = []
try {
  console.log('Making borrowers in every standing…')
  const people = await makePeople(stack)
  const browser = await chromium.launch(await chromiumLaunch())
  const wanted = scenes.filter(({ name }) => (wish.readme ? name in readme : name.includes(wish.only)))
  console.log(`${wanted.length} scenes × ${looks.length} looks × ${sizes.length} sizes into ${wish.out}`)
  if (wish.readme) await takeAll(browser, { brand: 'fyh', language: 'zh-cn' }, wanted, people)
  else await Promise.all(looks.map((look) => takeAll(browser, look, wanted, people)))
  await browser.close()
} finally {
  await stack.stop()
}
for (const failure of failures) console.error(failure)
console.log(`Done in ${Math.round((performance.now() - began) / 1000)} s, ${failures.length} scenes could not be shown.`)
process.exitCode = failures.length === 0 ? 0 : 1

async function takeAll(browser: Browser, look: Look, wanted: readonly Scene[], people: People): Promise<void> {
  const context = await browser.newContext({
    viewport: sizes[0] ?? null,
    locale: look.language === 'zh-cn' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: wish.readme ? 2 : 1,
    reducedMotion: 'reduce',
    colorScheme: wish.dark ? 'dark' : 'light',
  })
  for (const scene of wanted) {
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await take({ scene, look, page, people, stack }).catch((error: unknown) => {
      failures.push(`${scene.name} (${look.brand}, ${look.language}): ${String(error).split('\n')[0]}`)
    })
    await page.close()
  }
  await context.close()
}

type Sitting = { scene: Scene; look: Look; page: Awaited<ReturnType<Browser['newPage']>>; people: People; stack: Stack }
async function take({ scene, look, page, people, stack }: Sitting): Promise<void> {
  const { brand, language } = look
  const query = `lang=${language}&productType=${brand}`
  await show(scene, { page, web: stack.web, people, words: packs[language], sandbox: sandboxAt(stack.sandbox), query })
  const [first] = sizes
  if (wish.readme && first !== undefined) {
    await page.setViewportSize(first)
    await mkdir(images, { recursive: true })
    await page.screenshot({ path: join(images, `${readme[scene.name]}.png`), animations: 'disabled' })
    return
  }
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height })
    // The page learns of its new window a moment later; its length before that is of the window it had.
    await page.waitForFunction((wished) => innerHeight === wished && document.documentElement.clientHeight === wished, height)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const folder = join(wish.out, wish.dark ? `${brand}-dark` : brand, language, `${width}x${height}`)
    await mkdir(folder, { recursive: true })
    // A window as long as the page shows all of it with the bars where they belong.
    const length = scene.over === true ? height : await page.evaluate(() => document.documentElement.scrollHeight)
    if (length > height) await page.setViewportSize({ width, height: length })
    await page.screenshot({ path: join(folder, `${scene.name}.png`), animations: 'disabled' })
  }
}
