import { test as base, expect } from '@playwright/test'
import { type Sandbox, sandboxAt } from './sandbox.ts'
import { type Stack, startStack } from './stack.ts'
import { type Language, packs, type Words } from './words.ts'

export type Setting = { language: Language; brand: 'fyh' | 'fbd' | 'neutral' }
type Fixtures = Setting & { stack: Stack; sandbox: Sandbox; words: Words; open: (path: string) => Promise<void>; faults: string[] }

/**
 * A product of its own for every test, so that each may move the business date as it likes. Errors of the page fail the test.
 * `open` goes to a path of the product in the language and brand of the test.
 */
export const test = base.extend<Fixtures>({
  language: ['zh-cn', { option: true }],
  brand: ['fyh', { option: true }],
  stack: async ({ browserName: _ }, use) => {
    const stack = await startStack({ SMS_WAIT_SECONDS: '1', REVIEW_SECONDS: '2' })
    await use(stack)
    await stack.stop()
  },
  sandbox: async ({ stack }, use) => use(sandboxAt(stack.sandbox)),
  words: async ({ language }, use) => use(packs[language]),
  open: async ({ page, stack, language, brand }, use) => {
    await use(async (path) => {
      const query = `lang=${language}&productType=${brand}`
      await page.goto(`${stack.web}${path}${path.includes('?') ? '&' : '?'}${query}`)
    })
  },
  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(String(error)))
      await use(faults)
      expect(faults, 'errors of the page').toEqual([])
    },
    { auto: true },
  ],
})
export { expect }
