import { test as base, expect, type Page } from '@playwright/test'
import type { ApiBorrower } from './api-borrower.ts'
import { type Sandbox, sandboxAt } from './sandbox.ts'
import { type Stack, startStack } from './stack.ts'
import { type Language, packs, type Words } from './words.ts'

export type Setting = {
  language: Language
  brand: 'fyh' | 'fbd' | 'neutral'
  /** Settings of the product that a test needs otherwise. */
  settings: Readonly<Record<string, string>>
}
type Open = (path: string, on?: Page) => Promise<void>
type Fixtures = Setting & { stack: Stack; sandbox: Sandbox; words: Words; open: Open; enter: (borrower: ApiBorrower) => Promise<void> } & {
  faults: string[]
}
const quick = { SMS_WAIT_SECONDS: '1', REVIEW_SECONDS: '2' }

/**
 * A product of its own for every test, so that each may move the business date as it likes. Errors of the page fail the test.
 * `open` goes to a path of the product in the language and brand of the test; `enter` takes the login of a borrower made over the
 * API and puts it where the application keeps it.
 */
export const test = base.extend<Fixtures, { shared: Stack }>({
  shared: [
    async ({ browserName: _ }, use) => {
      const stack = await startStack(quick)
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker' },
  ],
  language: ['zh-cn', { option: true }],
  brand: ['fyh', { option: true }],
  settings: [{}, { option: true }],
  stack: async ({ settings }, use) => {
    const stack = await startStack({ ...quick, ...settings })
    await use(stack)
    await stack.stop()
  },
  page: async ({ page }, use) => {
    await use(page)
    // A page may ask once more as it closes; who answers in its place then finds it gone, which is nobody's fault.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  sandbox: async ({ stack }, use) => use(sandboxAt(stack.sandbox)),
  words: async ({ language }, use) => use(packs[language]),
  open: async ({ page, stack, language, brand }, use) => {
    await use(async (path, on = page) => {
      const query = `lang=${language}&productType=${brand}`
      // A sheet just closed goes back over its entry of the history; a step that is still on its way would end the navigation.
      await on.waitForFunction(() => document.querySelector('[role$=dialog]') !== null || !(window.history.state?.overlays > 0))
      await on.goto(`${stack.web}${path}${path.includes('?') ? '&' : '?'}${query}`)
    })
  },
  enter: async ({ page, stack }, use) => {
    await use(async ({ token, user }) => {
      // A page of the same origin without the application, which might read what is written here half-way through its start.
      await page.goto(`${stack.web}/healthz`)
      await page.evaluate(
        ([key, who]) => {
          localStorage.setItem('token', key ?? '')
          localStorage.setItem('user', who ?? '')
        },
        [token, JSON.stringify({ ...user, token })],
      )
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

/** One product for all tests of a worker that take other people and neither move the date nor order failures. */
export const sharedTest = test.extend({ stack: async ({ shared }, use) => use(shared) })
export { expect }
